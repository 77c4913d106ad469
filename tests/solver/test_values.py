"""Known values, and the fast solver against the plain one."""

from __future__ import annotations

import pytest

from rowlock.core.sheet import Sheet
from rowlock.solver.plain import Facts, PlainSolver
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.sheet_arrays import LANES
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import ValueTable
from rowlock.variants import Variant
from tests.sampling import some
from tests.solver.sheets import (
    NEW_SHEETS,
    PLAIN_ROWS,
    double_sheet,
    lucky_sheet,
    mixed_sheet,
    plain_sheet,
    second_sheet,
    short_sheet,
    swap_sheet,
)


def fast_values(problem: SolverProblem, sheet: Sheet | None = None) -> list[float]:
    values = sweep_all(problem, threads=1).values
    sheet = sheet or Sheet()
    group, lane = divmod(sheet.penalties, LANES)
    return [float(v) for v in values[:, group, problem.place(sheet) * LANES + lane]]


def sheet_with(facts: Facts) -> Sheet:
    """A sheet of which the plain solver knows just this."""
    rows, penalties, marks, _ = facts
    return Sheet(tuple(mask_with(*known) for known in rows), penalties, marks)


def mask_with(length: int, crosses: int | None = None) -> int:
    """Any row with this rightmost cross and this number of crosses, or the very row."""
    if crosses is None:
        return length
    return 1 << length - 1 | (1 << crosses - 1) - 1 if crosses else 0


def test_solo_classic_is_worth_what_others_have_found_too(classic: ValueTable) -> None:
    assert classic.values == pytest.approx([115.48312602], abs=1e-8)


@pytest.mark.parametrize("players", some([1, 2, 3], [2]))
@pytest.mark.parametrize(
    "variant", [plain_sheet(), mixed_sheet(), double_sheet()], ids=["plain", "mixed", "double"]
)
def test_the_fast_solver_agrees_with_listing_every_roll(variant: Variant, players: int) -> None:
    plain = PlainSolver(variant, players)
    assert fast_values(make_problem(variant, players)) == pytest.approx(plain.values(), abs=1e-9)


@pytest.mark.parametrize("players", some([1, 2, 3], [1]))
@pytest.mark.parametrize("name", NEW_SHEETS)
def test_they_agree_on_every_feature_and_every_sheet_on_the_way(name: str, players: int) -> None:
    problem = make_problem(NEW_SHEETS[name], players)
    plain = PlainSolver(problem.variant, players)
    plain.values()
    values = sweep_all(problem, threads=1).values
    for facts, value in plain.known.items():
        sheet, wait = sheet_with(facts), facts[-1]
        found = values[wait, 0, problem.place(sheet) * LANES + sheet.penalties]
        assert found == pytest.approx(value, abs=1e-9), sheet


@pytest.mark.long
@pytest.mark.parametrize(
    "variant",
    [
        second_sheet(*PLAIN_ROWS, penalties=2, closed_rows=2),
        swap_sheet(*PLAIN_ROWS, fields="3/2 4/2 4/3", penalties=2, closed_rows=2),
    ],
    ids=["second boxes", "swap fields"],
)
def test_they_agree_on_larger_sheets(variant: Variant) -> None:
    plain = PlainSolver(variant)
    assert fast_values(make_problem(variant)) == pytest.approx(plain.values(), abs=1e-9)


def test_they_agree_on_lucky_numbers() -> None:
    variant = lucky_sheet()
    plain = PlainSolver(variant, 2, (2, 3))
    problem = make_problem(variant, 2, (2, 3))
    assert fast_values(problem) == pytest.approx(plain.values(), abs=1e-9)


def test_they_agree_on_more_penalties_than_one_group_holds() -> None:
    variant = short_sheet("r2 r4", "y3 y2", "g4 g2", "b3 b4", penalties=6)
    plain = PlainSolver(variant)
    assert fast_values(make_problem(variant)) == pytest.approx(plain.values(), abs=1e-9)


def test_they_agree_when_one_or_three_closed_rows_end_the_game() -> None:
    for closed_rows in (1, 3):
        variant = short_sheet(
            "r2 r4", "y3 y2", "g4 g2", "b3", crosses_before=0, closed_rows=closed_rows
        )
        plain = PlainSolver(variant)
        assert fast_values(make_problem(variant)) == pytest.approx(plain.values(), abs=1e-9)


def test_they_agree_on_every_sheet_on_the_way() -> None:
    variant = mixed_sheet()
    plain = PlainSolver(variant)
    plain.values()
    problem = make_problem(variant)
    values = sweep_all(problem, threads=2).values
    for facts, value in plain.known.items():
        sheet = sheet_with(facts)
        assert values[0, 0, problem.place(sheet) * LANES + sheet.penalties] == pytest.approx(
            value, abs=1e-9
        )


def test_waiting_longer_never_lowers_the_value() -> None:
    """Each turn of another player is one more white sum to choose from."""
    values = fast_values(make_problem(mixed_sheet(), 5))
    assert values == sorted(values)


@pytest.mark.long
def test_they_agree_if_a_partner_is_crossed_far_left_of_the_last_cross() -> None:
    more = '[chain]\npairs = "r3-y5 r4-y3"'
    rows = ("r2 r3 r4 r5", "y3 y4 y5 y6", "g5 g4", "b3 b2")
    variant = short_sheet(*rows, sides=3, penalties=1, more=more)
    plain = PlainSolver(variant)
    assert fast_values(make_problem(variant)) == pytest.approx(plain.values(), abs=1e-9)


@pytest.mark.long
def test_they_agree_with_dice_of_three_sides() -> None:
    variant = short_sheet("r2 r4 r6", "y3 y5", "g6 g5 g3", "b4 b2", sides=3)
    for players in (1, 2):
        plain = PlainSolver(variant, players)
        problem = make_problem(variant, players)
        assert fast_values(problem) == pytest.approx(plain.values(), abs=1e-9)


@pytest.mark.long
def test_they_agree_when_two_cells_lock_a_row_and_sums_are_lucky() -> None:
    more = '[lucky]\npairs = "2&3 4&5 2&6 3&5 3&6"'
    variant = short_sheet(
        "r2 r3 r5 r6",
        "y2 y4",
        "g6 g4 g2",
        "b3 b2",
        sides=3,
        lock_cells=2,
        crosses_before=0,
        more=more,
    )
    plain = PlainSolver(variant, 1, (4, 5))
    problem = make_problem(variant, 1, (4, 5))
    assert fast_values(problem) == pytest.approx(plain.values(), abs=1e-9)
