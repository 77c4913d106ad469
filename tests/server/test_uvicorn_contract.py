"""Undocumented parts of uvicorn that the server depends on.

If a newer version changes one of them, a test here names it. Then read the release notes, adapt
the classes in `SUBCLASSES`, and raise the upper bound in pyproject.toml.

Of websockets only the documented sans-I/O layer is used.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import functools
import inspect
import textwrap
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from rowlock.server.transport.http_protocol import HttpProtocol
from rowlock.server.transport.uvicorn_server import Server

VERSIONS = f"uvicorn {version('uvicorn')}"
UPGRADE = (
    b"GET /ws/BCDFGHJK?a=1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)

HTTP = {
    *("client", "conn", "flow", "timeout_keep_alive_task"),
    *("connection_made", "connection_lost", "data_received"),
    *("handle_websocket_upgrade", "pause_writing", "resume_writing"),
}
SERVER = {
    *("config", "server_state", "lifespan", "started", "should_exit"),
    *("startup", "shutdown"),
}
SUBCLASSES: list[tuple[type, set[str]]] = [
    (HttpProtocol, HTTP),
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
    """Never returns."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()


class Socket(asyncio.Protocol):
    """Records how it is made and what it receives."""

    def __init__(self, **arguments: Any) -> None:
        self.arguments = arguments
        self.received = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data


class Upstream:
    """The protocol of uvicorn itself, without our subclass, on a fake transport."""

    def __init__(self) -> None:
        self.application = Application()
        websocket: Any = functools.partial(Socket, ours=True)
        self.config = uvicorn.Config(
            self.application, http=H11Protocol, ws=websocket, log_config=None
        )
        self.config.load()
        self.state = ServerState()

    def http(self) -> tuple[H11Protocol, Transport]:
        protocol = H11Protocol(config=self.config, server_state=self.state, app_state={})
        transport = Transport()
        protocol.connection_made(transport)
        return protocol, transport


# Names ----------------------------------------------------------------------------------------


def base_of(user: type) -> object:
    """An instance of the class that `user` extends, as it is while serving."""

    async def make() -> object:
        upstream = Upstream()
        if user is HttpProtocol:
            return upstream.http()[0]
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
        with contract("an upgrade passes transport and request to what `ws` makes"):
            protocol, transport = upstream.http()
            protocol.data_received(UPGRADE)
            made = transport.protocol
            assert type(made) is Socket
            assert set(made.arguments) == {"config", "server_state", "app_state", "ours"}
            assert made.transport is transport
            assert made.received.startswith(b"GET /ws/BCDFGHJK?a=1 HTTP/1.1\r\n")
            assert b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" in made.received
            assert protocol not in upstream.state.connections

    asyncio.run(main())


def test_the_server_shuts_down_every_connection() -> None:
    class Connection:
        shut_down = False

        def shutdown(self) -> None:
            self.shut_down = True

    async def main() -> None:
        upstream = Upstream()
        with contract("`shutdown` calls `shutdown` of all `server_state.connections`"):
            server = uvicorn.Server(upstream.config)
            server.lifespan = upstream.config.lifespan_class(upstream.config)
            server.servers = []
            connection: Any = Connection()
            server.server_state.connections.add(connection)
            server.force_exit = True
            await server.shutdown()
            assert connection.shut_down

    asyncio.run(main())
