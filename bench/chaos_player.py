"""A player of the chaos test: two seats on a connection that drops, waits and repeats messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from typing import TYPE_CHECKING, Any

from websockets.exceptions import WebSocketException

from bench.chaos_check import Sent, Witness
from bench.chaos_wire import Wire, open_socket, open_stream
from bench.sealing import Sealing
from rowlock.protocol.base import VERSION

if TYPE_CHECKING:
    from bench.chaos import Chaos

TROUBLE = (OSError, WebSocketException, TimeoutError, EOFError)
RIGHTLY_REFUSED = ("too_late", "game_over", "nothing_to_take_back", "not_stored")
"""Expected refusals of an answer: it came after the question was settled, or without a database."""
LATE_FOR_THE_START = ("stale", "already_started", "not_stored")
"""Expected refusals of a seal or share: it came after the next step of the start."""


SESSION_S = 30.0


class Player:
    """Two seats on an unreliable connection."""

    def __init__(self, chaos: Chaos, witness: Witness, token: str) -> None:
        self.chaos = chaos
        self.witness = witness
        self.token = token
        self.rng = random.Random(chaos.rng.random())
        self.streams = self.rng.random() < chaos.args.streams
        """Whether it uses event streams instead of sockets."""
        self.sealing = Sealing()
        self.connected_before = False
        self.over = False
        self.away: tuple[str, float] | None = None
        """How the server that dropped its connection was stopped, and when; None after its own
        drops."""
        self.number = 0
        """Number of the last message."""
        self.waiting: dict[int, Sent] = {}
        """Commands by message number."""

    async def play(self) -> None:
        while not self.over:
            sent_away = False
            with contextlib.suppress(*TROUBLE):
                async with self.wire() as wire:
                    sent_away = True
                    sent_away = not await self.session(wire)
            if sent_away and self.away is None:
                self.away = self.chaos.last_end
            await asyncio.sleep(self.rng.uniform(0, 0.1))

    def wire(self) -> contextlib.AbstractAsyncContextManager[Wire]:
        url, table = self.chaos.url, self.witness.table
        if self.streams:
            return open_stream(self.chaos.client, url, table, self.token)
        return open_socket(url, table)

    async def session(self, wire: Wire) -> bool:
        """Play on one connection until the end or for SESSION_S; True unless the server closed
        it."""
        await wire.send(json.dumps(self.hello()))
        await self.resend(wire)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SESSION_S):
                return await self.talk(wire)
        return True

    async def talk(self, wire: Wire) -> bool:
        """Handle messages; True if the player itself ends the connection."""
        async for text in wire:
            news = json.loads(text)
            if "seq" in news and (wire.in_order or news["type"] != "ack"):
                self.witness.told(news["seq"])
            self.note(news)
            if news["type"] == "bye" or self.over:
                return self.over
            if news.get("code") == "not_stored":
                return True  # reconnects and asks again
            if news["type"] != "view":
                continue
            await self.begin(wire, news)
            for wish in self.wishes(news):
                if self.drops(wire):
                    return True
                self.witness.sent.append(wish)
                self.number += 1
                self.waiting[self.number] = wish
                await self.send(wire, wish)
            if self.drops(wire):
                return True
        return False

    async def begin(self, wire: Wire, view: dict[str, Any]) -> None:
        """Take part in the start of the game; retry a start that failed."""
        due = self.sealing.answer(view)
        if due is not None:
            await wire.send(json.dumps(due))
        elif view["stage"] == "lobby":
            await wire.send(json.dumps({"type": "start"}))

    def hello(self) -> dict[str, Any]:
        hello = {"type": "hello", "version": VERSION, "token": self.token}
        if self.connected_before:
            hello["seq"] = self.witness.seen
        self.connected_before = True
        return hello

    def drops(self, wire: Wire) -> bool:
        """Drop the connection with the configured probability; returns whether it did."""
        if self.rng.random() >= self.chaos.args.drop:
            return False
        self.chaos.drops += 1
        wire.drop()
        return True

    async def resend(self, wire: Wire) -> None:
        """Send the last unacknowledged message again, as the page does after reconnecting."""
        last = self.waiting.get(self.number)
        if last is not None and not last.acknowledged and self.rng.random() < 0.5:
            self.chaos.repeats += 1
            await wire.send(self.message(last))

    async def send(self, wire: Wire, wish: Sent) -> None:
        message = self.message(wish)
        with contextlib.suppress(TimeoutError):  # the page notices a lost connection as quickly
            async with asyncio.timeout(self.rng.uniform(0, self.chaos.args.delay)):
                await wire.wait_closed()
        await wire.send(message)
        if self.rng.random() < self.chaos.args.repeat:
            self.chaos.repeats += 1
            await wire.send(message)

    def message(self, wish: Sent) -> str:
        return json.dumps({**wish.message(), "id": self.number})

    def note(self, news: dict[str, Any]) -> None:
        if news["type"] == "view":
            self.over = news["stage"] == "over"
            self.come_back()
        elif news["type"] == "ack":
            self.waiting[news["id"]].acknowledged.append(news["seq"])
            self.chaos.ack_came.set()
        elif news["type"] == "refused" and news["code"] not in (
            RIGHTLY_REFUSED if news["id"] else LATE_FOR_THE_START
        ):
            self.witness.faults.append(f"refused: {self.waiting.get(news['id'])}: {news}")

    def come_back(self) -> None:
        if self.away is not None:
            how, since = self.away
            if self.chaos.last_restart > since:  # nobody can reconnect without a database
                how = "restarted"
            self.chaos.back[how].append(time.monotonic() - since)
            self.away = None

    def wishes(self, view: dict[str, Any]) -> list[Sent]:
        if view["stage"] != "playing":
            return []
        if view["phase"] == "roll":
            mine = view["active"] in view["you"]["seats"]
            return [Sent(view["active"], str(view["turn"]), ())] if mine else []
        found = [self.wish(decision) for decision in view["decisions"]]
        return [wish for wish in found if wish is not None]

    def wish(self, decision: dict[str, Any]) -> Sent | None:
        """An answer if one is owed; otherwise sometimes a changed answer or an undo."""
        seat, ask = decision["seat"], decision["ask"]
        if decision["owed"]:
            return Sent(seat, ask, (*decision["answer"], *self.choice(decision["legal"])))
        if self.rng.random() >= self.chaos.args.change:
            return None
        again = self.rng.random() < 0.7
        return Sent(seat, ask, self.choice(decision["first"]) if again else None)

    def choice(self, options: list[dict[str, Any]]) -> tuple[str, ...]:
        option = max(options, key=lambda option: option["gain"])
        if self.rng.random() < 0.2:
            option = self.rng.choice(options)
        if option.get("tied") and self.rng.random() < 0.7:  # send the choice at once
            return (option["move"], f"?{'rygb'[self.rng.choice(option['tied'])]}")
        return (option["move"],)
