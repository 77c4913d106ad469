"""Undocumented parts of uvicorn and websockets that the server depends on.

If a newer version changes one of them, a test here names it. Then read the release notes, adapt
the classes in `SUBCLASSES`, and raise the upper bounds in pyproject.toml.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import textwrap
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn._types import WebSocketAcceptEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as Socket
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.utils import apply_mask

from rowlock.server.transport.compact_queue import CompactEvent, CompactQueue
from rowlock.server.transport.uvicorn_protocols import HttpProtocol, WebSocketProtocol
from rowlock.server.transport.uvicorn_server import Server

VERSIONS = f"uvicorn {version('uvicorn')}, websockets {version('websockets')}"
UPGRADE = (
    b"GET /ws/BCDFGHJK?a=1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)
ACCEPT: WebSocketAcceptEvent = {"type": "websocket.accept"}

HTTP = {
    *("client", "conn", "flow", "timeout_keep_alive_task"),
    *("connection_made", "connection_lost", "data_received"),
    *("handle_websocket_upgrade", "pause_writing", "resume_writing"),
}
SOCKET = {
    *("client", "conn", "loop", "scope", "transport", "frames", "request", "response"),
    *("queue", "writable", "read_paused"),
    *("handshake_initiated", "handshake_complete", "close_sent", "disconnected"),
    *("connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"),
    *("handle_connect", "handle_ping", "handle_cont", "send"),
    *("start_keepalive", "stop_keepalive", "keepalive_timeout"),
}
SERVER = {
    *("config", "server_state", "lifespan", "started", "should_exit"),
    *("startup", "shutdown"),
}
SUBCLASSES: list[tuple[type, set[str]]] = [
    (HttpProtocol, HTTP),
    (WebSocketProtocol, SOCKET),
    (Server, SERVER),
]


class Transport(asyncio.Transport):
    """Records what a protocol writes and calls."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 1000), "sockname": ("10.0.0.2", 80)})
        self.sent = b""
        self.calls: list[str] = []
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self.calls.append("close")

    def is_closing(self) -> bool:
        return "close" in self.calls

    def pause_reading(self) -> None:
        self.calls.append("pause_reading")

    def resume_reading(self) -> None:
        self.calls.append("resume_reading")

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


class Application:
    """Accepts nothing and never returns: the test itself sends and receives."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()


class Upstream:
    """The protocols of uvicorn itself, without our subclasses, on fake transports."""

    def __init__(self) -> None:
        self.application = Application()
        self.config = uvicorn.Config(self.application, http=H11Protocol, ws=Socket, log_config=None)
        self.config.load()
        self.state = ServerState()

    def http(self) -> tuple[H11Protocol, Transport]:
        protocol = H11Protocol(config=self.config, server_state=self.state, app_state={})
        transport = Transport()
        protocol.connection_made(transport)
        return protocol, transport

    def socket(self) -> tuple[Socket, Transport]:
        """A WebSocket whose handshake was received but not answered."""
        protocol = Socket(self.config, self.state, {})
        transport = Transport()
        protocol.connection_made(transport)
        protocol.data_received(UPGRADE)
        return protocol, transport

    async def accepted(self) -> tuple[Socket, Transport]:
        protocol, transport = self.socket()
        await protocol.receive()
        await protocol.send(ACCEPT)
        return protocol, transport


def frame(opcode: Opcode, data: bytes, *, final: bool = True) -> bytes:
    return Frame(opcode, data, fin=final).serialize(mask=True)


# Names ----------------------------------------------------------------------------------------


def base_of(user: type) -> object:
    """An instance of the class that `user` extends, as it is while serving."""

    async def make() -> object:
        upstream = Upstream()
        if user is HttpProtocol:
            return upstream.http()[0]
        if user is WebSocketProtocol:
            return upstream.socket()[0]
        return uvicorn.Server(upstream.config)

    made = asyncio.run(make())
    if isinstance(made, uvicorn.Server):
        made.lifespan = made.config.lifespan_class(made.config)  # as `serve` does before `startup`
    return made


@pytest.mark.parametrize(
    ("user", "names"), SUBCLASSES, ids=lambda value: getattr(value, "__name__", "")
)
def test_every_attribute_that_is_used_exists_and_is_listed(user: type, names: set[str]) -> None:
    base = base_of(user)
    missing = sorted(name for name in names if not hasattr(base, name))
    assert not missing, f"{VERSIONS}: {type(base).__name__} has no {missing}, which {user} uses"
    assert inherited(user, base) == names, f"list every inherited attribute that {user} uses"


def inherited(user: type, base: object) -> set[str]:
    """The attributes of the base class that `user` reads, sets or overrides."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(user)))
    used = {name for name in vars(user) if not name.startswith("__")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Call):
            owner = node.value.id if isinstance(node.value, ast.Name) else _called(node.value)
            if owner in ("self", "super"):
                used.add(node.attr)
    return {name for name in used if hasattr(base, name) and not name.startswith("__")}


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


@pytest.mark.parametrize(
    ("attribute", "replacement"),
    [("queue", CompactQueue), ("writable", CompactEvent)],
    ids=["queue", "writable"],
)
def test_replacements_of_queue_and_event_have_every_method_that_uvicorn_calls(
    attribute: str, replacement: type
) -> None:
    tree = ast.parse(inspect.getsource(inspect.getmodule(Socket)))  # type: ignore[arg-type]
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == attribute
    }
    lacking = sorted(name for name in asked if not hasattr(replacement, name))
    assert asked, f"{VERSIONS}: uvicorn does not use `{attribute}`"
    assert not lacking, f"{VERSIONS}: {replacement} lacks {lacking}, which uvicorn calls"


# Behaviour --------------------------------------------------------------------------------------


@contextlib.contextmanager
def contract(sentence: str) -> Iterator[None]:
    """Name the assumption that failed, with the versions installed."""
    try:
        yield
    except (AssertionError, AttributeError, TypeError, KeyError) as error:
        pytest.fail(f"{VERSIONS}: no longer true: {sentence}\n{error!r}")


def test_http_states_and_upgrade() -> None:
    async def main() -> None:
        upstream = Upstream()
        with contract("half a request leaves h11 idle and no keep-alive timer running"):
            protocol, _ = upstream.http()
            protocol.data_received(b"GET / HTTP/1.1\r\nHo")
            assert protocol.conn.their_state is h11.IDLE
            assert protocol.timeout_keep_alive_task is None
        with contract("a request without all of its body is in the state SEND_BODY"):
            protocol.data_received(b"st: a\r\nContent-Length: 9\r\n\r\nhalf")
            assert protocol.conn.states[h11.CLIENT] is h11.SEND_BODY
        with contract("a keep-alive timer runs between two requests"):
            protocol, _ = upstream.http()
            protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert protocol.conn.their_state is h11.DONE
            protocol.cycle.on_response()
            assert protocol.timeout_keep_alive_task is not None
            protocol.timeout_keep_alive_task.cancel()
        with contract("`connections` holds each connection until it is lost"):
            assert protocol in upstream.state.connections
            assert isinstance(protocol.transport, Transport)
            protocol.connection_lost(None)
            assert protocol not in upstream.state.connections
        with contract("an upgrade passes the transport to `config.ws_protocol_class`"):
            protocol, transport = upstream.http()
            protocol.data_received(UPGRADE)
            assert type(transport.protocol) is Socket
            assert transport.protocol.handshake_initiated

    asyncio.run(main())


def test_websocket_handshake() -> None:
    async def main() -> None:
        upstream = Upstream()
        with contract("the request initiates the handshake, `websocket.accept` completes it"):
            socket, transport = upstream.socket()
            assert (socket.handshake_initiated, socket.handshake_complete) == (True, False)
            assert await socket.receive() == {"type": "websocket.connect"}
            await socket.send(ACCEPT)
            assert (socket.handshake_complete, socket.close_sent) == (True, False)
            assert socket.conn.state is State.OPEN
            assert transport.sent.startswith(b"HTTP/1.1 101 ")
        with contract("scope headers are a list and extensions a dict"):
            assert isinstance(socket.scope["headers"], list)
            assert isinstance(socket.scope["extensions"], dict)
        with contract("request and response are unused after the handshake"):
            socket.request.headers.clear()
            del socket.request, socket.response
            socket.__dict__ = dict(socket.__dict__)
            await exchange(socket, transport)
            socket.data_received(frame(Opcode.CLOSE, b"\x03\xe8"))
            assert (await socket.receive())["type"] == "websocket.disconnect"
        with contract("keep-alive starts on accept and stops on disconnect"):
            calls = list[str]()
            socket, transport = upstream.socket()
            socket.start_keepalive = lambda: calls.append("start")  # type: ignore[method-assign]
            socket.stop_keepalive = lambda: calls.append("stop")  # type: ignore[method-assign]
            await socket.send(ACCEPT)
            socket.connection_lost(None)
            assert calls == ["start", "stop"]
        with contract("an HTTP refusal leaves `handshake_complete` false (`send` sets it)"):
            socket, transport = upstream.socket()
            send: Any = socket.send
            await send({"type": "websocket.http.response.start", "status": 503})
            await send({"type": "websocket.http.response.body", "body": b"no"})
            assert transport.sent.endswith(b"no")
            assert (socket.handshake_complete, socket.close_sent) == (False, True)

    asyncio.run(main())


async def exchange(socket: Socket, transport: Transport) -> None:
    """Receive a text and send one."""
    socket.data_received(frame(Opcode.TEXT, b"hello"))
    while (message := await socket.receive())["type"] == "websocket.connect":
        pass
    assert message == {"type": "websocket.receive", "text": "hello"}
    transport.sent = b""
    await socket.send({"type": "websocket.send", "text": "hi"})
    assert transport.sent == b"\x81\x02hi"


def test_websocket_messages() -> None:
    async def main() -> None:
        socket, transport = await Upstream().accepted()
        with contract("between messages the reader is empty and current_size is None"):
            await exchange(socket, transport)
            assert (bytes(socket.conn.reader.buffer), socket.conn.current_size) == (b"", None)
        with contract("an incomplete frame is in `conn.reader.buffer`"):
            text = frame(Opcode.TEXT, b"hello")
            socket.data_received(text[:-1])
            assert len(socket.conn.reader.buffer) > 0
            socket.data_received(text[-1:])
            assert (bytes(socket.conn.reader.buffer), socket.conn.current_size) == (b"", None)
        with contract("an incomplete message is in `frames` and has a current_size"):
            socket.data_received(frame(Opcode.TEXT, b"he", final=False))
            socket.data_received(frame(Opcode.CONT, b"ll", final=False))
            assert (len(socket.frames), socket.conn.current_size) == (2, 4)
        with contract("continuation frames go to `handle_cont`, pings to `handle_ping`"):
            calls = list[object]()
            socket.handle_cont = lambda event: calls.append(event)  # type: ignore[method-assign]
            socket.handle_ping = lambda: calls.append("ping")  # type: ignore[method-assign]
            socket.data_received(frame(Opcode.CONT, b"o") + frame(Opcode.PING, b""))
            assert [type(call) for call in calls] == [Frame, str]
        with contract("`receive` resumes reading when the queue is empty"):
            socket, transport = await Upstream().accepted()
            socket.queue.put_nowait({"type": "websocket.receive", "text": "a"})
            socket.queue.put_nowait({"type": "websocket.receive", "text": "b"})
            socket.read_paused = True
            await socket.receive()
            assert "resume_reading" not in transport.calls
            await socket.receive()
            assert (transport.calls, socket.read_paused) == (["resume_reading"], False)
        with contract("`writable` is clear while writing is paused"):
            socket.pause_writing()
            assert not socket.writable.is_set()
            socket.resume_writing()
            assert socket.writable.is_set()

    asyncio.run(main())


def test_websocket_close() -> None:
    async def main() -> None:
        upstream = Upstream()
        with contract("a lost connection sets `disconnected` and `writable`"):
            socket, _ = await upstream.accepted()
            socket.pause_writing()
            socket.connection_lost(None)
            assert (socket.disconnected, socket.writable.is_set()) == (True, True)
            assert (await socket.receive())["type"] == "websocket.disconnect"
            assert socket not in upstream.state.connections
            with pytest.raises(ClientDisconnected):
                await socket.send({"type": "websocket.send", "text": "hi"})
        with contract("a keep-alive timeout closes with code 1011"):
            socket, transport = await upstream.accepted()
            transport.sent = b""
            socket.keepalive_timeout()
            assert transport.sent[2:4] == (1011).to_bytes(2)
            assert (socket.close_sent, transport.is_closing()) == (True, True)
        with contract("`websocket.close` sets `close_sent` and leaves State.OPEN"):
            socket, transport = await upstream.accepted()
            await socket.send({"type": "websocket.close", "code": 1000})
            assert (socket.close_sent, socket.conn.state) == (True, State.CLOSING)
            assert socket.close_timer is not None
            socket.close_timer.cancel()
        with contract("`shutdown` closes with code 1012"):
            socket, transport = await upstream.accepted()
            transport.sent = b""
            socket.shutdown()
            assert transport.sent[2:4] == (1012).to_bytes(2)

    asyncio.run(main())


def test_protocol_for_a_connection_accepted_elsewhere() -> None:
    async def main() -> None:
        with contract("`startup` makes protocols of config, server_state and lifespan.state"):
            upstream = Upstream()
            server = uvicorn.Server(upstream.config)
            server.lifespan = upstream.config.lifespan_class(upstream.config)
            protocol = server.config.http_protocol_class(  # type: ignore[call-arg]
                config=server.config,
                server_state=server.server_state,
                app_state=server.lifespan.state,
            )
            assert isinstance(protocol, H11Protocol)
            assert protocol.connections is server.server_state.connections

    asyncio.run(main())


def test_frame_masks() -> None:
    with contract("`apply_mask(data, mask)` is in `websockets.utils`"):
        assert apply_mask(b"\x01\x02\x03\x04\x05", b"\x01\x02\x03\x04") == b"\x00\x00\x00\x00\x04"
