"""Core and kernel agree move by move (scripts/compare does the same on many more games)."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.kernel.compare import play_both
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import BUILT_IN, COLOURS, MAX_SEATS, Variant, from_text, load_variant
from tests.sampling import some

GAMES = 30
OWN_SHEETS = 150


@pytest.mark.parametrize("players", some(range(1, MAX_SEATS + 1), [1, 2, 5]))
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_game_in_core_and_kernel(name: str, players: int) -> None:
    for number in range(GAMES):
        assert play_both(load_variant(name), players, 2, number) is None


@pytest.mark.parametrize(
    "sheets",
    [
        "double_a, double_b",
        "bonus_a, classic, mixx_a",
        "bonus_b, big_points, x_change, connected_chain, connected_steps",
    ],
)
def test_the_same_game_with_a_sheet_for_each_seat(sheets: str) -> None:
    for number in range(GAMES):
        assert play_both(sheets, sheets.count(",") + 1, 2, number) is None


def test_lucky_pairs_go_to_the_seats_as_in_the_core() -> None:
    other = from_text(
        "extends = 'longo'\n[about]\nid = 'other'\ninferred = ''\n"
        "[lucky]\npairs = '7&12 5&10 3&14 8&13 2&15'"
    )
    for number in range(6):
        assert play_both([other, load_variant("longo"), other], 3, 5, number) is None


@pytest.mark.parametrize("part", range(5))
def test_the_same_game_on_invented_sheets(part: int) -> None:
    for seed in range(part, OWN_SHEETS, 5):
        variant = from_text(own_sheet(Random(seed)), f"own{seed}.toml")
        for number in range(3):
            assert play_both(variant, 1 + (seed // 5 + number) % MAX_SEATS, seed, number) is None


def test_a_bar_may_have_as_many_squares_as_the_sheet_has_cells() -> None:
    # 64 boxed cells and 64 squares: more than one word of bits.
    for number in range(12):
        assert play_both(all_boxed(), 2, 4, number) is None


def all_boxed() -> Variant:
    numbers = range(2, 18)
    rows = [[f"{letter}{n}" for n in numbers] for letter in "rygb"]
    squares = " ".join("rygb"[(5 * k + k // 3) % 4] for k in range(64))
    lines = [
        "extends = 'classic'",
        "[about]\nid = 'all_boxed'",
        "[dice]\nsides = 9",
        "[end]\nclosed_rows = 4",
        "[rows]",
        *(f"{c} = '{' '.join(row)}'" for c, row in zip(COLOURS, rows, strict=True)),
        f"[bar]\nboxes = '{' '.join(cell for row in rows for cell in row)}'\nsquares = '{squares}'",
    ]
    return from_text("\n".join(lines))
