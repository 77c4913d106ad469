"""The built page on a real server, in the system's Chromium."""

from __future__ import annotations

import datetime
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from rowlock.server.rooms.daily_games import DailyGames
from rowlock.server.study import daily_judge
from rowlock.solver.value_table import ValueTable
from tests.server.running import Running, running
from tests.server.test_exam import kept
from tests.solver.conftest import classic, classic_file
from tests.web.phone import FLAGS, Phone

__all__ = ["classic", "classic_file", "kept"]

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/rowlock/server/static"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    assert (STATIC / "index.html").exists(), "the page is not built: run scripts/install"
    with running(data=str(tmp_path_factory.mktemp("data")), review_seconds=1.0) as server:
        yield server


def chromium(*, whole: bool = False) -> str:
    """The headless build where it is installed: it needs two thirds of the processor time, and has
    everything but notifications."""
    small = None if whole else shutil.which("chromium-headless-shell")
    found = small or shutil.which("chromium")
    return os.environ.get("CHROMIUM") or found or "/usr/bin/chromium"


@pytest.fixture
def monday(classic: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Monday noon, and the table of classic is solved."""
    noon = datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC)
    monkeypatch.setattr(DailyGames, "now", lambda self: noon)
    monkeypatch.setattr(daily_judge, "_table", lambda date: classic)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def phone(browser: Browser, server: Running) -> Iterator[Callable[..., Phone]]:
    """Makes phones; at the end each must have had nothing to complain about."""
    made: list[Phone] = []

    def make(**options: Any) -> Phone:
        made.append(Phone(browser, server, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()
