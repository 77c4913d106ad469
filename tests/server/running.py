"""A server in a thread of its own, for tests over real sockets."""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import websockets.asyncio.client

from rowlock.server.cluster.leases import Leases
from rowlock.server.config import Settings
from rowlock.server.monitoring.logging import set_up
from rowlock.server.process.listener import bind
from rowlock.server.push.allowed_hosts import AllowedHosts
from rowlock.server.services import Services
from rowlock.server.transport.uvicorn_server import Server
from rowlock.server.wiring import make_server

PATIENCE_S = 60.0
"""How long a test waits for what must happen, on a busy machine."""

connect = functools.partial(websockets.asyncio.client.connect, open_timeout=PATIENCE_S)


class Running:
    def __init__(self, server: Server, settings: Settings) -> None:
        self.server = server
        self.settings = settings
        self.url = f"http://127.0.0.1:{settings.port}{settings.base_path}"
        self.http = httpx.Client(verify=False, timeout=PATIENCE_S)
        self.ws = f"ws://127.0.0.1:{settings.port}{settings.base_path}/ws"

    @property
    def app(self) -> Any:
        """The application, whatever is below it."""
        return self.server.config.app

    @property
    def services(self) -> Services:
        return self.server.services

    @property
    def leases(self) -> Leases:
        assert self.services.leases is not None
        return self.services.leases

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return self.http.post(self.url + path, json=body, **options)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(self.url + path, **options)

    def create(self, *seats: str, start: bool = False, seals: bool = False, **options: Any) -> Any:
        """A table; seats like `me:Ann`, `bot`, `bot:greedy`, `local:Ben`, `open`."""
        wanted = []
        for text in seats:
            kind, _, word = text.partition(":")
            key = "level" if kind == "bot" else "name"
            wanted.append({"kind": kind, key: word} if word else {"kind": kind})
        body = {"options": options, "seats": wanted, "start": start, "seals": seals}
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, table: str, name: str, *, seals: bool = False) -> Any:
        answer = self.post(f"/api/tables/{table}/join", {"name": name, "seals": seals})
        assert answer.status_code == 201, answer.text
        return answer.json()


@contextlib.contextmanager
def running(push_hosts: AllowedHosts | None = None, **settings: Any) -> Iterator[Running]:
    """A server with quick bots and no limits on speed, unless told otherwise."""
    quick: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "open_browser": False,
        "bot_delay": 0.0,
        "bot_processes": 0,
        "messages_per_second": 100_000.0,
        "requests_per_second": 100_000.0,
        "tables_per_minute": 100_000.0,
        "mib_per_hour": 100_000.0,
        "reviews_per_minute": 100_000.0,
        "log_level": "error",
    }
    wanted = Settings(**(quick | settings))
    set_up(level=wanted.log_level, as_json=True)
    listener = bind(wanted, search=False)
    server = make_server(wanted, push_hosts=push_hosts)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    limit = time.monotonic() + PATIENCE_S
    while not server.started:
        assert time.monotonic() < limit, "the server does not start"
        time.sleep(0.01)
    here = Running(server, wanted)
    try:
        yield here
    finally:
        here.http.close()
        server.should_exit = True
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server does not stop"
