"""A match that goes on from a journal is the match that was never interrupted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.bots.simple import Greedy, Random
from rowlock.cli.main import main
from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import Sets, cut
from rowlock.runners import Local
from rowlock.variants import load_variant

WORDS = ["arena", "greedy", "random", "greedy:1", "--variant", "classic", "--json"]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main([*WORDS, *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    del found["seconds"]
    return found


@pytest.mark.parametrize("kind", [[], ["--ladder"], ["--stop"]])
def test_a_match_resumes_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: list[str]
) -> None:
    file = ["--resume", str(tmp_path / "match.journal")]
    whole = answer(capsys, "--games", "90", *kind)
    assert answer(capsys, "--games", "30", *kind, *file) == answer(capsys, "--games", "30", *kind)
    assert answer(capsys, "--games", "90", *kind, *file) == whole
    lines = (tmp_path / "match.journal").read_bytes()
    assert answer(capsys, "--games", "90", *kind, *file) == whole  # all of it from the file
    assert answer(capsys, "--games", "60", *kind, *file) == answer(capsys, "--games", "60", *kind)
    assert (tmp_path / "match.journal").read_bytes() == lines


def test_another_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ["--resume", str(tmp_path / "match.journal")]
    answer(capsys, "--games", "9", *file)
    assert main([*WORDS, "--games", "9", "--seed", "2", *file]) == 2
    assert "belongs to a run with seed 1 (expected 2)" in capsys.readouterr().err


WEIGHING = """
import json, pathlib

class Bot:
    def __init__(self):
        text = pathlib.Path(__file__).with_name("weights.json").read_text()
        self.place = json.loads(text)[0]

    def choose(self, view, rng):
        return view.legal[self.place]
"""


@pytest.mark.parametrize("command", [["arena"], ["simulate", "--bots"]])
def test_a_bot_with_other_weights_is_another_bot(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    package = tmp_path / "weighing_bots"
    package.mkdir()
    (package / "mine.py").write_text(WEIGHING)
    weights, file = package / "weights.json", package / "match.journal"
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "weighing_bots", raising=False)
    monkeypatch.delitem(sys.modules, "weighing_bots.mine", raising=False)
    bots = ["weighing_bots.mine:Bot", "greedy"]
    words = [*command, *(bots if command == ["arena"] else [",".join(bots)])]
    words += ["--threads", "1", "--resume", str(file), "--json"]
    weights.write_text("[0]")
    assert main([*words, "--games", "2"]) == 0
    assert main([*words, "--games", "4"]) == 0  # though the file itself lies in the package
    weights.write_text("[-1]")
    assert main([*words, "--games", "6"]) == 2
    assert "belongs to a run with own_modules" in capsys.readouterr().err
    weights.write_text("[0]")
    assert main([*words, "--games", "6"]) == 0


def test_a_match_may_begin_in_the_middle() -> None:
    match = Match(load_variant("classic"), ("g", "r"), (Greedy(), Random()), seed=3)
    whole = np.concatenate([part.totals for part in play_matches(match, 50)])
    rest = np.concatenate([part.totals for part in play_matches(match, 50, Local(2), 37)])
    assert rest.tolist() == whole[37:].tolist()


def test_parts_are_cut_at_visible_places() -> None:
    totals = np.arange(40).reshape(10, 2, 2)
    parts = (Sets(totals[a:b], totals[a:b] / 2) for a, b in ((0, 4), (4, 9), (9, 10)))
    found = list(cut(parts, [2, 4, 8, 50]))
    assert [len(part.totals) for part in found] == [2, 2, 4, 1, 1]
    assert np.concatenate([part.totals for part in found]).tolist() == totals.tolist()
    assert np.concatenate([part.luck for part in found]).tolist() == (totals / 2).tolist()
