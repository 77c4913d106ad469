"""How an action settles: closing rows, penalties, the end, the next turn.

Dice and cards share all of it but one thing: with dice a closed row is closed for everybody
(C-10), with cards for its owner alone (K-05).

    roll / take --> action1 --(all in)--> action2 --> the next player's roll / take
                       |                     |
                       +--> over             +--> over          (C-13, K-05)
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rowlock.core import window
from rowlock.core.ending import ending
from rowlock.core.event import DieRemoved, Event, GameOver, LockCrossed, RowClosed
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import Draft, strike_closed
from rowlock.core.state import Game, Step


def after_answers(game: Game, answers: window.Answers) -> Step:
    """What follows an answer to action 1: nothing yet, or all of them take effect together."""
    settled = window.settled(answers)
    if settled is None:
        return Step(replace(game, answers=answers))
    sheets, events = settled
    crossed = sheets[game.active] != game.sheets[game.active]
    # C-13: where this ends the game there is no action 2 and no penalty.
    return _settle(game, sheets, events, {"stage": "action2", "crossed": crossed})


def after_action2(game: Game, draft: Draft) -> Step:
    """The end of a turn: the next player clockwise becomes active (C-04)."""
    seat = game.active
    following = {
        "stage": "roll" if game.cards is None else "take",
        "turn": game.turn + 1,
        "active": (seat + 1) % len(game.names),
        "roll": None,
        "crossed": False,
    }
    sheets = (*game.sheets[:seat], draft.sheet, *game.sheets[seat + 1 :])
    return _settle(game, sheets, draft.events, following)


def _settle(
    game: Game, sheets: tuple[Sheet, ...], events: tuple[Event, ...], following: dict[str, Any]
) -> Step:
    """The new sheets on the table, the rows that their crossed locks close, and the end.

    `following` is what changes where the game goes on.
    """
    closed, events = _close_rows(game, events)
    if closed != game.closed and game.variant.bar:  # BA-05
        struck = [strike_closed(game.variant, s, sheet, closed) for s, sheet in enumerate(sheets)]
        sheets = tuple(draft.sheet for draft in struck)
        events = (*events, *(event for draft in struck for event in draft.events))
    reason = ending(game.variant, sheets, closed if game.cards is None else None)
    if reason is not None:
        following = {"stage": "over", "reason": reason}
        events = (*events, GameOver(reason))
    cleared = (None,) * len(sheets)
    return Step(replace(game, sheets=sheets, closed=closed, answers=cleared, **following), events)


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
