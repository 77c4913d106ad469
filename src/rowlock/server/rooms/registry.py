"""All rooms of this server: creates tables, loads rooms from the store and unloads idle ones."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rowlock.errors import Illegal
from rowlock.protocol import http
from rowlock.server.cluster.peer import Elsewhere
from rowlock.server.config import Settings
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.monitoring.logging import logger
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.new_token import new_token
from rowlock.server.rooms.old_prepared import erase_prepared
from rowlock.server.rooms.open_rooms import OpenRooms
from rowlock.server.rooms.room import GameOver, Room, SharedByRooms
from rowlock.server.rooms.safe_clock import SafeClock
from rowlock.server.rooms.slow_tables import SlowTables
from rowlock.server.rooms.table_use import TableUse, size_of
from rowlock.server.store import Conflict, Store, Stored, StoreFailure
from rowlock.server.store.slow_tables import SlowTableRows
from rowlock.table import log_entries
from rowlock.table.commands import membership, requests
from rowlock.table.commands.caller import TableLimits
from rowlock.table.commands.lobby import check_options
from rowlock.table.commands.outcome import AnotherTable, Entries
from rowlock.table.commands.starting import begin
from rowlock.table.day import LEVEL, Day
from rowlock.table.erase import erased_log
from rowlock.table.fair.origin import BOUND_GAME
from rowlock.table.member_tokens import MemberTokens
from rowlock.table.names import bot_name
from rowlock.table.options import TableOptions, for_log, from_message
from rowlock.table.situation import Timing
from rowlock.table.state import OtherRules, Table, fold
from rowlock.table.tokens import hash_token

if TYPE_CHECKING:
    from rowlock.server.bots.pool import BotPool
    from rowlock.server.cluster.leases import Leases
    from rowlock.server.push.subscriptions import PushSubscriptions
    from rowlock.server.push.webhooks import Webhooks

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""Characters of table ids: no vowels, so that ids are not words, and none that look alike."""
ID_LENGTH = 8
SLEEP_AFTER_S = 120.0
"""Seconds without connections until a room is unloaded from memory; its log stays."""
TIDY_EVERY_S = 30.0


class Rooms:
    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        metrics: Metrics,
        settings: Settings,
        *,
        push: PushSubscriptions | None = None,
        leases: Leases | None = None,
        game_over: GameOver = lambda table: None,
        open_rooms: OpenRooms | None = None,
        limits: AddressLimits | None = None,
        slow: SlowTableRows | None = None,
        webhooks: Webhooks | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.settings = settings
        self.limits = limits or AddressLimits(settings, lambda: 0)
        self.push = push
        self.leases = leases
        """Ownership of tables if other processes share the database, or None."""
        self.calendar = SafeClock()
        self.slow = None if slow is None else SlowTables(slow, self.calendar.now, self._look_at)
        """Tables over days; None in tests that have none."""
        self.webhooks = webhooks
        self.table_limits = TableLimits(
            settings.keep_days * 86_400, tuple(settings.webhook_hosts) if webhooks else ()
        )
        self._game_over = game_over
        self.rooms = OpenRooms() if open_rooms is None else open_rooms
        self.stopping = False
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._tidier: asyncio.Task[None] | None = None

    @property
    def away(self) -> bool:
        """Whether this process has lost its lease."""
        return self.stopping or (self.leases is not None and self.leases.is_lost)

    # Finding ---------------------------------------------------------------------------------

    async def get(self, table: str) -> Room:
        """The room of a table, loaded from the store if necessary."""
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
            raise Illegal("no_such_table", "there is no such table, or it was deleted")
        room.used = time.monotonic()
        return room

    async def _wake(self, table: str) -> Room | None:
        stored = await self._stored(table)
        if stored is None:
            return None
        try:
            folded = await asyncio.to_thread(fold, stored.payloads)
        except OtherRules:
            raise
        except Exception:
            logger.exception("table_damaged", table=table)
            raise Illegal("damaged_table", "the stored game is damaged") from None
        if self._is_stray(table):
            raise Elsewhere.at_peer(table, None)  # lost while it was loaded
        timing = Timing()
        if self.slow is not None and folded.options.over_days:
            timing = await self.slow.restore(folded)
        await erase_prepared(self.store, folded)
        room = self._room(folded, stored.touched, sum(map(size_of, stored.payloads)))
        room.timing = timing
        return room

    async def _look_at(self, table: str) -> None:
        """Load a table over days that needs the server, and do what is due."""
        if table not in self.rooms:
            await (await self.get(table)).look()

    async def glance(self, table: str) -> Table | None:
        """A table as it is stored, read-only, whichever process owns it."""
        stored = await self.store.read(table)
        return None if stored is None else await asyncio.to_thread(fold, stored.payloads)

    async def _stored(self, table: str) -> Stored | None:
        if len(table) != ID_LENGTH or not set(table) <= set(ALPHABET):
            return None
        return await self.store.read(table) if await self._is_ours(table) else None

    async def _is_ours(self, table: str) -> bool:
        """Claim a table. False if it cannot exist; raises `Elsewhere` if another process owns
        it."""
        return self.leases is None or table in self.rooms or await self.leases.claim(table)

    def _room(self, table: Table, touched: float, size: int) -> Room:
        shared = SharedByRooms(
            store=self.store,
            bot_pool=self.bot_pool,
            metrics=self.metrics,
            clock=self.calendar,
            open_table=self._open_next,
            game_over=self._game_over,
            push=self.push,
            slow=self.slow,
            webhooks=self.webhooks,
            limits=self.table_limits,
        )
        use = TableUse(self.limits, size)
        room = self.rooms[table.id] = Room(table, touched, use, shared)
        return room

    # Making ----------------------------------------------------------------------------------

    async def create(self, wish: http.CreateTable, address: str = "") -> http.Created:
        """A new table with its host, for an address."""
        options = from_message(wish.options)
        check_options(options, self.bot_pool.ids, self.table_limits)
        token, levels = new_token(), self.bot_pool
        entries = membership.new_table(wish, hash_token(token), levels.ids, levels.default)
        room = await self._make(options, entries, address, start=wish.start)
        promise = room.table.handshake
        mine = room.table.seats_of(0)
        return http.Created(
            room.table.id, token, 0, mine, commitment=promise.commitment, round=promise.round
        )

    async def create_day(self, day: Day, name: str, token_hash: str, address: str) -> str:
        """Create the table of a player's game of the day, already started; returns its name."""
        membership = [log_entries.SeatState("person", name, "", 0)]
        for _ in range(1, day.players):
            membership.append(log_entries.SeatState("bot", bot_name(LEVEL, [name]), LEVEL))
        entries: Entries = [
            log_entries.MemberCame(0, token_hash, host=True),
            log_entries.SeatsAre(tuple(membership)),
        ]
        options = TableOptions(day.variant.id)
        room = await self._make(options, entries, address, start=True, day=day.date)
        return room.table.id

    async def _open_next(self, wanted: AnotherTable, table: str, address: str) -> str:
        options, entries, start = wanted.options, wanted.entries, wanted.start
        room = await self._make(options, entries, address, start=start, rematch_of=table)
        if self.push is not None:
            await self.push.follow(table, room.table.id, room.table.members)
        return room.table.id

    async def _make(
        self,
        options: TableOptions,
        entries: Entries,
        address: str,
        *,
        start: bool = False,
        rematch_of: str | None = None,
        day: str = "",
    ) -> Room:
        if self.stopping:
            raise Illegal("server_stopping", "the server is stopping")
        if len(self.rooms) >= self.settings.max_tables:
            raise Illegal("server_full", "this server has no room for another table")
        self.limits.check_storage(address)
        while True:
            name = "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
            now, seed = self.calendar.now(), secrets.token_hex(32)
            made = log_entries.TableMade(
                name, for_log(options), seed, now, rematch_of, BOUND_GAME, day
            )
            table = Table()
            payloads = _applied(table, [made, *entries])
            if start:
                payloads += _applied(table, begin(table, now))
            with contextlib.suppress(Conflict):  # the id is taken: try another one
                await self.store.append(name, 0, payloads, now)
                self.metrics.tables += 1
                room = self._room(table, now, 0)
                room.use.payer = address
                room.use.stored(payloads)
                return room

    async def join(self, room: Room, wish: http.JoinTable, address: str = "") -> http.Joined:
        """Give an open seat to a new player."""
        token = new_token()
        async with room.changing():
            entries, member, seat = membership.join(room.table, wish, hash_token(token))
            room.use.check_join(address)
            room.use.check(room.table, entries)
            await room.commit(entries)
            promise = room.table.handshake
        return http.Joined(
            room.table.id, token, member, seat, commitment=promise.commitment, round=promise.round
        )

    async def request_seat(
        self, room: Room, wish: http.RequestSeat, address: str
    ) -> http.Requested:
        """Add a new player's request for a seat in a game under way."""
        token = new_token()
        async with room.changing():
            present = room.audience.present
            entries, member = requests.request_seat(room.table, wish, hash_token(token), present)
            room.use.check_seat_request(address)
            room.use.check(room.table, entries)
            await room.commit(entries)
        return http.Requested(room.table.id, token, member)

    # Erasing ---------------------------------------------------------------------------------

    async def erase(self, table: str, token: str) -> bool:
        """Erase for the member with this token: the host's game, another member's name and chat.
        True if the whole game was deleted."""
        _, keys = await self.opened(table)
        member = keys.member(token)
        if member == keys.host:
            await self.delete(table)
            return True
        room = await self.get(table)
        async with room.changing():
            await self.store.drop_calls(table, member)
            stored = await self.store.read(table)
            if stored is not None:
                payloads, folded = await asyncio.to_thread(_forgotten, stored.payloads, member)
                if payloads != list(stored.payloads):
                    await self.store.rewrite(table, dict(enumerate(payloads, 1)))
                    room.replace_table(folded)
        return False

    async def opened(self, table: str) -> tuple[Stored, MemberTokens]:
        """A stored log and its member tokens, whether or not it can be folded."""
        stored = await self._stored(table)
        if stored is None:
            raise Illegal("no_such_table", "there is no such table, or it was deleted")
        return stored, await asyncio.to_thread(MemberTokens, stored.payloads)

    async def delete(self, table: str) -> None:
        """Delete a table and disconnect everyone."""
        if not await self._is_ours(table):
            return
        room = self.rooms.get(table)
        if room is not None:
            await room.close("no_such_table")
        await self.store.delete(table)
        self.rooms.pop(table, None)

    # Housekeeping ----------------------------------------------------------------------------

    def start(self) -> None:
        if self.slow is not None:
            self.slow.start()
        self._tidier = asyncio.create_task(self._tidy_for_ever())

    async def _tidy_for_ever(self) -> None:
        while True:
            try:
                await self.unload_idle_rooms()
                if self.leases is not None:
                    await self.leases.release_unused(self._is_used)
                if self.calendar.settled:
                    await self.prune(self.calendar.at_most())
            except StoreFailure as failure:
                logger.warning("tidying_failed", reason=str(failure))
            except Exception:
                logger.exception("tidying_failed")
            await asyncio.sleep(TIDY_EVERY_S)

    def _is_used(self, table: str) -> bool:
        return table in self.rooms or table in self._waking

    async def unload_idle_rooms(self) -> None:
        """Unload rooms without connections. If their game is over, subscriptions to notifications
        are deleted."""
        now = time.monotonic()
        for name, room in list(self.rooms.items()):
            if room.idle and now - room.used > SLEEP_AFTER_S:
                del self.rooms[name]
                room.unload()
                if self.slow is not None:
                    self.slow.forget(name)
                if room.table.stage == "over":
                    await self.store.drop_calls(name)

    async def prune(self, now: float) -> None:
        """Delete games that have not been played for `keep_days`."""
        deleted = await self.store.prune(now, self.settings.keep_days * 86_400)
        for name in deleted:
            if name in self.rooms:
                await self.rooms.pop(name).close("no_such_table")
        if deleted:
            logger.info("games_deleted", number=len(deleted))

    def _is_stray(self, table: str) -> bool:
        return self.leases is not None and not self.leases.holds(table)

    async def keeps(self, table: str) -> bool:
        """Whether this process keeps the table because a player is connected. If not, it is
        released for the process that asks."""
        waking = self._waking.get(table)
        if waking is not None:
            await asyncio.wait([waking])
        room = self.rooms.get(table)
        if self.leases is None or (room is not None and not room.idle):
            return True
        self.rooms.drop(table)
        with contextlib.suppress(StoreFailure):  # ours until the database answers again
            await self.leases.release(table)
        return False

    async def stop(self) -> None:
        """Disconnect everyone; everything acknowledged is already stored."""
        self.stopping = True
        if self.slow is not None:
            self.slow.stop()
        if self._tidier is not None:
            self._tidier.cancel()
        rooms = list(self.rooms.values())
        self.rooms.clear()
        settled = asyncio.gather(*(room.settle() for room in rooms))
        if self.leases is None:
            await settled
        else:  # first, so that disconnected clients can reconnect to another process
            await self.leases.retire(settled)
        for room in rooms:
            room.part("server_stopping")


def _applied(table: Table, entries: Entries) -> list[bytes]:
    """Apply entries to a table; returns them encoded for the store."""
    for entry in entries:
        table.apply(entry)
    return [log_entries.encode(entry) for entry in entries]


def _forgotten(payloads: Sequence[bytes], member: int) -> tuple[list[bytes], Table]:
    """The log without a member's traces, and the table it folds to; raises before anything is
    stored if it does not fold."""
    clean = erased_log([log_entries.decode(payload) for payload in payloads], member)
    encoded = [log_entries.encode(entry) for entry in clean]
    return encoded, fold(encoded)
