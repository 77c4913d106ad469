"""All answers that a seat could give to the next roll, for players who prepare some."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rowlock.core.action1 import with_answer
from rowlock.core.event import Crossed, LockCrossed
from rowlock.core.game import previews
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Game, Roll
from rowlock.core.turn_dice import roll
from rowlock.protocol import server_messages
from rowlock.table.move_preview import sheet_view

MAX_ANSWERS = 24
"""Answers that are listed for one number."""


def possible_answers(game: Game, seat: int) -> tuple[server_messages.NumberAnswers, ...]:
    """By number that may be announced: the complete answers of a seat, on its sheet as it is after
    its answer to the open question."""
    game = _before_roll(game, seat)
    return tuple(
        [_answers(game, seat, number) for number in range(2, 2 * game.sides + 1)],
    )


def _answers(game: Game, seat: int, number: int) -> server_messages.NumberAnswers:
    white = max(1, number - game.sides)
    colours = tuple(None if game.closed >> colour & 1 else 1 for colour in range(4))
    rolled = roll(game, Roll((white, number - white), colours))
    before = sheet_view(game.variants[seat], game.sheets[seat]).total
    found: list[server_messages.PossibleAnswer] = []
    for moves, draft in _complete(rolled, seat, ()):
        found.append(_answer(game, seat, moves, draft, before))
        if len(found) == MAX_ANSWERS:
            break
    return server_messages.NumberAnswers(number, tuple(found))


def _complete(
    game: Game, seat: int, moves: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Draft]]:
    """The complete answers that begin with these moves, and their results."""
    for move, draft in previews(game, seat):
        all_moves = (*moves, str(move))
        if draft.tied:
            after = replace(game, answers=with_answer(game, seat, move, draft))
            yield from _complete(after, seat, all_moves)
        else:
            yield all_moves, draft


def _answer(
    game: Game, seat: int, moves: tuple[str, ...], draft: Draft, before: int
) -> server_messages.PossibleAnswer:
    return server_messages.PossibleAnswer(
        moves=moves,
        crosses=tuple([event.cell for event in draft.events if isinstance(event, Crossed)]),
        gain=sheet_view(game.variants[seat], draft.sheet).total - before,
        closes=tuple([event.row for event in draft.events if isinstance(event, LockCrossed)]),
    )


def _before_roll(game: Game, seat: int) -> Game:
    """The game before a roll, with the sheet that the seat has after its present answer."""
    answer = game.answers[seat]
    sheets: tuple[Sheet, ...] = game.sheets
    if answer is not None:
        sheets = (*sheets[:seat], answer.draft.sheet, *sheets[seat + 1 :])
    return replace(
        game, stage="roll", roll=None, answers=(None,) * len(game.answers), sheets=sheets
    )
