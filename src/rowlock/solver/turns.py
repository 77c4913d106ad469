"""Every complete turn that a roll allows, ranked by expected total.

The core plays the turns; this module only looks up the values of the resulting sheets.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.event import PenaltyTaken
from rowlock.core.game import legal_moves, new_game, play, roll
from rowlock.core.move import NOTHING, Move
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.state import Game, Roll
from rowlock.solver.value_table import ValueTable
from rowlock.variants.variant import ROWS


class RankedTurn(Struct, frozen=True):
    """The answers of one turn and their value."""

    moves: tuple[Move, ...]
    penalty: bool
    sheet: Sheet
    """The sheet after the turn."""
    total: float
    """The expected final total under perfect play from there."""
    cost: float = 0.0
    """Difference to the total of the best turn."""

    @property
    def text(self) -> str:
        """The turn in the notation of records: `r5 +b10`, `+b10`, `-`, `x`."""
        if self.penalty:
            return "x"
        return " ".join(str(move) for move in self.moves if move != NOTHING) or "-"


def ranked_turns(
    table: ValueTable, sheet: Sheet, dice: Roll, closed: int = 0
) -> tuple[RankedTurn, ...]:
    """All complete turns of the player who rolled, best first."""
    return _ranked(_complete(table, roll(own_game(table, sheet, closed), dice).state, ()))


def ranked_endings(
    table: ValueTable, sheet: Sheet, dice: Roll, closed: int, *, crossed: bool
) -> tuple[RankedTurn, ...]:
    """All continuations of a turn after action 1, best first."""
    game = replace(own_game(table, sheet, closed), stage="action2", roll=dice, crossed=crossed)
    return _ranked(_complete(table, game, ()))


def ranked_answers(
    table: ValueTable, sheet: Sheet, white: tuple[int, int], closed: int = 0, wait: int = 0
) -> tuple[RankedTurn, ...]:
    """The answers to another player's white dice, best first.

    `wait` is how many more turns of other players follow this one before you roll.
    """
    return _ranked(_answers(table, own_game(table, sheet, closed), white, wait))


def own_game(table: ValueTable, sheet: Sheet, closed: int) -> Game:
    """The sheet as a solo game before a roll."""
    lucky = table.problem.lucky
    game = new_game(table.variant, ["you"], lucky=[lucky] if lucky else None)
    closed |= locked_rows(table.variant, sheet)
    return replace(game, sheets=(sheet,), closed=closed)


def _complete(table: ValueTable, game: Game, moves: tuple[Move, ...]) -> Iterator[RankedTurn]:
    for move in legal_moves(game, 0):
        step = play(game, 0, move)
        if step.state.stage == "action2":
            yield from _complete(table, step.state, (*moves, move))
            continue
        sheet = step.state.sheets[0]
        penalty = any(isinstance(event, PenaltyTaken) for event in step.events)
        total = table.total(sheet, step.state.closed, table.players - 1)
        yield RankedTurn((*moves, move), penalty, sheet, total)


def _answers(
    table: ValueTable, game: Game, white: tuple[int, int], wait: int
) -> Iterator[RankedTurn]:
    dice = Roll(white, tuple(None if game.closed >> row & 1 else 1 for row in ROWS))
    game = roll(game, dice).state
    for move in legal_moves(game, 0):
        after = play(game, 0, move).state
        total = table.total(after.sheets[0], after.closed, wait)
        yield RankedTurn((move,), False, after.sheets[0], total)


def _ranked(turns: Iterator[RankedTurn]) -> tuple[RankedTurn, ...]:
    ordered = sorted(turns, key=lambda turn: (-turn.total, turn.text))
    best = ordered[0].total
    return tuple(replace(turn, cost=best - turn.total) for turn in ordered)
