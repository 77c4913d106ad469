"""Storage that fails: the server says so, loses nothing it promised, and goes on afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rowlock.cli.main import main
from rowlock.server.store.open import FILE
from rowlock.server.store.sql import SqlStore
from tests.attack.tools import bearer
from tests.server.player import player
from tests.server.running import PATIENCE_S, Running, running


class Disk:
    """A disk that is full when it is told to be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.full_after = b"never"
        """It is full once an entry with this text has been written."""
        self.refusals = 0
        appending = SqlStore._appending

        def work(
            store: SqlStore, table: str, expected: int, payloads: Sequence[bytes], at: float | None
        ) -> Callable[[Any], None]:
            if not self.full:
                self.full = any(self.full_after in payload for payload in payloads)
                return appending(store, table, expected, payloads, at)
            self.refusals += 1

            def fail(_: Any) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            return fail

        monkeypatch.setattr(SqlStore, "_appending", work)


def rename(server: Running, made: Any, name: str) -> Any:
    message = {"type": "rename", "seat": 0, "name": name}
    return server.post(
        f"/api/tables/{made['table']}/send", message, headers=bearer(made["token"])
    ).json()


def test_a_clock_that_rings_while_the_disk_is_full_rings_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)

    async def story(server: Running) -> None:
        disk.full_after = b'"begun"'
        made = server.create("me:Ann", start=True, time_limit=1)
        async with player(server, made["table"], made["token"]) as ann:
            async with asyncio.timeout(PATIENCE_S):
                while disk.refusals < 2:  # it has rung, and has rung again
                    await asyncio.sleep(0.01)
            assert ann.view["phase"] == "roll"
            disk.full_after, disk.full = b"never", False
            await ann.until_view(lambda view: view["phase"] != "roll")
            await ann.until_view(lambda view: view["turn"] >= 2)

    with running(data=str(tmp_path), log_level="critical") as server:
        asyncio.run(story(server))


def test_a_full_disk_is_reported_and_bots_continue_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)

    async def story(server: Running) -> None:
        made = server.create("me:Ann", "bot", "bot", start=True, cards=True)
        lobby = server.create("me:Zoe", "bot")
        disk.full = True
        assert rename(server, lobby, "Zora")["code"] == "not_stored"
        body = {"options": {}, "seats": [{"kind": "me", "name": "Ann"}]}
        assert server.post("/api/tables", body).json()["code"] == "not_stored"
        disk.full = False
        assert rename(server, lobby, "Zora")["type"] == "ack"
        async with player(server, made["table"], made["token"]) as ann:
            switching = asyncio.create_task(_switch(disk))
            await ann.play_to_end(60)
            switching.cancel()

    async def _switch(disk: Disk) -> None:
        for _ in range(3):
            await asyncio.sleep(0.2)
            disk.full = True
            await asyncio.sleep(0.05)
            disk.full = False

    with running(data=str(tmp_path), log_level="critical") as server:
        asyncio.run(story(server))


def test_a_foreign_lock_blocks_no_request(tmp_path: Path) -> None:
    with running(data=str(tmp_path), log_level="critical") as server:
        made = server.create("me:Ann", "bot")
        foreign = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        order: list[str] = []

        def write() -> None:
            order.append(rename(server, made, "Anna")["type"])

        writer = threading.Thread(target=write)
        writer.start()
        time.sleep(0.3)
        for _ in range(5):
            assert server.get("/healthz").status_code == 200
        order.append("healthy")
        assert server.get("/readyz").status_code == 503
        order.append("not ready")
        foreign.execute("ROLLBACK")
        foreign.close()
        writer.join(30)
        assert order == ["healthy", "not ready", "ack"]
        assert server.get("/readyz").status_code == 200


def test_a_database_that_has_vanished_takes_no_promises(tmp_path: Path) -> None:
    with running(data=str(tmp_path), log_level="critical") as server:
        made = server.create("me:Ann", "bot")
        (tmp_path / FILE).rename(tmp_path / "away")
        assert rename(server, made, "Anna")["code"] == "not_stored"
        told = server.get("/readyz")
        assert told.status_code == 503
        assert "vanished" in told.json()["detail"]
        assert not (tmp_path / FILE).exists()  # no empty one in its place
        (tmp_path / "away").rename(tmp_path / FILE)
        assert rename(server, made, "Anna")["type"] == "ack"
        assert server.get("/readyz").status_code == 200


def damage(file: Path) -> None:
    """Every page but the first few is overwritten."""
    whole = file.read_bytes()
    file.write_bytes(whole[: 4096 * 4] + b"\xa5" * (len(whole) - 4096 * 4))


def test_a_damaged_database_is_named_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(data=str(tmp_path)) as server:
        for _ in range(100):
            server.create("me:Ann", "bot", start=True)
    damage(tmp_path / FILE)
    assert main(["serve", "--check", "--data", str(tmp_path)]) not in (0, 70)
    assert str(tmp_path / FILE) in capsys.readouterr().err


def test_damage_found_while_serving_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rowlock.server.store.sqlite._look_through", lambda connection: None, raising=False
    )
    with running(data=str(tmp_path)) as server:
        tables = [server.create("me:Ann", "bot", start=True)["table"] for _ in range(100)]
    damage(tmp_path / FILE)
    with running(data=str(tmp_path), log_level="critical") as server:
        answers = [server.get(f"/api/tables/{table}").status_code for table in tables]
        assert set(answers) & {500, 503}
        assert server.get("/readyz").status_code == 503
        assert server.get("/healthz").status_code == 200


def test_one_server_for_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check = ["serve", "--check", "--data", str(tmp_path)]
    with running(data=str(tmp_path)):
        assert main(check) not in (0, 70)
        assert "another server" in capsys.readouterr().err
    assert main(check) == 0
    assert "The settings are valid" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_place_that_cannot_hold_games_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    data = tmp_path / "data"
    if what == "file":
        data.write_text("I am no folder", "utf-8")
    else:
        (data / FILE).mkdir(parents=True)
    assert main(["serve", "--check", "--data", str(data)]) not in (0, 70)
    assert str(data) in capsys.readouterr().err
