"""Moves on a sheet: signs and cells change places, the loader says what cannot be."""

from __future__ import annotations

import random

import pytest

from rowlock import Unreadable, load_variant
from rowlock.kernel.compare import play_both
from rowlock.variants import Cell
from rowlock.variants.moves import moved
from tests.sampling import some


def names(cells: tuple[Cell, ...]) -> str:
    return " ".join(cell.name for cell in cells)


def boxes(moves: str) -> str:
    return names(moved(load_variant("bonus_a"), moves, "mine").boxes)


def symbols(moves: str) -> dict[str, str]:
    sheet = moved(load_variant("bonus_b"), moves, "mine")
    return {bonus.symbol: names(bonus.cells) for bonus in sheet.bonuses}


def test_a_box_moves_to_a_free_cell_and_the_boxes_stay_in_reading_order() -> None:
    assert boxes("r3-r4") == "r4 r6 r9 y5 y8 y11 g11 g7 g4 b10 b8 b5"
    assert boxes("r3-g12") == "r6 r9 y5 y8 y11 g12 g11 g7 g4 b10 b8 b5"
    assert boxes("g12-r3") == boxes("r3-g12")


def test_a_symbol_moves_to_a_free_cell_and_two_symbols_change_places() -> None:
    assert symbols("y11-y2")["circle"] == "y2 g9"
    exchanged = symbols("y11-y7")
    assert (exchanged["circle"], exchanged["diamond"]) == ("y7 g9", "y11 b7")


def test_cells_of_a_row_change_places_and_the_signs_stay_on_the_paper() -> None:
    sheet = moved(load_variant("bonus_a"), "r3xr7", "mine")
    assert names(sheet.rows[0]) == "r2 r7 r4 r5 r6 r3 r8 r9 r10 r11 r12"
    # The second and the fifth cell are still the boxed ones.
    assert names(sheet.boxes[:2]) == "r7 r6"


def test_the_same_number_of_two_rows_changes_colour() -> None:
    sheet = moved(load_variant("classic"), "r5xy5", "mine")
    assert names(sheet.rows[0][:4]) == "r2 r3 r4 y5"
    assert names(sheet.rows[1][:4]) == "y2 y3 y4 r5"
    assert sheet.mixed_colours


def test_a_square_of_the_bar_takes_another_colour() -> None:
    sheet = moved(load_variant("bonus_a"), "1b_12r", "mine")
    assert sheet.bar == (3, 1, 2, 3, 2, 0, 3, 1, 0, 1, 3, 0)


def test_moves_come_one_after_the_other_and_can_be_taken_back() -> None:
    bonus_b = load_variant("bonus_b")
    assert symbols("r8-r9_r9-r10")["square"] == "r10 b10"
    assert moved(bonus_b, "r8-r9_r3xr7_r3xr7_r9-r8", "mine").digest == bonus_b.digest


@pytest.mark.parametrize(
    ("base", "moves", "place", "reason"),
    [
        ("classic", "r3xy7", "rows.red", "number_twice"),
        ("classic", "r12xy12", "rows.red", "last_colour"),
        ("classic", "y12xr12", "rows.red", "last_colour"),
        ("double_b", "y3-r2_y5-r4", "rows.red", "too_long"),
        ("double_a", "r2-r12", "second.cells", "last_cell"),
        ("classic", "r3-r4", "moves", "nothing_to_move"),
        ("bonus_a", "r2-r4", "moves", "nothing_to_move"),
        ("bonus_a", "r3-r13", "moves", "no_such_cell"),
        ("bonus_a", "13r", "moves", "no_such_square"),
        ("classic", "1r", "moves", "no_such_square"),
        ("bonus_a", "r3", "moves", "not_a_move"),
        ("bonus_a", "r3-r4_", "moves", "not_a_move"),
        ("bonus_a", "", "moves", "not_a_move"),
    ],
)
def test_impossible_input_is_refused_at_its_place(
    base: str, moves: str, place: str, reason: str
) -> None:
    with pytest.raises(Unreadable, match=f"mine: {place}") as refused:
        moved(load_variant(base), moves, "mine")
    assert (refused.value.code, refused.value.place, refused.value.reason) == (
        "bad_variant",
        place,
        reason,
    )


@pytest.mark.parametrize("base", ["connected_steps", "connected_chain", "x_change", "big_points"])
def test_cells_whose_position_matters_are_not_shuffled(base: str) -> None:
    with pytest.raises(Unreadable, match="cannot be shuffled"):
        moved(load_variant(base), "r3xr4", "mine")


@pytest.mark.parametrize("seed", some(range(20), [0]))
@pytest.mark.parametrize("base", ["bonus_a", "bonus_b", "double_b"])
def test_a_sheet_with_moved_signs_plays_the_same_in_core_and_kernel(base: str, seed: int) -> None:
    rng = random.Random(f"{base} {seed}")
    sheet = load_variant(base)
    for _ in range(10):
        symbols = [cell for bonus in sheet.bonuses for cell in bonus.cells]
        sign = rng.choice([*sheet.boxes, *sheet.doubles, *symbols])
        sheet = moved(sheet, f"{sign.name}-{rng.choice(sheet.rows[sign.row]).name}", "mine")
    assert play_both(sheet, players=2, seed=11, number=seed) is None
