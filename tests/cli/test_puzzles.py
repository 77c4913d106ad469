"""`rowlock exam --puzzles`: ten questions at the keyboard."""

from __future__ import annotations

import json
from datetime import date

import pytest

from rowlock.cli.main import main
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.review.puzzles import of_day

DAY = date(2026, 11, 16)


def test_the_command_asks_ten_and_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ten = of_day(DAY)
    best = [puzzle.answers[0].move for puzzle in ten]
    said = iter(["nonsense", *best[:9], ten[9].answers[1].move])
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    assert main(["exam", "--puzzles", "--date", "2026-11-16", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert f"9 of 10 best, {ten[9].answers[1].loss:.4f} points given away." in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ten = of_day(DAY)
    said = iter(["nonsense", ten[0].answers[1].move, *(each.answers[0].move for each in ten[1:])])
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    assert main(["exam", "--puzzles", "--date", "2026-11-16", "--lang", language]) == 0
    shown = capsys.readouterr().out
    texts = Texts(language)
    assert texts("puzzle", number=10, count=10, about=texts(f"puzzle_{ten[9].tag}")) in shown
    lost = f"{ten[0].answers[1].loss:.4f}"
    shown_loss = lost if language == "en" else lost.replace(".", ",")
    assert shown.rstrip().endswith(texts("puzzle_sum", date=DAY, best=9, count=10, lost=shown_loss))
    if language != "en":
        assert "given away" not in shown
        assert "Answers" not in shown


def test_the_command_prints_them_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "--puzzles", "--date", "2026-11-16", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["date"] == "2026-11-16"
    assert [each["position"] for each in found["puzzles"]] == [p.position for p in of_day(DAY)]


def test_a_date_needs_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "--date", "2026-11-16"]) == 2
    assert "--date goes with --puzzles" in capsys.readouterr().err
