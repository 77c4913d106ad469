"""Decides which absent players get a notification that the table waits for them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rowlock.table.situation import Situation, Timing

NOTIFY_AFTER_S = 3.0
"""How long a player is away before a notification: reloading a page takes less."""
NOTIFY_EVERY_S = 20.0
"""Minimum interval between two notifications of one player."""


def absences_to_notify(situation: Situation) -> tuple[Mapping[int, float], frozenset[int]]:
    """Absent players for whom the table waits, with the time of their notification; and those who
    have been notified.

    Players with a connection are not notified: an open page tells them itself. There is one
    notification per absence, which ends when the player is present and owes nothing.
    """
    table, timing, here = situation.table, situation.timing, situation.presence.members
    if not situation.notifies:
        return {}, frozenset()
    owing = {
        member for seat in table.people_owing if (member := table.seats[seat].member) is not None
    }
    if owing <= here and not timing.notified:
        return {}, frozenset()
    notify_at = {m: timing.notify_at.get(m) or _soonest(situation, m) for m in owing - here}
    return notify_at, timing.notified - (here - owing)


def _soonest(situation: Situation, member: int) -> float:
    now = situation.now
    again = situation.timing.last_notified.get(member, now - NOTIFY_EVERY_S) + NOTIFY_EVERY_S
    return max(again, now + NOTIFY_AFTER_S)


def due_notifications(situation: Situation) -> tuple[Timing, frozenset[int]]:
    timing, now = situation.timing, situation.now
    if situation.table.paused or not timing.notify_at:
        return timing, frozenset()
    notify = frozenset(m for m, at in timing.notify_at.items() if at <= now) - timing.notified
    if not notify:
        return timing, notify
    last = {**timing.last_notified, **dict.fromkeys(notify, now)}
    return replace(timing, notified=timing.notified | notify, last_notified=last), notify
