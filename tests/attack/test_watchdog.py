"""Nothing keeps the event loop for long: each callback's own processor time is measured."""

from __future__ import annotations

import asyncio
import gc
import time
from asyncio.events import Handle
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.attack.tools import PING, TEXT, bearer, frame, on_the_loop, upgraded
from tests.server.player import player
from tests.server.running import Running, running

MOST_MS = 20.0
"""Of its own processor time; what else runs on the machine does not count."""


class Watchdog:
    """Measures what runs on the server's loop, by kind."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worst: dict[str, float] = {}
        run = Handle._run
        dog = self

        def measured(handle: Any) -> None:
            begun = time.thread_time()
            run(handle)
            spent = (time.thread_time() - begun) * 1000
            if dog.on and handle._loop is dog.loop:
                who = getattr(handle._callback, "__self__", handle._callback)  # the task, if any
                kind = repr(who)[:160]
                dog.worst[kind] = max(dog.worst.get(kind, 0.0), spent)

        self.on = False
        self.loop: asyncio.AbstractEventLoop | None = None
        monkeypatch.setattr(Handle, "_run", measured)
        config = uvicorn.Config

        def plain(*args: Any, **options: Any) -> uvicorn.Config:
            return config(*args, **(options | {"loop": "asyncio"}))  # uvloop cannot be watched

        monkeypatch.setattr(uvicorn, "Config", plain)

    def watch(self, server: Running) -> None:
        tidier = server.services.rooms._tidier
        assert tidier is not None
        self.loop = tidier.get_loop()
        gc.collect()
        gc.freeze()  # what the tests have imported is no work of the server's
        self.on = True

    def complaints(self) -> dict[str, float]:
        gc.unfreeze()
        return {kind: spent for kind, spent in self.worst.items() if spent > MOST_MS}


SHEETS = ("classic", "bonus_a", "bonus_b", "longo")


def test_nothing_takes_more_than_20_ms_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dog = Watchdog(monkeypatch)

    async def games(server: Running, sheet: str) -> str:
        made = server.create("me:Ann", "local:Ben", "local:Cid", "bot", "bot", variant=sheet)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.ok("start")
            await ann.play_to_end(120)
        return str(made["table"])

    with running(data=str(tmp_path)) as server:
        warm = server.create("me:Ann", "bot", start=True)
        asyncio.run(games(server, "classic"))  # what is loaded once is loaded now
        for sheet in SHEETS:
            server.create("me:Ann", "bot", variant=sheet, start=True)
        server.get("/api/catalog")
        dog.watch(server)
        tables = [asyncio.run(games(server, sheet)) for sheet in SHEETS]
        for number in range(20):
            server.post("/api/qr", {"text": f"https://example.org/{number}" + "x" * 400})
        rooms = server.services.rooms
        for table in tables:
            server.get(f"/api/tables/{table}/replay")
            server.get(f"/api/tables/{table}/record")
            rooms.rooms.pop(table)  # asleep
            assert server.get(f"/api/tables/{table}").status_code == 200
        for path in ("/", "/api/catalog", "/api/rules/classic", "/" + "x" * 9000, "/metrics"):
            server.get(path)
        flood(server, warm)
        assert server.get("/healthz").status_code == 200
        assert len(dog.worst) > 5
        assert dog.complaints() == {}


def test_the_watchdog_barks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dog = Watchdog(monkeypatch)
    with running(data=str(tmp_path)) as server:
        dog.watch(server)

        async def greedy() -> None:
            begun = time.thread_time()
            while time.thread_time() - begun < 0.05:
                pass

        on_the_loop(server, greedy())
        assert any("greedy" in kind for kind in dog.complaints())


def flood(server: Running, made: Any) -> None:
    """As much as one read of a socket holds."""
    for data in (frame(PING) * 40_000, frame(TEXT, b"x") * 30_000):
        connection = upgraded(server, made["table"])
        connection.settimeout(2)
        try:
            connection.sendall(frame(TEXT, b'{"type":"hello","version":2}') + data)
            time.sleep(0.5)
        except OSError:
            pass
        connection.close()
    server.get(f"/api/tables/{made['table']}", headers=bearer(made["token"]))
