"""Evaluates every answer of a seat, best first, for `rowlock advise`, the API and the coach.

>>> from rowlock import new_game, parse_roll, roll, view
>>> from rowlock.reviews.advice import coach
>>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("12 6611")).state
>>> advice = coach(view(game, 0))
>>> advice.unit, [each.move for each in advice.moves if each.loss == 0]
('wins', ['y3'])

All of them use the evaluator of the review, so they agree with the review after the game. If the
rest of a two-player game fits the endgame solver, the values are exact. `rowlock advise` searches
longer endgames than the coach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from rowlock.bots.evaluation.lookahead import in_action2, seat_of
from rowlock.bots.exact_ends import ADVICE_SEARCH, COACH_SEARCH, SearchLimit, exact_end
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.reviews.answers import Answers, Moves, action1_answers, action2_answers
from rowlock.reviews.cards import CardEvaluator, any_evaluator_for, is_approximate
from rowlock.reviews.evaluators import Evaluator
from rowlock.reviews.model import JudgeName, Unit
from rowlock.reviews.rash_answers import is_rash, left_out_by, takes_penalty

if TYPE_CHECKING:
    from rowlock.endgame.solve_endgame import EndgameValues

ALIKE = 1e-9
"""Tolerance: exact values that differ by less are equal."""

Method = Literal["exact"] | JudgeName


class WorstReply(NamedTuple):
    """The other player's simultaneous answer that hurts an answer most."""

    moves: Moves
    share: float
    """The share of the win that the answer keeps."""


class Worth(NamedTuple):
    """An answer with its value."""

    move: Move
    value: float
    """The seat's chance of winning, or its points in a solo game."""
    cost: float
    """The difference to the best answer."""
    probability: float | None = None
    """The probability of this answer in the optimal mixed strategy; None if it was not computed."""
    reply: WorstReply | None = None
    """Set in an exact action 1 if the other player has a choice."""


class RankedAdvice(NamedTuple):
    """Every answer of a seat, best first."""

    method: Method
    judge: JudgeName
    """The evaluator that is used if the rest is not solved exactly."""
    unit: Unit
    error: float
    """Standard error of the difference between two answers; 0 if exact."""
    mixed: bool
    """Whether no single answer is optimal, only a mixed strategy."""
    worths: tuple[Worth, ...]
    approximate: bool = False
    """Whether the evaluator's error is not measured."""


class AdvisedMove(Struct, frozen=True):
    """A possible answer."""

    move: str
    value: float
    """Its value to the seat: the win probability, or points in a solo game."""
    loss: float
    """The difference to the best answer."""
    rash: bool = False
    """Whether it is a costly penalty or skip, for which the page asks for confirmation."""
    skips: int = 0
    """Number of open cells that its crosses skip."""
    penalty: bool = False
    """Whether it takes a penalty."""


class Advice(Struct, frozen=True, kw_only=True):
    """The coach's advice on a question."""

    unit: Unit
    judge: JudgeName
    exact: bool
    """Whether the figures are exact."""
    moves: tuple[AdvisedMove, ...]
    """Every possible answer, best first; empty if there is no choice."""


def advise(seen: View, limit: SearchLimit = ADVICE_SEARCH) -> RankedAdvice:
    """The answers to the open question, ordered by their value to the seat of this view."""
    evaluator = any_evaluator_for(seen)
    ends = exact_end(seen, limit)
    return _evaluated(seen, evaluator) if ends is None else _exact(seen, ends, evaluator.name)


def coach(seen: View) -> Advice:
    """Like `advise`, for the page: with skipped cells, penalties and whether an answer is rash."""
    if len(seen.legal) < 2:
        evaluator = any_evaluator_for(seen)
        return Advice(unit=evaluator.unit, judge=evaluator.name, exact=False, moves=())
    found = advise(seen, COACH_SEARCH)
    moves = tuple(
        AdvisedMove(
            str(worth.move),
            worth.value,
            worth.cost,
            is_rash(seen, worth.move, worth.cost, found.unit),
            left_out_by(seen, worth.move),
            takes_penalty(seen, worth.move),
        )
        for worth in found.worths
    )
    return Advice(unit=found.unit, judge=found.judge, exact=found.error == 0, moves=moves)


def _exact(seen: View, ends: EndgameValues, judge: JudgeName) -> RankedAdvice:
    seat = seat_of(seen)
    choices = sorted(ends.answers(seat), key=lambda each: (-each.win_share, str(each.move)))
    best = choices[0].win_share
    drawn = sum(choice.probability > ALIKE for choice in choices)
    worths = tuple(
        Worth(move, share, _cost(best - share), probability, _reply(ends, seat, move))
        for move, share, probability in choices
    )
    mixed = drawn > 1 and not ends.safe(seat)
    return RankedAdvice("exact", judge, "wins", 0.0, mixed, worths)


def _reply(ends: EndgameValues, seat: int, move: Move) -> WorstReply | None:
    """The other player's answer that hurts the best continuation of a move most."""
    others = ends.lines[1 - seat]
    if len(others) < 2:
        return None
    given = (*ends.given[seat], move)
    worth = ends.worth(seat)
    ways = [k for k, line in enumerate(ends.lines[seat]) if line.moves[: len(given)] == given]
    way = max(ways, key=lambda k: worth[k])
    shares = ends.matrix[way] if seat == 0 else 1.0 - ends.matrix[:, way]
    worst = int(shares.argmin())
    return WorstReply(others[worst].moves, float(shares[worst]))


def _cost(difference: float) -> float:
    return difference if difference > ALIKE else 0.0


def _evaluated(seen: View, evaluator: Evaluator | CardEvaluator) -> RankedAdvice:
    answers = _answers(seen, evaluator)
    values = {move: float(answers.values[k]) for move, k in answers.after(seen.moves).items()}
    order = sorted(values, key=lambda move: (-values[move], str(move)))
    best = values[order[0]]
    worths = tuple(Worth(move, values[move], best - values[move]) for move in order)
    name, unit = evaluator.name, evaluator.unit
    guess = is_approximate(evaluator)
    return RankedAdvice(name, name, unit, evaluator.error, False, worths, guess)


def _answers(seen: View, evaluator: Evaluator | CardEvaluator) -> Answers:
    if isinstance(evaluator, CardEvaluator):
        return evaluator.ways(seen)
    seat = seat_of(seen)
    look = action2_answers if in_action2(seen) else action1_answers
    return dict(look(seen, evaluator, asked=(seat,)))[seat]
