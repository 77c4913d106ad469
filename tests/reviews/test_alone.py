"""One who plays alone is judged by the exact table: sums that add up, worked out by hand.

The sheet `two`: dice with two sides, four rows of one cell each with the number 2. Whoever crosses
one has a row with two crosses (its lock counts), 3 points, and ends the game; who crosses nothing
takes the only penalty, 5 points, which ends it too. White dice 11 (1/4 of all rolls) offer a cell
in action 1. With 12 or 21 (1/2) a coloured die that shows 1 makes a 2 with the white one: 15/16 of
all coloured dice do. With 22 (1/4) nothing can be crossed.

    expected score = 3 (1/4 + 1/2 * 15/16) - 5 (1 - 1/4 - 1/2 * 15/16) = 3 * 23/32 - 5 * 9/32 = 3/4
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from rowlock import Record, Variant, load_variant, parse_record
from rowlock.reviews import review
from rowlock.solver.device import solve_on
from rowlock.solver.problem import make_problem
from rowlock.solver.value_table import ValueTable, make_table
from tests.reviews.games import bots_game

TWO = """
[about]
id = "two"
name = "Two"
[dice]
sides = 2
[lock]
cells = 1
crosses_before = 0
[penalty]
points = 5
ends_at = 1
[end]
closed_rows = 1
[rows]
red = "r2"
yellow = "y2"
green = "g2"
blue = "b2"
"""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    file: Path = tmp_path_factory.mktemp("sheets") / "two.toml"
    file.write_text(TWO)
    return load_variant(str(file))


@pytest.fixture(scope="module")
def table(two: Variant) -> ValueTable:
    problem = make_problem(two)
    return make_table(problem, solve_on("cpu", problem).values)


def game(two: Variant, turn: str) -> Record:
    text = (
        f'[Rowlock "1"]\n[Variant "two"]\n[Digest "{two.digest}"]\n[Players "Ann"]\n[First "1"]\n'
    )
    return parse_record(text + f"1. {turn}\n", {"two": two})


@pytest.mark.parametrize(
    ("turn", "given_away", "luck", "score"),
    [
        ("11 2222 | r2", 0, 2.25, 3),  # 3 - 0.75
        ("11 2222 | x", 8, 2.25, -5),  # 3 was there for the taking
        ("12 1222 | +r2", 0, 2.25, 3),
        ("12 1222 | x", 8, 2.25, -5),
        ("22 1111 | x", 0, -5.75, -5),  # nothing to choose
        ("21 2222 | x", 0, -5.75, -5),
    ],
)
def test_expected_less_given_away_and_luck_make_the_score(
    two: Variant, table: ValueTable, turn: str, given_away: float, luck: float, score: float
) -> None:
    found = review(game(two, turn), table=table)
    [ann] = found.seats
    assert found.exact
    assert found.unit == "points"
    assert found.judge == "table"
    assert found.start == pytest.approx(0.75, abs=1e-7)
    assert ann.loss == pytest.approx(given_away, abs=1e-7)
    assert ann.luck == pytest.approx(luck, abs=1e-7)
    assert ann.result == score
    assert ann.residual == pytest.approx(0, abs=1e-12)
    assert ann.adjusted == pytest.approx(0.75 - given_away, abs=1e-7)


def test_a_decision_shows_every_answer_with_its_cost_and_its_class(
    two: Variant, table: ValueTable
) -> None:
    # After nothing in action 1 there is nothing for action 2 either: the penalty, 8 points less.
    found = review(game(two, "11 2222 | x"), table=table)
    [decision] = found.decisions  # action 2 had only one answer
    assert [(move.move, move.value, move.loss) for move in decision.moves] == [
        ("b2", 3, 0),
        ("g2", 3, 0),
        ("r2", 3, 0),
        ("y2", 3, 0),
        ("-", -5, 8),
    ]
    assert (decision.chosen, decision.mark, decision.exact) == ("-", "blunder", True)
    assert decision.se == 0


def test_a_cross_that_action_2_can_make_costs_nothing_in_action_1(
    two: Variant, table: ValueTable
) -> None:
    found = review(game(two, "11 1222 | +r2"), table=table)
    assert [(each.phase, each.chosen, each.loss) for each in found.decisions] == [
        ("action1", "-", 0),
        ("action2", "+r2", 0),
    ]


@pytest.mark.parametrize("number", range(3))
def test_the_sums_of_whole_games_add_up(number: int, classic: ValueTable) -> None:
    # Whoever plays, however badly: each term is a difference of two values of the same table.
    found = review(bots_game(("medium",), number), table=classic)
    [seat] = found.seats
    assert found.start is not None
    assert found.start == pytest.approx(115.4831, abs=5e-5)
    assert found.start - seat.loss + seat.luck == pytest.approx(seat.result, abs=1e-6)
    assert seat.loss > 1


def test_why_says_what_the_exact_policy_makes_of_both_answers(classic: ValueTable) -> None:
    found = review(bots_game(("medium",), 0), table=classic, rollouts=60.0)
    worst = found.decisions[found.seats[0].costliest[0]]
    chosen, best = worst.why
    values = {move.move: move.value for move in worst.moves}
    for outlook in (chosen, best):
        # A total spreads by 25 points at most: four standard errors of 4,000 games are 1.6.
        assert outlook.total == pytest.approx(values[outlook.move], abs=1.6)
        rows = sum(row.points for row in outlook.rows)
        assert rows - 5 * outlook.penalties == pytest.approx(outlook.total)
        assert outlook.ends == (1,)
    marked = [each for each in found.decisions if each.mark]
    assert marked
    assert all(bool(each.why) == (each.mark is not None) for each in found.decisions)


def test_an_answer_that_ends_the_game_needs_no_games(two: Variant, table: ValueTable) -> None:
    found = review(game(two, "11 2222 | x"), table=table, rollouts=60.0)
    [decision] = found.decisions
    chosen, best = decision.why
    assert (chosen.move, chosen.total, chosen.penalties, chosen.turns) == ("-", -5, 1, 0)
    assert (best.move, best.total, best.penalties) == ("b2", 3, 0)
    assert [(row.points, row.lock) for row in best.rows] == [(0, 0), (0, 0), (0, 0), (3, 1)]


def test_one_alone_on_a_sheet_that_the_solver_does_not_know() -> None:
    record = parse_record(
        '[Rowlock "1"]\n[Variant "big_points"]\n[Players "Ann"]\n[First "1"]\n1. 41 3256 | r5'
    )
    found = review(record)
    assert (found.judge, found.unit, found.exact) == ("network", "points", False)
    assert found.start is not None
    assert 200 < found.start < 500  # champions score 378; the network is cautious at the start


def test_a_record_without_a_turn_expects_what_best_play_does(classic: ValueTable) -> None:
    empty = parse_record('[Rowlock "1"]\n[Variant "classic"]\n[Players "Ann"]\n[First "1"]\n')
    found = review(empty, table=classic)
    assert found.start == pytest.approx(115.4831, abs=5e-5)
    assert found.seats[0].luck == found.seats[0].loss == 0


@pytest.mark.parametrize("stop", ["", "1. 41 3256", "1. 41 3256 | r5 ?"])
def test_without_a_table_there_is_no_start_value_before_a_roll(
    stop: str,
) -> None:
    """0 would say that a game is worth nothing."""
    text = f'[Rowlock "1"]\n[Variant "bonus_b"]\n[Players "Ann"]\n[First "1"]\n{stop}'
    found = review(parse_record(text))
    told = json.loads(msgspec.json.encode(found))
    assert (told["start"] is None) == (stop == "")
