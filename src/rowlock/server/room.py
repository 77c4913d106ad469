"""A room: one table and all that happens at it, one thing at a time.

Everything that changes a table passes through `commit`: entries are folded into a copy of the
table, stored with the expected sequence number, and told to everybody. So what cannot be folded is
never stored, and what is not stored has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias, assert_never

from msgspec.structs import replace

from rowlock.errors import Illegal, Refusal
from rowlock.server import entries as log
from rowlock.server.audience import Audience
from rowlock.server.bell import Bell
from rowlock.server.bot_seats import BotSeats
from rowlock.server.bots import Thinkers
from rowlock.server.calendar import Calendar
from rowlock.server.clocks import Clocks
from rowlock.server.decide import turns
from rowlock.server.decide.dispatch import decide
from rowlock.server.decide.length import has_room, refuse_whims
from rowlock.server.decide.outcome import (
    AnotherTable,
    Answering,
    Entries,
    Outcome,
    Pencilled,
    Reply,
    Shown,
)
from rowlock.server.guard import Bucket
from rowlock.server.logs import logger
from rowlock.server.metrics import Metrics
from rowlock.server.outbox import Outbox
from rowlock.server.protocol import intents, news
from rowlock.server.starting import Starting
from rowlock.server.store import Conflict, LeaseLost, Store, StoreFailure
from rowlock.server.table import Table, fold
from rowlock.server.view import Drafts, Scene, given, view_of

if TYPE_CHECKING:
    from rowlock.server.push.push import Push

OpenTable: TypeAlias = Callable[[AnotherTable, str], Awaitable[str]]
"""Opens the table that follows the one of this name; answers the new one's."""
DayOver: TypeAlias = Callable[[Table], None]
"""Is told that a game of the day is over."""

SHOWS_PER_S = 1.0
"""Emotes of one member; everybody at the table is told of each."""
TOUCH_EVERY_S = 60.0
"""So often it is noted when a table was last written to: games are kept for days after it."""
WHO_EVERY_S = 1.0
"""So often others are told who is here, however often somebody comes and goes."""


class Room:
    def __init__(
        self,
        table: Table,
        store: Store,
        thinkers: Thinkers,
        metrics: Metrics,
        open_table: OpenTable,
        calendar: Calendar,
        touched: float,
        push: Push | None = None,
        day_over: DayOver = lambda table: None,
    ) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.audience = Audience(metrics)
        self.clocks = Clocks(self)
        self.bots = BotSeats(self)
        self.bell = Bell(self, push)
        self.starting = Starting(self)
        self.drafts = Drafts()
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.touched = touched
        """When it was last written to, as Unix seconds, and to within `TOUCH_EVERY_S`."""
        self.calendar = calendar
        self.closing = False
        self._open_table = open_table
        self._day_over = day_over
        self._shows: dict[int | None, Bucket] = {}
        self._speaker: Outbox | None = None
        self._shown_who = -WHO_EVERY_S
        self._showing: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return not self.audience.outboxes and not self.bots.thinking and not self.lock.locked()

    @property
    def moving(self) -> bool:
        """A game with turns that is not stopped, with at least one person there."""
        table = self.table
        return (
            table.stage == "playing"
            and table.scribe is not None
            and not table.paused
            and not self.closing
            and self.audience.anybody
        )

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """For changes from outside: nothing else happens to the table meanwhile."""
        async with self.lock:
            self._refuse_when_closing()
            yield

    def _refuse_when_closing(self) -> None:
        if self.closing:
            raise Illegal("server_stopping", "this room is closing")

    # Who is here -----------------------------------------------------------------------------

    async def connect(self, outbox: Outbox, seq: int | None) -> None:
        """A client arrives (again): tell it everything it may know."""
        async with self.lock:
            if self.closing:
                outbox.bye("server_stopping")
                return
            arrived = self.audience.admit(outbox)
            if arrived and (back := self._hand_back(outbox.member)):
                await self.commit(back)
            self._tell_all(outbox, seq)
            if arrived or outbox.member is None:
                self._show_who_is_here(outbox)
            await self.go_on()

    async def tell_all(self, outbox: Outbox, seq: int | None) -> None:
        """A client that is here has missed something: tell it everything once more."""
        async with self.lock:
            self._tell_all(outbox, seq)

    def _tell_all(self, outbox: Outbox, seq: int | None) -> None:
        events: tuple[news.Happening, ...] = ()
        if seq is not None and seq <= self.table.seq:
            later = [happened for n, happened in self.table.history if n > seq]
            events = tuple(event for happened in later for event in happened)
        self.clocks.start()
        outbox.tell(view_of(self.table, outbox.member, self._scene(), events, complete=True))

    async def disconnect(self, outbox: Outbox) -> None:
        async with self.lock:
            if outbox not in self.audience.outboxes:
                return  # it was shown out
            self.used = time.monotonic()
            if self.audience.lose(outbox):
                self._show_who_is_here()
            await self.go_on()

    def _show_who_is_here(self, newcomer: Outbox | None = None) -> None:
        """Somebody came or went. At most once in a while: others must not pay for those who do
        nothing else."""
        if self._showing is not None:
            return
        now = time.monotonic()
        wait = self._shown_who + WHO_EVERY_S - now
        if wait <= 0:
            self._shown_who = now
            self._show([box for box in self.audience.outboxes if box is not newcomer])
        else:
            self._showing = asyncio.get_running_loop().call_later(wait, self._show_who_now)

    def _show_who_now(self) -> None:
        self._showing, self._shown_who = None, time.monotonic()
        if not self.closing:
            self._show(self.audience.outboxes)

    def _hand_back(self, member: int | None) -> Entries:
        """Takes a member's seats back from the bots that cover them."""
        covered = self.table.covered
        if not covered or not has_room(self.table, member):
            return []
        seats = self.table.seats_of(member)
        return [log.CoverSet(seat, False, who=member) for seat in seats if seat in covered]

    async def close(self, code: str) -> None:
        """Say goodbye to everybody; nothing is written any more."""
        await self.settle()
        await self.dismiss(code)

    async def dismiss(self, code: str) -> None:
        """Send everybody away, and see them off."""
        await asyncio.gather(*(box.drain() for box in self.part(code)))

    async def settle(self) -> None:
        """Let what is being written come to its end, and write nothing any more."""
        async with self.lock:
            self.closing = True

    def part(self, code: str) -> list[Outbox]:
        """Send everybody away at once, whatever is under way; answers whom."""
        self.closing = True
        self.clocks.stop()
        self.bots.stop()
        self.bell.stop()
        self.starting.stop()
        return self.audience.dismiss(code)

    # Messages --------------------------------------------------------------------------------

    async def handle(
        self, member: int | None, intent: intents.Wish, speaker: Outbox | None = None
    ) -> news.Reply:
        """Carry out a client's message; answers what it is to be told.

        The speaker's outbox holds what the table tells until it is released.
        """
        try:
            async with self.lock:
                self._refuse_when_closing()
                self._speaker = speaker
                try:
                    outcome = decide(
                        self.table,
                        member,
                        intent,
                        now=time.time(),
                        levels=self.thinkers.ids,
                        host_away_s=self.audience.away_s(self.table.host),
                    )
                    reply = await self._carry_out(member, outcome)
                finally:
                    self._speaker = None
            return reply or news.Ack(intent.id, self.table.seq)
        except Refusal as refusal:
            self.metrics.refused[refusal.code] += 1
            return news.Refused(intent.id, refusal.code, refusal.message)
        except Conflict:
            return news.Refused(intent.id, "stale", "the table has changed meanwhile")
        except StoreFailure:
            return news.Refused(intent.id, "not_stored", "this could not be stored; try again")
        except Exception:
            logger.exception("message_failed", table=self.table.id, type=type(intent).__name__)
            return news.Refused(intent.id, "internal", "the server failed; nothing was changed")

    async def _carry_out(
        self, member: int | None, outcome: Outcome
    ) -> news.Because | news.Pong | None:
        match outcome:
            case list():
                await self._write_for(member, outcome)
            case Answering():
                await self._answer(member, outcome)
            case Pencilled(seat=seat, moves=moves):
                self.drafts.pencil[seat] = moves
            case Shown(event=event):
                if not self._shows.setdefault(member, Bucket(SHOWS_PER_S, 5)).take():
                    raise Illegal("too_fast", "wait a moment")
                self._show(self.audience.outboxes, (event,))
            case Reply(message=message):
                return message
            case AnotherTable():
                name = await self._open_table(outcome, self.table.id)
                await self.commit([log.RematchMade(name)])
            case _:
                assert_never(outcome)
        return None

    async def _write_for(self, member: int | None, wanted: Entries) -> bool:
        """Write what a member wants; whoever wants something is back at the table."""
        entries = self._hand_back(member) + [replace(entry, who=member) for entry in wanted]
        if entries:
            refuse_whims(self.table, member, entries)
            await self.commit(entries)
        return bool(entries)

    async def _answer(self, member: int | None, answer: Answering) -> None:
        if answer.begun is None:
            self.drafts.begun.pop(answer.seat, None)
        else:
            self.drafts.begun[answer.seat] = answer.begun
        if not await self._write_for(member, answer.entries):
            self._show(self._connections_of(member))

    # Changes ---------------------------------------------------------------------------------

    async def commit(self, entries: Entries) -> None:
        """Fold, store, tell everybody, go on. The caller holds the lock."""
        happened = await self._write(entries)
        if self._speaker is not None:
            self._speaker.hold()
        match entries:
            case [log.SeatAnswered() | log.AnswerTakenBack() as answer] if not happened:
                self._tell_answered(answer)
                if isinstance(answer, log.SeatAnswered) and self.clocks.calm and self.bell.calm:
                    return  # nobody is awaited who was not before, and no time is running
            case _:
                self._show(self.audience.outboxes, tuple(happened))
        for entry in entries:
            if isinstance(entry, log.MemberGone):
                left = entry.who == entry.member
                self.audience.show_out(entry.member, "left" if left else "kicked")
                self.bell.forget(entry.member)
        await self.go_on()

    async def _write(self, entries: Entries) -> list[news.Happening]:
        table = self.table
        after, happened = table.after(entries)
        payloads = [log.encode(entry) for entry in entries]
        begun = time.perf_counter()
        try:
            at = self.calendar.now()
            again = 0 <= at - self.touched < TOUCH_EVERY_S
            await self.store.append(table.id, table.seq, payloads, None if again else at)
        except Conflict:
            await self._reload()
            raise
        except LeaseLost:
            raise  # whoever keeps the leases sees to it
        except StoreFailure as failure:
            logger.error("not_stored", table=table.id, reason=str(failure))
            raise
        self.metrics.stored.observe(time.perf_counter() - begun)
        self.used = time.monotonic()
        if not again:
            self.touched = at
        self.table = after
        if table.moment != after.moment:
            self.drafts.clear()
        if after.day is not None and table.stage != after.stage == "over":
            self._day_over(after)
        return happened

    async def _reload(self) -> None:
        """Another process has written to this log: believe the log."""
        stored = await self.store.read(self.table.id)
        if stored is not None:
            self.believe(await asyncio.to_thread(fold, stored.payloads))

    def believe(self, table: Table) -> None:
        """Go on with the table as it is in the store now."""
        self.table = table
        self._show(self.audience.outboxes)

    async def go_on(self) -> None:
        """Do what the table does by itself, then see to clocks and bots."""
        try:
            while entries := self.starting.due() or self._deal():
                if self._speaker is not None:
                    self._speaker.release()  # the store may take a while
                happened = await self._write(entries)
                self._show(self.audience.outboxes, tuple(happened))
        except StoreFailure:
            self.clocks.try_again()  # what led here is stored and holds
            return
        self.starting.set_alarm()
        self.clocks.start()
        self.clocks.set_alarm()
        self.bots.wake()
        self.bell.look()

    def _deal(self) -> Entries:
        due = self.moving and self.table.game.stage == "deal"
        return turns.deal(self.table) if due else []

    # Telling ---------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        now, left = time.time(), self.clocks.left_s
        return Scene(
            now=now,
            deadline=None if left is None else now + left,
            present=self.audience.present,
            covers={seat: now + wait for seat, wait in self.clocks.covers_in_s},
            watchers=self.audience.watchers,
            drafts=self.drafts,
        )

    def _connections_of(self, member: int | None) -> list[Outbox]:
        return [box for box in self.audience.outboxes if box.member == member]

    def _show(self, boxes: list[Outbox], events: tuple[news.Happening, ...] = ()) -> None:
        self.clocks.start()
        self.audience.show(boxes, self.table, self._scene(), events)

    def _tell_answered(self, entry: log.SeatAnswered | log.AnswerTakenBack) -> None:
        """In short, to all but those whose own answer it is and who cannot go by the short form."""
        table, seat = self.table, entry.seat
        owed = table.owing
        member = table.seats[seat].member
        own: list[Outbox] = []
        others: list[Outbox] = []
        for box in self.audience.outboxes:
            (others if box.member is None or box.member != member else own).append(box)
        self.audience.tell(
            others, news.Answered(table.seq, entry.ask, seat, seat not in owed, owed)
        )
        if isinstance(entry, log.SeatAnswered) and len(entry.moves) == 1:
            brief = [box for box in own if box.brief]
            own = [box for box in own if not box.brief]
            if brief:
                self.audience.tell(brief, given(table, seat, self.drafts))
        if own:
            self._show(own)
