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
from rowlock.core.ending import ending
from rowlock.core.event import (
    DieRemoved,
    Event,
    GameOver,
    LockCrossed,
    PenaltyTaken,
    RowClosed,
)
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft, strike_closed
from rowlock.core.state import Game, Step

DECISIVE = (LockCrossed, PenaltyTaken)
"""Without one of these events no row closes and no game ends."""


def after_answers(game: Game, answers: window.Answers) -> Step:
    """What follows an answer to action 1: nothing yet, or all of them take effect together."""
    settled = window.settled(answers)
    if settled is None:
        return Step(window.with_answers(game, answers))
    sheets, events = settled
    crossed = sheets[game.active] != game.sheets[game.active]
    none_yet = (None,) * len(sheets)
    game, sheets, events = _settled(game, sheets, events)
    if game.over:  # C-13: then there is no action 2 and no penalty
        return Step(replace(game, sheets=sheets, answers=none_yet), events)
    after = replace(game, sheets=sheets, answers=none_yet, stage="action2", crossed=crossed)
    return Step(after, events)


def after_action2(game: Game, draft: Draft) -> Step:
    """The end of a turn: the next player clockwise becomes active (C-04)."""
    seat, events = game.active, draft.events
    sheets = (*game.sheets[:seat], draft.sheet, *game.sheets[seat + 1 :])
    none_yet = (None,) * len(sheets)
    game, sheets, events = _settled(game, sheets, events)
    if game.over:
        return Step(replace(game, sheets=sheets, answers=none_yet), events)
    after = replace(
        game,
        sheets=sheets,
        answers=none_yet,
        stage="roll" if game.cards is None else "take",
        turn=game.turn + 1,
        active=(seat + 1) % len(sheets),
        roll=None,
        crossed=False,
    )
    return Step(after, events)


def _settled(
    game: Game, sheets: tuple[Sheet, ...], events: tuple[Event, ...]
) -> tuple[Game, tuple[Sheet, ...], tuple[Event, ...]]:
    """The game, the sheets and the events with what follows from them for the whole table."""
    for event in events:
        if type(event) in DECISIVE:
            return _decided(game, sheets, events)
    return game, sheets, events


def _decided(
    game: Game, sheets: tuple[Sheet, ...], events: tuple[Event, ...]
) -> tuple[Game, tuple[Sheet, ...], tuple[Event, ...]]:
    """The rows that crossed locks close, the squares that strikes, and the end if it has come."""
    closed, events = _close_rows(game, events)
    if closed != game.closed and game.variant.bar:  # BA-05
        drafts = [strike_closed(game.variant, s, sheet, closed) for s, sheet in enumerate(sheets)]
        sheets = tuple(draft.sheet for draft in drafts)
        events = (*events, *(event for draft in drafts for event in draft.events))
    reason = ending(game.variant, sheets, closed if game.cards is None else None)
    if reason is None:
        return replace(game, closed=closed), sheets, events
    over = replace(game, closed=closed, stage="over", reason=reason)
    return over, sheets, (*events, GameOver(reason))


def _close_rows(game: Game, events: tuple[Event, ...]) -> tuple[int, tuple[Event, ...]]:
    """The rows closed after these events, and the events with what they close."""
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
    return closed, events
