"""Random messages at tables of all kinds: acknowledged or refused, and every log folds again.

Messages are made from the protocol's own types, half of them as a player would send them, half with
values at random; some are spoiled on the way. They go through the room's own door (`Room.handle`),
with a store in memory.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rowlock.core.game import legal_moves
from rowlock.errors import Refusal
from rowlock.protocol import client_messages, http, server_messages
from rowlock.protocol.base import Options
from rowlock.protocol.codes import CODES
from rowlock.server.bots.levels import levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.config import Settings
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.outbox import Outbox
from rowlock.server.rooms.registry import Rooms
from rowlock.server.rooms.room import Room
from rowlock.server.store import Conflict, Stored
from rowlock.server.transport.websocket import decode
from rowlock.table import log_entries
from rowlock.table.commands.entry_limits import MOST_ENTRIES
from rowlock.table.state import Table, fold
from rowlock.variants import NAMES
from tests.fuzz.fuzzer import Found
from tests.fuzz.spoil import garbage

PER_TABLE = 400
SLOW_S = 5.0
PEOPLE = ("Ann", "Ben", "Zoë", "Олег", "太郎")
KINDS: tuple[Any, ...] = client_messages.Command.__args__


class MemoryStore:
    """Logs in a dictionary, with the promises of every store."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.calls: dict[tuple[str, int], bytes] = {}

    async def open(self) -> None: ...

    async def upgrade(self) -> None: ...

    async def close(self) -> None: ...

    async def append(
        self, table: str, expected: int, payloads: Sequence[bytes], at: float | None
    ) -> None:
        entries = self.logs.setdefault(table, [])
        if len(entries) != expected:
            raise Conflict(table)
        entries += payloads

    async def read(self, table: str) -> Stored | None:
        found = self.logs.get(table)
        return None if found is None else Stored(tuple(found), 0.0)

    async def rewrite(self, table: str, payloads: Mapping[int, bytes]) -> None:
        for seq, payload in payloads.items():
            self.logs[table][seq - 1] = payload

    async def delete(self, table: str) -> None:
        self.logs.pop(table, None)

    async def keep_call(self, table: str, member: int, payload: bytes) -> None:
        self.calls[table, member] = payload

    async def read_call(self, table: str, member: int) -> bytes | None:
        return self.calls.get((table, member))

    async def drop_calls(self, table: str, member: int | None = None) -> None:
        for key in [key for key in self.calls if key[0] == table and member in (None, key[1])]:
            del self.calls[key]

    async def prune(self, now: float, keep_s: float) -> list[str]:
        return []

    async def check(self) -> None: ...

    async def backup(self, path: Path) -> int:
        return 0


class _Unread:
    """A connection whose client is not interested."""

    def write(self, messages: Iterable[bytes]) -> None: ...
    def close(self) -> None: ...


class Fuzz:
    """One table after the other, each made from its own number."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.outcomes: Counter[str] = Counter()
        self.messages = 0

    async def run(self, messages: int, after_each: Callable[[int], None] | None = None) -> None:
        number = 0
        while self.messages < messages:
            await self.table(number, min(PER_TABLE, messages - self.messages))
            number += 1
            if after_each is not None:
                after_each(self.messages)

    async def table(self, number: int, messages: int) -> None:
        rng = Random(f"{self.seed} {number}")
        store = MemoryStore()
        bot_pool = BotPool(levels()[:1], 0.0)
        rooms = Rooms(store, bot_pool, Metrics(), Settings())
        try:
            room, tokens = await seated(rooms, rng)
            for step in range(messages):
                if all(member.gone for member in room.table.members.values()):
                    break
                await self.message(room, rng, f"{self.seed} {number}, message {step}")
                if rng.random() < 0.003 and await rooms.erase(room.table.id, rng.choice(tokens)):
                    return  # by its host, and all of it
            check_log(room, store.logs[room.table.id], f"{self.seed} {number}")
        finally:
            await rooms.stop()
            bot_pool.close()

    async def message(self, room: Room, rng: Random, where: str) -> None:
        self.messages += 1
        wish = random_intent(room.table, rng)
        text = msgspec.json.encode(wish)
        if rng.random() < 0.1:
            text = spoil(text, rng)
        member = _sender(room.table, wish, rng)
        begun = time.monotonic()
        try:
            intent = decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.outcomes["malformed"] += 1
            return
        if isinstance(intent, client_messages.Hello):
            return
        reply = await room.handle(member, intent)
        outcome = reply.code if isinstance(reply, server_messages.Refused) else type(reply).__name__
        self.outcomes[outcome] += 1
        fine = not isinstance(reply, server_messages.Refused) or (
            reply.code in CODES and reply.code != "internal"
        )
        if not fine or time.monotonic() - begun > SLOW_S:
            raise Found(f"table {where}: {outcome} for {text[:500]!r}")


async def seated(rooms: Rooms, rng: Random) -> tuple[Room, list[str]]:
    """A table with people who are there, and their keys."""
    while True:
        options = random_options(rng)
        people = rng.randint(1, 4)
        others = [http.NewSeat("open") for _ in range(people - 1)]
        bots = [http.NewSeat("bot") for _ in range(rng.randint(0, 5 - people))]
        seats = (http.NewSeat("me", PEOPLE[0]), *others, *bots)
        try:
            made = await rooms.create(http.CreateTable(options, seats))
            break
        except Refusal:
            continue  # no such table can be
    room = await rooms.get(made.table)
    tokens = [made.token]
    for name in PEOPLE[1:people]:
        tokens.append((await rooms.join(room, http.JoinTable(name))).token)
    for member in (None, *room.table.members):
        await room.connect(Outbox(_Unread(), member), None)
    return room, tokens


def random_options(rng: Random) -> Options:
    return Options(
        variant=rng.choice(NAMES),
        cards=rng.random() < 0.2,
        jokers=rng.random() < 0.3,
        time_limit=rng.choice([0, 0, 0, 86_400]),
        chat=rng.random() < 0.5,
        dice=rng.choice(["server", "server", "real"]),
        rules=rng.choice(["strict", "warning", "free"]),
    )


def random_intent(table: Table, rng: Random) -> Any:
    likely = _likely(table, rng) if rng.random() < 0.6 else None
    kind = rng.choice(KINDS)
    if kind in (client_messages.Leave, client_messages.Kick) and rng.random() < 0.95:
        kind = client_messages.IAmBack  # else nobody would be left soon
    return likely or _any(kind, rng)


def _sender(table: Table, wish: Any, rng: Random) -> int | None:
    """Mostly somebody who may wish for this."""
    seat = (
        table.game.active if isinstance(wish, client_messages.RollDice) and table.scribe else None
    )
    seat = getattr(wish, "seat", seat)
    if seat is not None and seat < len(table.seats) and rng.random() < 0.8:
        return table.seats[seat].member
    return table.host if rng.random() < 0.4 else rng.choice([None, *table.members])


def _likely(table: Table, rng: Random) -> Any:
    """What a player might send now."""
    if table.stage == "lobby":
        return client_messages.Start() if rng.random() < 0.1 else None
    if table.real is not None:
        seat = rng.randrange(len(table.seats))
        cell = rng.choice(table.variant.cells).name
        kind: Any = rng.choice(["cross", "cross", "uncross", "penalty", "undo", "choose", "lock"])
        n = table.real.marks[seat]
        return client_messages.Mark(seat=seat, n=n, kind=kind, cell=cell, row=rng.randrange(4))
    if table.stage == "over":
        return None
    if table.game.stage == "roll":
        return client_messages.RollDice(turn=table.game.turn)
    seat = rng.randrange(len(table.seats))
    moves = legal_moves(table.game, seat)
    if not moves:
        return None
    answer = (str(rng.choice(moves)),)
    ask = str(table.question)
    if rng.random() < 0.3:
        return client_messages.Pencil(seat=seat, ask=ask, moves=answer)
    return client_messages.Answer(seat=seat, ask=ask, moves=answer)


_WORDS = ("", "-", "r5", "?g", "+b10", "*g16", "t4,7", "Ann", "x" * 24, "1.1", "hello", "\u202e")


def _any(kind: Any, rng: Random) -> Any:
    """A message of this kind with values at random, right in type and often wrong in meaning."""
    if kind is client_messages.Configure:
        return client_messages.Configure(options=random_options(rng))
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.required or rng.random() < 0.5:
            values[field.name] = _value(field.name, rng)
    return kind(**values)


def _value(name: str, rng: Random) -> Any:
    match name:
        case "seat" | "to":
            return rng.randrange(5)
        case "row":
            return rng.randrange(4)
        case "closed" | "muted" | "over":
            return rng.random() < 0.5
        case "moves":
            return tuple(rng.choice(_WORDS[1:]) for _ in range(rng.randint(1, 8)))
        case "kind":
            return rng.choice(["cross", "uncross", "penalty", "lock", "choose", "undo"])
        case "seed":
            return f"{rng.getrandbits(128):032x}"
        case "id" | "n" | "turn":
            return rng.choice([0, 1, 2, 3, rng.getrandbits(53)])
        case "level":
            return rng.choice(["gentle", "nobody"])
        case "cell":
            return rng.choice([None, "r5", "b12", "z9"])
        case _:
            return rng.choice(_WORDS)


def spoil(text: bytes, rng: Random) -> bytes:
    if rng.random() < 0.2:
        return garbage(rng).encode("utf-8", "surrogatepass")[:4096]
    place = rng.randrange(len(text) + 1)
    return text[:place] + bytes([rng.randrange(256)]) + text[place + rng.randrange(3) :]


def check_log(room: Room, payloads: Sequence[bytes], where: str) -> None:
    """The log folds to the table that is played at, and is no longer than it may be."""
    again = fold(payloads)
    same = (again.seq, again.stage, again.names, again.paused, again.next_table)
    table = room.table
    if same != (table.seq, table.stage, table.names, table.paused, table.next_table):
        raise Found(f"table {where}: its log folds to something else")
    if max(again.spent.values(), default=0) > MOST_ENTRIES + 100:
        raise Found(f"table {where}: its log is too long")
    assert all(isinstance(log_entries.decode(payload), log_entries.Entry) for payload in payloads)


def fuzz_messages(
    seed: int, messages: int, after_each: Callable[[int], None] | None = None
) -> Counter[str]:
    fuzz = Fuzz(seed)
    asyncio.run(fuzz.run(messages, after_each))
    return fuzz.outcomes
