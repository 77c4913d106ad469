"""The WebSocket protocol on a fake transport, and messages in pieces on a real socket."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from rowlock.protocol.base import VERSION
from rowlock.server.config import Settings
from rowlock.server.limits.connection_limits import ConnectionLimits
from rowlock.server.transport.keepalive import KeepAlive
from rowlock.server.transport.websocket_protocol import (
    CONNECTION,
    MAX_UNSENT_BYTES,
    READ_AHEAD,
    SocketClosed,
    WebSocketProtocol,
)
from tests.attack.tools import frame, upgraded
from tests.server.running import PATIENCE_S, Running

UPGRADE = (
    b"GET /ws/BCDFGHJK?a=1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)
CLOSE_NORMALLY = b"\x88\x02\x03\xe8"


class Transport(asyncio.Transport):
    """Records what is written and called."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 1000)})
        self.sent = b""
        self.calls: list[str] = []
        self.unsent = 0

    def write(self, data: Any) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.calls or "abort" in self.calls

    def pause_reading(self) -> None:
        self.calls.append("pause")

    def resume_reading(self) -> None:
        self.calls.append("resume")


class Client:
    """The other end of an accepted connection."""

    def __init__(self, protocol: WebSocketProtocol, transport: Transport) -> None:
        self.protocol = protocol
        self.transport = transport

    def send(self, opcode: Opcode, data: bytes, *, final: bool = True) -> None:
        self.protocol.data_received(Frame(opcode, data, fin=final).serialize(mask=True))

    def heard(self) -> bytes:
        sent, self.transport.sent = self.transport.sent, b""
        return sent


def on_a_connection(story: Callable[[Client], Awaitable[None]]) -> None:
    """Run a story with a connection whose handshake is done."""

    async def main() -> None:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            assert (scope["path"], scope["query_string"]) == ("/ws/BCDFGHJK", b"a=1")
            assert (b"host", b"localhost") in scope["headers"]
            scope[CONNECTION].accept()
            accepted.set()
            await asyncio.Event().wait()

        accepted = asyncio.Event()
        config = uvicorn.Config(application, log_config=None, ws_max_size=16 * 1024)
        config.load()
        limits = ConnectionLimits(Settings())
        assert limits.enter("10.0.0.1")
        state = ServerState()
        protocol = WebSocketProtocol(
            config=config, server_state=state, app_state={}, limits=limits, keepalive=KeepAlive()
        )
        transport = Transport()
        protocol.connection_made(transport)
        protocol.data_received(UPGRADE)
        await asyncio.wait_for(accepted.wait(), PATIENCE_S)
        client = Client(protocol, transport)
        assert client.heard().startswith(b"HTTP/1.1 101 ")
        try:
            await asyncio.wait_for(story(client), PATIENCE_S)
        finally:
            protocol.connection_lost(None)
            for task in state.tasks:
                task.cancel()

    asyncio.run(main())


def test_messages_of_one_write_are_frames_in_one_write() -> None:
    async def story(client: Client) -> None:
        client.protocol.write([b"hi", b"x" * 200])
        expected = [Frame(Opcode.TEXT, text).serialize(mask=False) for text in (b"hi", b"x" * 200)]
        assert client.heard() == b"".join(expected)

    on_a_connection(story)


def test_a_message_in_fragments_arrives_whole() -> None:
    async def story(client: Client) -> None:
        client.send(Opcode.TEXT, b"he", final=False)
        client.send(Opcode.PING, b"?")
        client.send(Opcode.CONT, b"llo")
        client.send(Opcode.TEXT, b"again")
        assert [await client.protocol.receive() for _ in range(2)] == [b"hello", b"again"]
        assert client.heard() == Frame(Opcode.PONG, b"?").serialize(mask=False)

    on_a_connection(story)


def test_reading_pauses_while_messages_wait() -> None:
    async def story(client: Client) -> None:
        for number in range(READ_AHEAD):
            assert client.transport.calls == []
            client.send(Opcode.TEXT, str(number).encode())
        assert client.transport.calls == ["pause"]
        read = [await client.protocol.receive() for _ in range(READ_AHEAD)]
        assert read == [str(number).encode() for number in range(READ_AHEAD)]
        assert client.transport.calls == ["pause", "resume"]

    on_a_connection(story)


def test_many_small_messages_of_one_read_take_turns_with_other_connections() -> None:
    async def story(client: Client) -> None:
        message = frame(Opcode.TEXT, b"")
        client.protocol.data_received(message * 2000)  # 12,000 bytes: three slices
        for number in range(2000):
            assert await client.protocol.receive() == b"", number
        assert client.protocol.is_reading

    on_a_connection(story)


def test_after_the_goodbye_of_the_server_everything_else_is_ignored() -> None:
    async def story(client: Client) -> None:
        client.send(Opcode.TEXT, b"early")
        client.protocol.close()
        client.protocol.write([b"late"])
        client.send(Opcode.TEXT, b"late")
        assert client.heard() == CLOSE_NORMALLY
        with pytest.raises(SocketClosed):
            await client.protocol.receive()
        assert client.transport.calls == []  # the client has not said goodbye yet
        client.send(Opcode.CLOSE, b"\x03\xe8")
        assert client.transport.calls == ["close"]

    on_a_connection(story)


def test_the_goodbye_of_the_client_is_answered() -> None:
    async def story(client: Client) -> None:
        receiving = asyncio.create_task(client.protocol.receive())
        await asyncio.sleep(0)
        client.send(Opcode.CLOSE, b"\x03\xe8")
        assert client.heard() == CLOSE_NORMALLY
        assert client.transport.calls == ["close"]
        client.protocol.connection_lost(None)
        client.protocol._limits.enter("10.0.0.1")
        with pytest.raises(SocketClosed):
            await receiving

    on_a_connection(story)


def test_a_client_that_leaves_too_much_unread_is_disconnected() -> None:
    async def story(client: Client) -> None:
        client.transport.unsent = MAX_UNSENT_BYTES
        client.protocol.write([b"1"])
        assert client.transport.calls == []
        client.transport.unsent += 1
        client.protocol.write([b"2"])
        assert client.transport.calls == ["abort"]

    on_a_connection(story)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.TEXT, bytes(16 * 1024 + 1)).serialize(mask=True), 1009),
        (Frame(Opcode.TEXT, b"hello").serialize(mask=False), 1002),
        (frame(Opcode.TEXT | 0x40, b"hello"), 1002),
    ],
    ids=["too long", "no mask", "a reserved bit"],
)
def test_wrong_frames_close_the_connection(data: bytes, code: int) -> None:
    async def story(client: Client) -> None:
        for begin in range(0, len(data), 4096):
            client.protocol.data_received(data[begin : begin + 4096])
        assert client.heard()[2:4] == code.to_bytes(2)
        assert "close" in client.transport.calls

    on_a_connection(story)


def heard(connection: socket.socket) -> dict[str, Any]:
    """The next message of the server."""

    def take(size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += connection.recv(size - len(data))
        return data

    connection.settimeout(60)
    kind, size = take(2)
    if size == 126:
        size = int.from_bytes(take(2))
    payload = take(size)
    return json.loads(payload) if kind == 0x81 else {"type": kind}


def ping(number: int) -> bytes:
    return frame(Opcode.TEXT, json.dumps({"type": "ping", "id": number}).encode())


def test_messages_keep_their_order_however_they_are_cut(server: Running) -> None:
    wish = {"options": {}, "seats": [{"kind": "me", "name": "Ann"}]}
    table = server.post("/api/tables", wish).json()
    hello = {"type": "hello", "version": VERSION, "token": table["token"]}
    connection = upgraded(server, table["table"])
    connection.sendall(frame(Opcode.TEXT, json.dumps(hello).encode()))
    assert heard(connection)["type"] == "view"
    half = ping(4)
    connection.sendall(ping(1))
    connection.sendall(ping(2) + ping(3) + half[:5])
    assert [heard(connection)["id"] for _ in range(3)] == [1, 2, 3]
    connection.sendall(half[5:] + frame(Opcode.PING, b"?"))
    answers = [heard(connection) for _ in range(2)]
    assert {answer["type"] for answer in answers} == {"pong", 0x8A}
    pieces = json.dumps({"type": "ping", "id": 5}).encode()
    connection.sendall(frame(Opcode.TEXT, pieces[:9], final=False))
    connection.sendall(frame(Opcode.CONT, pieces[9:]) + ping(6))
    assert [heard(connection)["id"] for _ in range(2)] == [5, 6]
    connection.close()
