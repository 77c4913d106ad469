"""A rolling update on one database, from the first version with leases to this one.

This one stores what that one cannot read.
"""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.processes import Process, new_database, wait_for
from tests.cluster.test_takeover import (
    log_of,
    say,
    seat,
    told,
)

ROOT = Path(__file__).parents[2]
FIRST_WITH_LEASES = "4da525e"

pytestmark = pytest.mark.long


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The package of that version."""
    command = ["git", "archive", FIRST_WITH_LEASES, "src"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"{FIRST_WITH_LEASES} is not in this clone: {done.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(tmp_path / "older", filter="data")
    return tmp_path / "older" / "src"


def started(database: str, folder: Path, source: Path | None = None) -> Process:
    server = Process(database, folder, source=source)
    wait_for(server.is_up_or_over, "the start of a server")
    assert server.process.poll() is None, server.log.read_text()
    return server


def where(source: Path | None) -> Path:
    """The package that a server with this source runs."""
    command = [sys.executable, "-c", "import rowlock; print(rowlock.__file__)"]
    environment = {} if source is None else {"PYTHONPATH": str(source)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


async def handed_over(goes: Process, stays: Process, made: Any) -> None:
    """A table of a server that goes, played from both, goes on at the one that stays."""
    async with seat(goes, made) as (here, _), seat(stays, made) as (there, _):
        assert (await say(there, "by way of the next"))["type"] == "ack"
        assert (await say(here, "at the one that goes"))["type"] == "ack"
        goes.signal(signal.SIGTERM)
        for socket in (here, there):
            assert (await told(socket, "bye"))["code"] == "server_stopping"
    async with seat(stays, made) as (socket, _):
        assert (await say(socket, "at the next"))["type"] == "ack"


def lines(database: str, table: str) -> list[str]:
    said = [json.loads(entry).get("text") for entry in log_of(database, table)]
    return [text for text in said if text]


SAID = ["by way of the next", "at the one that goes", "at the next"]


def test_a_table_survives_a_rolling_update_and_the_way_back_is_refused(
    database: str, tmp_path: Path, older: Path
) -> None:
    assert where(older).is_relative_to(older)
    assert not where(None).is_relative_to(older)
    alone = new_database(database)
    running = [old := started(alone, tmp_path, older)]
    try:
        forth = old.create("Ann", "Ben")
        check = [sys.executable, "-m", "rowlock", "serve", "--check", "--database", alone]
        done = subprocess.run(check, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        running.append(new := started(alone, tmp_path))
        asyncio.run(handed_over(old, new, forth))
        assert lines(alone, forth["table"]) == SAID

        again = Process(alone, tmp_path, source=older)
        wait_for(again.is_up_or_over, "the refusal of an older server")
        assert again.process.poll() == 2, again.log.read_text()
        assert "the store is not of version 1" in again.log.read_text()
        assert new.get(f"/api/tables/{forth['table']}").status_code == 200
        for server in running:
            assert "Traceback" not in server.log.read_text()
    finally:
        for server in running:
            server.end()
