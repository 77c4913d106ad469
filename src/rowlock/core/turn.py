"""How an action settles: closing rows, penalties, the end, the next turn.

Dice and cards share all of it but one thing: with dice a closed row is closed for everybody
(C-10), with cards for its owner alone (K-05).

    roll / take --> action1 --(all in)--> action2 --> the next player's roll / take
                       |                     |
                       +--> over             +--> over          (C-13, K-05)
"""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core import window
from rowlock.core.event import (
    DieRemoved,
    Event,
    GameOver,
    LockCrossed,
    PenaltyTaken,
    Reason,
    RowClosed,
)
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.sheet_rules import Draft, strike_closed
from rowlock.core.table import Game, Step


def after_answer(game: Game) -> Step:
    """What follows an answer to action 1: nothing yet, or all of them take effect together."""
    settled = window.settled(game)
    if settled is None:
        return Step(game)
    sheets, events = settled
    crossed = sheets[game.active] != game.sheets[game.active]
    game, events = _settle(game, sheets, events)
    if _enough_rows_closed(game):
        return _over(game, events, "two_rows_closed")  # C-13: no action 2, no penalty
    return Step(replace(game, stage="action2", crossed=crossed), events)


def after_action2(game: Game, draft: Draft) -> Step:
    """The end of a turn: what the active player crossed, or the penalty (C-08)."""
    seat, sheet, events = game.active, draft.sheet, draft.events
    if not game.crossed and sheet == game.sheets[seat]:
        sheet = Sheet(sheet.rows, sheet.penalties + 1, sheet.bar)
        events = (*events, PenaltyTaken(seat, sheet.penalties))
    sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
    game, events = _settle(game, sheets, events)
    if _enough_rows_closed(game):
        return _over(game, events, "two_rows_closed")
    if sheet.penalties >= game.variant.penalties_to_end:
        return _over(game, events, "four_penalties")
    return Step(_next_turn(game), events)


def _settle(
    game: Game, sheets: tuple[Sheet, ...], events: tuple[Event, ...]
) -> tuple[Game, tuple[Event, ...]]:
    """The new sheets on the table, and the rows that their crossed locks close."""
    lockers: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, LockCrossed):
            lockers.setdefault(event.row, []).append(event.seat)
    closed = game.closed
    for row in sorted(lockers):
        events = (*events, RowClosed(row, tuple(lockers[row])))
        if game.cards is None:
            closed |= 1 << row
            events = (*events, DieRemoved(row))
    if closed != game.closed and game.variant.bar:  # BA-05
        struck = [strike_closed(game.variant, s, sheet, closed) for s, sheet in enumerate(sheets)]
        sheets = tuple(draft.sheet for draft in struck)
        events = (*events, *(event for draft in struck for event in draft.events))
    cleared = (None,) * len(sheets)
    return replace(game, sheets=sheets, closed=closed, answers=cleared), events


def _enough_rows_closed(game: Game) -> bool:
    needed = game.variant.closed_rows_to_end
    if game.cards is None:
        return game.closed.bit_count() >= needed  # by whomever (C-13)
    return any(locked_rows(game.variant, sheet).bit_count() >= needed for sheet in game.sheets)


def _over(game: Game, events: tuple[Event, ...], reason: Reason) -> Step:
    return Step(replace(game, stage="over", reason=reason), (*events, GameOver(reason)))


def _next_turn(game: Game) -> Game:
    """The next player clockwise becomes active (C-04)."""
    return replace(
        game,
        stage="roll" if game.cards is None else "take",
        turn=game.turn + 1,
        active=(game.active + 1) % len(game.names),
        roll=None,
        crossed=False,
    )
