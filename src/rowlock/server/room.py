"""A room: one table, those connected to it, its bots and its clocks.

Everything that changes a table passes through `commit`, one at a time: entries are stored with
the expected sequence number, then folded, then told to everybody. What is not stored has not
happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from rowlock.core.explain import explain
from rowlock.core.game import deciders, legal_moves
from rowlock.core.move import NOTHING, ColourCross, WhiteCross
from rowlock.core.obstacle import obstacle
from rowlock.core.sheet import crosses_in_row
from rowlock.errors import Illegal, Refusal
from rowlock.server import decide
from rowlock.server import entries as log
from rowlock.server.bots import Thinkers
from rowlock.server.logs import logger
from rowlock.server.metrics import Metrics
from rowlock.server.outbox import Outbox, encode
from rowlock.server.protocol import intents, news
from rowlock.server.store import Conflict, Store
from rowlock.server.table import Table
from rowlock.server.view import Scene, personalise, public_view, view_of

MAX_SILENT = 2
"""Timeouts in a row after which a bot covers a seat."""
MAX_CONNECTIONS = 5
"""Open connections of one member."""
MAX_WATCHERS = 50
EMOTES = ("hello", "well_done", "lucky", "oh_no", "hurry", "thanks", "laugh", "wow")


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Room:
    def __init__(self, table: Table, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.outboxes: list[Outbox] = []
        self.gone_since: dict[int, float] = {}
        """When the last connection of a member closed."""
        self.partial: dict[int, tuple[str, ...]] = {}
        self.pencil: dict[int, tuple[str, ...]] = {}
        self.deadline: float | None = None
        self.used = time.time()
        self._question: tuple[object, ...] = ()
        self._legal: dict[int, tuple[news.Option, ...]] = {}
        self._lock = asyncio.Lock()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    # Who is here -----------------------------------------------------------------------------

    def member_of(self, token: str) -> int:
        """The member with this token."""
        hashed = hash_token(token)
        for number, member in self.table.members.items():
            if hmac.compare_digest(member.token_hash, hashed) and not member.gone:
                return number
        raise Illegal("bad_token", "this key does not open this table")

    @property
    def present(self) -> set[int]:
        return {box.member for box in self.outboxes if box.member is not None}

    @property
    def idle(self) -> bool:
        return not self.outboxes and not self._thinking and not self._lock.locked()

    async def connect(self, outbox: Outbox, seq: int | None) -> None:
        """A client arrives (again): tell it everything it may know."""
        async with self._lock:
            mine = [box for box in self.outboxes if box.member == outbox.member]
            limit = MAX_WATCHERS if outbox.member is None else MAX_CONNECTIONS
            if len(mine) >= limit:
                mine[0].bye("replaced")
                self.outboxes.remove(mine[0])
            arrived = outbox.member is not None and outbox.member not in self.present
            self.outboxes.append(outbox)
            events: tuple[news.Happening, ...] = ()
            if seq is not None and seq <= self.table.seq:
                events = tuple(event for n, event in self.table.history if n > seq)
            back = self._hand_back(outbox.member) if arrived else []
            if arrived and outbox.member is not None:
                self.gone_since.pop(outbox.member, None)
            if back:
                await self.commit(back)
            self._set_clock()
            outbox.seq = self.table.seq
            scene = self._scene()
            outbox.tell(view_of(self.table, outbox.member, scene, events, complete=True))
            if arrived or outbox.member is None:
                self._tell_all(besides=outbox)
            await self._go_on()

    async def disconnect(self, outbox: Outbox) -> None:
        async with self._lock:
            if outbox not in self.outboxes:
                return
            self.outboxes.remove(outbox)
            self.used = time.time()
            member = outbox.member
            if member is None or member not in self.present:
                if member is not None:
                    self.gone_since[member] = time.time()
                self._tell_all()
            await self._go_on()

    def _hand_back(self, member: int | None) -> list[log.LogEntry]:
        """Takes a member's seats back from the bots that cover them."""
        covered = self.table.covered
        return [log.CoverSet(s, False) for s in self.table.seats_of(member) if s in covered]

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """For changes from outside: nothing else happens to the table meanwhile."""
        async with self._lock:
            if self.closing:
                raise Illegal("server_stopping", "this room is closing")
            yield

    # Messages --------------------------------------------------------------------------------

    async def handle(self, member: int | None, intent: intents.ClientMessage) -> news.ServerMessage:
        """Carry out a client's message; answers what it is to be told."""
        try:
            match intent:
                case intents.Ping():
                    return news.Pong(intent.id, int(time.time() * 1000))
                case intents.Why():
                    return self._why(member, intent)
            async with self._lock:
                if self.closing:
                    raise Illegal("server_stopping", "the server is stopping")
                await self._handle(member, intent)
            return news.Ack(intent.id, self.table.seq)
        except Refusal as refusal:
            self.metrics.refused[refusal.code] += 1
            return news.Refused(intent.id, refusal.code, refusal.message)
        except Conflict:
            return news.Refused(intent.id, "stale", "the table has changed meanwhile")

    async def _handle(self, member: int | None, intent: intents.ClientMessage) -> None:
        table = self.table
        if member is not None and table.members[member].gone:
            raise Illegal("bad_token", "you have left this table")
        asker = decide.Asker(member, time.time(), tuple(x.id for x in self.thinkers.levels))
        match intent:
            case intents.Emote():
                self._emote(member, intent)
                return
            case intents.Pencil():
                self._keep_pencil(asker, intent)
                return
            case intents.Here():
                if entries := self._hand_back(member):
                    await self.commit(entries)
                return
        decision = decide.decide(table, asker, intent)
        entries = self._hand_back(member)
        if isinstance(decision, decide.Unfinished):
            self.partial[decision.seat] = decision.moves
            entries += decision.entries
        else:
            if isinstance(intent, intents.Answer | intents.TakeBack):
                self.partial.pop(intent.seat, None)
            entries += decision
        if entries:
            await self.commit(entries)
        elif isinstance(intent, intents.Answer | intents.TakeBack):
            self._tell_all(only=member)
        for entry in entries:
            if isinstance(entry, log.MemberGone):
                self._show_out(entry.member)

    def _emote(self, member: int | None, intent: intents.Emote) -> None:
        seats = self.table.seats_of(member)
        if not seats:
            raise Illegal("spectator", "who only watches cannot do that")
        if intent.emote not in EMOTES:
            raise Illegal("malformed", "there is no such emote")
        if set(seats) & self.table.muted:
            raise Illegal("muted", "the host has muted you")
        name = self.table.seats[seats[0]].name
        self._tell_all(events=(news.Emoted(seats[0], name, intent.emote),))

    def _keep_pencil(self, asker: decide.Asker, intent: intents.Pencil) -> None:
        game = decide.running(self.table)
        decide.own_seat(self.table, asker, intent.seat)
        if intent.ask != self.table.ask:
            raise Illegal("too_late", "that question is closed")
        if not intent.moves:
            self.pencil.pop(intent.seat, None)
            return
        decide.trial(game, intent.seat, intent.moves)
        self.pencil[intent.seat] = intent.moves

    def _why(self, member: int | None, intent: intents.Why) -> news.Because:
        table = self.table
        decide.own_seat(table, decide.Asker(member, 0, ()), intent.seat)
        cell = table.variant.cell.get(intent.cell)
        if cell is None:
            raise Illegal("unknown_cell", "there is no such cell")
        if table.real is not None:
            sheet = table.real.sheet(intent.seat)
            code = table.real.wall(intent.seat, cell, time.time())
        elif table.scribe is not None:
            game, seat = table.game, intent.seat
            sheet = game.sheets[seat]
            # The sheet's own reason says more than "it is not your turn".
            code = obstacle(table.variant, sheet, game.closed, cell)
            move = ColourCross(cell.name) if game.stage == "action2" else WhiteCross(cell.name)
            if code is None and move not in legal_moves(game, seat):
                code = explain(game, seat, move, deciders(game))[0]
        else:
            raise Illegal("not_started", "no game is under way")
        if code != "too_few_crosses":
            return news.Because(intent.id, cell.name, code)
        needed = table.variant.crosses_before_lock
        return news.Because(intent.id, cell.name, code, needed, crosses_in_row(sheet, cell.row))

    def _show_out(self, member: int) -> None:
        for box in [box for box in self.outboxes if box.member == member]:
            self.outboxes.remove(box)
            box.bye("kicked")

    # Changes ---------------------------------------------------------------------------------

    async def commit(self, entries: list[log.LogEntry]) -> None:
        """Store, fold, tell everybody, go on. The caller holds the lock."""
        happened = await self._write(entries)
        quiet = len(entries) == 1 and not happened
        match entries[0]:
            case log.SeatAnswered(seat=seat, ask=ask) | log.AnswerTakenBack(seat=seat, ask=ask) if (
                quiet
            ):
                self._tell_answered(seat, ask)
            case _:
                self._tell_all(events=tuple(happened))
        await self._go_on()

    async def _write(self, entries: list[log.LogEntry]) -> list[news.Happening]:
        table = self.table
        payloads = [log.encode(entry) for entry in entries]
        begun = time.perf_counter()
        try:
            await self.store.append(table.id, table.seq, payloads, time.time())
        except Conflict:
            await self._reload()
            raise
        self.metrics.stored.observe(time.perf_counter() - begun)
        self.used = time.time()
        asked = self._asked()
        happened: list[news.Happening] = []
        for entry in entries:
            happened += table.apply(entry)
        if asked != self._asked():
            self.partial.clear()
            self.pencil.clear()
            self._legal.clear()
        return happened

    async def _reload(self) -> None:
        """Another process has written to this log: believe the log."""
        stored = await self.store.read(self.table.id)
        if stored is not None:
            self.table = fold(stored.payloads)
            self._legal.clear()
            self._tell_all()

    # Telling ---------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        return Scene(
            now=time.time(),
            deadline=self.deadline,
            present=self.present,
            watchers=sum(box.member is None for box in self.outboxes),
            partial=self.partial,
            pencil=self.pencil,
            legal=self._legal,
        )

    def _tell_all(
        self,
        events: tuple[news.Happening, ...] = (),
        *,
        only: int | None = None,
        besides: Outbox | None = None,
    ) -> None:
        self._set_clock()
        scene = self._scene()
        view = public_view(self.table, scene, events)
        views: dict[int | None, str] = {}
        for box in self.outboxes:
            if box is besides or (only is not None and box.member != only):
                continue
            text = views.get(box.member)
            if text is None:
                personalise(view, self.table, box.member, scene)
                text = views[box.member] = encode(view).decode()
            box.seq = self.table.seq
            box.push(text)
            self.metrics.sent += 1

    def _tell_answered(self, seat: int, ask: str) -> None:
        """The short message for all but the one whose answer it is."""
        owed = decide.owing(self.table)
        member = self.table.seats[seat].member
        short = encode(news.Answered(self.table.seq, ask, seat, seat not in owed, owed)).decode()
        for box in self.outboxes:
            if box.member is None or box.member != member:
                box.seq = self.table.seq
                box.push(short)
                self.metrics.sent += 1
        if member is not None:
            self._tell_all(only=member)

    # Going on: cards, bots, clocks -------------------------------------------------------------

    @property
    def _moving(self) -> bool:
        """A game with turns that is not stopped, with at least one person there."""
        table = self.table
        return (
            table.stage == "playing"
            and table.scribe is not None
            and not table.paused
            and not self.closing
            and any(box.member is not None for box in self.outboxes)
        )

    def _asked(self) -> tuple[object, ...]:
        table = self.table
        if table.scribe is None:
            return ()
        game = table.game
        return (table.id, game.turn, game.stage)

    async def _go_on(self) -> None:
        """Do what the game does by itself, then see to bots and clocks."""
        while self._moving and self.table.game.stage == "deal":
            happened = await self._write(decide.deal(self.table))
            self._tell_all(events=tuple(happened))
        self._set_clock()
        self._set_alarm()
        self._wake_bots()

    def _played_by_bot(self, seat: int) -> bool:
        return self.table.seats[seat].kind == "bot" or seat in self.table.covered

    def _wake_bots(self) -> None:
        if not self._moving:
            return
        for seat in decide.owing(self.table):
            if self._played_by_bot(seat) and seat not in self._thinking:
                task = asyncio.create_task(self._think(seat))
                self._thinking[seat] = task

    async def _think(self, seat: int) -> None:
        """A bot rolls or answers, after a while."""
        try:
            asked = self._asked()
            await asyncio.sleep(self.thinkers.pause())
            if self._asked() != asked or not self._moving:
                return
            table = self.table
            if table.game.stage == "roll":
                async with self._lock:
                    if self._still(seat, asked):
                        await self.commit(decide.roll(table))
                return
            ask = table.ask or ""
            level = table.seats[seat].level or table.options.cover
            begun = time.perf_counter()
            moves = await self.thinkers.answer(level, table.game, seat)
            self.metrics.thought.observe(time.perf_counter() - begun)
            async with self._lock:
                if self._still(seat, asked):
                    self.partial.pop(seat, None)
                    await self.commit([log.SeatAnswered(seat, ask, moves, "bot")])
        except Exception:
            logger.exception("bot_task_failed", table=self.table.id)
            await asyncio.sleep(1)  # then it is tried again
        finally:
            self._thinking.pop(seat, None)
            self._wake_bots()

    def _still(self, seat: int, asked: tuple[object, ...]) -> bool:
        return (
            self._moving
            and self._asked() == asked
            and seat in decide.owing(self.table)
            and self._played_by_bot(seat)
        )

    def _set_clock(self) -> None:
        """Start the clock when a new question is put to people."""
        limit = self.table.options.time_limit
        if not limit or not self._moving:
            self.deadline = None
            self._question = ()
            return
        if self._question != self._asked():
            self._question = self._asked()
            people = [s for s in decide.owing(self.table) if not self._played_by_bot(s)]
            self.deadline = time.time() + limit if people else None

    def _set_alarm(self) -> None:
        """Wake up when a clock runs out or an absent player has been away for long enough."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        times = [] if self.deadline is None else [self.deadline]
        if self._moving:
            times += [when for _, when in self._absences()]
        if times:
            wait = max(0.0, min(times) - time.time())
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait + 0.01, lambda: self._spawn(self._ring))

    def _absences(self) -> list[tuple[int, float]]:
        """Owing seats whose players are away, and when a bot is to cover them."""
        table, present = self.table, self.present
        found = []
        for seat in decide.owing(table):
            member = table.seats[seat].member
            if member is None or member in present or seat in table.covered:
                continue
            since = self.gone_since.setdefault(member, time.time())
            found.append((seat, since + table.options.away_after))
        return found

    def _spawn(self, work: Callable[[], Any]) -> None:
        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ring(self) -> None:
        async with self._lock:
            self._alarm = None
            if not self._moving:
                return
            try:
                now = time.time()
                gone = [seat for seat, when in self._absences() if when <= now]
                if gone:
                    await self.commit([log.CoverSet(seat, True) for seat in gone])
                if self.deadline is not None and self.deadline <= now:
                    await self._time_is_up()
                self._set_alarm()
            except Exception:
                logger.exception("alarm_failed", table=self.table.id)

    async def _time_is_up(self) -> None:
        table = self.table
        late = [s for s in decide.owing(table) if not self._played_by_bot(s)]
        self.deadline = None
        if table.game.stage == "roll":
            await self.commit(decide.roll(table))
            return
        ask = table.ask or ""
        for seat in late:
            if self.table.ask != ask or seat not in decide.owing(table):
                break
            moves = await self._default_answer(seat)
            await self.commit([log.SeatAnswered(seat, ask, moves, "clock")])
        silent = [s for s in late if table.timeouts.get(s, 0) >= MAX_SILENT]
        if silent and table.stage == "playing":
            await self.commit([log.CoverSet(seat, True) for seat in silent])

    async def _default_answer(self, seat: int) -> tuple[str, ...]:
        """The pencilled answer, else nothing; where that cannot be, a bot decides."""
        game = self.table.game
        moves = self.pencil.get(seat) or self.partial.get(seat)
        if moves is not None:
            while decide.unfinished(after := decide.trial(game, seat, moves), seat):
                moves = (*moves, str(legal_moves(after, seat)[0]))
            return moves
        if NOTHING in legal_moves(game, seat):
            return (str(NOTHING),)
        return await self.thinkers.answer(self.table.options.cover, game, seat)

    async def close(self, code: str) -> None:
        """Say goodbye to everybody; nothing is written any more."""
        async with self._lock:
            self.closing = True
            if self._alarm is not None:
                self._alarm.cancel()
            for task in [*self._thinking.values(), *self._tasks]:
                task.cancel()
            leaving, self.outboxes = self.outboxes, []
            for box in leaving:
                box.bye(code)
            await asyncio.gather(*(box.drain() for box in leaving))


def fold(payloads: tuple[bytes, ...]) -> Table:
    """The table of a stored log."""
    table = Table()
    for payload in payloads:
        table.apply(log.decode(payload))
    return table
