"""`rowlock daily` as people and programs call it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from rowlock import parse_record
from rowlock.cli.main import main
from rowlock.solver.value_table import ValueTable


@pytest.fixture(autouse=True)
def nothing_to_solve(classic: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.daily.tables.kept_table", lambda problem: classic)


def test_a_day_of_nothing_but_penalties(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    file = tmp_path / "day.rowlock"
    words = ["daily", "--date", "2025-11-17", "--json", "--lang", "en", "--record", str(file)]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["date"], found["scheme"]) == ("2025-11-17", "rowlock-daily-1")
    assert (found["variant"], found["score"], found["exact"]) == ("classic", -20, True)
    total = found["expected"] - found["given_away"] + found["luck"]
    assert total == pytest.approx(-20, abs=1e-6)
    assert found["exact_score"] > 0  # that day is long over
    assert found["share"].startswith("Rowlock 2025-11-17\nQwixx: −20\n")

    headers = parse_record(file.read_bytes()).headers
    told = [headers[key].value for key in ("Date", "Bots", "Locks", "You")]
    assert told == ["2025-11-17", "-", "0", "1"]
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == ("The game of 2025-11-17: all 4 rolls match that day.\n")
    file.write_text(file.read_text("utf-8").replace("2025-11-17", "2025-11-19"), "utf-8")
    assert main(["verify", str(file)]) == 1


def test_a_day_to_come_keeps_the_exact_score_to_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main(["daily", "--date", "2999-01-04", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("115.4831 - ") and line.endswith("luck = -20") for line in lines)
    assert not any("perfect play" in line for line in lines)


def test_a_day_ends_in_the_language_it_was_played_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main(["daily", "--date", "2025-11-17", "--lang", "fr"]) == 0
    out = capsys.readouterr().out.replace("\u00a0", " ").replace("\u202f", " ")
    assert "Tes points : -20" in out
    # Of two answers in each of four turns those that gave nothing away do not count.
    [counted] = re.findall(r"Choix qui ont coûté quelque chose : (\d+) sur 8", out)
    assert int(counted) == len(re.findall(r"tour \d, action \d : choisi rien, le mieux", out)) < 8
    assert "Avec ces dés, en jouant au mieux, on obtient " in out
    for english in ("given away", "luck", "best", "dice", "penalties"):
        assert english not in out


def test_help_does_not_offer_to_take_back_what_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nq\n"))
    main(["daily", "--date", "2026-11-16", "--lang", "en"])
    shown = capsys.readouterr().out
    assert "q: quit." in shown
    assert "take back" not in shown


def test_a_day_that_is_left_early(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["daily", "--date", "2026-11-16", "--lang", "en"]) == 130
    assert "given away" not in capsys.readouterr().out
