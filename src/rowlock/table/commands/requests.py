"""A seat in a game under way: a late player asks, the host grants or declines.

request_seat --grant_seat--> the bot's seat changes hands when the next turn begins (`due`)
     |---------start_again-> a new table in the lobby, with all players and the one who asks
     +---decline_request---> their token is worth nothing any more
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from rowlock.errors import Illegal
from rowlock.protocol import client_messages, http
from rowlock.table import log_entries
from rowlock.table.commands.caller import Caller, host_only, seat_at
from rowlock.table.commands.entry_limits import check_room_for_member
from rowlock.table.commands.outcome import AnotherTable, Entries
from rowlock.table.names import clean_name
from rowlock.table.seat_requests import SeatRequest
from rowlock.table.state import Table
from rowlock.variants import MAX_SEATS

MAX_OPEN_REQUESTS = 5
"""Requests at one table that are not answered yet, of people who are connected."""
HOST_AWAY_S = 30.0
"""After this time without the host any player may answer."""


def request_seat(
    table: Table, wish: http.RequestSeat, token_hash: str, present: Collection[int]
) -> tuple[Entries, int]:
    """The log entries for a seat request, and its new member."""
    _under_way(table)
    check_room_for_member(table)
    if sum(member in present for member in table.requests) >= MAX_OPEN_REQUESTS:
        raise Illegal("table_full", "too many people are asking for a seat")
    asking = [each.name for member, each in table.requests.items() if member in present]
    name = clean_name(wish.name, [*table.names, *asking])
    member = 1 + max(table.members, default=-1)
    return [
        log_entries.MemberCame(member, token_hash),
        log_entries.SeatRequested(member, name),
    ], member


def grant(table: Table, asker: Caller, intent: client_messages.GrantSeat) -> Entries:
    request = _answerable(table, asker, intent.member)
    if request.seat == intent.seat:
        return []
    if seat_at(table, intent.seat).kind != "bot":
        raise Illegal("seat_taken", "only a bot's seat can be given away")
    granted = [each for each in table.requests.values() if each.seat is not None]
    if any(each.seat == intent.seat for each in granted):
        raise Illegal("seat_taken", "this seat is already promised to a player")
    clean_name(request.name, [*table.names, *(each.name for each in granted)])
    turn = table.game.turn if table.scribe is not None else 0
    return [log_entries.SeatGranted(intent.member, intent.seat, turn)]


def decline(table: Table, asker: Caller, intent: client_messages.DeclineRequest) -> Entries:
    _answerable(table, asker, intent.member)
    return [log_entries.MemberGone(intent.member)]


def start_again(
    table: Table, asker: Caller, intent: client_messages.StartAgain
) -> AnotherTable | Entries:
    """The same seats, and one more for the newcomer; a full table gives them a bot's seat."""
    if table.next_table is not None:
        return []
    request = _answerable(table, asker, intent.member)
    name = clean_name(request.name, table.names)
    newcomer = log_entries.SeatState("person", name, "", intent.member)
    seats = list(table.seats)
    if len(seats) < MAX_SEATS:
        seats.append(newcomer)
    else:
        bots = [n for n, seat in enumerate(seats) if seat.kind == "bot"]
        if not bots:
            raise Illegal("table_full", f"{MAX_SEATS} seats is the maximum")
        seats[bots[-1]] = replace(newcomer, variant=seats[bots[-1]].variant)
    moving = {seat.member for seat in seats} | {table.host}
    people = players_of(table, moving)
    return AnotherTable(table.options, [*people, log_entries.SeatsAre(tuple(seats))])


def players_of(table: Table, members: Collection[int | None]) -> Entries:
    """These members at another table, with their tokens, if they have not left."""
    promised = table.handshake.promised
    return [
        log_entries.MemberCame(number, each.token_hash, number == table.host, number in promised)
        for number, each in table.members.items()
        if not each.gone and number in members
    ]


def due(table: Table, present: Collection[int]) -> Entries:
    """The next seat that changes hands now; it waits for its player to be connected."""
    if table.stage != "playing":
        return []
    for member, request in table.requests.items():
        seat = request.seat
        if seat is None or member not in present or not _turn_has_begun(table, request):
            continue
        bot = table.seats[seat]
        person = log_entries.SeatState("person", request.name, "", member, bot.variant)
        seats = (*table.seats[:seat], person, *table.seats[seat + 1 :])
        return [log_entries.SeatsAre(seats, joined=seat)]
    return []


def _turn_has_begun(table: Table, request: SeatRequest) -> bool:
    if table.scribe is None:
        return True  # real dice have no turns
    game = table.game
    return game.turn > request.turn and game.stage in ("roll", "deal", "take")


def _under_way(table: Table) -> None:
    if table.stage == "over":
        raise Illegal("game_over", "the game is over")
    if table.stage != "playing":
        raise Illegal("not_started", "the game has not begun")
    if table.chance.is_one_try:
        raise Illegal("already_started", "the game of the day has one player")


def _answerable(table: Table, asker: Caller, member: int) -> SeatRequest:
    """The open request of a member, if the caller may answer it."""
    _under_way(table)
    if asker.host_away_s < HOST_AWAY_S or not table.seats_of(asker.member):
        host_only(table, asker)
    request = table.requests.get(member)
    if request is None:
        raise Illegal("stale", "this member has not asked for a seat")
    return request
