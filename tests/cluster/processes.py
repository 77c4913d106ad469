"""Servers as processes of their own, which can be killed and frozen."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg

from tests.server.databases import free_port

PATIENCE_S = 120.0
"""Seconds for a busy machine."""


class Process:
    """What `tests.server.running.Running` is for a server in a thread."""

    def __init__(
        self, database: str, folder: Path, *flags: str, source: Path | None = None, **settings: Any
    ) -> None:
        """`source` is a folder that holds the package of another version."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/ws"
        wanted = {
            "database": database,
            "bot_delay": 0,
            "bot_processes": 0,
            "warm_up": "no",
            "log_level": "info",
            "lease_seconds": 4,
            "requests_per_second": 100_000,
            "tables_per_minute": 100_000,
            "mib_per_hour": 100_000,
            **settings,
        }
        environment = {f"ROWLOCK_{name.upper()}": str(value) for name, value in wanted.items()}
        if source is not None:
            environment["PYTHONPATH"] = str(source)
        self.log = folder / f"server-{self.port}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "rowlock", "serve", "--no-open"),
                    *("--host", "127.0.0.1", "--port", str(self.port), "--data", str(folder)),
                    *flags,
                ],
                env=os.environ | environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, timeout=PATIENCE_S)

    def is_ready(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return self.get("/readyz").status_code == 200
        return False

    def is_up_or_over(self) -> bool:
        return self.is_ready() or self.process.poll() is not None

    def create(self, *names: str) -> Any:
        seats = [{"kind": "me", "name": names[0]}]
        seats += [{"kind": "local", "name": name} for name in names[1:]]
        wish = {"options": {"chat": True}, "seats": seats, "start": True}
        answer = httpx.post(f"{self.url}/api/tables", json=wish, timeout=PATIENCE_S)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def end(self) -> None:
        for number in (signal.SIGCONT, signal.SIGTERM):
            with contextlib.suppress(ProcessLookupError):
                self.signal(number)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def new_database(database: str) -> str:
    """The address of an empty database on the same server, in which nobody else is."""
    name = f"rowlock_{secrets.token_hex(4)}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return urlsplit(database)._replace(path=f"/{name}").geturl()


def wait_for(holds: Callable[[], Any], what: str = "") -> None:
    limit = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < limit, f"{what or holds} does not come true"
        time.sleep(0.05)


@contextlib.contextmanager
def processes(
    number: int, database: str, folder: Path, *flags: str, **settings: Any
) -> Iterator[list[Process]]:
    """So many servers that are ready."""
    found = [Process(database, folder, *flags, **settings) for _ in range(number)]
    try:
        for each in found:
            wait_for(each.is_up_or_over, "the start of a server")
            assert each.process.poll() is None, each.log.read_text()
        yield found
    finally:
        for each in found:
            each.end()
