"""Which modules have to travel: one's own, with what lies beside them, and nothing installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rowlock.bots.simple import Greedy
from rowlock.runners.own_modules import digest, own_modules

BOT = """
import own_helper
from own_package.deep import choose

class Mine:
    favourite = own_helper.first
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "own_bot.py").write_text(BOT)
    (tmp_path / "own_helper.py").write_text("def first(moves):\n    return moves[0]\n")
    (tmp_path / "never_imported.py").write_text("")
    package = tmp_path / "own_package"
    package.mkdir()
    for name in ("__init__", "deep", "lazy"):
        (package / f"{name}.py").write_text("def choose(): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("own_bot")
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def test_ones_own_bot_travels_with_what_it_imports(mine: ModuleType, tmp_path: Path) -> None:
    files = own_modules((Greedy(), [mine.Mine()]))
    package = {f"own_package/{name}.py" for name in ("__init__", "deep", "lazy")}
    assert set(files) == {"own_bot.py", "own_helper.py"} | package
    assert files["own_helper.py"] == (tmp_path / "own_helper.py").resolve()


def test_what_is_installed_does_not_travel() -> None:
    assert own_modules((Greedy(), importlib.import_module, 1.5)) == {}
    assert digest({}) == ""


def test_a_changed_source_has_another_digest(mine: ModuleType, tmp_path: Path) -> None:
    before = digest(own_modules(mine.Mine()))
    assert digest(own_modules(mine.Mine())) == before
    (tmp_path / "own_helper.py").write_text("def first(moves):\n    return moves[-1]\n")
    assert digest(own_modules(mine.Mine())) not in ("", before)
