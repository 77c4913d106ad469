"""Members: new tables, joining, leaving, removal, and rematches."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, http
from rowlock.table import log_entries
from rowlock.table.commands.caller import (
    Caller,
    host_only,
    person_at,
    seat_at,
)
from rowlock.table.commands.entry_limits import check_room_for_member
from rowlock.table.commands.lobby import OPEN, before_start, known_level
from rowlock.table.commands.outcome import AnotherTable, Entries
from rowlock.table.commands.requests import players_of
from rowlock.table.commands.seat_sheets import check_seats
from rowlock.table.names import bot_name, clean_name
from rowlock.table.options import from_message
from rowlock.table.state import Table


def new_table(
    wish: http.CreateTable, token_hash: str, levels: tuple[str, ...], level: str
) -> Entries:
    """The first entries of a new table: its host, member 0, and its seats; `level` is the default
    of bots."""
    seats = _new_seats(wish.seats, levels, level)
    check_seats(from_message(wish.options), seats)
    return [
        log_entries.MemberCame(0, token_hash, host=True, seals=wish.seals),
        log_entries.SeatsAre(seats),
    ]


def _new_seats(
    wanted: tuple[http.NewSeat, ...], levels: tuple[str, ...], default: str
) -> tuple[log_entries.SeatState, ...]:
    if sum(seat.kind == "me" for seat in wanted) > 1:
        raise Illegal("seat_taken", "you already have a seat")
    names: list[str] = []
    seats = [OPEN] * len(wanted)
    for number, seat in enumerate(wanted):  # people choose their names first
        if seat.kind in ("me", "local"):
            names.append(clean_name(seat.name, names))
            seats[number] = log_entries.SeatState("person", names[-1], "", 0)
    for number, seat in enumerate(wanted):  # bots get the remaining names
        if seat.kind == "bot":
            level = seat.level or default
            known_level(level, levels)
            names.append(bot_name(level, names))
            seats[number] = log_entries.SeatState("bot", names[-1], level)
    variants = [seat.variant for seat in wanted]
    return tuple(replace(seat, variant=v) for seat, v in zip(seats, variants, strict=True))


def join(table: Table, wish: http.JoinTable, token_hash: str) -> tuple[Entries, int, int]:
    """An open seat for a new player: the entries, their member and their seat."""
    before_start(table)
    seat = next((n for n, state in enumerate(table.seats) if state.kind == "open"), None)
    if seat is None:
        raise Illegal("table_full", "all seats are taken")
    check_room_for_member(table)
    member = 1 + max(table.members, default=-1)
    name, sheet = clean_name(wish.name, table.names), table.seats[seat].variant
    person = log_entries.SeatState("person", name, "", member, sheet)
    seats = (*table.seats[:seat], person, *table.seats[seat + 1 :])
    came = log_entries.MemberCame(member, token_hash, seals=wish.seals)
    return [came, log_entries.SeatsAre(seats, joined=seat)], member, seat


def kick(table: Table, asker: Caller, intent: client_messages.Kick) -> Entries:
    """Remove a player: in the lobby the seat becomes open, in a game a bot takes it."""
    host_only(table, asker)
    seat = intent.seat
    state = seat_at(table, seat)
    if table.begun:
        person_at(table, seat)
    elif state.kind == "open":
        return []
    entries: Entries = [_vacated(table, table.seats, seat, kicked=True)]
    member = state.member
    if member is not None and member != table.host and len(table.seats_of(member)) == 1:
        entries.append(log_entries.MemberGone(member))
    return entries


def leave(table: Table, asker: Caller) -> Entries:
    """Give up all seats of a member; if it is the host, another member becomes the host."""
    member, seats = asker.member, table.seats
    entries: Entries = []
    for seat in table.seats_of(member):
        vacated = _vacated(table, seats, seat)
        seats = vacated.seats
        entries.append(vacated)
    others = [
        other
        for other, each in table.members.items()
        if other != member and not each.gone and any(seat.member == other for seat in seats)
    ]
    if member == table.host and others:
        entries.append(log_entries.HostIs(others[0]))
    return [*entries, log_entries.MemberGone(member)]


def _vacated(
    table: Table, seats: tuple[log_entries.SeatState, ...], seat: int, *, kicked: bool = False
) -> log_entries.SeatsAre:
    state = seats[seat]
    bot = replace(state, kind="bot", member=None, level=table.options.cover)
    after = bot if table.begun else OPEN
    remaining = (*seats[:seat], after, *seats[seat + 1 :])
    return log_entries.SeatsAre(remaining, None, seat, state.name, kicked)


def rematch(table: Table, asker: Caller, intent: client_messages.Rematch) -> AnotherTable | Entries:
    """A new table with the same people; the seats move by one."""
    if table.stage != "over":
        raise Illegal("not_over", "the game is not over")
    if table.next_table is not None:
        return []
    waiting = {member for member, each in table.requests.items() if each.seat is None}
    people = players_of(table, table.members.keys() - waiting)
    order = list(table.seats)
    for member, each in table.requests.items():
        if each.seat is not None:  # the game was over before the seat changed hands
            bot = order[each.seat]
            order[each.seat] = log_entries.SeatState("person", each.name, "", member, bot.variant)
    seats = log_entries.SeatsAre((*order[1:], order[0]))
    alone = all(seat.member in (None, asker.member) for seat in order)
    return AnotherTable(table.options, [*people, seats], start=intent.start and alone)
