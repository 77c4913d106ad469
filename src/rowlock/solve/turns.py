"""Every complete turn that a roll allows, ranked by what it leads to.

Turns are played by the readable core, so nothing here knows the rules; only the worth of the
sheet they lead to is looked up.
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
from rowlock.solve.value_table import ValueTable
from rowlock.variants.variant import ROWS


class Turn(Struct, frozen=True):
    """The answers of one turn and what they are worth."""

    moves: tuple[Move, ...]
    penalty: bool
    sheet: Sheet
    """The sheet after it."""
    total: float
    """The expected final total under best play from there."""
    cost: float = 0.0
    """How much less that is than the best turn's."""

    @property
    def text(self) -> str:
        """As a record writes it: `r5 +b10`, `+b10`, `-`, `x`."""
        if self.penalty:
            return "x"
        return " ".join(str(move) for move in self.moves if move != NOTHING) or "-"


def ranked_turns(table: ValueTable, sheet: Sheet, dice: Roll, closed: int = 0) -> tuple[Turn, ...]:
    """The complete turns of the player who rolled, best first."""
    return _ranked(_complete(table, roll(own_game(table, sheet, closed), dice).state, ()))


def ranked_endings(
    table: ValueTable, sheet: Sheet, dice: Roll, closed: int, *, crossed: bool
) -> tuple[Turn, ...]:
    """What is left of the turn after action 1, best first."""
    game = replace(own_game(table, sheet, closed), stage="action2", roll=dice, crossed=crossed)
    return _ranked(_complete(table, game, ()))


def ranked_answers(
    table: ValueTable, sheet: Sheet, white: tuple[int, int], closed: int = 0, wait: int = 0
) -> tuple[Turn, ...]:
    """The answers to another player's white dice, best first.

    `wait` are the turns of others that come after this one before the own roll.
    """
    return _ranked(_answers(table, own_game(table, sheet, closed), white, wait))


def own_game(table: ValueTable, sheet: Sheet, closed: int) -> Game:
    """A sheet alone at the table, before a roll."""
    lucky = table.problem.lucky
    game = new_game(table.variant, ["you"], lucky=[lucky] if lucky else None)
    closed |= locked_rows(table.variant, sheet)
    return replace(game, sheets=(sheet,), closed=closed)


def _complete(table: ValueTable, game: Game, moves: tuple[Move, ...]) -> Iterator[Turn]:
    for move in legal_moves(game, 0):
        step = play(game, 0, move)
        if step.state.stage == "action2":
            yield from _complete(table, step.state, (*moves, move))
            continue
        sheet = step.state.sheets[0]
        penalty = any(isinstance(event, PenaltyTaken) for event in step.events)
        total = table.total(sheet, step.state.closed, table.players - 1)
        yield Turn((*moves, move), penalty, sheet, total)


def _answers(table: ValueTable, game: Game, white: tuple[int, int], wait: int) -> Iterator[Turn]:
    dice = Roll(white, tuple(None if game.closed >> row & 1 else 1 for row in ROWS))
    game = roll(game, dice).state
    for move in legal_moves(game, 0):
        after = play(game, 0, move).state
        total = table.total(after.sheets[0], after.closed, wait)
        yield Turn((move,), False, after.sheets[0], total)


def _ranked(turns: Iterator[Turn]) -> tuple[Turn, ...]:
    ordered = sorted(turns, key=lambda turn: (-turn.total, turn.text))
    best = ordered[0].total
    return tuple(replace(turn, cost=best - turn.total) for turn in ordered)
