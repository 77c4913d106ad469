"""Lookahead by one turn: evaluates the end of the turn for every candidate of a seat.

- A candidate of action 1 is evaluated by the position at the end of the turn; for the active seat,
  together with each action 2 that may follow it.
- An evaluator that depends on the others first assumes that they do nothing, picks what is best
  for each of them, and then evaluates its own candidates against those picks.
- The champion does not assume that the others play like its network: it also picks for each what
  the heuristic would cross, as a good human player does, and takes the mean of both (`PEOPLE` in
  `evaluators.py`).
- Action 2 is chosen again once all answers to action 1 are known.

Only what the seat may see is used: the sheets, the dice, its own answers so far.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rowlock.bots.compiled.position_layout import V_PENALTIES
from rowlock.bots.evaluation.end_positions import EndPositions, end, line_of, put_sheet
from rowlock.bots.evaluation.engine import engine
from rowlock.bots.evaluation.evaluators import HeuristicEvaluator, PositionEvaluator, Values
from rowlock.core import rules
from rowlock.core.ending import ending
from rowlock.core.move import NOTHING, ChooseRow, ColourCross, Move
from rowlock.core.offers import action1_moves, action2_moves
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.sheet_rules import Draft, carry_out, choose
from rowlock.core.state import Roll
from rowlock.core.view import View
from rowlock.errors import Illegal
from rowlock.variants.together import are_equal
from rowlock.variants.variant import NO_PAIR, Cell, LuckyPair, Variant

if TYPE_CHECKING:
    from rowlock.bots.evaluation.positions import Positions


class TurnLine(NamedTuple):
    """A candidate: what a seat may do in this turn."""

    moves: tuple[Move, ...]
    """The answer to action 1 with its choices; in action 2, the answer to that."""
    first: Sheet
    """The sheet after action 1."""
    crossed: bool
    second: Sheet
    """The sheet after the turn; the same as `first` without an action 2."""
    cell: Cell | None
    """The cell that action 2 crosses."""


class Scenario(NamedTuple):
    """Predicted answers of the others, with their weight."""

    weight: float
    positions: Positions
    """The position after each candidate if they answer like this."""
    values: Values
    """The values of these positions to the seat."""


class SeatSituation(NamedTuple):
    """The public part of a `View`, which determines what a seat is likely to do."""

    variants: tuple[Variant, ...]
    lucky: tuple[LuckyPair, ...]
    sheets: tuple[Sheet, ...]
    active: int
    closed: int
    roll: Roll | None
    announced: int


KEPT = 512
"""Size of the cache of likely lines, which several seats at a table ask for."""
SecondLook = Callable[[list[Scenario], int], Values]
"""Improves the values of candidates: from the scenarios and the seat to better values."""


def choose_move(
    view: View,
    evaluator: PositionEvaluator,
    noise: Sequence[float] = (),
    again: SecondLook | None = None,
    among: Container[tuple[Move, ...]] | None = None,
) -> Move:
    """The best legal move by this evaluator; `noise` is added to the values of the candidates.

    With `among`, only these whole answers are evaluated.
    """
    lines = own_lines(view)
    if among is not None:
        lines = [line for line in lines if line.moves in among]
    if len({line.moves[len(view.moves)] for line in lines}) == 1:
        return lines[0].moves[len(view.moves)]
    scenarios = judged_scenarios(view, evaluator, lines)
    values: Sequence[float] | Values = (
        again(scenarios, seat_of(view)) if again else mean_values(scenarios)
    )
    if noise:
        errors = (noise[place % len(noise)] for place in range(len(values)))
        values = [value + error for value, error in zip(values, errors, strict=True)]
    return lines[place_of_best(values)].moves[len(view.moves)]


def place_of_best(values: Sequence[float] | Values) -> int:
    """The index of the highest value, the first of equal ones."""
    numbers = list(values)
    return numbers.index(max(numbers))


def own_lines(view: View) -> list[TurnLine]:
    """All candidates of the seat in this turn, in the order of the legal moves."""
    seat = seat_of(view)
    if in_action2(view):
        sheet = view.sheets[seat]
        lines = action2_lines(view, TurnLine((), sheet, view.crossed, sheet, None))
    else:
        lines = turn_lines(view, seat)
    given = len(view.moves)
    return [line for line in lines if line.moves[:given] == view.moves]


def mean_values(scenarios: list[Scenario]) -> Values:
    """The mean value of each candidate over all scenarios."""
    return engine().mean([(scenario.weight, scenario.values) for scenario in scenarios])


def judged_scenarios(
    view: View, evaluator: PositionEvaluator, lines: list[TurnLine]
) -> list[Scenario]:
    """The scenarios for the seat's candidates, one for each prediction of the others."""
    seat = seat_of(view)
    weighted = [(1.0, dict[int, TurnLine]())]
    if evaluator.looks_around and not in_action2(view):
        weighted = supposed_picks(view, evaluator, seat)
    ends = [end_positions(view, seat, lines, picks) for _, picks in weighted]
    evaluated = engine().evaluate(evaluator, ends, seat)
    return [
        Scenario(weight, *found) for (weight, _), found in zip(weighted, evaluated, strict=True)
    ]


def supposed_picks(
    view: View, evaluator: PositionEvaluator, seat: int
) -> list[tuple[float, dict[int, TurnLine]]]:
    """Predictions of what the others do this turn, with weights.

    Each does what is best by the evaluator, or what a good human player would do; if these are the
    same, there is one prediction.
    """
    seen = situation_of(view)
    others = [other for other in range(len(view.sheets)) if other != seat]
    likely = {other: likely_lines(seen, evaluator, other) for other in others}
    best = {other: lines[0] for other, lines in likely.items()}
    human = {other: lines[1] for other, lines in likely.items()}
    if human == best:
        return [(1.0, best)]
    return [(1.0 - evaluator.people, best), (evaluator.people, human)]


@lru_cache(maxsize=KEPT)
def likely_lines(
    seen: SeatSituation, evaluator: PositionEvaluator, seat: int
) -> tuple[TurnLine, TurnLine]:
    """What is best for a seat by the evaluator, and what a good human player would do."""
    lines = turn_lines(seen, seat)
    if len(lines) == 1:
        return lines[0], lines[0]
    ends = end_positions(seen, seat, lines, {})
    best = human = lines[place_of_best(engine().values(evaluator, ends, seat))]
    if evaluator.people > 0:
        human = lines[place_of_best(engine().values(HeuristicEvaluator(), ends, seat))]
    return best, human


def situation_of(view: View) -> SeatSituation:
    return SeatSituation(*(getattr(view, name) for name in SeatSituation._fields))


def seat_of(view: View) -> int:
    if view.seat is None:
        raise Illegal("no_such_seat", "a spectator cannot choose")
    return view.seat


def in_action2(view: View) -> bool:
    """Whether the seat owes action 2, or a choice inside it."""
    if view.phase == "choice":
        return isinstance(view.moves[0], ColourCross)
    return view.phase == "action2"


def turn_lines(view: View | SeatSituation, seat: int) -> list[TurnLine]:
    """A seat's candidates for the whole turn, at action 1."""
    lines = action1_lines(view, seat)
    if seat != view.active:
        return lines
    return [
        TurnLine(line.moves, line.first, line.crossed, after.second, after.cell)
        for line in lines
        for after in action2_lines(view, line)
    ]


def action1_lines(view: View | SeatSituation, seat: int) -> list[TurnLine]:
    """A seat's answers to action 1, each with every end of its chain."""
    variant, sheet, closed = view.variants[seat], view.sheets[seat], view.closed
    lucky = view.lucky[seat] if view.lucky else None
    lines = []
    for move in action1_moves(variant, sheet, closed, view.announced, lucky):
        draft = carry_out(variant, seat, sheet, closed, move, announced=view.announced)
        for choices, after in chains(variant, seat, draft, closed):
            lines.append(TurnLine((move, *choices), after, move != NOTHING, after, None))
    return lines


def action2_lines(view: View | SeatSituation, line: TurnLine) -> list[TurnLine]:
    """Every action 2 after a line, including none; a line that ends the game has no other."""
    variant, sheet, seat = view.variants[view.active], line.first, view.active
    closed = view.closed | locked_rows(variant, sheet)
    moves: tuple[Move, ...] = (NOTHING,)
    if view.roll is not None and ending(variant, [sheet], closed) is None:
        moves = action2_moves(variant, sheet, closed, view.roll)
    lines = []
    for move in moves:
        draft = carry_out(variant, seat, sheet, closed, move, announced=view.announced)
        cell = variant.cell[move.cell] if isinstance(move, ColourCross) else None
        for choices, after in chains(variant, seat, draft, closed):
            lines.append(TurnLine((move, *choices), sheet, line.crossed, after, cell))
    return lines


def chains(
    variant: Variant, seat: int, draft: Draft, closed: int
) -> list[tuple[tuple[Move, ...], Sheet]]:
    """Every end of a chain, with the rows chosen in it."""
    if not draft.tied:
        return [((), draft.sheet)]
    return [
        ((ChooseRow(row), *more), sheet)
        for row in draft.tied
        for more, sheet in chains(variant, seat, choose(variant, seat, draft, closed, row), closed)
    ]


def end_positions(
    view: View | SeatSituation, seat: int, lines: list[TurnLine], picks: dict[int, TurnLine]
) -> EndPositions:
    """The position at the end of the turn for each line, if the others follow their picks (or do
    nothing)."""
    variants, active = view.variants, view.active
    sheets = [picks[q].first if q in picks else s for q, s in enumerate(view.sheets)]
    base = view.closed
    for q, pick in picks.items():
        base |= locked_rows(variants[q], pick.first)
    limits = variants[0].closed_rows_to_end, variants[0].penalties_to_end
    taken = sheets[active].penalties
    before = line_of(sheets, base, (active + 1) % len(sheets), view.lucky)
    found = []
    for line in lines:
        position = before.copy()
        put_sheet(position, seat, line.first)
        shut = base | locked_rows(variants[seat], line.first)
        over = False
        mover = line if seat == active else picks.get(active)
        if shut != view.closed and rules.ending(shut, 0, *limits):
            over = True
        elif mover is not None:
            cell = mover.cell
            crosses = cell is not None and not rules.out_of_play(shut, cell.row, cell.colour)
            if crosses:
                put_sheet(position, active, mover.second)
                shut |= locked_rows(variants[active], mover.second)
            owed = rules.owes_penalty(mover.crossed, crosses)
            if owed:
                position[V_PENALTIES + active] = taken + 1
            if owed or shut != view.closed:  # nothing else ends a game
                over = bool(rules.ending(shut, taken + owed, *limits))
        end(position, shut, over=over)
        found.append(position)
    lucky = (0,) * len(sheets)
    if view.lucky:
        lucky = tuple(map(lucky_number, variants, view.lucky))
    mixed = () if are_equal(variants) else variants
    return EndPositions(variants[0], len(sheets), lucky, found, mixed)


def lucky_number(variant: Variant, pair: LuckyPair) -> int:
    """The place of a lucky pair on its sheet; 0 for a seat without one."""
    return variant.lucky_pairs.index(pair) if pair != NO_PAIR else 0
