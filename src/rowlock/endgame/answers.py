"""The rest of a game, and the complete answers that a seat may give in it."""

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


class RestOfGame(NamedTuple):
    """The public part of a game that affects its rest."""

    variant: Variant
    sheets: tuple[Sheet, ...]
    lucky: tuple[LuckyPair, ...]
    closed: int
    active: int
    stage: str
    """`roll`, `action1`, `action2` or `over`; other stages belong to the card game."""
    roll: Roll | None
    crossed: bool
    given: tuple[Moves, ...]
    """The known answers of each seat to the current action."""


class AnswerLine(NamedTuple):
    """A complete answer to an action: a move with its choices, and the resulting sheet."""

    moves: Moves
    sheet: Sheet


def rest_of(table: Game | View) -> RestOfGame:
    """The rest of a game, or of a seat's view of one."""
    answers: list[Moves] = [()] * len(table.sheets)
    if isinstance(table, Game):
        stage: str = table.stage
        answers = [answer.moves if answer else () for answer in table.answers]
    else:
        stage = table.phase
        if stage == "choice":  # other seats see it only in action 2
            in_action1 = table.moves and not isinstance(table.moves[0], ColourCross)
            stage = "action1" if in_action1 else "action2"
        if table.seat is not None:
            answers[table.seat] = table.moves
    return RestOfGame(
        table.variant, table.sheets, table.lucky, table.closed, table.active, stage, table.roll,
        table.crossed, tuple(answers),
    )  # fmt: skip


def action1_lines(rest: RestOfGame, seat: int) -> list[AnswerLine]:
    """All complete answers of a seat to action 1."""
    variant, sheet, closed = rest.variant, rest.sheets[seat], rest.closed
    lucky = rest.lucky[seat] if rest.lucky else None
    total = rest.roll.white_sum if rest.roll else 0
    moves = action1_moves(variant, sheet, closed, total, lucky)
    return [line for move in moves for line in _ends_of(rest, seat, move)]


def action2_lines(rest: RestOfGame) -> list[AnswerLine]:
    """All complete answers of the active seat to action 2, before penalties."""
    if rest.roll is None:
        return []
    moves = action2_moves(rest.variant, rest.sheets[rest.active], rest.closed, rest.roll)
    return [line for move in moves for line in _ends_of(rest, rest.active, move)]


def _ends_of(rest: RestOfGame, seat: int, move: Move) -> Iterator[AnswerLine]:
    """A move with every possible sequence of choices."""
    total = rest.roll.white_sum if rest.roll else 0
    draft = carry_out(rest.variant, seat, rest.sheets[seat], rest.closed, move, announced=total)
    yield from _chosen(rest, seat, (move,), draft)


def _chosen(rest: RestOfGame, seat: int, moves: Moves, draft: Draft) -> Iterator[AnswerLine]:
    if not draft.tied:
        yield AnswerLine(moves, draft.sheet)
    for row in draft.tied:
        after = choose(rest.variant, seat, draft, rest.closed, row)
        yield from _chosen(rest, seat, (*moves, ChooseRow(row)), after)
