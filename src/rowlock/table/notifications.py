"""Decides which absent players get a notification that the table waits for them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rowlock.table.situation import Situation, Timing
from rowlock.table.state import Table

NOTIFY_AFTER_S = 3.0
"""How long a player is away before a notification: reloading a page takes less."""
NOTIFY_EVERY_S = 20.0
"""Minimum interval between two notifications of one player."""
ANNOUNCE_AFTER_S = 60.0
"""How long a question over days is open before the webhook is told."""


def absences_to_notify(situation: Situation) -> tuple[Mapping[int, float], frozenset[int]]:
    """Absent players for whom the table waits, with the time of their notification; and those who
    have been notified.

    Players with a connection are not notified: an open page tells them itself. There is one
    notification per absence, which ends when the player is present and owes nothing.
    """
    table, timing, here = situation.table, situation.timing, situation.presence.members
    if not situation.notifies:
        return {}, frozenset()
    if table.options.over_days:
        return _over_days(situation)
    owing = {
        member for seat in table.people_owing if (member := table.seats[seat].member) is not None
    }
    if owing <= here and not timing.notified:
        return {}, frozenset()
    notify_at = {m: timing.notify_at.get(m) or _soonest(situation, m) for m in owing - here}
    return notify_at, timing.notified - (here - owing)


def _over_days(situation: Situation) -> tuple[Mapping[int, float], frozenset[int]]:
    """Over days there is one notification per question, whatever else happens."""
    table, timing = situation.table, situation.timing
    question = awaited_question(table)
    away = awaited_members(table) - situation.presence.members
    soonest = situation.now + NOTIFY_AFTER_S
    known = timing.notify_at if timing.question == question else {}
    return (
        {member: known.get(member, soonest) for member in away},
        frozenset(member for member in away if timing.told.get(member) == question),
    )


def awaited_question(table: Table) -> str:
    """The name of what a table over days waits for: a question, a roll, or a step of the start."""
    if table.stage == "starting":
        return f"start {table.handshake.round}"
    return "" if table.moment is None else "{}.{}".format(*table.moment)


def awaited_members(table: Table) -> frozenset[int]:
    """The members for whom a table waits."""
    if table.stage == "starting":
        return frozenset(table.handshake.unopened)
    members = (table.seats[seat].member for seat in table.people_owing)
    return frozenset(member for member in members if member is not None)


def time_to_announce(situation: Situation) -> float | None:
    """When the webhook learns of the open question; None if no player is absent, or without one."""
    table, timing = situation.table, situation.timing
    if not table.options.webhook or awaited_members(table) <= situation.presence.members:
        return None
    is_same = timing.question == awaited_question(table) and timing.announce_at is not None
    return timing.announce_at if is_same else situation.now + ANNOUNCE_AFTER_S


def due_announcement(situation: Situation, timing: Timing) -> tuple[Timing, tuple[str, ...]]:
    """The names of those for whom a table has waited long enough to tell the webhook, once for each
    question."""
    table, question = situation.table, awaited_question(situation.table)
    at = timing.announce_at
    if table.paused or at is None or at > situation.now or timing.announced == question:
        return timing, ()
    awaited = awaited_members(table)
    names = tuple(seat.name for seat in table.seats if seat.member in awaited)
    return replace(timing, announced=question), names


def postponed(timing: Timing, member: int, at: float) -> Timing:
    """The times after a notification that fell into quiet hours; it is due at their end."""
    told = {m: question for m, question in timing.told.items() if m != member}
    return replace(
        timing,
        notify_at={**timing.notify_at, member: at},
        notified=timing.notified - {member},
        told=told,
    )


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
    if situation.table.options.over_days:
        question = awaited_question(situation.table)
        told = {**timing.told, **dict.fromkeys(notify, question)}
        return replace(timing, notified=timing.notified | notify, told=told), notify
    last = {**timing.last_notified, **dict.fromkeys(notify, now)}
    return replace(timing, notified=timing.notified | notify, last_notified=last), notify
