"""What an outbox holds goes out in one piece, in order, and is never lost."""

from __future__ import annotations

import asyncio

from rowlock.server.outbox import Outbox


class Line:
    """A connection: what was written to it, piece by piece."""

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


def test_what_is_held_goes_out_in_one_piece() -> None:
    async def tell() -> None:
        line = Line()
        line.outbox.push(b"before")
        line.outbox.hold()
        line.outbox.push(b"view")
        line.outbox.push(b"ack")
        assert line.pieces == [[b"before"]]
        line.outbox.release()
        line.outbox.push(b"after")
        assert line.pieces == [[b"before"], [b"view", b"ack"], [b"after"]]

    asyncio.run(tell())


def test_holding_nothing_writes_nothing() -> None:
    async def tell() -> None:
        line = Line()
        line.outbox.hold()
        line.outbox.hold()
        line.outbox.release()
        line.outbox.release()
        assert line.pieces == []

    asyncio.run(tell())


def test_whoever_is_sent_away_meanwhile_is_told_everything_before() -> None:
    async def tell() -> None:
        line = Line()
        line.outbox.hold()
        line.outbox.push(b"view")
        line.outbox.bye("replaced")
        assert [message for piece in line.pieces[:-1] for message in piece] == [
            b"view",
            b'{"type":"bye","code":"replaced"}',
        ]
        assert line.pieces[-1] == []

    asyncio.run(tell())


def test_behind_a_slow_reader_the_order_stays() -> None:
    async def tell() -> None:
        line = Line(at_once=False)
        line.outbox.push(b"1")
        line.outbox.hold()
        line.outbox.push(b"2")
        line.outbox.push(b"3")
        line.outbox.release()
        line.outbox.push(b"4")
        line.may_go_on.set()
        await line.outbox.drain()
        assert [message for piece in line.pieces for message in piece] == [b"1", b"2", b"3", b"4"]

    asyncio.run(tell())
