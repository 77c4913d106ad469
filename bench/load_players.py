"""The players of `bench/load.py`: five per table, who answer after a while as people do."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import time
import urllib.request
from typing import Any

import msgspec
import uvloop

from bench.quick_socket import QuickSocket, open_socket
from bench.sealing import Sealing
from rowlock.protocol.base import VERSION

SEATS = 5
WARM_UP = 2
"""Answers that every player gives before the measurement."""
WARM_UP_S = 5.0
"""Minimum duration of the warm-up in seconds."""


def warm_up_s(pace: float) -> float:
    return max(WARM_UP_S, WARM_UP * pace)


class Count:
    """Counts and latencies of the players in one process."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.received = 0
        self.sent = 0
        self.games = 0
        self.problems = 0


class Option(msgspec.Struct):
    move: str
    gain: int


class Decision(msgspec.Struct):
    seat: int
    ask: str
    owed: bool
    answer: list[str]
    legal: list[Option]


class Brief(msgspec.Struct):
    """The fields of a message that a player needs."""

    type: str
    id: int = 0
    table: str = ""
    stage: str = ""
    phase: str = ""
    turn: int = 0
    active: int = -1
    you: dict[str, Any] = {}
    fair: dict[str, Any] = {}
    decisions: list[Decision] = []


_brief = msgspec.json.Decoder(Brief).decode
_encode = msgspec.json.Encoder().encode


class Player:
    def __init__(self, port: int, host: bool, pace: float, count: Count) -> None:
        self._port, self._host, self._pace, self._count = port, host, pace, count
        self._loop = asyncio.get_running_loop()
        self._socket: QuickSocket | None = None
        self._sent: dict[int, float] = {}
        self._number = 0
        self._last = b""
        """The encoded command that is planned or was sent last, to avoid sending it twice."""
        self._sealing = Sealing()

    async def sit_down(self, table: str, key: str) -> None:
        self._socket = await open_socket(self._port, f"/ws/{table}?short", self.heard)
        self._socket.send(_encode({"type": "hello", "version": VERSION, "token": key}))

    def start(self) -> None:
        """Start the game if this player is the host."""
        if self._host:
            self._loop.call_later(random.uniform(0, self._pace), self.say, {"type": "start"})

    def leave(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def say(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._number += 1
        self._sent[self._number] = time.perf_counter()
        self._socket.send(_encode({**message, "id": self._number}))
        self._count.sent += 1

    def heard(self, text: bytes) -> None:
        news = _brief(text)
        self._count.received += 1
        if news.type == "ack":
            self._count.latencies.append(time.perf_counter() - self._sent.pop(news.id))
        elif news.type in ("refused", "bye"):
            self._count.problems += 1
        elif news.type == "view":
            self._look(news)

    def _look(self, news: Brief) -> None:
        if news.stage == "over":
            self._count.games += news.you["host"]
        elif news.stage in ("lobby", "starting"):
            due = self._sealing.answer(msgspec.structs.asdict(news))
            if due and self._socket is not None:
                self._socket.send(_encode(due))
        elif wish := _wish(news):
            name = _encode(wish)
            if name != self._last:
                self._last = name
                wait = random.uniform(0.2, 1.8) * self._pace
                self._loop.call_later(wait, self.say, wish)


def _wish(news: Brief) -> dict[str, Any] | None:
    """The command that is due: roll, or answer with the most points; None if nothing is due."""
    if news.phase == "roll":
        mine = news.active in news.you["seats"]
        return {"type": "roll", "turn": news.turn} if mine else None
    if not news.decisions or not news.decisions[0].owed:
        return None
    asked = news.decisions[0]
    best = max(asked.legal, key=lambda option: option.gain)
    moves = [*asked.answer, best.move]
    return {"type": "answer", "seat": asked.seat, "ask": asked.ask, "moves": moves}


def players(
    port: int, tables: int, pace: float, seconds: float, ready: Any, go: Any, counts: Any
) -> None:
    """Run the players of one process; their counts go into the queue `counts`."""
    count = Count()
    gc.disable()  # its pauses would add to the measured latencies
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_players(port, tables, pace, seconds, ready, go, count))
    counts.put(vars(count))


async def _players(
    port: int, tables: int, pace: float, seconds: float, ready: Any, go: Any, count: Count
) -> None:
    people: list[Player] = []
    for number in range(tables):
        for player in await _seated(port, pace, count):
            people.append(player)
        if number % 10 == 9:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    ready.release()
    await asyncio.to_thread(go.wait)
    for player in people:
        player.start()
    await asyncio.sleep(warm_up_s(pace))
    count.latencies.clear()
    count.received = count.sent = 0
    await asyncio.sleep(seconds)
    seen = (count.received, count.sent, count.latencies.copy())
    for player in people:
        player.leave()
    count.received, count.sent, count.latencies = seen


async def _seated(port: int, pace: float, count: Count) -> list[Player]:
    """Create a table and seat its players."""
    seats = [{"kind": "me", "name": "P1"}, *({"kind": "open"} for _ in range(SEATS - 1))]
    made = _post(port, "/api/tables", {"options": {}, "seats": seats, "seals": True})
    table, keys = made["table"], [made["token"]]
    for seat in range(2, SEATS + 1):
        joined = _post(port, f"/api/tables/{table}/join", {"name": f"P{seat}", "seals": True})
        keys.append(joined["token"])
    found = []
    for seat, key in enumerate(keys):
        player = Player(port, seat == 0, pace, count)
        await player.sit_down(table, key)
        found.append(player)
    return found


def _post(port: int, path: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), method="POST"
    )
    with contextlib.closing(urllib.request.urlopen(request)) as answer:
        return json.load(answer)
