"""Messages leave in order, together, and are never lost."""

from __future__ import annotations

import asyncio

from rowlock.server.rooms.outbox import MAX_WAITING, Outbox

GOODBYE = b'{"type":"bye","code":"replaced"}'


class Line:
    """A connection: what was written to it, write by write."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.at_once = at_once
        self.may_go_on = asyncio.Event()
        self.pieces: list[list[bytes]] = []
        self.outbox = Outbox(self.send, self.hang_up, 0, write_now=self.write_now)

    def write_now(self, messages: list[bytes]) -> bool:
        if self.at_once:
            self.pieces.append(messages)
        return self.at_once

    async def send(self, message: str) -> None:
        await self.may_go_on.wait()
        self.pieces.append([message.encode()])

    def hang_up(self) -> None:
        self.pieces.append([])

    @property
    def messages(self) -> list[bytes]:
        return [message for piece in self.pieces for message in piece]


def test_messages_of_one_round_leave_in_one_write() -> None:
    async def story() -> None:
        line = Line()
        line.outbox.push(b"view")
        line.outbox.push(b"ack")
        assert line.pieces == []
        await asyncio.sleep(0)
        line.outbox.push(b"after")
        await asyncio.sleep(0)
        assert line.pieces == [[b"view", b"ack"], [b"after"]]

    asyncio.run(story())


def test_a_goodbye_leaves_at_once_after_everything_before_it() -> None:
    async def story() -> None:
        line = Line()
        line.outbox.push(b"view")
        line.outbox.bye("replaced")
        assert line.pieces == [[b"view", GOODBYE], []]
        line.outbox.push(b"too late")
        await asyncio.sleep(0)
        assert line.messages == [b"view", GOODBYE]

    asyncio.run(story())


def test_behind_a_slow_reader_the_order_stays() -> None:
    async def story() -> None:
        line = Line(at_once=False)
        line.outbox.push(b"1")
        line.outbox.push(b"2")
        await asyncio.sleep(0)
        line.outbox.push(b"3")
        line.may_go_on.set()
        await line.outbox.drain()
        assert line.messages == [b"1", b"2", b"3"]
        assert line.outbox.done

    asyncio.run(story())


def test_a_client_that_does_not_read_is_disconnected() -> None:
    async def story() -> None:
        line = Line(at_once=False)
        line.outbox.push(b"0")
        await asyncio.sleep(0)  # the first message is on its way, the next ones wait behind it
        await asyncio.sleep(0)
        for _ in range(MAX_WAITING):
            line.outbox.push(b"x")
        assert line.pieces == []
        line.outbox.push(b"x")
        line.may_go_on.set()
        await line.outbox.drain()
        assert line.pieces == [[b"0"], []]  # and hung up

    asyncio.run(story())
