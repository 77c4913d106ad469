"""The coach: every answer that a seat may give now, judged by what it may know.

>>> from rowlock import new_game, parse_roll, roll, view
>>> from rowlock.reviews.coach import advise
>>> game = roll(new_game("classic", ["Ann", "Ben"]), parse_roll("12 6611")).state
>>> advice = advise(view(game, 0))
>>> advice.unit, [each.move for each in advice.moves if each.loss == 0]
('wins', ['y3'])

The judge is that of a review (`evaluators.py`), so the coach and the review after the game agree.
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.bots.evaluation.lookahead import in_action2, seat_of
from rowlock.bots.solved_tables import kept_alone
from rowlock.core.move import NOTHING, CellCross, LuckyCross, Move, PlayCards
from rowlock.core.rules import owes_penalty
from rowlock.core.sheet import Sheet, cells_left_out, row_mask, with_row
from rowlock.core.turn_cards import cells_of_play
from rowlock.core.view import View
from rowlock.endgame.answers import rest_of
from rowlock.endgame.preparation import is_ready
from rowlock.endgame.size import least_positions
from rowlock.reviews.answers import (
    BUDGET,
    Answers,
    action1_answers,
    action2_answers,
    can_end_exactly,
    exact_answers,
)
from rowlock.reviews.cards import CardEvaluator, card_evaluator
from rowlock.reviews.evaluators import Evaluator, evaluator_for
from rowlock.reviews.mistake_classes import LIMITS
from rowlock.reviews.model import JudgeName, Unit
from rowlock.variants.variant import Cell, Variant

FAR = 3
"""From so many cells on, leaving them out is a leap."""


class AdvisedMove(Struct, frozen=True):
    """One possible answer."""

    move: str
    value: float
    """What it is worth to the seat: the chance of winning, or points for one who plays alone."""
    loss: float
    """How much less that is than the best answer's."""
    rash: bool = False
    """A penalty or a leap that gives much away: worth a second thought."""
    skips: int = 0
    """How many open cells its crosses leave behind for good."""
    penalty: bool = False
    """Whether it takes a penalty."""


class Advice(Struct, frozen=True, kw_only=True):
    """What the coach says about a question."""

    unit: Unit
    judge: JudgeName
    exact: bool
    """Whether the figures are exact."""
    moves: tuple[AdvisedMove, ...]
    """Every possible answer, the best first; none where there is nothing to choose."""


def advise(seen: View) -> Advice:
    """What each answer to the open question is worth to the seat that sees this."""
    evaluator = _evaluator(seen)
    ways = _answers(seen, evaluator)
    places = {} if ways is None else ways.after(seen.moves)
    if ways is None or len(places) < 2:
        return Advice(unit=evaluator.unit, judge=evaluator.name, exact=False, moves=())
    order = sorted(places, key=lambda move: (-ways.values[places[move]], str(move)))
    best = float(ways.values[places[order[0]]])
    values = [(move, float(ways.values[places[move]])) for move in order]
    moves = tuple(
        AdvisedMove(
            str(move),
            value,
            best - value,
            _is_rash(seen, move, best - value, evaluator.unit),
            left_out_by(seen, move),
            takes_penalty(seen, move),
        )
        for move, value in values
    )
    return Advice(unit=evaluator.unit, judge=evaluator.name, exact=ways.exact, moves=moves)


def _evaluator(seen: View) -> Evaluator | CardEvaluator:
    if seen.cards is not None:
        return card_evaluator(seen)
    alone = len(seen.sheets) == 1
    table = kept_alone(seen.variant, seen.lucky[0] if seen.lucky else None) if alone else None
    return evaluator_for(seen, table)


def _answers(seen: View, evaluator: Evaluator | CardEvaluator) -> Answers | None:
    if isinstance(evaluator, CardEvaluator):
        return evaluator.ways(seen)
    seat = seat_of(seen)
    if (found := _exact_answers(seen)) is not None:
        return found.get(seat)
    judged = (
        action2_answers(seen, evaluator) if in_action2(seen) else action1_answers(seen, evaluator)
    )
    return dict(judged).get(seat)


def _exact_answers(seen: View) -> dict[int, Answers] | None:
    """The rest computed exactly, as in the review, where nobody has to wait for it to compile."""
    if not can_end_exactly(seen) or least_positions(rest_of(seen)) > BUDGET or not is_ready():
        return None
    return exact_answers(seen)


def _is_rash(seen: View, move: Move, loss: float, unit: Unit) -> bool:
    _, mistake, _ = LIMITS[unit]
    return loss > mistake and (takes_penalty(seen, move) or left_out_by(seen, move) >= FAR)


def takes_penalty(seen: View, move: Move) -> bool:
    """Whether this answer to action 2 costs a penalty."""
    crosses_none = move == NOTHING or (isinstance(move, PlayCards) and not move.crossed)  # K-04
    return in_action2(seen) and crosses_none and owes_penalty(seen.crossed, crosses_now=False)


def left_out_by(seen: View, move: Move) -> int:
    """How many open cells of their rows the crosses of a move leave behind for good (C-03)."""
    before = after = seen.sheets[seat_of(seen)]
    cells = _cells_of(seen.variant, before, move)
    for cell in cells:
        after = with_row(after, cell.row, row_mask(after, cell.row) | cell.bits)
    rows = {cell.row for cell in cells}
    return sum(cells_left_out(seen.variant, before, after, row) for row in rows)


def _cells_of(variant: Variant, sheet: Sheet, move: Move) -> tuple[Cell, ...]:
    """What a move crosses, but for luck, which leaves out none."""
    if isinstance(move, PlayCards):
        return cells_of_play(variant, sheet, move.colour, move.crossed) or ()
    if isinstance(move, CellCross) and not isinstance(move, LuckyCross):
        return (variant.cell[move.cell],)
    return ()
