"""What a table does by itself: one pure function, called after every change.

`observe` keeps the times that no log entry records: since when a question is open, since when a
player is away. `plan` says which entries are due now, when to look again, which bots to ask and
whom to notify. Both read a `Situation` and nothing else, so every case can be tested without an
event loop. To add an automatic action, write a function that returns the entries that are due and
name it in `AUTOMATIC`; if it waits for a time, yield that time in `_wake_times`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.game import legal_moves
from rowlock.core.move import NOTHING
from rowlock.core.state import Stage
from rowlock.table import log_entries
from rowlock.table.answers import owes_choice, try_answer
from rowlock.table.commands import requests, starting, turns
from rowlock.table.commands.outcome import Entries
from rowlock.table.notifications import (
    absences_to_notify,
    awaited_question,
    due_announcement,
    due_notifications,
    time_to_announce,
)
from rowlock.table.over_days import prepared_answer
from rowlock.table.situation import Situation, Timing
from rowlock.table.state import Table

MAX_SILENT = 2
"""Timeouts in a row after which a bot covers a seat."""
START_STEP_S = 10.0
"""How long the start waits for seals, and then for shares."""


class BotTurn(Struct, frozen=True):
    """A roll or an answer that a bot owes: its own, or that of a player who is late."""

    seat: int
    by: Literal["bot", "clock"] = "bot"


class Plan(Struct, frozen=True):
    """What a table does by itself. Bots, notifications and the time to wake up are only planned
    when no entries are due."""

    timing: Timing
    entries: Entries = []
    wake_at: float | None = None
    """When to plan again, by the monotonic clock; None if only a change can lead to anything."""
    bots: tuple[BotTurn, ...] = ()
    notify: frozenset[int] = frozenset()
    """Members to notify now that the table waits for them."""
    announce: tuple[str, ...] = ()
    """The names to send to the webhook now."""


Automatic: TypeAlias = Callable[[Situation], Entries]


def plan(situation: Situation) -> Plan:
    """What is due now, after `observe`."""
    for automatic in AUTOMATIC:
        if entries := automatic(situation):
            return Plan(situation.timing, entries)
    timing, notify = due_notifications(situation)
    timing, announce = due_announcement(situation, timing)
    later = [at for at in _wake_times(situation, timing) if at > situation.now]
    return Plan(timing, [], min(later, default=None), _bots(situation), notify, announce)


# Times ---------------------------------------------------------------------------------------


def observe(situation: Situation) -> Timing:
    """The times after a change of the table or of who is present."""
    table, timing = situation.table, situation.timing
    moment, deadline, more_time = _question_clock(situation)
    step = _start_step(table)
    notify_at, notified = absences_to_notify(situation)
    return Timing(
        moment=moment,
        deadline=deadline,
        start_step=step,
        start_deadline=timing.start_deadline
        if step == timing.start_step
        else situation.now + _start_step_s(table),
        absent_since=_absent_since(situation),
        notify_at=notify_at,
        notified=notified,
        last_notified=timing.last_notified,
        more_time=more_time,
        question=awaited_question(table),
        told=timing.told,
        announced=timing.announced,
        announce_at=time_to_announce(situation),
    )


def covers(situation: Situation) -> dict[int, float]:
    """The owing seats whose players are away, and when a bot covers each.

    In the game of the day bots never answer for a player, and over days no player counts as away.
    """
    table = situation.table
    if table.chance.is_one_try or table.options.over_days or not situation.is_moving:
        return {}
    away, after = situation.timing.absent_since, table.options.away_after
    return {
        seat: away[member] + after
        for seat in table.owing
        if (member := table.seats[seat].member) is not None
        and member in away
        and seat not in table.covered
    }


def _question_clock(
    situation: Situation,
) -> tuple[tuple[int, Stage] | None, float | None, int]:
    """Start the clock when something new is asked of people: the question, the deadline, and over
    days how often it has begun again."""
    table, timing = situation.table, situation.timing
    limit, more = table.options.time_limit, len(table.more_time)
    if not limit or not situation.is_moving:
        return None, None, 0
    is_same = timing.moment == table.moment and more == timing.more_time
    if is_same and (timing.deadline is not None or not table.options.over_days):
        return timing.moment, timing.deadline, more
    return table.moment, situation.now + limit if table.people_owing else None, more


def _absent_since(situation: Situation) -> Mapping[int, float]:
    before, presence = situation.timing.absent_since, situation.presence
    members = [seat.member for seat in situation.table.seats]
    absent = {m for m in members if m is not None and m not in presence.members}
    if not absent:
        return {}
    return {m: presence.gone_since.get(m, before.get(m, situation.now)) for m in absent}


def _wake_times(situation: Situation, timing: Timing) -> Iterator[float]:
    table = situation.table
    if timing.deadline is not None:
        yield timing.deadline
    if table.stage == "starting":
        yield timing.start_deadline
    yield from covers(situation).values()
    if timing.announce_at is not None and timing.announced != awaited_question(table):
        yield timing.announce_at
    if not table.paused:
        for member, at in timing.notify_at.items():
            if member not in timing.notified:
                yield at


# Entries -------------------------------------------------------------------------------------


def _start(situation: Situation) -> Entries:
    """The next step of a start that is under way; over days the first one when all seats are
    taken."""
    table, timing = situation.table, situation.timing
    if table.stage == "lobby" and _is_complete(table):
        return starting.begin(table, situation.wall)
    if table.stage != "starting":
        return []
    gone = set(situation.presence.gone_since) - situation.presence.members
    late = timing.start_deadline <= situation.now
    return starting.due(table, situation.wall, situation.new_seed, gone, late=late)


def _is_complete(table: Table) -> bool:
    """Whether a table over days begins by itself: all seats are taken, by several people. Only in
    its first round, so that a start that failed is not repeated for ever."""
    members = {seat.member for seat in table.seats} - {None}
    is_full = all(seat.kind != "open" for seat in table.seats)
    over_days = table.options.over_days and table.handshake.round == 1
    return over_days and is_full and len(members) > 1


def _deal(situation: Situation) -> Entries:
    """A new pile of cards."""
    is_due = situation.is_moving and situation.table.game.stage == "deal"
    return turns.deal(situation.table) if is_due else []


def _change_hands(situation: Situation) -> Entries:
    """The bot's seat that the host has granted to a late player."""
    return requests.due(situation.table, situation.presence.members)


def _end_by_agreement(situation: Situation) -> Entries:
    """The end of a game over days that all who are left want to end."""
    table = situation.table
    left = table.players_left
    if table.stage != "playing" or not table.end_wanted or not left <= table.end_wanted:
        return []
    return [log_entries.GameAbandoned()]


def _use_prepared(situation: Situation) -> Entries:
    """The next prepared answer to the present roll, or the roll that a player has allowed."""
    table = situation.table
    if not table.options.over_days or not situation.is_moving:
        return []
    if table.game.stage == "roll":
        prepared = table.prepared.get(table.game.active)
        allowed = prepared is not None and prepared.roll and bool(table.people_owing)
        return turns.roll(table) if allowed else []
    for seat in table.people_owing if table.readied else ():
        if (answer := prepared_answer(table, seat)) is not None:
            return [log_entries.SeatAnswered(seat, str(table.question), answer.texts, "prepared")]
    return []


def _pass(situation: Situation) -> Entries:
    """The roll or answer of a seat that passes each time."""
    table = situation.table
    if table.options.when_late != "pass" or not situation.is_moving:
        return []
    for seat in table.owing:
        if table.passes(seat):
            return _late_entries(situation, seat)
    return []


def _cover(situation: Situation) -> Entries:
    """Bots for players who have been away, or silent, for long enough."""
    if not situation.is_moving:
        return []
    table, now = situation.table, situation.now
    seats = {seat for seat, at in covers(situation).items() if at <= now}
    seats |= {seat for seat, n in table.timeouts.items() if n >= MAX_SILENT}
    return [
        log_entries.CoverSet(seat, True) for seat in sorted(seats) if not table.played_by_bot(seat)
    ]


def _time_is_up(situation: Situation) -> Entries:
    """The roll, or the answer of one player, after the time for it is up."""
    for seat in _late(situation):
        if entries := _late_entries(situation, seat):
            return entries
    return []


def _late_entries(situation: Situation, seat: int) -> Entries:
    """The roll or the answer of a player who does not give it."""
    table = situation.table
    if table.game.stage == "roll":
        return turns.roll(table, by="clock" if table.options.over_days else "person")
    moves = _default_answer(situation, seat)
    return [log_entries.SeatAnswered(seat, str(table.question), moves, "clock")] if moves else []


AUTOMATIC: tuple[Automatic, ...] = (
    _start,
    _deal,
    _change_hands,
    _end_by_agreement,
    _use_prepared,
    _cover,
    _pass,
    _time_is_up,
)
"""In this order; the first that has entries to write comes first."""


def _late(situation: Situation) -> list[int]:
    deadline = situation.timing.deadline
    if deadline is None or deadline > situation.now:
        return []
    return situation.table.people_owing


def _default_answer(situation: Situation, seat: int) -> tuple[str, ...]:
    """The answer of a player whose time is up: the pencilled one, otherwise crossing nothing.

    Empty if something must be chosen; then a bot decides. Over days the pencilled answer does not
    count, because it is not stored, and the first of what must be chosen does.
    """
    game, drafts = situation.table.game, situation.drafts
    over_days = situation.table.options.over_days
    moves = (None if over_days else drafts.pencil.get(seat)) or drafts.begun.get(seat)
    if moves is not None:
        while owes_choice(after := try_answer(game, seat, moves), seat):
            moves = (*moves, str(legal_moves(after, seat)[0]))
        return moves
    legal = legal_moves(game, seat)
    if NOTHING in legal:
        return (str(NOTHING),)
    return (str(legal[0]),) if over_days else ()


def _start_step_s(table: Table) -> float:
    """How long a step of the start may take: over days, a device opens its share when its player
    comes by."""
    if table.options.over_days and table.handshake.members is not None:
        return table.options.time_limit
    return START_STEP_S


def _start_step(table: Table) -> object:
    handshake = table.handshake
    return (handshake.round, handshake.list) if table.stage == "starting" else None


# Bots ----------------------------------------------------------------------


def _bots(situation: Situation) -> tuple[BotTurn, ...]:
    if not situation.is_moving:
        return ()
    table = situation.table
    own = [
        BotTurn(seat)
        for seat in table.owing
        if table.played_by_bot(seat) and not table.passes(seat)
    ]
    return (*own, *(BotTurn(seat, "clock") for seat in _late(situation)))
