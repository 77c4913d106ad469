"""A server that the chaos test kills, on a SQLite file or on a shared PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

TROUBLE_OVER_HTTP = (OSError, HTTPException)
UNLIMITED = {
    "ROWLOCK_MESSAGES_PER_SECOND": "100000",
    "ROWLOCK_TABLES_PER_MINUTE": "100000",
    "ROWLOCK_MIB_PER_HOUR": "100000",
    "ROWLOCK_MAX_CONNECTIONS_PER_ADDRESS": "100000",
    "ROWLOCK_REQUESTS_PER_SECOND": "100000",
    "ROWLOCK_LOG_LEVEL": "error",
    "ROWLOCK_WARM_UP": "no",  # compiling after every kill would leave no time for games
}
STARTING_S = 300


class Target:
    def __init__(self, command: str, folder: Path, port: int, database: str = "") -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._command = [
            *(*shlex.split(command), "serve", "--no-open"),
            *("--host", "127.0.0.1", "--port", str(port)),
            *("--bot-delay", "0", "--data", str(folder)),
            *(("--database", database) if database else ()),
        ]

    def launch(self) -> None:
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=os.environ | UNLIMITED,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,  # Ctrl-C must reach this script only
            )

    async def start(self) -> None:
        self.launch()
        limit = time.monotonic() + STARTING_S
        while time.monotonic() < limit:
            with contextlib.suppress(*TROUBLE_OVER_HTTP):
                await asyncio.to_thread(self._is_ready)
                return
            await asyncio.sleep(0.025)
        raise RuntimeError(f"the server did not start: {complaints(self._folder)}")

    def _is_ready(self) -> None:
        urllib.request.urlopen(f"{self.url}/readyz", timeout=10).close()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    async def stop(self) -> None:
        """Stop the server gracefully."""
        if self._process is not None:
            self._process.terminate()
            while self._process.poll() is None:
                await asyncio.sleep(0.05)


def complaints(folder: Path, *expected: str) -> str:
    """Unexpected lines in the servers' log, which contains errors only."""
    lines = (folder / "server.log").read_text(errors="replace").splitlines()
    return "\n".join(each for each in lines if not any(e in each for e in expected))[:3000]


def entries(folder: Path, database: str) -> Iterator[tuple[str, int, bytes]]:
    """Yield every stored entry in order: table, sequence number, payload."""
    every = "SELECT log, seq, payload FROM entries ORDER BY log, seq"
    if database:
        import psycopg

        with psycopg.connect(database) as connection:
            for table, seq, payload in connection.execute(every).fetchall():
                yield table, seq, bytes(payload)
        return
    with contextlib.closing(sqlite3.connect(folder / "rowlock.sqlite3")) as store:
        for table, seq, payload in store.execute(every):
            yield table, seq, bytes(payload)
