"""Action 1: one window in which every seat answers at once, hidden until all are in.

It serves dice and cards alike: both announce a number that everybody may cross in one row. The
answers are kept per seat, each with its own chain of bonus crosses, and nobody's answer changes
what another may do, so the order in which they arrive does not matter (C-11, BA-06).
"""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core.event import Event
from rowlock.core.move import NOTHING, ChooseRow, LuckyCross, Move, WhiteCross
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft, choose, cross, lucky_cells, obstacle
from rowlock.core.table import Answer, Game


def legal_answers(game: Game, seat: int) -> tuple[Move, ...]:
    """What a seat may do in action 1: nothing, the announced number, a lucky cross."""
    number = game.announced
    variant, sheet, closed = game.variant, game.sheets[seat], game.closed
    moves: list[Move] = [NOTHING]
    moves += [
        WhiteCross(cell.name)
        for cell in variant.white_cells[number]
        if obstacle(variant, sheet, closed, cell) is None
    ]
    if game.lucky and number in game.lucky[seat]:
        moves += [LuckyCross(cell.name) for cell in lucky_cells(variant, sheet, closed)]
    return tuple(moves)


def with_answer(game: Game, seat: int, move: Move, draft: Draft) -> Game:
    """The game with a seat's move, or its next choice, noted together with what it does."""
    before = game.answers[seat]
    moves = (move,) if before is None else (*before.moves, move)
    return with_answers(game, {seat: Answer(moves, draft)})


def with_answers(game: Game, new: dict[int, Answer | None]) -> Game:
    answers = tuple(new.get(seat, answer) for seat, answer in enumerate(game.answers))
    return replace(game, answers=answers)


def draft_of(game: Game, seat: int, move: Move) -> Draft:
    """What an answer to action 1, or a choice of either action, does to the seat's sheet."""
    variant, sheet, closed, before = (
        game.variant,
        game.sheets[seat],
        game.closed,
        game.answers[seat],
    )
    if isinstance(move, ChooseRow) and before is not None:
        return choose(variant, seat, before.draft, closed, move.row)
    if isinstance(move, WhiteCross):
        return cross(variant, seat, sheet, closed, [variant.cell[move.cell]], "white")
    if isinstance(move, LuckyCross):
        return cross(variant, seat, sheet, closed, [variant.cell[move.cell]], "lucky")
    return Draft(sheet)


def settled(game: Game) -> tuple[tuple[Sheet, ...], tuple[Event, ...]] | None:
    """The new sheets and all events, in seat order, once every answer is complete."""
    sheets: list[Sheet] = []
    events: list[Event] = []
    for answer in game.answers:
        if answer is None or answer.draft.tied:
            return None
        sheets.append(answer.draft.sheet)
        events += answer.draft.events
    return tuple(sheets), tuple(events)
