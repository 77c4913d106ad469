"""A room: one table and all that happens at it, one thing at a time.

Everything that changes a table passes through `commit`: entries are folded into a copy of the
table, stored with the expected sequence number, and sent to everyone. So what cannot be folded is
never stored, and what is not stored has not happened.

`advance` carries out what the table does by itself. `table/plan.py` decides what that is; the room
writes the entries, asks the bots, sends the notifications, and sets its one timer.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from rowlock.errors import Illegal, Refusal
from rowlock.protocol import client_messages, server_messages
from rowlock.server.limits.token_buckets import TokenBucket
from rowlock.server.monitoring.logging import logger
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.audience import Audience
from rowlock.server.rooms.old_chat import OldChat
from rowlock.server.rooms.old_prepared import erase_prepared
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.safe_clock import SafeClock
from rowlock.server.rooms.slow_tables import SlowTables
from rowlock.server.rooms.table_use import TableUse
from rowlock.server.store import Conflict, LeaseLost, Store, StoreFailure
from rowlock.table import log_entries
from rowlock.table.answers import PlayedAnswer
from rowlock.table.commands import turns
from rowlock.table.commands.caller import UNLIMITED, TableLimits
from rowlock.table.commands.dispatch import decide
from rowlock.table.commands.entry_limits import check_entry_limit, has_entries_left
from rowlock.table.commands.outcome import (
    AnotherTable,
    Answering,
    DirectReply,
    Entries,
    Outcome,
    Pencilled,
    Shown,
)
from rowlock.table.drafts import Drafts
from rowlock.table.event_messages import event_messages
from rowlock.table.events import Happening
from rowlock.table.notifications import postponed
from rowlock.table.plan import BotTurn, Plan, covers, observe, plan
from rowlock.table.situation import Presence, Situation, Timing
from rowlock.table.state import Table, fold
from rowlock.table.view import Scene, answer_accepted, view_of

if TYPE_CHECKING:
    from rowlock.server.bots.pool import BotPool
    from rowlock.server.push.subscriptions import PushSubscriptions
    from rowlock.server.push.webhooks import Webhooks

OpenTable: TypeAlias = Callable[[AnotherTable, str, str], Awaitable[str]]
"""Opens the table that follows the one of this name, for an address; returns the new one's name."""
GameOver: TypeAlias = Callable[[Table], None]
"""Called when a game is over."""

EMOTES_PER_S = 1.0
"""Emotes of one member; each is sent to everyone at the table."""
TOUCH_EVERY_S = 60.0
"""Minimum interval between two updates of when a table was last written to."""
WHO_EVERY_S = 1.0
"""Minimum interval between two updates of who is present."""
TRY_AGAIN_S = 1.0
"""When to try again after an automatic step could not be stored."""
BOTS_WITHIN_S = 60.0
"""Over days: when a table is woken if its bots have not answered."""
LATE_S = 0.01
"""How long after its time the timer fires, so that it never fires before."""


class SharedByRooms(Struct, frozen=True):
    """The objects that all rooms share."""

    store: Store
    bot_pool: BotPool
    metrics: Metrics
    clock: SafeClock
    open_table: OpenTable
    game_over: GameOver
    push: PushSubscriptions | None = None
    slow: SlowTables | None = None
    webhooks: Webhooks | None = None
    limits: TableLimits = UNLIMITED


class Room:
    def __init__(
        self, table: Table, touched: float, use: TableUse, services: SharedByRooms
    ) -> None:
        self.table = table
        self.use = use
        self.touched = touched
        """When it was last written to, as Unix seconds, and to within `TOUCH_EVERY_S`."""
        self.services = services
        self.audience = Audience(services.metrics)
        self._old_chat = OldChat(services.store)
        self.timing = Timing()
        self.drafts = Drafts()
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.closing = False
        self.timer: asyncio.TimerHandle | None = None
        """When the table has its next automatic action."""
        self._wake_at: float | None = None
        self._bots_due: tuple[BotTurn, ...] = ()
        self._bots: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._emotes: dict[int | None, TokenBucket] = {}
        self._shown_who = -WHO_EVERY_S
        self._showing_who: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return not self.audience.outboxes and not self._bots and not self.lock.locked()

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the lock for a change that is made outside this class."""
        async with self.lock:
            self._refuse_when_closing()
            yield

    def _refuse_when_closing(self) -> None:
        if self.closing:
            raise Illegal("server_stopping", "this room is closing")

    # Connections -----------------------------------------------------------------------------

    async def connect(self, outbox: Outbox, seq: int | None) -> None:
        """Add a connection and send it everything it may see."""
        async with self.lock:
            if self.closing:
                outbox.bye("server_stopping")
                return
            self.use.payer = self.use.payer or outbox.address
            arrived = self.audience.admit(outbox)
            self._observe()
            over_days = self.table.options.over_days  # there a tap says who is back
            if arrived and not over_days and (back := self._hand_back(outbox.member)):
                await self.commit(back)
            self._tell_all(outbox, seq)
            if arrived or outbox.member is None:
                self._show_who_is_here(outbox)
            await self.advance()

    def _tell_all(self, outbox: Outbox, seq: int | None) -> None:
        events: tuple[server_messages.TableEvent, ...] = ()
        if seq is not None and seq <= self.table.seq:
            later = [happened for n, happened in self.table.history if n > seq]
            events = event_messages(event for happened in later for event in happened)
        outbox.tell(view_of(self.table, outbox.member, self._scene(), events, complete=True))

    async def disconnect(self, outbox: Outbox) -> None:
        async with self.lock:
            if outbox not in self.audience.outboxes:
                return  # it was disconnected meanwhile
            self.used = time.monotonic()
            if self.audience.lose(outbox):
                self._show_who_is_here()
            await self.advance()

    def _show_who_is_here(self, newcomer: Outbox | None = None) -> None:
        """Send who is present, rate-limited: frequent reconnections must not cost the others."""
        if self._showing_who is not None:
            return
        wait = self._shown_who + WHO_EVERY_S - time.monotonic()
        if wait <= 0:
            self._shown_who = time.monotonic()
            self._show([box for box in self.audience.outboxes if box is not newcomer])
        else:
            self._showing_who = asyncio.get_running_loop().call_later(wait, self._show_who_now)

    def _show_who_now(self) -> None:
        self._showing_who, self._shown_who = None, time.monotonic()
        if not self.closing:
            self._show(self.audience.outboxes)

    def _hand_back(self, member: int | None) -> Entries:
        """End the cover of a member's seats by bots."""
        covered = self.table.covered
        if not covered or not has_entries_left(self.table, member):
            return []
        seats = self.table.seats_of(member)
        return [log_entries.CoverSet(seat, False, who=member) for seat in seats if seat in covered]

    # Closing ---------------------------------------------------------------------------------

    async def close(self, code: str) -> None:
        """Disconnect everyone; nothing is written from now on."""
        await self.settle()
        self.part(code)

    async def settle(self) -> None:
        """Wait for a write in progress, and write nothing after it."""
        async with self.lock:
            self.closing = True

    def part(self, code: str) -> None:
        """Disconnect everyone immediately, whatever is in progress."""
        self.closing = True
        self._set_timer(None)
        for task in (*self._bots.values(), *self._tasks):
            task.cancel()
        self.audience.dismiss(code)

    # Messages --------------------------------------------------------------------------------

    async def handle(
        self, member: int | None, command: client_messages.Command, address: str = ""
    ) -> server_messages.Reply:
        """Carry out a message of a client at this address; returns the reply to it."""
        try:
            async with self.lock:
                self._refuse_when_closing()
                self.use.payer = address
                outcome = decide(
                    self.table,
                    member,
                    command,
                    now=time.time(),
                    levels=self.services.bot_pool.ids,
                    host_away_s=self.audience.away_s(self.table.host),
                    limits=self.services.limits,
                )
                reply = await self._carry_out(member, outcome)
            return reply or server_messages.Ack(command.id, self.table.seq)
        except Refusal as refusal:
            self.services.metrics.refused[refusal.code] += 1
            return server_messages.Refused(command.id, refusal.code, refusal.message)
        except Conflict:
            return server_messages.Refused(command.id, "stale", "the table has changed meanwhile")
        except StoreFailure:
            return server_messages.Refused(
                command.id, "not_stored", "this could not be stored; try again"
            )
        except Exception:
            logger.exception("message_failed", table=self.table.id, type=type(command).__name__)
            return server_messages.Refused(
                command.id, "internal", "the server failed; nothing was changed"
            )

    async def _carry_out(
        self, member: int | None, outcome: Outcome
    ) -> server_messages.WhyNotReply | server_messages.Foreseen | server_messages.Pong | None:
        match outcome:
            case list():
                await self._write_for(member, outcome)
            case Answering():
                await self._answer(member, outcome)
            case Pencilled(seat=seat, moves=moves):
                self.drafts.pencil[seat] = moves
            case Shown(event=event):
                if not self._emotes.setdefault(member, TokenBucket(EMOTES_PER_S, 5)).take():
                    raise Illegal("too_fast", "wait a moment")
                self._show(self.audience.outboxes, (event,))
            case DirectReply(message=message):
                return message
            case AnotherTable():
                name = await self.services.open_table(outcome, self.table.id, self.use.payer)
                await self.commit([log_entries.RematchMade(name)])
            case _:
                assert_never(outcome)
        return None

    async def _write_for(
        self, member: int | None, wanted: Entries, played: PlayedAnswer | None = None
    ) -> bool:
        """Write what a member wants. A player who sends a command is back at the table."""
        entries = self._hand_back(member) + [replace(entry, who=member) for entry in wanted]
        if entries:
            check_entry_limit(self.table, member, entries)
            self.use.check(self.table, entries)
            await self.commit(entries, played)
        return bool(entries)

    async def _answer(self, member: int | None, answer: Answering) -> None:
        if answer.begun is None:
            self.drafts.begun.pop(answer.seat, None)
        else:
            self.drafts.begun[answer.seat] = answer.begun
        if not await self._write_for(member, answer.entries, answer.played):
            self._show(self._connections_of(member))

    # Changes ---------------------------------------------------------------------------------

    async def commit(self, entries: Entries, played: PlayedAnswer | None = None) -> None:
        """Fold, store, send, advance. The caller holds the lock."""
        await self._change(entries, played)
        await self.advance()

    async def _change(self, entries: Entries, played: PlayedAnswer | None = None) -> None:
        before = self.table
        happened = await self._write(entries, played)
        await self._old_chat.erase(before, self.table)
        if before.stage != "over":
            await erase_prepared(self.services.store, self.table)
        match entries:
            case [log_entries.SeatAnswered() | log_entries.AnswerTakenBack() as answer] if (
                not happened
            ):
                self._tell_answered(answer)
            case _:
                self._show(self.audience.outboxes, event_messages(happened))
        for entry in entries:
            if isinstance(entry, log_entries.MemberGone):
                left = entry.who == entry.member
                self.audience.show_out(entry.member, "left" if left else "kicked")
                if self.services.push is not None:
                    self._run(partial(self.services.push.unsubscribe, self.table.id, entry.member))

    async def _write(self, entries: Entries, played: PlayedAnswer | None) -> list[Happening]:
        table, services = self.table, self.services
        after, happened = table.after(entries, played)
        payloads = [log_entries.encode(entry) for entry in entries]
        begun = time.perf_counter()
        try:
            at = services.clock.now()
            again = 0 <= at - self.touched < TOUCH_EVERY_S
            await services.store.append(table.id, table.seq, payloads, None if again else at)
        except Conflict:
            await self._reload()
            raise
        except LeaseLost:
            raise  # the lease renewal drops this room
        except StoreFailure as failure:
            logger.error("not_stored", table=table.id, reason=str(failure))
            raise
        self.use.stored(payloads)
        services.metrics.stored.observe(time.perf_counter() - begun)
        self.used = time.monotonic()
        if not again:
            self.touched = at
        self.table = after
        if table.moment != after.moment:
            self.drafts.clear()
        self._observe()
        if table.stage != after.stage == "over":
            services.game_over(after)
        return happened

    async def _reload(self) -> None:
        """Another process has written to this log: read it again."""
        stored = await self.services.store.read(self.table.id)
        if stored is not None:
            self.replace_table(await asyncio.to_thread(fold, stored.payloads))

    def replace_table(self, table: Table) -> None:
        """Continue with the table as it is in the store now."""
        self.table = table
        self._observe()
        self._show(self.audience.outboxes)

    # What the table does by itself -----------------------------------------------------------

    def _situation(self) -> Situation:
        return Situation(
            table=self.table,
            presence=Presence(self.audience.present, self.audience.gone_since),
            timing=self.timing,
            drafts=self.drafts,
            now=time.monotonic(),
            wall=self.services.clock.now(),
            new_seed=secrets.token_hex(32) if self.table.stage == "starting" else "",
            notifies=self.services.push is not None,
        )

    def _observe(self) -> Situation:
        """Update the times on which automatic steps depend, after a change of the table or of
        presence."""
        situation = self._situation()
        self.timing = observe(situation)
        return replace(situation, timing=self.timing)

    async def advance(self) -> None:
        """Carry out what is due now, and arrange what is due later. The caller holds the lock."""
        try:
            while (step := plan(self._observe())).entries:
                await self._change(step.entries)
            await self._keep_times(step)
        except StoreFailure:
            self._set_timer(time.monotonic() + TRY_AGAIN_S)  # what led here is stored and valid
            return
        self.timing = step.timing
        self._set_timer(step.wake_at)
        self._bots_due = step.bots
        self._ask_bots()
        if self.services.push is not None:
            for member in step.notify:
                self._run(partial(self._notify, member))
        if step.announce and self.services.webhooks is not None:
            self._run(partial(self.services.webhooks.announce, self.table, step.announce))

    async def _keep_times(self, step: Plan) -> None:
        """Over days: store the times, before the notifications, so that none is sent twice."""
        if self.services.slow is not None and self.table.options.over_days:
            # If the process ends while bots think, the table is woken for them.
            wake_at = time.monotonic() + BOTS_WITHIN_S if step.bots else step.wake_at
            await self.services.slow.keep(self.table, step.timing, wake_at)

    async def _notify(self, member: int) -> None:
        """Send a notification, or after the quiet hours of the player's device."""
        assert self.services.push is not None
        quiet_s = await self.services.push.call(self.table.id, member)
        if quiet_s > 0:
            async with self.lock:
                if not self.closing:
                    at = time.monotonic() + quiet_s
                    self.timing = postponed(self.timing, member, at)
                    await self.advance()

    async def look(self) -> None:
        """Do what is due; called when the table was loaded because of the time."""
        await self._advance_alone()

    def unload(self) -> None:
        """The room is not used any more; its table stays in the store."""
        self.part("server_stopping")

    def _set_timer(self, wake_at: float | None) -> None:
        if self.timer is not None:
            if wake_at == self._wake_at:
                return
            self.timer.cancel()
            self.timer = None
        self._wake_at = wake_at
        if wake_at is not None and not self.closing:
            wait = max(0.0, wake_at - time.monotonic()) + LATE_S
            self.timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self.timer = None
        self._run(self._advance_alone)

    async def _advance_alone(self) -> None:
        async with self.lock:
            if self.closing:
                return
            try:
                await self.advance()
            except Exception:
                logger.exception("alarm_failed", table=self.table.id)
                self._set_timer(time.monotonic() + TRY_AGAIN_S)

    def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task that may fail without consequences for the table."""
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except StoreFailure as failure:
            logger.warning("call_failed", reason=str(failure))
        except Exception:
            logger.exception("call_failed")

    # Bots ------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        if self.closing:
            return
        for turn in self._bots_due:
            if turn.seat not in self._bots:
                self._bots[turn.seat] = asyncio.create_task(self._bot_turn(turn))

    async def _bot_turn(self, turn: BotTurn) -> None:
        """Roll or answer for a seat, after a pause, if it is still due then."""
        services, moment = self.services, self.table.moment
        try:
            if turn.by == "bot":
                await asyncio.sleep(services.bot_pool.pause(self.table.options.pace))
            if self.table.moment != moment or turn not in self._bots_due:
                return
            entries = await self._bot_entries(turn)
            async with self.lock:
                if self.table.moment == moment and turn in plan(self._situation()).bots:
                    self.drafts.begun.pop(turn.seat, None)
                    await self.commit(entries)
        except Exception as error:
            if not isinstance(error, StoreFailure):
                logger.exception("bot_task_failed", table=self.table.id)
            await asyncio.sleep(TRY_AGAIN_S)
        finally:
            del self._bots[turn.seat]
            self._ask_bots()

    async def _bot_entries(self, turn: BotTurn) -> Entries:
        table, seat, services = self.table, turn.seat, self.services
        if table.game.stage == "roll":
            return turns.roll(table)
        begun = time.perf_counter()
        level = table.seats[seat].level or table.options.cover
        moves = await services.bot_pool.answer(table.id, level, table.game, seat, table.chance.day)
        services.metrics.thought.observe(time.perf_counter() - begun)
        return [log_entries.SeatAnswered(seat, str(table.question), moves, turn.by)]

    # Sending ---------------------------------------------------------------------------------

    def _scene(self) -> Scene:
        situation = self._situation()
        monotonic, wall, deadline = situation.now, time.time(), self.timing.deadline
        return Scene(
            now=wall,
            deadline=None if deadline is None else wall + deadline - monotonic,
            present=self.audience.present,
            covers={seat: wall + at - monotonic for seat, at in covers(situation).items()},
            watchers=self.audience.watchers,
            drafts=self.drafts,
        )

    def _connections_of(self, member: int | None) -> list[Outbox]:
        return [box for box in self.audience.outboxes if box.member == member]

    def _show(
        self, boxes: list[Outbox], events: tuple[server_messages.TableEvent, ...] = ()
    ) -> None:
        self.audience.show(boxes, self.table, self._scene(), events)

    def _tell_answered(self, entry: log_entries.SeatAnswered | log_entries.AnswerTakenBack) -> None:
        """Send the short message about an answer, except to clients of the answering member that do
        not understand it."""
        table, seat = self.table, entry.seat
        owed = table.owing
        member = table.seats[seat].member
        own: list[Outbox] = []
        others: list[Outbox] = []
        for box in self.audience.outboxes:
            (others if box.member is None or box.member != member else own).append(box)
        self.audience.tell(
            others,
            server_messages.AnswersCounted(table.seq, entry.ask, seat, seat not in owed, owed),
        )
        if isinstance(entry, log_entries.SeatAnswered) and len(entry.moves) == 1:
            brief = [box for box in own if box.brief]
            own = [box for box in own if not box.brief]
            if brief:
                self.audience.tell(brief, answer_accepted(table, seat, self.drafts))
        if own:
            self._show(own)
