"""What attackers have in common: raw sockets, and limits that run out sooner than usual."""

from __future__ import annotations

import asyncio
import base64
import importlib
import os
import resource
import secrets
import socket
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import PATIENCE_S, Running


def sooner(monkeypatch: pytest.MonkeyPatch, **limits: float) -> None:
    """Shorten limits of connections, before the server starts."""
    for protocol in ("http_protocol", "websocket_protocol"):
        module = importlib.import_module(f"rowlock.server.transport.{protocol}")
        for name, seconds in limits.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, seconds)


def resident_mib() -> float:
    """The memory of this process, which the server shares."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def raw(server: Running, text: str = "", *, small: bool = False) -> socket.socket:
    """A connection that has sent this; `small`: that takes little before it must read."""
    connection = socket.socket()
    if small:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.settings.port))
    connection.sendall(text.encode())
    return connection


def upgraded(server: Running, table: str, *, small: bool = False) -> socket.socket:
    """A WebSocket whose handshake is done, spoken byte by byte."""
    key = base64.b64encode(os.urandom(16)).decode()
    connection = raw(
        server,
        f"GET {server.settings.base_path}/ws/{table} HTTP/1.1\r\nHost: localhost\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n",
        small=small,
    )
    answer = b""
    connection.settimeout(PATIENCE_S)
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(1)
    assert b" 101 " in answer
    return connection


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A masked frame, as clients send it."""
    mask = secrets.token_bytes(4)
    head = bytes([opcode | (0x80 if final else 0)])
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    return head + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


TEXT, CONTINUED, PING = 0x1, 0x0, 0x9


def closed_within(connection: socket.socket, seconds: float) -> bool:
    """Whether the other side ends it in time; what it says until then is not kept."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def flooded(connection: socket.socket, data: bytes) -> bool:
    """Write without ever reading, until the other side ends it."""
    connection.settimeout(PATIENCE_S)
    try:
        for _ in range(2000):
            connection.sendall(data)
    except OSError as error:
        return not isinstance(error, TimeoutError)
    return False


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def erase(server: Running, table: str, token: str) -> httpx.Response:
    return server.http.request("DELETE", f"{server.url}/api/tables/{table}", headers=bearer(token))


def on_the_loop(server: Running, work: Any) -> Any:
    """Run a coroutine where the server runs."""
    tidier = server.services.rooms._tidier
    assert tidier is not None
    return asyncio.run_coroutine_threadsafe(work, tidier.get_loop()).result(PATIENCE_S)
