"""Times of a room that end when the test says so, however fast the machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rowlock.server.rooms.room import Room
from rowlock.table.fair.handshake import Handshake
from tests.attack.tools import on_the_loop
from tests.server.running import PATIENCE_S, Running


def room_of(server: Running, table: str) -> Room:
    return server.services.rooms.rooms[table]


async def stop_waiting_for_shares(
    server: Running, table: str, when: Callable[[Handshake], object]
) -> None:
    """End the time for seals or shares, as soon as everybody else has answered."""
    room = room_of(server, table)
    async with asyncio.timeout(PATIENCE_S):
        while not (room.table.stage == "starting" and when(room.table.handshake)):
            await asyncio.sleep(0.01)
    _end(server, room, start_deadline=time.monotonic())


def end_question_time(server: Running, table: str) -> None:
    """End the time of the open question now, if it has a clock."""
    room = room_of(server, table)
    if room.timing.deadline is not None:
        _end(server, room, deadline=time.monotonic())


def _end(server: Running, room: Room, **times: Any) -> None:
    async def end() -> None:
        async with room.lock:
            room.timing = replace(room.timing, **times)
            await room.advance()

    on_the_loop(server, end())
