"""What every answer of a seat is worth, for one who can wait a moment: exactly where the rest of a
game of two can be computed, else as the judge of reviews and coach has it (`evaluators.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from rowlock.bots.evaluation.lookahead import in_action2, seat_of
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.endgame.answers import rest_of
from rowlock.endgame.size import PATIENT, least_positions
from rowlock.kernel.jit import JIT
from rowlock.reviews.answers import (
    Answers,
    Moves,
    action1_answers,
    action2_answers,
    can_end_exactly,
)
from rowlock.reviews.cards import CardEvaluator, card_evaluator
from rowlock.reviews.evaluators import Evaluator, evaluator_for
from rowlock.reviews.model import JudgeName, Unit

if TYPE_CHECKING:
    from rowlock.endgame.solve_endgame import EndgameValues

ALIKE = 1e-9
"""Exact values that are no further apart are the same."""

Method = Literal["exact"] | JudgeName


class RankedAnswer(NamedTuple):
    """What the other player answers at the same time to hurt an answer most."""

    moves: Moves
    share: float
    """What is left of the answer's share of the win then."""


class Worth(NamedTuple):
    """An answer and what it is worth."""

    move: Move
    value: float
    """The seat's chance of winning, or points for one who plays alone."""
    cost: float
    """How much less that is than the best answer's."""
    probability: float | None = None
    """How often the best mixture of answers gives it, where that was computed."""
    reply: RankedAnswer | None = None
    """In an exact action 1, where the other player has a choice."""


class RankedAdvice(NamedTuple):
    """Every answer of a seat, the best first."""

    method: Method
    unit: Unit
    error: float
    """How far the difference of two answers may be off, as a standard error; 0 where exact."""
    mixed: bool
    """Whether no answer alone is best, only a mixture of several."""
    worths: tuple[Worth, ...]

    @property
    def approximate(self) -> bool:
        """Whether nobody has measured how far off the judge is: rules of thumb, and cards."""
        return self.method in ("heuristic", "cards")


def advise(seen: View) -> RankedAdvice:
    """The answers to the open question by what they are worth to the seat that sees this."""
    return _exact(seen) or _judged(seen)


def may_be_exact(seen: View) -> bool:
    """Whether the exact search will be asked: it takes a while to get ready."""
    return JIT and can_end_exactly(seen) and least_positions(rest_of(seen)) <= PATIENT


def _exact(seen: View) -> RankedAdvice | None:
    if not may_be_exact(seen):
        return None
    from rowlock.endgame.solve_endgame import solve  # compiled code

    ends = solve(seen, PATIENT)
    if ends is None:
        return None
    seat = seat_of(seen)
    choices = sorted(ends.answers(seat), key=lambda each: (-each.win_share, str(each.move)))
    best = choices[0].win_share
    drawn = sum(choice.probability > ALIKE for choice in choices)
    worths = tuple(
        Worth(move, share, _cost(best - share), probability, _reply(ends, seat, move))
        for move, share, probability in choices
    )
    return RankedAdvice("exact", "wins", 0.0, drawn > 1 and not ends.safe(seat), worths)


def _reply(ends: EndgameValues, seat: int, move: Move) -> RankedAnswer | None:
    """The worst that can meet the best way to go on with a move."""
    others = ends.lines[1 - seat]
    if len(others) < 2:
        return None
    given = (*ends.given[seat], move)
    worth = ends.worth(seat)
    ways = [k for k, line in enumerate(ends.lines[seat]) if line.moves[: len(given)] == given]
    way = max(ways, key=lambda k: worth[k])
    shares = ends.matrix[way] if seat == 0 else 1.0 - ends.matrix[:, way]
    worst = int(shares.argmin())
    return RankedAnswer(others[worst].moves, float(shares[worst]))


def _cost(difference: float) -> float:
    return difference if difference > ALIKE else 0.0


def _judged(seen: View) -> RankedAdvice:
    evaluator = card_evaluator(seen) if seen.cards is not None else evaluator_for(seen)
    ways = _answers(seen, evaluator)
    values = {move: float(ways.values[place]) for move, place in ways.after(seen.moves).items()}
    order = sorted(values, key=lambda move: (-values[move], str(move)))
    best = values[order[0]]
    worths = tuple(Worth(move, values[move], best - values[move]) for move in order)
    return RankedAdvice(evaluator.name, evaluator.unit, evaluator.error, False, worths)


def _answers(seen: View, evaluator: Evaluator | CardEvaluator) -> Answers:
    if isinstance(evaluator, CardEvaluator):
        return evaluator.ways(seen)
    seat = seat_of(seen)
    look = action2_answers if in_action2(seen) else action1_answers
    return dict(look(seen, evaluator, asked=(seat,)))[seat]
