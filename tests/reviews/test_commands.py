"""`rowlock review` and `rowlock exam` as people and programs call them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.cli.main import main
from rowlock.reviews.review import Reviewing
from rowlock.solver.value_table import ValueTable

EXAMPLES = Path(__file__).parents[2] / "examples"
EVENING = str(EXAMPLES / "evening.rowlock")
UNFINISHED = str(EXAMPLES / "unfinished.rowlock")


def test_one_json_object_a_file_and_a_refusal_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.rowlock"
    bad.write_text("nonsense")
    assert main(["review", UNFINISHED, str(bad), EVENING, "--json"]) == 2
    one, refused, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["variant"], one["players"], one["finished"]) == ("classic", 2, False)
    assert refused["error"] == "unreadable"
    assert [seat["name"] for seat in two["seats"]] == ["Max", "Emma", "Laura", "Linus"]
    assert two["unit"] == "wins"
    assert sum(seat["result"] for seat in two["seats"]) == 1


def test_a_solo_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", EVENING, "--seat", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [seat["name"] for seat in found["seats"]] == ["Emma"]
    assert {each["seat"] for each in found["decisions"]} == {2}


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", EVENING]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Classic, 4 players, judged by the trained network\n")
    assert "What cost Linus most:\n  turn " in out


def test_a_seat_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", EVENING, "--seat", "5"]) == 2
    assert "there is no seat 5 at this table" in capsys.readouterr().err


def test_ctrl_c_prints_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Reviewing.steps

    def interrupted(self: Reviewing) -> Iterator[float]:
        steps = whole(self)
        yield next(steps)
        yield next(steps)
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewing, "steps", interrupted)
    assert main(["review", EVENING, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] is False
    assert {each["turn"] for each in found["decisions"]} == {1, 2}
    assert [roll["turn"] for roll in found["rolls"]] == [1, 2]


def test_ctrl_c_during_rollouts_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Reviewing.steps

    def interrupted(self: Reviewing) -> Iterator[float]:
        yield from whole(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewing, "steps", interrupted)
    assert main(["review", UNFINISHED, "--lang", "de"]) == 130
    out = capsys.readouterr().out
    assert "abgebrochen, bevor alle teuren Entscheidungen zu Ende gespielt waren" in out


def test_an_exam_ends_in_the_language_it_was_played_in(
    classic: ValueTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.cli.exam.solved_table", lambda problem, texts: classic)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main(["exam", "--seed", "3", "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert "Deine Punkte: -20" in out
    assert "gewinnst" not in out  # who plays alone beats nobody
    assert "   Fehlwürfe x x x x" in out
    assert "Entscheidungen, die etwas verschenkt haben: 4 von 8." in out
    # White 6 and 6: blue 12 was to be had in the first turn, on an empty sheet.
    assert "Zug 1, Aktion 1, Würfel 66 3123: gewählt nichts, am besten " in out
    assert "    Zettel vor dem Zug: r- y- g- b- x0" in out
    assert "115,4831 - " in out
    assert "given away" not in out
    assert "penalties" not in out


def test_an_exam_of_nothing_but_penalties(
    classic: ValueTable,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("rowlock.cli.exam.solved_table", lambda problem, texts: classic)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main(["exam", "--seed", "3", "--json", "--lang", "en"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == -20
    total = found["expected"] - found["given_away"] + found["luck"]
    assert total == pytest.approx(-20, abs=1e-6)
    assert found["exact_score"] > 0
    assert found["review"]["exact"] is True


def test_an_exam_that_is_left_early(
    classic: ValueTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.cli.exam.solved_table", lambda problem, texts: classic)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["exam", "--seed", "3", "--lang", "en"]) == 130
    assert "given away" not in capsys.readouterr().out
