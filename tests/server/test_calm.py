"""After an answer a room looks for what is due only if a time is running or somebody is called."""

from __future__ import annotations

import asyncio

from rowlock.server import entries as log
from rowlock.server.bots import Thinkers, levels
from rowlock.server.config import Settings
from rowlock.server.metrics import Metrics
from rowlock.server.outbox import Outbox
from rowlock.server.protocol import intents, news
from rowlock.server.protocol.base import Options
from rowlock.server.room import Room
from rowlock.server.rooms import Rooms
from tests.fuzz.messages import MemoryStore

NAMES = ("Ann", "Ben", "Cleo")


async def _swallow(_: str) -> None:
    return None


async def _rolled(*present: int) -> Room:
    """Three players are asked about a roll; these of them are here."""
    rooms = Rooms(MemoryStore(), Thinkers(levels(()), 0.0, 0), Metrics(), Settings())
    seats = [log.SeatState("person", name, "", n) for n, name in enumerate(NAMES)]
    came: list[log.LogEntry] = [
        *(log.MemberCame(n, f"hash {n}", host=n == 0) for n in range(len(NAMES))),
        log.SeatsAre(tuple(seats)),
    ]
    room = await rooms._make(Options(), came, start=True)
    for member in present:
        await room.connect(Outbox(_swallow, lambda: None, member, brief=True), None)
    active = room.table.game.active
    assert isinstance(await room.handle(active, intents.RollDice(turn=1)), news.Ack)
    return room


async def _answer(room: Room, seat: int) -> None:
    nothing = intents.Answer(seat=seat, ask=str(room.table.question), moves=("-",))
    assert isinstance(await room.handle(seat, nothing), news.Ack)


def test_where_all_are_here_no_time_runs() -> None:
    async def story() -> None:
        room = await _rolled(0, 1, 2)
        for seat in range(2):
            await _answer(room, seat)
            assert room.clocks.calm
            assert room.bell.calm
        await _answer(room, 2)
        assert room.table.game.stage == "action2"

    asyncio.run(story())


def test_the_time_of_who_is_away_ends_with_the_answer() -> None:
    async def story() -> None:
        room = await _rolled(0, 2)
        calm = [room.clocks.calm]
        for seat in range(2):  # Ben by a request, without a connection
            await _answer(room, seat)
            calm.append(room.clocks.calm)
        assert calm == [False, False, True]  # a bot would have covered Ben in a while
        assert room.table.owing == (2,)

    asyncio.run(story())
