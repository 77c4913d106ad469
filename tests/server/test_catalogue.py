"""What the page is told about sheets, so that it draws them without knowing a rule."""

from __future__ import annotations

import pytest

from rowlock import load_variant, new_game, parse_sheet
from rowlock.protocol.catalogue import VariantInfo
from rowlock.table.move_preview import sheet_view
from rowlock.table.variant_info import variant_info
from rowlock.testing import play_out
from rowlock.variants import BUILT_IN, NAMES


def info_of(name: str) -> VariantInfo:
    return variant_info(load_variant(name), name)


def test_double_cells_and_their_bits_are_told() -> None:
    info = info_of("double_b")
    red, green = info.rows[0], info.rows[2]
    assert [cell.name for cell in red if cell.double] == ["r3", "r5", "r9", "r11"]
    assert [cell.name for cell in green if cell.double] == ["g10", "g8", "g6", "g4"]
    # 2 | 3 3 | 4 | 5 5: places 0, 1-2, 3, 4-5; fifteen places, then the lock.
    assert [cell.bits for cell in red[:4]] == [0b1, 0b110, 0b1000, 0b110000]
    assert info.lock_bits == (1 << 15,) * 4
    assert info.cards


@pytest.mark.parametrize(
    ("name", "most", "points"),
    [
        ("classic", 12, 78),
        ("longo", 15, 120),
        ("bonus_a", 12, 78),
        ("double_b", 16, 136),
        ("double_a", 16, 136),
    ],
)
def test_the_scale_ends_with_a_full_row(name: str, most: int, points: int) -> None:
    scale = info_of(name).scale
    assert scale[:5] == (1, 3, 6, 10, 15)
    assert (len(scale), scale[-1]) == (most, points)


@pytest.mark.parametrize("name", NAMES)
def test_bits_of_cells_and_lock_are_side_by_side(name: str) -> None:
    info = info_of(name)
    for row, lock in zip(info.rows, info.lock_bits, strict=True):
        assert sum(cell.bits | cell.second for cell in row) == lock - 1


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_sheet_is_read_with_what_the_catalogue_says(name: str) -> None:
    """Decoded as the page does it, every sheet of a game is the one that its text names."""
    info, game = info_of(name), play_out(new_game(name, ["Ann", "Ben"]), 5)
    for sheet in game.sheets:
        seen = sheet_view(game.variant, sheet)
        words: list[str] = []
        for row, lock, mask in zip(info.rows, info.lock_bits, seen.rows, strict=True):
            crossed = [cell for cell in row for bits in (cell.bits, cell.second) if mask & bits]
            numbers = ",".join(str(cell.number) for cell in crossed)
            words.append(f"{'rygb'[len(words)]}{numbers or '-'}{'#' if mask & lock else ''}")
        assert str(sheet).split()[:4] == words


def test_second_boxes_framed_and_joined_cells_are_told() -> None:
    red = info_of("double_a").rows[0]
    assert [(cell.bits, cell.second) for cell in red[:2]] == [(0b1, 0b10), (0b100, 0b1000)]
    assert red[-1].second == 0
    assert not info_of("double_a").cards  # S-04
    steps = [cell.name for row in info_of("connected_steps").rows for cell in row if cell.step]
    assert steps == ["r7", "y2", "y6", "y8", "y12", "g11", "g9", "g5", "g3", "b10", "b4"]
    joined = {cell.name: cell.partner for cell in info_of("connected_chain").rows[0]}
    assert {name: partner for name, partner in joined.items() if partner} == {
        "r6": "y6",
        "r11": "y11",
    }


def test_the_fifth_row_is_the_bonus() -> None:
    variant = load_variant("connected_steps")
    seen = sheet_view(variant, parse_sheet(variant, "r7 y6,8 g- b- x0"))
    assert (seen.steps, seen.bonus, seen.total) == (3, 6, 10)


def test_crosses_are_counted_by_the_server() -> None:
    # Red 2, 3, 5: 1 + 2 + 2. Green 10, 8, 6 twice each, 5, 2 and the lock: nine.
    variant = load_variant("double_b")
    seen = sheet_view(variant, parse_sheet(variant, "r2,3,5 y- g10,8,6,5,2# b12 x0"))
    assert seen.crosses == (5, 0, 9, 1)
    assert seen.points == (15, 0, 45, 1)


def test_a_sheet_says_what_its_penalties_cost_and_how_far_each_bonus_is() -> None:
    # Circle y11 g9, diamond y7 b7, square r8 b10, octagon r6 b4, star y3 g5. Three penalties of 5.
    variant = load_variant("bonus_b")
    seen = sheet_view(variant, parse_sheet(variant, "r6,8 y11 g- b10 x3"))
    assert seen.symbols == (1, 0, 2, 1, 0)
    assert seen.earned == ("square",)
    assert seen.penalties_cost == 15
    assert seen.total == sum(seen.points) + seen.bonus - seen.penalties_cost
