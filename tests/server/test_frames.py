"""The quick way of a message in and out of a socket is that of the library, only quicker."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from rowlock.protocol.base import VERSION
from rowlock.server.transport.frames import lone_text, text_frame
from tests.attack.tools import frame, upgraded
from tests.server.running import Running

SIZES = (0, 1, 125, 126, 127, 4000, 65_535, 65_536)


@pytest.mark.parametrize("size", SIZES)
def test_what_we_send_is_what_the_library_would_send(size: int) -> None:
    payload = bytes(size)
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize("size", [size for size in SIZES if size < 65_536])
def test_a_lone_text_is_read_whatever_its_mask(size: int) -> None:
    text = "ë" * (size // 2) + "!" * (size % 2)
    assert lone_text(Frame(Opcode.TEXT, text.encode()).serialize(mask=True)) == text


OTHERS = {
    "nothing": b"",
    "one byte": b"\x81",
    "a piece": frame(Opcode.TEXT, b"hello")[:-1],
    "more than one": frame(Opcode.TEXT, b"hello") + b"\x81",
    "a fragment": frame(Opcode.TEXT, b"hello", final=False),
    "bytes": frame(Opcode.BINARY, b"hello"),
    "a ping": frame(Opcode.PING, b"hello"),
    "no text": frame(Opcode.TEXT, b"\xff"),
    "too long": Frame(Opcode.TEXT, bytes(65_536)).serialize(mask=True),
    "no mask": Frame(Opcode.TEXT, b"hello").serialize(mask=False),
    "a reserved bit": frame(Opcode.TEXT | 0x40, b"hello"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_everything_else_is_left_to_the_library(name: str) -> None:
    assert lone_text(OTHERS[name]) is None


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
