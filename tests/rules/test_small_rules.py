"""Every function of core/rules.py at its borders, with numbers worked out by hand.

Masks are written as their row lies on the table, leftmost place first, so that `row("xx. |.")`
reads like a sheet: crosses, then behind the bar the lock. The classic row has eleven places and
the lock 1 << 11 = 2048; red of Double B has fifteen places and the lock 1 << 15 = 32768.
"""

from __future__ import annotations

import ast
import inspect

import pytest

from rowlock.core import rules
from rowlock.variants.variant import EFFECT_NUMBERS


def row(text: str) -> int:
    """The mask of a row: `x` a cross, `.` none, blanks and bars do not count."""
    places = text.replace(" ", "").replace("|", "")
    return sum(1 << place for place, mark in enumerate(places) if mark == "x")


LAST, LOCK = 1 << 10, 1 << 11
"""The last cell of a classic row and its lock: 1024 and 2048."""


def test_the_rows_of_these_tests_are_read_from_left_to_right() -> None:
    assert row("x") == 1
    assert row(".x") == 2
    assert row("xx. | x") == 11


# One row.


@pytest.mark.parametrize(
    ("mask", "crosses"),
    [
        ("", 0),
        ("x", 1),
        (".x", 1),
        ("xxx", 3),
        ("x.x.x.x.x.x", 6),
        (".......... x | x", 2),
        ("xxxxx xxxxx x | x", 12),
        ("xxxxx xxxxx xxxxx | x", 16),
    ],
)
def test_count_counts_crosses_and_the_lock(mask: str, crosses: int) -> None:
    assert rules.count(row(mask)) == crosses


@pytest.mark.parametrize(
    ("mask", "place"),
    [("", 0), ("x", 1), ("xx", 2), (".x", 2), ("x..x", 4), ("xxxxx xxxxx x | x", 12)],
)
def test_reach_is_the_place_right_of_the_last_cross(mask: str, place: int) -> None:
    assert rules.first_free_place(row(mask)) == place


@pytest.mark.parametrize(
    ("mask", "bits", "answer"),
    [
        ("", "x", True),  # the first cell of an empty row
        ("x", "x", False),  # crossed already
        ("x", ".x", True),  # its right neighbour
        (".x", "x", False),  # skipped
        ("..x", ".x", False),
        ("x.x", "...x", True),
        ("xxxx", ".....x", True),  # a gap does not matter
        ("xx", "", False),  # no such cell
        ("", "", False),
        ("", ".xx", True),  # a double cell
        ("x", ".xx", True),
        (".xx", ".xx", False),  # crossed already
        ("...x", ".xx", False),
        (".xx", "...x", True),
        ("xxx", "...xx", True),
    ],
)
def test_may_cross_goes_from_left_to_right(mask: str, bits: str, answer: bool) -> None:
    assert rules.may_cross(row(mask), row(bits), LAST, 5) is answer


@pytest.mark.parametrize(
    ("mask", "needed", "answer"),
    [
        ("", 0, True),
        ("", 1, False),
        ("xxxx", 5, False),
        ("xxxxx", 5, True),
        ("xxxxxx", 5, True),
        ("x.x.x.x.x", 5, True),
        ("x.x.x.x", 5, False),
        ("xxxxxx", 7, False),
        ("xxxxxxx", 7, True),
        ("xxxxx ..... x | x", 5, False),  # crossed and locked already
    ],
)
def test_may_cross_asks_the_last_cell_for_crosses(mask: str, needed: int, answer: bool) -> None:
    assert rules.may_cross(row(mask), LAST, LAST, needed) is answer


def test_may_cross_asks_every_cell_from_the_first_closing_one_on() -> None:
    # Longo: fifteen cells, the last two close, six crosses needed.
    first = 1 << 13
    five, six = row("xxxxx"), row("xxxxxx")
    assert [rules.may_cross(five, 1 << place, first, 6) for place in (12, 13, 14)] == [
        True,
        False,
        False,
    ]
    assert [rules.may_cross(six, 1 << place, first, 6) for place in (12, 13, 14)] == [True] * 3


@pytest.mark.parametrize(
    ("mask", "bits", "after"),
    [
        ("", "x", "x"),
        ("x", "..x", "x.x"),
        ("", ".xx", ".xx"),
        ("x", "...xx", "x..xx"),
        ("xxxxx", ".......... x", "xxxxx ..... x | x"),  # the lock comes with the last cell
        ("xxxxx", ".........x", "xxxxx ....x"),  # and not with the one before it
    ],
)
def test_after_cross_adds_the_cross_and_a_closing_one_the_lock(
    mask: str, bits: str, after: str
) -> None:
    assert rules.after_cross(row(mask), row(bits), LAST, LOCK) == row(after)


def test_after_cross_locks_from_the_first_closing_cell_on() -> None:
    # Longo, six crosses = 63: either of the last two cells brings the lock, 1 << 15 = 32768.
    assert rules.after_cross(63, 1 << 13, 1 << 13, 1 << 15) == 63 + 8192 + 32768
    assert rules.after_cross(63, 1 << 14, 1 << 13, 1 << 15) == 63 + 16384 + 32768


def test_after_cross_of_a_double_last_cell_makes_three_crosses() -> None:
    # Two cells, the last double: places 0, 1-2, lock 3.
    assert rules.after_cross(row("x"), row(".xx"), row(".xx"), row("...x")) == row("xxx | x")


DOUBLES = row("..x ..x ... .x. .x.")
"""The second places of red's 3, 5, 9 and 11 on Double B: 2, 5, 10 and 13."""


@pytest.mark.parametrize(
    ("mask", "double", "lock", "bits"),
    [
        ("", 0, LOCK, "x"),  # the first cell of an empty row
        ("x", 0, LOCK, ".x"),
        ("x..x", 0, LOCK, "....x"),
        (".........x", 0, LOCK, ".......... x"),  # the last cell
        (".......... x", 0, LOCK, ""),  # nothing but the lock is left
        ("xxxxx xxxxx x | x", 0, LOCK, ""),
        ("", DOUBLES, 1 << 15, "x"),  # 2
        ("x", DOUBLES, 1 << 15, ".xx"),  # 3, double
        ("xxx", DOUBLES, 1 << 15, "...x"),  # 4
        ("xxxx", DOUBLES, 1 << 15, "....xx"),  # 5, double
        (".............. x", DOUBLES, 1 << 15, ""),  # 12 is crossed
    ],
)
def test_next_cell_is_the_first_right_of_the_last_cross(
    mask: str, double: int, lock: int, bits: str
) -> None:
    assert rules.next_cell(row(mask), double, lock) == row(bits)


@pytest.mark.parametrize(
    ("crosses", "points"),
    list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136])),
)
def test_row_points(crosses: int, points: int) -> None:
    assert rules.row_points(crosses) == points


@pytest.mark.parametrize(
    ("mask", "bits", "second", "struck"),
    [
        ("", "x", ".x", "x"),  # the cell itself
        ("x", "x", ".x", ".x"),  # then its second box
        ("xx", "x", ".x", ".x"),  # which `may_cross` refuses: it is already crossed
        ("x", "..x", "...x", "..x"),
        ("x", "x", "", ""),  # no second box: no such cell
        ("", ".xx", "", ".xx"),
    ],
)
def test_struck_is_the_cell_or_its_second_box(
    mask: str, bits: str, second: str, struck: str
) -> None:
    assert rules.crossed_bits(row(mask), row(bits), row(second)) == row(struck)


@pytest.mark.parametrize(("crosses", "most", "counts"), [(0, 16, 0), (16, 16, 16), (22, 16, 16)])
def test_the_number_of_counted_crosses_is_limited(crosses: int, most: int, counts: int) -> None:
    assert rules.counted(crosses, most) == counts


@pytest.mark.parametrize(
    ("positions", "together"),
    [
        ([4], True),
        ([4, 5], True),
        ([4, 6], True),  # one cell left out
        ([4, 7], False),
        ([2, 3, 5], True),  # 4-5-7
        ([0, 2, 4], False),  # 2-4-6: two cells left out
        ([], True),
    ],
)
def test_cards_of_one_play_leave_out_one_cell_at_most(positions: list[int], together: bool) -> None:
    first, last = (positions[0], positions[-1]) if positions else (0, 0)
    assert rules.stand_together(first, last, len(positions)) is together


# One sheet.


def test_steps_crossed_counts_over_all_rows() -> None:
    assert rules.steps_crossed(0, 0, 0, 0) == 0
    assert rules.steps_crossed(row(".....x"), row("x...x.x"), 0, row("..x")) == 5


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ((0, 0, 0, 0), 0b1111),
        ((0, 1, 1, 1), 0b0001),
        ((1, 0, 1, 1), 0b0010),
        ((1, 1, 0, 1), 0b0100),
        ((1, 1, 1, 0), 0b1000),
        ((2, 3, 2, 9), 0b0101),
        ((5, 4, 9, 4), 0b1010),
        ((12, 7, 7, 7), 0b1110),
    ],
)
def test_fewest_names_every_tied_row(counts: tuple[int, int, int, int], rows: int) -> None:
    assert rules.fewest(*counts) == rows


@pytest.mark.parametrize(
    ("mask", "wanted", "answer"),
    [
        ("", "", True),  # a symbol without a cell in this row
        ("x.x", "", True),
        ("", "x", False),
        (".x", "x", False),
        ("xx", "x", True),
        ("x..", "x.x", False),
        ("xxx", "x.x", True),
    ],
)
def test_holds_wants_every_cross(mask: str, wanted: str, answer: bool) -> None:
    assert rules.contains(row(mask), row(wanted)) is answer


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        ("cross_fewest", 0),
        ("cross_every", 0),
        ("double_fewest", 6),  # the points of the row with the fewest crosses once more
        ("points", 13),
        ("free_penalties", 15),  # what three penalties cost
    ],
)
def test_bonus_points_of_each_effect(effect: str, points: int) -> None:
    number = {str(name): number for name, number in EFFECT_NUMBERS.items()}[effect]
    assert rules.bonus_points(number, amount=13, least=6, cost=15) == points


def test_bonus_points_of_no_effect() -> None:
    assert rules.bonus_points(0, amount=13, least=6, cost=15) == 0


# The table.


@pytest.mark.parametrize(
    ("before", "now", "owed"),
    [(False, False, True), (True, False, False), (False, True, False), (True, True, False)],
)
def test_owes_penalty_without_any_cross(before: bool, now: bool, owed: bool) -> None:
    assert rules.owes_penalty(before, now) is owed


@pytest.mark.parametrize(
    ("closed", "row", "colour", "gone"),
    [
        (0b0000, 0, 0, False),
        (0b0001, 0, 0, True),  # C-10: nobody crosses in a closed row
        (0b0001, 2, 0, True),  # C-12, M-03: the red die is gone, though its cell is in row 2
        (0b0100, 2, 0, True),
        (0b1010, 2, 0, False),
    ],
)
def test_out_of_play_without_its_row_or_die(closed: int, row: int, colour: int, gone: bool) -> None:
    assert rules.out_of_play(closed, row, colour) is gone


@pytest.mark.parametrize(
    ("closed", "penalties", "answer"),
    [
        (0b0000, 0, rules.NOT_ENDED),
        (0b1000, 3, rules.NOT_ENDED),
        (0b0000, 4, rules.PENALTIES_TAKEN),
        (0b0001, 5, rules.PENALTIES_TAKEN),
        (0b0011, 0, rules.ROWS_CLOSED),
        (0b1001, 3, rules.ROWS_CLOSED),
        (0b0111, 0, rules.ROWS_CLOSED),
        (0b0011, 4, rules.ROWS_CLOSED),  # closed rows are named first
    ],
)
def test_ending_at_two_rows_or_four_penalties(closed: int, penalties: int, answer: int) -> None:
    assert rules.ending(closed, penalties, 2, 4) == answer


def test_ending_obeys_other_limits() -> None:
    assert rules.ending(0b0001, 0, 1, 4) == rules.ROWS_CLOSED
    assert rules.ending(0b0111, 1, 4, 2) == rules.NOT_ENDED
    assert rules.ending(0b0111, 2, 4, 2) == rules.PENALTIES_TAKEN
    assert len({rules.NOT_ENDED, rules.ROWS_CLOSED, rules.PENALTIES_TAKEN}) == 3


def test_every_small_rule_has_its_test_here() -> None:
    parts = ast.parse(inspect.getsource(rules)).body
    functions = {node.name for node in parts if isinstance(node, ast.FunctionDef)}
    here = ast.parse(inspect.getsource(inspect.getmodule(row) or rules))
    tested = {node.attr for node in ast.walk(here) if isinstance(node, ast.Attribute)}
    assert functions <= tested


@pytest.mark.parametrize(
    ("used", "field", "may"),
    [("", 0, True), ("", 8, True), ("..x", 3, True), ("..x", 2, False), ("..x", 1, False)],
)
def test_may_swap_is_right_of_all_used_fields(used: str, field: int, may: bool) -> None:
    assert rules.may_swap(row(used), field) is may


@pytest.mark.parametrize(
    ("above", "below", "upper", "lower", "has"),
    [
        (32, 0, 1, 1, True),  # the white sum counts for both
        (0, 4, 1, 1, True),
        (0, 0, 1, 1, False),
        (32, 0, 1, 0, True),  # the die of the row above, where the cross is
        (32, 0, 0, 1, False),
        (0, 4, 0, 1, True),
        (0, 4, 1, 0, False),
        (32, 4, 1, 0, True),
        (32, 4, 0, 1, True),
        (32, 4, 0, 0, False),
    ],
)
def test_has_neighbour_that_its_number_was_rolled_for(
    above: int, below: int, upper: int, lower: int, has: bool
) -> None:
    assert rules.has_neighbour(above, below, upper, lower) is has
