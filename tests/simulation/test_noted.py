"""A simulation that goes on from a journal adds up to what it would have been."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from rowlock.cli.main import main
from rowlock.runners import Journal
from rowlock.simulation.resume import Notes
from rowlock.simulation.tally import Tally, tally_of

WORDS = ["simulate", "--bots", "greedy,random", "--json"]
LINES = np.array([[20, 1, 0, 60, 1, 2, -5, 0, 0], [18, 2, 1, 40, 4, 0, 70, 2, 1]])


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*WORDS, *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    del found["seconds"]
    return found


def test_a_tally_comes_back_from_json_as_it_was() -> None:
    tally = Tally(2)
    tally.add(LINES)
    again = tally_of(msgspec.json.decode(msgspec.json.encode(tally.as_data())))
    assert vars(again) == vars(tally)
    again.add(LINES)
    assert again.games == 4


def test_only_what_is_new_is_written(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    with Journal(path, {}) as journal:
        notes = Notes(journal, players=2, games=9)
        notes.write()
        notes.tally.add(LINES)
        notes.write()
        notes.write()
    assert len(path.read_bytes().splitlines()) == 2  # the question and one tally
    with Journal(path, {}) as journal:
        assert vars(Notes(journal, players=2, games=9).tally) == vars(notes.tally)


def test_fewer_games_go_on_from_the_line_that_is_nearest(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    with Journal(path, {}) as journal:
        notes = Notes(journal, players=2, games=9)
        for _ in range(3):
            notes.tally.add(LINES)
            notes.write()
    with Journal(path, {}) as journal:
        for games, found in ((9, 6), (6, 6), (5, 4), (2, 2), (1, 0)):
            fewer = Notes(journal, players=2, games=games)
            assert fewer.tally.games == found
            fewer.write()
    assert len(path.read_bytes().splitlines()) == 4  # nothing that was known is noted again


def test_a_simulation_resumes_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ["--resume", str(tmp_path / "games.journal")]
    whole = answer(capsys, "--games", "20000")
    assert answer(capsys, "--games", "5000", *file) == answer(capsys, "--games", "5000")
    assert answer(capsys, "--games", "20000", *file) == whole
    assert answer(capsys, "--games", "20000", *file) == whole
    lines = (tmp_path / "games.journal").read_bytes()
    for games in ("5000", "100"):  # the one is a line of the file, the other less than any
        assert answer(capsys, "--games", games, *file) == answer(capsys, "--games", games)
    assert (tmp_path / "games.journal").read_bytes() == lines
