"""A client that plays, and keeps everything it was sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from rowlock.protocol.base import VERSION
from tests.server.device import Device
from tests.server.running import PATIENCE_S, Running, connect

Message = dict[str, Any]


class Player:
    """`table` and `token` are what it needs to come again."""

    def __init__(
        self,
        socket: ClientConnection,
        table: str,
        token: str | None,
        device: Device | None = None,
    ) -> None:
        self.socket = socket
        self.device = device
        self.table = table
        self.token = token
        self.heard: list[Message] = []
        self.view: Message = {}
        self.closed = False
        self._news = asyncio.Condition()
        self._id = 0
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                message = json.loads(text)
                async with self._news:
                    self.heard.append(message)
                    if message["type"] == "view":
                        self.view = message
                    self._news.notify_all()
                if message["type"] == "view" and self.device is not None:
                    for wish in self.device.answer(message):
                        await self.socket.send(json.dumps(wish))
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            async with self._news:
                self._news.notify_all()

    async def until(self, fits: Callable[[], Any], patience: float = PATIENCE_S) -> None:
        """Wait for news after which `fits` holds."""
        async with asyncio.timeout(patience), self._news:
            await self._news.wait_for(fits)

    async def until_view(
        self, fits: Callable[[Message], Any], patience: float = PATIENCE_S
    ) -> Message:
        await self.until(lambda: self.view and fits(self.view), patience)
        return self.view

    async def until_news(self, count: int) -> None:
        """Wait for a view after the first `count` messages; short news changes nothing for us.

        An answer that could not be stored has to be given again, so that counts, too.
        """
        await self.until(
            lambda: (
                self.closed
                or any(
                    m["type"] == "view" or m.get("code") == "not_stored" for m in self.heard[count:]
                )
            )
        )

    async def send(self, kind: str, /, **fields: Any) -> int:
        self._id += 1
        await self.socket.send(json.dumps({"type": kind, "id": self._id, **fields}))
        return self._id

    async def ask(self, kind: str, /, **fields: Any) -> Message:
        """Send, and wait for the answer to it."""
        number = await self.send(kind, **fields)
        return await self.reply(number)

    async def reply(self, number: int) -> Message:
        def find() -> Message | None:
            kinds = ("ack", "refused", "because", "foreseen", "pong")
            found = (m for m in self.heard if m["type"] in kinds and m["id"] == number)
            return next(found, None)

        await self.until(find)
        found = find()
        assert found is not None
        return found

    async def ok(self, kind: str, /, **fields: Any) -> Message:
        """Send something that must be granted."""
        reply = await self.ask(kind, **fields)
        assert reply["type"] != "refused", reply
        return reply

    async def refused(self, kind: str, /, **fields: Any) -> str:
        """Send something that must be refused; answers the code."""
        reply = await self.ask(kind, **fields)
        assert reply["type"] == "refused", reply
        return str(reply["code"])

    @property
    def seats(self) -> list[int]:
        return list(self.view["you"]["seats"])

    def decision(self, seat: int | None = None) -> Message:
        """The open decision of a seat."""
        wanted = self.seats[0] if seat is None else seat
        return next(d for d in self.view["decisions"] if d["seat"] == wanted)

    async def act(self) -> bool:
        """Roll or answer if it is due; True when something was done."""
        view = self.view
        if view["stage"] != "playing" or view["paused"]:
            return False
        if view["phase"] == "roll" and view["active"] in self.seats:
            await self.send("roll", turn=view["turn"])
            return True
        for decision in view["decisions"]:
            if decision["owed"]:
                best = max(decision["legal"], key=lambda option: option["gain"])
                moves = [*decision["answer"], best["move"]]
                await self.send("answer", seat=decision["seat"], ask=decision["ask"], moves=moves)
                return True
        return False

    async def play_to_end(self, patience: float = 180.0) -> Message:
        """Play until the game is over."""
        async with asyncio.timeout(patience):
            while not self.view or self.view["stage"] != "over":
                count = len(self.heard)
                if self.view:
                    await self.act()
                await self.until_news(count)
                assert not self.closed
        return self.view

    async def hello(self, seq: int | None = None) -> None:
        message: Message = {"type": "hello", "version": VERSION}
        if self.token is not None:
            message["token"] = self.token
        if seq is not None:
            message["seq"] = seq
        await self.socket.send(json.dumps(message))

    async def close(self) -> None:
        await self.socket.close()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader


@contextlib.asynccontextmanager
async def player(
    server: Running,
    table: str,
    token: str | None = None,
    seq: int | None = None,
    device: Device | None = None,
    query: str = "",
) -> AsyncIterator[Player]:
    """A connected player (without a token: a spectator) who has seen the table."""
    address = f"{server.ws}/{table}{query}"
    async with connect(address, ping_interval=None) as socket:
        person = Player(socket, table, token, device)
        await person.hello(seq)
        await person.until(lambda: person.heard)
        try:
            yield person
        finally:
            await person.close()


@contextlib.asynccontextmanager
async def two_people(server: Running, **options: Any) -> AsyncIterator[tuple[Player, Player]]:
    """Ann, who is the host, and Ben in the lobby of a new table."""
    made = server.create("me:Ann", "open", **options)
    table = made["table"]
    key = server.join(table, "Ben")["token"]
    async with player(server, table, made["token"]) as ann, player(server, table, key) as ben:
        yield ann, ben


@contextlib.asynccontextmanager
async def two_in_action_1(server: Running, **options: Any) -> AsyncIterator[tuple[Player, Player]]:
    """Ann and Ben in action 1 of turn 1: one of them has rolled, nobody has answered."""
    async with two_people(server, **options) as people:
        await people[0].ok("start")
        for person in people:
            await person.until_view(lambda view: view["stage"] == "playing")
            if person.view["active"] in person.seats:
                await person.ok("roll", turn=1)
        for person in people:
            await person.until_view(lambda view: view["decisions"])
        yield people
