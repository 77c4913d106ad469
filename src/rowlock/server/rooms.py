"""All rooms of this server: new tables, rooms woken from the store, rooms put to sleep."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time

from msgspec.structs import replace

from rowlock.errors import Illegal
from rowlock.server import entries as log
from rowlock.server.bots import Thinkers
from rowlock.server.config import Settings
from rowlock.server.decide import seats
from rowlock.server.decide.lobby import check_options
from rowlock.server.decide.outcome import AnotherTable, Entries
from rowlock.server.decide.starting import begin
from rowlock.server.fair_origin import SEALED_SHARES
from rowlock.server.logs import logger
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import http
from rowlock.server.protocol.base import Options
from rowlock.server.room import Room
from rowlock.server.store import Conflict, Store
from rowlock.server.table import Table, fold
from rowlock.server.tokens import hash_token, new_token

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""Table ids: no vowels, so no words; nothing that is mistaken for something else."""
ID_LENGTH = 8
SLEEP_AFTER_S = 120.0
"""A room without connections leaves the memory after this time; its log stays."""
TIDY_EVERY_S = 30.0


class Rooms:
    def __init__(
        self, store: Store, thinkers: Thinkers, metrics: Metrics, settings: Settings
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self.stopping = False
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._tidier: asyncio.Task[None] | None = None
        metrics.rooms = lambda: len(self.rooms)

    # Finding ---------------------------------------------------------------------------------

    async def get(self, table: str) -> Room:
        """The room of a table, woken if it sleeps."""
        if self.stopping:
            raise Illegal("server_stopping", "the server is stopping")
        room = self.rooms.get(table)
        if room is None:
            waking = self._waking.get(table)
            if waking is None:
                waking = asyncio.create_task(self._wake(table))
                self._waking[table] = waking
                waking.add_done_callback(lambda _: self._waking.pop(table, None))
            room = await asyncio.shield(waking)
        if room is None:
            raise Illegal("no_such_table", "there is no such table (any more)")
        room.used = time.time()
        return room

    async def _wake(self, table: str) -> Room | None:
        if len(table) != ID_LENGTH or not set(table) <= set(ALPHABET):
            return None
        stored = await self.store.read(table)
        if stored is None:
            return None
        return self._room(fold(stored.payloads))

    def _room(self, table: Table) -> Room:
        room = Room(table, self.store, self.thinkers, self.metrics, self._open_next)
        self.rooms[table.id] = room
        return room

    # Making ----------------------------------------------------------------------------------

    async def create(self, wish: http.CreateTable) -> http.Created:
        """A new table with its host."""
        check_options(wish.options, self.thinkers.ids)
        token, levels = new_token(), self.thinkers
        entries = seats.found(wish, hash_token(token), levels.ids, levels.default)
        room = await self._make(wish.options, entries, start=wish.start)
        promise = room.table.handshake
        mine = room.table.seats_of(0)
        return http.Created(
            room.table.id, token, 0, mine, commitment=promise.commitment, round=promise.round
        )

    async def _open_next(self, wanted: AnotherTable, table: str) -> str:
        room = await self._make(wanted.options, wanted.entries, rematch_of=table)
        return room.table.id

    async def _make(
        self,
        options: Options,
        entries: Entries,
        *,
        start: bool = False,
        rematch_of: str | None = None,
    ) -> Room:
        if self.stopping:
            raise Illegal("server_stopping", "the server is stopping")
        if len(self.rooms) >= self.settings.max_tables:
            raise Illegal("server_full", "this server has no room for another table")
        while True:
            name = "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
            now = time.time()
            seed = secrets.token_hex(32)
            made = log.TableMade(name, options, seed, now, rematch_of, SEALED_SHARES)
            table = Table()
            payloads = _applied(table, [made, *entries])
            if start:
                payloads += _applied(table, begin(table, now))
            with contextlib.suppress(Conflict):  # the id is taken: draw again
                await self.store.append(name, 0, payloads, now)
                self.metrics.tables += 1
                return self._room(table)

    async def join(self, room: Room, wish: http.JoinTable) -> http.Joined:
        """An open seat for somebody new."""
        token = new_token()
        async with room.changing():
            entries, member, seat = seats.join(room.table, wish, hash_token(token))
            await room.commit(entries)
            promise = room.table.handshake
        return http.Joined(
            room.table.id, token, member, seat, commitment=promise.commitment, round=promise.round
        )

    # Erasing ---------------------------------------------------------------------------------

    async def erase(self, room: Room, member: int) -> bool:
        """The host deletes the game; somebody else their name and chat. True: the whole game."""
        if member == room.table.host:
            await self.delete(room)
            return True
        async with room.changing():
            stored = await self.store.read(room.table.id)
            if stored is None:
                return False
            entries = [log.decode(payload) for payload in stored.payloads]
            clean = [forget(entry, member) for entry in entries]
            await self.store.rewrite(room.table.id, [log.encode(entry) for entry in clean])
        await room.close("no_such_table")
        self.rooms.pop(room.table.id, None)
        return False

    async def delete(self, room: Room) -> None:
        await room.close("no_such_table")
        await self.store.delete(room.table.id)
        self.rooms.pop(room.table.id, None)

    # Housekeeping ----------------------------------------------------------------------------

    def start(self) -> None:
        self._tidier = asyncio.create_task(self._tidy_for_ever())

    async def _tidy_for_ever(self) -> None:
        while True:
            try:
                await self.tidy(time.time())
            except Exception:
                logger.exception("tidying_failed")
            await asyncio.sleep(TIDY_EVERY_S)

    async def tidy(self, now: float) -> None:
        """Put idle rooms to sleep, delete games nobody has touched for long."""
        for name, room in list(self.rooms.items()):
            if room.idle and now - room.used > SLEEP_AFTER_S:
                del self.rooms[name]
        deleted = await self.store.prune(now - self.settings.keep_days * 86_400)
        for name in deleted:
            if name in self.rooms:
                await self.rooms.pop(name).close("no_such_table")
        if deleted:
            logger.info("games_deleted", number=len(deleted))

    async def stop(self) -> None:
        """Say goodbye to everybody; all that was acknowledged is stored already."""
        self.stopping = True
        if self._tidier is not None:
            self._tidier.cancel()
        for room in list(self.rooms.values()):
            await room.close("server_stopping")
        self.rooms.clear()


def _applied(table: Table, entries: Entries) -> list[bytes]:
    """The entries as they are stored, after the table has taken them."""
    for entry in entries:
        table.apply(entry)
    return [log.encode(entry) for entry in entries]


def forget(entry: log.LogEntry, member: int) -> log.LogEntry:
    """The entry without the name and the words of a member."""

    def nameless(seats: tuple[log.SeatState, ...]) -> tuple[log.SeatState, ...]:
        return tuple(
            replace(seat, name=f"? {number + 1}") if seat.member == member else seat
            for number, seat in enumerate(seats)
        )

    match entry:
        case log.SeatsAre(seats=seats) | log.GameBegun(seats=seats):
            return replace(entry, seats=nameless(seats))
        case log.LineSaid(member=speaker) if speaker == member:
            return replace(entry, text="")
    return entry
