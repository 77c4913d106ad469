"""Answers played on to the end: what is known exactly, what is noted, when it is settled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from rowlock import parse_position, view
from rowlock.bots.compiled.rest_of_game import ENDERS, OWN_PENALTIES, TOTALS, TURNS, noted_ends
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.lookahead import Scenario
from rowlock.kernel.convert import state_of
from rowlock.notation.replay import ReplayedAnswer
from rowlock.reviews import playouts
from rowlock.reviews.answers import Answers, action2_answers
from rowlock.reviews.cards import CardEvaluator
from rowlock.reviews.decisions import EvaluatedAnswer, judge_answer
from rowlock.reviews.evaluators import Evaluator, evaluator_for
from rowlock.reviews.luck import judges_of
from rowlock.reviews.model import DecisionReview, JudgedMove, RolledOut
from rowlock.reviews.playouts import (
    BATCH,
    ENDS,
    WIN,
    Arm,
    Compared,
    PlayoutTable,
    arm_of,
    compare,
    outlook_of,
    played_on,
)
from rowlock.reviews.review import Reviewing
from rowlock.reviews.rollouts import (
    looked_at,
    roll_out,
    worth_a_look,
    worth_explaining,
)
from tests.reviews.games import bots_game

# Ann may take her fourth penalty and win 7 to 3, or cross red 11 and play on.
CLOSE = (
    'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
    '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
)


def close_table() -> tuple[PlayoutTable, dict[str, int], list[Scenario]]:
    game = parse_position(CLOSE)
    evaluator = evaluator_for(game)
    [(seat, ways)] = action2_answers(view(game, None), evaluator)
    table = PlayoutTable(game.variant, seat, 2, judges_of(game.variant, evaluator.twin), "wins")
    places = {str(move): place for move, place in ways.after(()).items()}
    return table, places, ways.scenarios


def test_an_answer_that_ends_the_game_is_known_without_playing() -> None:
    table, places, scenarios = close_table()
    arm = arm_of(table, "-", scenarios, places["-"], 0)
    assert len(arm.states) == 0
    [found] = played_on(arm, table, np.array([1]))
    outlook = outlook_of("-", 1, found, penalty_points=5)
    # Rows: red 3 crosses 6, yellow 4 crosses 10, green 4 crosses 10, blue 1; four penalties.
    assert [row.points for row in outlook.rows] == [6, 10, 10, 1]
    assert [row.lock for row in outlook.rows] == [0, 0, 0, 0]
    assert (outlook.total, outlook.penalties, outlook.bonus) == (7, 4, 0)
    assert (outlook.win, outlook.turns, outlook.ends) == (1, 0, (1, 0))


def test_games_played_on_win_as_often_as_the_exact_search_says() -> None:
    table, places, scenarios = close_table()
    arm = arm_of(table, "+r11", scenarios, places["+r11"], 0)
    found = played_on(arm, table, np.random.default_rng(1).integers(0, 1 << 62, 4_000))
    # 25/27 if Ben plays for yellow 12; four standard errors of 4,000 games are 0.017.
    assert found[:, 0].mean() == pytest.approx(25 / 27, abs=0.017)


def test_the_seat_and_turn_of_the_end_are_recorded() -> None:
    game = parse_position('classic 30 1 roll; "Ann" r11 y11 g3 b3 x3; "Ben" r11 y2,11 g3 b3 x3')
    evaluator = evaluator_for(game)
    lines = noted_ends(
        judges_of(game.variant, evaluator.twin), state_of(game)[None], 0, np.arange(1, 200)
    )[:, 0]
    # Nearly always Ann finds nothing in her own turn, and her fourth penalty ends it at once.
    quick = lines[lines[:, TURNS] == 1]
    assert len(quick) > 100
    penalty = quick[quick[:, OWN_PENALTIES] == 4]
    assert set(penalty[:, ENDERS].tolist()) == {1}
    assert set(penalty[:, TOTALS].tolist()) == {4 - 20}  # four single crosses


def test_common_dice_settle_a_clear_difference_and_say_how_sure_they_are() -> None:
    table, places, scenarios = close_table()
    win = arm_of(table, "-", scenarios, places["-"], 0)
    risk = arm_of(table, "+r11", scenarios, places["+r11"], 0)
    found = compare(risk, win, table, seed=1, budget=60.0, most=3_000)
    assert abs(found.loss - 2 / 27) < 3 * found.se
    assert found.outlooks[1].win == 1
    again = compare(risk, win, table, seed=1, budget=60.0, most=3_000)
    assert again == found  # the same dice whenever it is asked


def decision(loss: float, se: float) -> DecisionReview:
    moves = (JudgedMove("r5", 0.5, 0, 0), JudgedMove("-", 0.5 - loss, loss, se))
    return DecisionReview(
        turn=1, seat=1, phase="action1", moves=moves, chosen="-", loss=loss, se=se, mark="mistake",
        exact=False,
    )  # fmt: skip


def compared(loss: float, se: float, *, settled: bool) -> Compared:
    outlook = outlook_of("-", 1, np.zeros(14), 5)
    return Compared(100, loss, se, settled, (outlook, outlook))


def test_games_that_decide_take_the_place_of_the_judge() -> None:
    found = looked_at(decision(0.05, 0.01), compared(0.1, 0.01, settled=True), "wins")
    assert (found.loss, found.se, found.mark) == (0.1, 0.01, "blunder")
    assert found.moves[1] == JudgedMove("-", 0.4, 0.1, 0.01)
    assert found.rollout is not None
    assert (found.rollout.judged, found.rollout.judged_se) == (0.05, 0.01)


def test_games_that_clear_a_choice_take_its_mark_away() -> None:
    found = looked_at(decision(0.05, 0.01), compared(-0.03, 0.01, settled=True), "wins")
    assert (found.loss, found.mark) == (0, None)
    assert found.rollout is not None
    assert found.rollout.loss == -0.03


def test_few_games_that_decide_nothing_leave_the_judges_word() -> None:
    found = looked_at(decision(0.05, 0.01), compared(0.09, 0.04, settled=False), "wins")
    assert (found.loss, found.se, found.mark) == (0.05, 0.01, "mistake")
    assert found.rollout is not None
    assert not found.rollout.settled


def test_rollouts_surer_than_the_evaluator_count_between_two_classes() -> None:
    found = looked_at(decision(0.05, 0.01), compared(0.04, 0.005, settled=False), "wins")
    assert (found.loss, found.se) == (0.04, 0.005)


@pytest.mark.parametrize(
    ("loss", "se", "looked"),
    [(0.05, 0.01, True), (0.015, 0.01, True), (0.004, 0.006, False), (0.0, 0.02, False)],
)
def test_costly_and_doubtful_choices_are_looked_at(loss: float, se: float, looked: bool) -> None:
    assert worth_a_look(decision(loss, se), "wins") == looked


class Watch:
    """A clock by which a batch takes a second and all else no time; nobody plays the games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.rng = 0.0, np.random.default_rng(1)
        monkeypatch.setattr(playouts, "played_on", self._tossed)

    def _tossed(self, arm: Arm, table: PlayoutTable, keys: NDArray[np.int64]) -> Values:
        self.now += 0.5 if len(keys) else 0.0  # both arms are played in turn
        found = np.zeros((len(keys), ENDS + table.players))
        found[:, WIN] = self.rng.integers(0, 2, len(keys))
        return found

    def __call__(self) -> float:
        return self.now


class Doubts:
    """The choices of a game that may be played on, the costliest first."""

    def __init__(self, players: int) -> None:
        judged, self.evaluator = judged_game(players)
        self.judged = list(judged)
        wanted = [k for k, each in enumerate(judged) if worth_a_look(each.decision, "wins")]
        self.wanted = sorted(wanted, key=lambda place: -judged[place].decision.loss)

    def look(self, seconds: float, clock: Callable[[], float], **more: Any) -> list[float]:
        return list(roll_out(self.judged, self.wanted, self.evaluator, seconds, clock, **more))

    def rollout(self, place: int) -> RolledOut | None:
        return self.judged[place].decision.rollout

    @property
    def done(self) -> list[int]:
        return [place for place in range(len(self.judged)) if self.rollout(place)]


@cache
def judged_game(players: int) -> tuple[list[EvaluatedAnswer], Evaluator]:
    reviewing = Reviewing(bots_game(("gentle", *("easy",) * (players - 1)), 3))
    for _ in reviewing.steps():
        pass
    assert not isinstance(reviewing.evaluator, CardEvaluator)
    return reviewing.judged, reviewing.evaluator


def test_rollouts_say_what_they_found_of_every_choice() -> None:
    doubts = Doubts(2)
    wanted = doubts.wanted[:5]
    doubts.wanted = wanted
    before = [judged.decision for judged in doubts.judged]
    assert doubts.look(1.0, lambda: 0.0, most=64) == [0.2, 0.4, 0.6, 0.8, 1.0]
    assert doubts.done == sorted(wanted)
    for place in wanted:
        found = doubts.judged[place].decision
        assert found.rollout is not None
        assert found.rollout.games == found.why[0].games
        assert found.rollout.games in (64, 32)  # all of them, or those that did not say stop
        assert found.rollout.judged == before[place].loss
        chosen, best = found.why
        assert (chosen.move, best.move) == (before[place].chosen, before[place].moves[0].move)
        assert sum(chosen.ends) == pytest.approx(1)
        rows = sum(row.points for row in best.rows)
        assert rows - 5 * best.penalties == pytest.approx(best.total)


@pytest.mark.parametrize("seconds", [5, 9, 30])
def test_rollouts_keep_their_time_and_leave_the_rest_alone(
    monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Four batches are the least for a choice, and the costliest come first."""
    doubts, watch = Doubts(3), Watch(monkeypatch)
    before = list(doubts.judged)
    doubts.look(seconds, watch)
    assert seconds <= watch.now <= seconds + 1
    done = len(doubts.done)
    assert 0 < done < len(doubts.wanted)
    assert doubts.done == sorted(doubts.wanted[:done])
    for place in doubts.wanted[done:]:
        assert doubts.judged[place] is before[place]


def test_the_costliest_choice_is_always_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    doubts = Doubts(3)
    doubts.look(0.01, Watch(monkeypatch))
    assert doubts.done == doubts.wanted[:1]


def test_no_choice_takes_more_than_a_quarter_of_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 64 seconds 16, then 12 of 48, 9 of 36; a batch is a second."""
    doubts = Doubts(3)
    doubts.look(64, Watch(monkeypatch))
    rollouts = [doubts.rollout(place) for place in doubts.wanted[:3]]
    assert [each and each.games for each in rollouts] == [16 * BATCH, 12 * BATCH, 9 * BATCH]


def test_the_last_choices_share_what_is_left_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    doubts = Doubts(3)
    doubts.wanted = doubts.wanted[:2]
    doubts.look(20, Watch(monkeypatch))
    rollouts = [doubts.rollout(place) for place in doubts.wanted]
    assert [each and each.games for each in rollouts] == [10 * BATCH, 10 * BATCH]


def test_the_seats_that_come_first_are_looked_at_before_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubts = Doubts(3)
    seats = [doubts.judged[place].decision.seat for place in doubts.wanted]
    other = next(seat for seat in seats if seat != seats[0])
    doubts.look(0.01, Watch(monkeypatch), first=(other,))
    assert doubts.done == [doubts.wanted[seats.index(other)]]


def test_an_exact_choice_is_played_out_for_reasons_only() -> None:
    """Ann takes r11 and gives 2/27 away, which the search knows; games tell what comes of it."""
    game = parse_position(CLOSE)
    evaluator, seen = evaluator_for(game), view(game, 0)
    [(_, judges)] = action2_answers(view(game, None), evaluator)
    worths = {"-": 1.0, "+r11": 25 / 27}  # by the search: docs/endgame.md
    values = np.array([worths[str(line[0])] for line in judges.moves])
    ways = Answers(judges.moves, values, True, [])
    move = next(move for move in seen.legal if str(move) == "+r11")
    judged = judge_answer(ReplayedAnswer(game, 0, move), ways, evaluator, own=True)
    assert judged is not None
    before = judged.decision
    assert (before.exact, before.mark) == (True, "mistake")
    assert worth_explaining(before)
    again = [judged]
    assert list(roll_out(again, [0], evaluator, 1.0, lambda: 0.0, most=64)) == [1.0]
    found = again[0].decision
    assert replace(found, why=()) == before
    chosen, best = found.why
    assert (chosen.move, best.move) == ("+r11", "-")
    assert (best.win, best.total, best.penalties) == (1, 7, 4)
    assert (chosen.rows[0].points, best.rows[0].points) == (10, 6)  # four crosses and three
