"""Messages leave in order, together, and are never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from rowlock.server.http import event_stream
from rowlock.server.http.event_stream import MAX_UNSENT_BYTES, EventStream
from rowlock.server.rooms.outbox import Outbox

GOODBYE = b'{"type":"bye","code":"replaced"}'


class Connection:
    """Records each write, and closing as an empty one."""

    def __init__(self) -> None:
        self.writes: list[list[bytes]] = []

    def write(self, messages: Iterable[bytes]) -> None:
        self.writes.append(list(messages))

    def close(self) -> None:
        self.writes.append([])


def test_messages_of_one_round_leave_in_one_write() -> None:
    async def story() -> None:
        connection = Connection()
        outbox = Outbox(connection, 0)
        outbox.push(b"view")
        outbox.push(b"ack")
        assert connection.writes == []
        await asyncio.sleep(0)
        outbox.push(b"after")
        await asyncio.sleep(0)
        assert connection.writes == [[b"view", b"ack"], [b"after"]]

    asyncio.run(story())


def test_a_goodbye_leaves_immediately_after_everything_before_it() -> None:
    async def story() -> None:
        connection = Connection()
        outbox = Outbox(connection, 0)
        outbox.push(b"view")
        outbox.bye("replaced")
        assert connection.writes == [[b"view", GOODBYE], []]
        outbox.push(b"too late")
        outbox.close()
        await asyncio.sleep(0)
        assert connection.writes == [[b"view", GOODBYE], []]

    asyncio.run(story())


def events(stream: EventStream) -> list[str]:
    async def read() -> list[str]:
        return [event async for event in stream]

    return asyncio.run(read())


def test_an_event_stream_ends_after_its_last_message() -> None:
    stream = EventStream()
    stream.write([b"1", b"2"])
    stream.write([b"3"])
    stream.close()
    assert events(stream) == ["data: 1\n\ndata: 2\n\ndata: 3\n\n"]


def test_an_event_stream_that_is_not_read_ends() -> None:
    stream = EventStream()
    stream.write([b"x" * MAX_UNSENT_BYTES])
    stream.write([b"y"])
    stream.write([b"z"])
    assert events(stream) == []


def test_an_idle_event_stream_sends_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "BEAT_S", 0.0)

    async def story() -> None:
        stream = EventStream()
        async for event in stream:
            assert event.startswith(": ")
            stream.close()

    asyncio.run(story())
