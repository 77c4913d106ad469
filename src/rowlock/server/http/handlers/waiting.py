"""The list "waiting for you": the tables of a device that wait for it."""

from __future__ import annotations

from rowlock.protocol import http
from rowlock.server.http.call import Call
from rowlock.server.rooms.room import Room
from rowlock.table.tokens import hash_token


async def get_waiting(call: Call, wish: http.WaitingRequest) -> http.Waiting:
    """Tables over days as they are stored, and other tables with several people that are in memory
    here."""
    rooms = call.services.rooms
    keys = [(each.table, hash_token(each.token)) for each in wish.tables]
    found = [] if rooms.slow is None else await rooms.slow.waiting(keys)
    for table, hashed in keys:
        room = rooms.rooms.get(table)
        if room is not None and not room.table.options.over_days:
            found += _waiting(room, hashed)
    return http.Waiting(tuple(sorted(found, key=lambda each: each.since)))


def _waiting(room: Room, hashed: str) -> list[http.WaitingTable]:
    table = room.table
    owing = {
        seat
        for seat in table.people_owing
        if (member := table.seats[seat].member) is not None
        and table.members[member].token_hash == hashed
    }
    people = {seat.member for seat in table.seats} - {None}
    if not owing or table.paused or len(people) < 2:
        return []
    since, turn = int(room.touched * 1000), table.game.turn
    return [http.WaitingTable(table.id, since, None, turn, table.names, tuple(sorted(owing)))]
