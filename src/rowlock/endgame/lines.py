"""The rest of a game, and what a seat may answer in it: each whole answer and its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rowlock.core.move import ChooseRow, ColourCross, Move
from rowlock.core.offers import action1_moves, action2_moves
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft, carry_out, choose
from rowlock.core.state import Game, Roll
from rowlock.core.view import View
from rowlock.variants.variant import LuckyPair, Variant

Moves = tuple[Move, ...]


class Rest(NamedTuple):
    """A table as far as the rest of its game goes, without what is hidden."""

    variant: Variant
    sheets: tuple[Sheet, ...]
    lucky: tuple[LuckyPair, ...]
    closed: int
    active: int
    stage: str
    """`roll`, `action1`, `action2` or `over`; anything else belongs to the card game."""
    roll: Roll | None
    crossed: bool
    given: tuple[Moves, ...]
    """What each seat has answered in the action under way, as far as that may be known."""


class Line(NamedTuple):
    """One whole answer to an action: a move with its choices, and the sheet it makes."""

    moves: Moves
    sheet: Sheet


def rest_of(table: Game | View) -> Rest:
    """The rest of a game, or of what a seat sees of one."""
    given: list[Moves] = [()] * len(table.sheets)
    if isinstance(table, Game):
        stage: str = table.stage
        given = [answer.moves if answer else () for answer in table.answers]
    else:
        stage = table.phase
        if stage == "choice":  # others see it in action 2 only
            in_action1 = table.moves and not isinstance(table.moves[0], ColourCross)
            stage = "action1" if in_action1 else "action2"
        if table.seat is not None:
            given[table.seat] = table.moves
    return Rest(
        table.variant, table.sheets, table.lucky, table.closed, table.active, stage, table.roll,
        table.crossed, tuple(given),
    )  # fmt: skip


def lines1(rest: Rest, seat: int) -> list[Line]:
    """A seat's answers to action 1."""
    variant, sheet, closed = rest.variant, rest.sheets[seat], rest.closed
    lucky = rest.lucky[seat] if rest.lucky else None
    total = rest.roll.white_sum if rest.roll else 0
    moves = action1_moves(variant, sheet, closed, total, lucky)
    return [line for move in moves for line in _ends_of(rest, seat, move)]


def lines2(rest: Rest) -> list[Line]:
    """The active seat's answers to action 2; penalties come later."""
    if rest.roll is None:
        return []
    moves = action2_moves(rest.variant, rest.sheets[rest.active], rest.closed, rest.roll)
    return [line for move in moves for line in _ends_of(rest, rest.active, move)]


def _ends_of(rest: Rest, seat: int, move: Move) -> Iterator[Line]:
    """A move with every way to choose on."""
    total = rest.roll.white_sum if rest.roll else 0
    draft = carry_out(rest.variant, seat, rest.sheets[seat], rest.closed, move, total)
    yield from _chosen(rest, seat, (move,), draft)


def _chosen(rest: Rest, seat: int, moves: Moves, draft: Draft) -> Iterator[Line]:
    if not draft.tied:
        yield Line(moves, draft.sheet)
    for row in draft.tied:
        after = choose(rest.variant, seat, draft, rest.closed, row)
        yield from _chosen(rest, seat, (*moves, ChooseRow(row)), after)
