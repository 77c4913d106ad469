"""`rowlock verify`, `rowlock backup`, `rowlock serve --bot`."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from rowlock.cli.main import main
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.errors import Unreadable
from rowlock.protocol.base import Pace
from rowlock.server.bots.levels import levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.config import Settings
from rowlock.server.process.network_addresses import local_url, shared_url, terminal_qr
from tests.server.player import player
from tests.server.running import Running, running


class Stubborn:
    """A bot of one's own: always the last legal move."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return view.legal[-1]


class Broken:
    def choose(self, view: View, rng: random.Random) -> Move:
        raise RuntimeError("I cannot")


def _play(server: Running, *seats: str) -> str:
    async def story() -> str:
        made = server.create("me:Ann", *seats, start=True)
        async with player(server, made["table"], made["token"]) as ann:
            await ann.play_to_end()
        return str(made["table"])

    return asyncio.run(story())


def test_a_custom_bot_takes_a_seat_and_a_failing_one_is_replaced(tmp_path: Path) -> None:
    own = [f"{__name__}:Stubborn", f"{__name__}:Broken"]
    with running(data=str(tmp_path), bots=own, log_level="critical") as server:
        known = server.get("/api/catalog").json()["levels"]
        assert [level["id"] for level in known if level.get("own")] == own
        _play(server, *(f"bot:{name}" for name in own))


def test_unknown_bots_are_refused_at_the_start() -> None:
    with pytest.raises(Unreadable):
        levels(["no.such.module:Bot"])


def test_levels_have_a_default_among_them() -> None:
    bot_pool = BotPool(levels(), 1.0)
    assert bot_pool.default in [level.id for level in bot_pool.levels]
    bot_pool.close()


@pytest.mark.parametrize(("pace", "mean"), [("slow", 4.0), ("normal", 2.0), ("fast", 0.5)])
def test_pauses_are_spread_evenly_around_their_mean(pace: Pace, mean: float) -> None:
    """From half the mean to one and a half times it: a tenth of the pauses in each tenth."""
    bot_pool = BotPool(levels(), 2.0)
    bot_pool._rng.seed(7)
    pauses = [bot_pool.pause(pace) for _ in range(5000)]
    bot_pool.close()
    tenths = Counter(int(10 * (pause / mean - 0.5)) for pause in pauses)
    assert sorted(tenths) == list(range(10))
    # 500 of 5000 expected in each; the standard deviation is 21.
    assert all(abs(count - 500) < 100 for count in tenths.values()), tenths


def test_a_downloaded_record_is_verified(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = _play(server, "bot")
    file = tmp_path / "game.rowlock"
    text = server.get(f"/api/tables/{table}/record").text
    file.write_text(text, "utf-8")
    assert main(["verify", str(file), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["table"] == table
    assert main(["replay", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    file.write_text(text.replace(table, "BCDFGHJK"), "utf-8")
    assert main(["verify", str(file)]) == 1
    assert "does not fit the server's commitment" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none")]) == 2


def test_a_backup_of_a_running_server_can_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    copy.mkdir()
    file = copy / "rowlock.sqlite3"
    with running(data=str(data)) as server:
        table = _play(server, "bot")
        assert main(["backup", str(file), "--data", str(data), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["tables"] == 1
        assert main(["backup", str(file), "--data", str(data)]) == 2  # never over a file
        record = server.get(f"/api/tables/{table}/record").text
    with running(data=str(copy)) as server:
        assert server.get(f"/api/tables/{table}/record").text == record
    assert main(["backup", str(tmp_path / "x"), "--data", str(tmp_path / "nothing")]) == 2


def test_a_backup_clears_what_a_killed_one_has_left(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "copy.sqlite3"
    with running(data=str(data)) as server:
        _play(server, "bot")
    for end in (".part", ".part-wal", ".part-shm"):
        file.with_name(file.name + end).write_bytes(b"left behind")
    assert main(["backup", str(file), "--data", str(data)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


def test_a_folder_that_cannot_be_written_to_is_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with running(data=str(data)) as server:
        table = _play(server, "bot")
        record = server.get(f"/api/tables/{table}/record").text
    monkeypatch.setattr("os.access", lambda path, mode: path != data)
    copy = tmp_path / "copy"
    copy.mkdir()
    before = {path.name: path.stat().st_mtime_ns for path in data.iterdir()}
    assert main(["backup", str(copy / "rowlock.sqlite3"), "--data", str(data)]) == 0
    assert {path.name: path.stat().st_mtime_ns for path in data.iterdir()} == before
    with running(data=str(copy)) as server:
        assert server.get(f"/api/tables/{table}/record").text == record
    (data / "rowlock.sqlite3-wal").write_bytes(b"something")
    assert main(["backup", str(tmp_path / "x"), "--data", str(data)]) == 2
    assert "rowlock.sqlite3-wal is not empty" in capsys.readouterr().err


def test_the_addresses_to_open_and_to_share() -> None:
    here = Settings(host="127.0.0.1", port=8000, base_path="/games")
    assert local_url(here) == "http://127.0.0.1:8000/games/"
    assert shared_url(here) is None
    everywhere = Settings(port=8000)
    assert local_url(everywhere) == "http://localhost:8000/"
    public = Settings(public_url="https://example.org", base_path="/games")
    assert shared_url(public) == "https://example.org/games/"
    assert len(terminal_qr("http://192.168.1.20:8377/").splitlines()) > 10
