"""The end of an action: closing rows, penalties, the end of the game, the next turn.

Dice and cards differ in one point: with dice a closed row is closed for all players (C-10), with
cards only for the player who closed it (K-05).

    roll / take --> action1 --(all in)--> action2 --> the next player's roll / take
                       |                     |
                       +--> over             +--> over          (C-13, K-05)
"""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core import action1
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
"""Events without which no row can close and no game can end."""


def after_answers(game: Game, answers: action1.Answers) -> Step:
    """The step after an answer to action 1: all answers take effect once the last one is in."""
    settled = action1.settled(answers)
    if settled is None:
        return Step(replace(game, answers=answers))
    sheets, events = settled
    crossed = sheets[game.active] != game.sheets[game.active]
    none_yet = (None,) * len(sheets)
    game, sheets, events = _settled(game, sheets, events)
    if game.over:  # C-13: no action 2 and no penalty
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
    """Game, sheets and events with the consequences for the whole table added."""
    for event in events:
        if type(event) in DECISIVE:
            return _decided(game, sheets, events)
    return game, sheets, events


def _decided(
    game: Game, sheets: tuple[Sheet, ...], events: tuple[Event, ...]
) -> tuple[Game, tuple[Sheet, ...], tuple[Event, ...]]:
    """Close the rows of crossed locks, strike their bar squares, and end the game if it is over."""
    closed, events = _close_rows(game, events)
    variants = game.variants
    if closed != game.closed and any(variant.bar for variant in variants):  # BA-05
        drafts = [strike_closed(variants[s], s, sheet, closed) for s, sheet in enumerate(sheets)]
        sheets = tuple(draft.sheet for draft in drafts)
        events = (*events, *(event for draft in drafts for event in draft.events))
    reason = ending(variants, sheets, closed if game.cards is None else None)
    if reason is None:
        return replace(game, closed=closed), sheets, events
    over = replace(game, closed=closed, stage="over", reason=reason)
    return over, sheets, (*events, GameOver(reason))


def _close_rows(game: Game, events: tuple[Event, ...]) -> tuple[int, tuple[Event, ...]]:
    """The mask of closed rows after these events, and the events with `RowClosed` etc. added."""
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
