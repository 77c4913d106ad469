"""Extras: the table of the commands is that of pyproject.toml, and a missing one is named.

What works without any of them is tested in a Python that has none: tests/wheel.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from rowlock.cli.extras import EXTRAS, WHOLE, what_to_install
from rowlock.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OFFERED = PROJECT["optional-dependencies"]


def named(requirement: str) -> str:
    """The package of a requirement."""
    return re.split(r"[^a-z0-9-]", requirement)[0]


def pins(lock: str) -> set[str]:
    text = (ROOT / "requirements" / lock).read_text("utf-8")
    return set(re.findall(r"^[a-z0-9._-]+==\S+", text, re.MULTILINE))


def test_the_library_needs_only_msgspec() -> None:
    assert [named(text) for text in PROJECT["dependencies"]] == ["msgspec"]


def test_the_table_of_extras_is_that_of_the_project() -> None:
    assert set(OFFERED) == {*EXTRAS, "all"}
    for extra, packages in EXTRAS.items():
        # uvicorn takes uvloop where it is there; `rowlock` are extras of our own.
        asked = {named(text) for text in OFFERED[extra]} - {"uvloop", "rowlock"}
        assert asked == {title.lower() for title in packages.values()}
    assert OFFERED["all"] == [f"rowlock[{','.join(extra for extra in EXTRAS if extra != 'ray')}]"]
    assert set(WHOLE) <= set(COMMANDS)


def test_the_lock_of_developers_holds_all_that_playing_needs() -> None:
    assert pins("run.txt") | pins("build.txt") < pins("dev.txt")


def missing(name: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


def without(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    for package in packages:
        monkeypatch.setitem(sys.modules, package, None)


def test_one_sentence_names_everything_a_command_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "numpy", "numba", "rich")
    sentence = 'rowlock simulate needs NumPy and Numba: pip install "rowlock[fast]"'
    assert what_to_install("simulate", missing("numpy")) == sentence
    sentence = 'rowlock arena needs NumPy, Numba and Rich: pip install "rowlock[fast,terminal]"'
    assert what_to_install("arena", missing("numpy")) == sentence
    # With everything but NumPy there, the server's own extra would bring nothing new.
    sentence = 'rowlock serve needs NumPy and Numba: pip install "rowlock[fast]"'
    assert what_to_install("serve", missing("numpy")) == sentence
    without(monkeypatch, *EXTRAS["server"])
    sentence = 'rowlock serve needs Starlette, uvicorn and others: pip install "rowlock[server]"'
    assert what_to_install("serve", missing("uvicorn")) == sentence


def test_a_module_that_no_extra_brings_is_a_bug() -> None:
    assert what_to_install("replay", missing("nothing")) is None
    assert what_to_install("replay", missing("rowlock.nothing")) is None
    assert what_to_install("replay", missing("numpy.nothing")) is None  # NumPy is there


def test_a_missing_database_driver_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    without(monkeypatch, "psycopg")
    words = ["backup", str(tmp_path / "x"), "--database", "postgresql://localhost/x"]
    assert main(words) == 2
    sentence = 'rowlock backup needs Psycopg: pip install "rowlock[postgres]"\n'
    assert capsys.readouterr().err == sentence


def test_doctor_tells_which_extras_are_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "matplotlib")
    assert main(["doctor", "--json"]) == 0
    found = {entry["what"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert found["extra fast"]["ok"] is True
    assert found["extra plot"]["ok"] is None
    assert main(["doctor"]) == 0
    assert (
        '-   extra plot     no Matplotlib: pip install "rowlock[plot]"' in capsys.readouterr().out
    )
