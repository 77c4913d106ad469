"""What every answer of a seat is worth, for one who can wait a moment: exactly where the rest of a
game of two can be computed, else as the judge of reviews and coach has it (`eyes.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from rowlock.bots.judging.lookahead import in_action2, seat_of
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.endgame.lines import rest_of
from rowlock.endgame.size import PATIENT, least_positions
from rowlock.kernel.jit import JIT
from rowlock.review.cards import CardEyes, card_eyes
from rowlock.review.eyes import Eyes, eyes_for
from rowlock.review.shapes import JudgeName, Unit
from rowlock.review.windows import Moves, Ways, can_end_exactly, ways1, ways2

if TYPE_CHECKING:
    from rowlock.endgame.ends import Ends

ALIKE = 1e-9
"""Exact values that are no further apart are the same."""

Method = Literal["exact"] | JudgeName


class Reply(NamedTuple):
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
    reply: Reply | None = None
    """In an exact action 1, where the other player has a choice."""


class Advice(NamedTuple):
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


def advise(seen: View) -> Advice:
    """The answers to the open question by what they are worth to the seat that sees this."""
    return _exact(seen) or _judged(seen)


def may_be_exact(seen: View) -> bool:
    """Whether the exact search will be asked: it takes a while to get ready."""
    return JIT and can_end_exactly(seen) and least_positions(rest_of(seen)) <= PATIENT


def _exact(seen: View) -> Advice | None:
    if not may_be_exact(seen):
        return None
    from rowlock.endgame.ends import solve  # compiled code

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
    return Advice("exact", "wins", 0.0, drawn > 1 and not ends.safe(seat), worths)


def _reply(ends: Ends, seat: int, move: Move) -> Reply | None:
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
    return Reply(others[worst].moves, float(shares[worst]))


def _cost(difference: float) -> float:
    return difference if difference > ALIKE else 0.0


def _judged(seen: View) -> Advice:
    eyes = card_eyes(seen) if seen.cards is not None else eyes_for(seen)
    ways = _ways(seen, eyes)
    values = {move: float(ways.values[place]) for move, place in ways.after(seen.moves).items()}
    order = sorted(values, key=lambda move: (-values[move], str(move)))
    best = values[order[0]]
    worths = tuple(Worth(move, values[move], best - values[move]) for move in order)
    return Advice(eyes.name, eyes.unit, eyes.error, False, worths)


def _ways(seen: View, eyes: Eyes | CardEyes) -> Ways:
    if isinstance(eyes, CardEyes):
        return eyes.ways(seen)
    seat = seat_of(seen)
    look = ways2 if in_action2(seen) else ways1
    return dict(look(seen, eyes, asked=(seat,)))[seat]
