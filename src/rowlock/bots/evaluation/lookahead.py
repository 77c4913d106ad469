"""One turn ahead: every way the turn may go for a seat, judged at its end.

- A candidate of action 1 is judged by the position at the end of the turn, the active seat's
  together with each action 2 that may follow it.
- A judge that looks at the others first supposes that they do nothing, picks for everybody what
  is best for them, and then judges its own candidates against those picks.
- The champion does not rely on the others seeing what its network sees: it also picks for
  everybody what the readable heuristic would cross, as a good human player does, and takes the
  mean of both (`PEOPLE` in `evaluators.py`).
- Action 2 is chosen anew once action 1 is known.

Only what the seat may see goes in: the sheets, the dice, its own answers so far.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rowlock.bots.evaluation.evaluators import HeuristicEvaluator, PositionEvaluator, Values
from rowlock.bots.evaluation.positions import Positions
from rowlock.core import rules
from rowlock.core.ending import ending
from rowlock.core.move import NOTHING, ChooseRow, ColourCross, Move
from rowlock.core.offers import action1_moves, action2_moves
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.sheet_rules import Draft, carry_out, choose
from rowlock.core.state import Roll
from rowlock.core.view import View
from rowlock.errors import Illegal
from rowlock.variants.variant import Cell, LuckyPair, Variant


class TurnLine(NamedTuple):
    """One way the turn may go for a seat."""

    moves: tuple[Move, ...]
    """The answer to action 1 with its choices; in action 2 that answer."""
    first: Sheet
    """The sheet after action 1."""
    crossed: bool
    second: Sheet
    """The sheet after the turn; the same as `first` without an action 2."""
    cell: Cell | None
    """What action 2 crosses."""


class Scenario(NamedTuple):
    """One way the others may answer, and how likely the judge takes it to be."""

    weight: float
    positions: Positions
    """Where each candidate leads if they answer so."""
    values: Values
    """What that is worth to the seat."""


class SeatSituation(NamedTuple):
    """What everybody sees of a turn, as `View` names it: it decides what a seat is likely to do."""

    variant: Variant
    lucky: tuple[LuckyPair, ...]
    sheets: tuple[Sheet, ...]
    active: int
    closed: int
    roll: Roll | None
    announced: int


KEPT = 512
"""Likely lines that are remembered: where several seats of a table think, they ask for the same."""
SecondLook = Callable[[list[Scenario], int], Values]
"""Candidates as a seat sees them at first sight, and that seat; better values."""


def choose_move(
    view: View,
    evaluator: PositionEvaluator,
    noise: Values | None = None,
    again: SecondLook | None = None,
    among: Container[tuple[Move, ...]] | None = None,
) -> Move:
    """The best legal move by this judge; `noise` is added to the values of the candidates.

    With `among` only these whole answers are judged.
    """
    lines = own_lines(view)
    if among is not None:
        lines = [line for line in lines if line.moves in among]
    if len({line.moves[len(view.moves)] for line in lines}) == 1:
        return lines[0].moves[len(view.moves)]
    scenarios = judged_scenarios(view, evaluator, lines)
    values = again(scenarios, seat_of(view)) if again else mean_values(scenarios)
    if noise is not None:
        values = values + np.resize(noise, len(values))
    return lines[int(np.argmax(values))].moves[len(view.moves)]


def own_lines(view: View) -> list[TurnLine]:
    """Everything the seat may still do this turn, in the order of the legal moves."""
    seat = seat_of(view)
    if in_action2(view):
        sheet = view.sheets[seat]
        lines = action2_lines(view, TurnLine((), sheet, view.crossed, sheet, None))
    else:
        lines = turn_lines(view, seat)
    given = len(view.moves)
    return [line for line in lines if line.moves[:given] == view.moves]


def mean_values(scenarios: list[Scenario]) -> Values:
    """What each candidate is worth over all that the others may do."""
    first, *more = (scenario.weight * scenario.values for scenario in scenarios)
    return sum(more, first)


def judged_scenarios(
    view: View, evaluator: PositionEvaluator, lines: list[TurnLine]
) -> list[Scenario]:
    """Where each of the seat's candidates leads, once for every way the others may answer."""
    seat = seat_of(view)
    weighted = [(1.0, dict[int, TurnLine]())]
    if evaluator.looks_around and not in_action2(view):
        weighted = supposed_picks(view, evaluator, seat)
    ends = [end_positions(view, seat, lines, picks) for _, picks in weighted]
    # All at once: a call of the judge costs more than the positions in it.
    values = np.split(evaluator.worth(Positions.joined(ends), seat), len(ends))
    return [
        Scenario(weight, positions, worth)
        for (weight, _), positions, worth in zip(weighted, ends, values, strict=True)
    ]


def supposed_picks(
    view: View, evaluator: PositionEvaluator, seat: int
) -> list[tuple[float, dict[int, TurnLine]]]:
    """What the others may do this turn, each way with its weight.

    Everybody does what is best for them in the eyes of the judge, or what a good human player
    would do; there is one way where these are the same.
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
    """What is best for a seat in the eyes of the judge, and what a good human player would do."""
    lines = turn_lines(seen, seat)
    if len(lines) == 1:
        return lines[0], lines[0]
    ends = end_positions(seen, seat, lines, {})
    best = human = lines[int(np.argmax(evaluator.worth(ends, seat)))]
    if evaluator.people > 0:
        human = lines[int(np.argmax(HeuristicEvaluator().worth(ends, seat)))]
    return best, human


def situation_of(view: View) -> SeatSituation:
    return SeatSituation(*(getattr(view, name) for name in SeatSituation._fields))


def seat_of(view: View) -> int:
    if view.seat is None:
        raise Illegal("no_such_seat", "a spectator has nothing to choose")
    return view.seat


def in_action2(view: View) -> bool:
    """Whether the seat is asked for action 2, or for a choice inside it."""
    if view.phase == "choice":
        return isinstance(view.moves[0], ColourCross)
    return view.phase == "action2"


def turn_lines(view: View | SeatSituation, seat: int) -> list[TurnLine]:
    """A seat's candidates for the whole turn, seen at action 1."""
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
    variant, sheet, closed = view.variant, view.sheets[seat], view.closed
    lucky = view.lucky[seat] if view.lucky else None
    lines = []
    for move in action1_moves(variant, sheet, closed, view.announced, lucky):
        draft = carry_out(variant, seat, sheet, closed, move, announced=view.announced)
        for choices, after in chains(variant, seat, draft, closed):
            lines.append(TurnLine((move, *choices), after, move != NOTHING, after, None))
    return lines


def action2_lines(view: View | SeatSituation, line: TurnLine) -> list[TurnLine]:
    """Every action 2 after a line; a line that ends the game has none but nothing."""
    variant, sheet, seat = view.variant, line.first, view.active
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
    """Every end of a chain, with the rows chosen on the way."""
    if not draft.tied:
        return [((), draft.sheet)]
    return [
        ((ChooseRow(row), *more), sheet)
        for row in draft.tied
        for more, sheet in chains(variant, seat, choose(variant, seat, draft, closed, row), closed)
    ]


def end_positions(
    view: View | SeatSituation, seat: int, lines: list[TurnLine], picks: dict[int, TurnLine]
) -> Positions:
    """The end of the turn for each line, the others doing what they picked (or nothing)."""
    variant, active, n = view.variant, view.active, len(lines)
    sheets = [picks[q].first if q in picks else s for q, s in enumerate(view.sheets)]
    rows = np.tile(np.array([sheet.rows for sheet in sheets], dtype=np.int64), (n, 1, 1))
    penalties = np.tile(np.array([s.penalties for s in sheets], dtype=np.int64), (n, 1))
    bar = np.tile(np.array([sheet.bar for sheet in sheets], dtype=np.int64), (n, 1))
    closed = np.zeros(n, dtype=np.int64)
    over = np.zeros(n, dtype=np.bool_)
    base = view.closed
    for pick in picks.values():
        base |= locked_rows(variant, pick.first)
    limits = variant.closed_rows_to_end, variant.penalties_to_end
    taken = sheets[active].penalties
    for i, line in enumerate(lines):
        rows[i, seat], bar[i, seat] = line.first.rows, line.first.bar
        shut = base | locked_rows(variant, line.first)
        mover = line if seat == active else picks.get(active)
        if shut != view.closed and rules.ending(shut, 0, *limits):
            over[i] = True
        elif mover is not None:
            cell = mover.cell
            crosses = cell is not None and not rules.out_of_play(shut, cell.row, cell.colour)
            if crosses:
                rows[i, active], bar[i, active] = mover.second.rows, mover.second.bar
                shut |= locked_rows(variant, mover.second)
            owed = rules.owes_penalty(mover.crossed, crosses)
            if owed:
                penalties[i, active] = taken + 1
            if owed or shut != view.closed:  # nothing else ends a game
                over[i] = rules.ending(shut, taken + owed, *limits)
        closed[i] = shut
    following = np.full(n, (active + 1) % len(sheets))
    pairs = variant.lucky_pairs
    lucky = tuple(pairs.index(pair) for pair in view.lucky) or (0,) * len(sheets)
    return Positions(variant, rows, penalties, bar, closed, following, over, lucky)
