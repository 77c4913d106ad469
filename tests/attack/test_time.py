"""The wall clock jumps: nothing is deleted for it, and the clocks of games do not notice."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from rowlock.errors import Unreadable
from rowlock.server.config import load_settings
from rowlock.server.rooms import registry as rooms_module
from tests.attack.tools import on_the_loop
from tests.server.player import player
from tests.server.running import Running, running

DAY = 86_400.0


class Jumping:
    """The wall clock of this process, moved at will."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.by)


def test_a_jump_of_31_days_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Jumping(monkeypatch)
    monkeypatch.setattr(rooms_module, "TIDY_EVERY_S", 0.05)
    monkeypatch.setattr("rowlock.server.rooms.safe_clock.SETTLED_AFTER_S", 0.0, raising=False)
    with running(data=str(tmp_path)) as server:
        table = server.create("me:Ann", "bot", start=True)["table"]
        clock.by = 31 * DAY
        time.sleep(0.5)
        assert server.get(f"/api/tables/{table}").status_code == 200
        clock.by = -31 * DAY
        late = server.create("me:Ben", "bot")["table"]
        clock.by = 0.0
        time.sleep(0.5)
        assert server.get(f"/api/tables/{late}").status_code == 200


def test_a_machine_with_a_wrong_clock_deletes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Jumping(monkeypatch)
    monkeypatch.setattr(rooms_module, "TIDY_EVERY_S", 0.05)
    with running(data=str(tmp_path)) as server:
        table = server.create("me:Ann", "bot", start=True)["table"]
    clock.by = 400 * DAY
    with running(data=str(tmp_path)) as server:
        time.sleep(0.5)
        assert server.get(f"/api/tables/{table}").status_code == 200
        clock.by = 0.0  # the clock is set
        monkeypatch.setattr("rowlock.server.rooms.safe_clock.SETTLED_AFTER_S", 0.0, raising=False)
        time.sleep(0.5)
        assert server.get(f"/api/tables/{table}").status_code == 200


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_a_games_clock_rings_in_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    clock = Jumping(monkeypatch)

    async def story(server: Running) -> None:
        begun = time.monotonic()
        made = server.create("me:Ann", start=True, time_limit=2)
        async with player(server, made["table"], made["token"]) as ann:
            assert ann.view["clock"]["deadline"] - ann.view["clock"]["now"] <= 2000
            clock.by = jump
            await ann.until_view(lambda view: view["phase"] != "roll")
            assert time.monotonic() - begun >= 2  # neither at once nor never
            shown = ann.view["clock"]
            assert 0 < shown["deadline"] - shown["now"] <= 2000

    with running(data=str(tmp_path)) as server:
        asyncio.run(story(server))


@pytest.mark.parametrize(
    "setting",
    [
        {"keep_days": 0.0},
        {"keep_days": -1.0},
        {"keep_days": float("nan")},
        {"requests_per_second": 0.0},
        {"max_tables": -5},
        {"port": 99_999},
        {"port": -1},
        {"bot_delay": -1.0},
        {"database": "nosuch://x"},
        {"database": "postgres:/typo"},
        {"public_url": "play.example.org"},
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_refused(setting: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        load_settings(setting, {})


def test_an_idle_room_sleeps_by_the_monotonic_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Jumping(monkeypatch)
    with running(data=str(tmp_path)) as server:
        table = server.create("me:Ann", "bot")["table"]
        rooms = server.services.rooms
        clock.by = DAY

        async def sleep() -> bool:
            await rooms.unload_idle_rooms()
            return table in rooms.rooms

        assert on_the_loop(server, sleep())
