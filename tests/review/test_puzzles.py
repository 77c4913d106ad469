"""Puzzles: exact answers, every kind, and the same ten for everybody on a day."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import date, timedelta

import pytest

from rowlock import legal_moves, parse_position
from rowlock.cli.main import main
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.review.eyes import TableEyes
from rowlock.review.puzzles import TAGS, bank, format_puzzle, of_day, parse_puzzle
from rowlock.review.windows import ways_of
from rowlock.solve.value_table import ValueTable

DAY = date(2026, 11, 16)


def test_every_kind_has_its_puzzles_and_none_comes_twice() -> None:
    assert Counter(puzzle.tag for puzzle in bank()) == dict.fromkeys(TAGS, 50)
    assert len({puzzle.position for puzzle in bank()}) == len(bank())


def test_the_best_answer_is_one_to_eight_points_ahead_of_the_second() -> None:
    for puzzle in bank():
        best, second, *_ = puzzle.answers
        assert best.loss == 0
        assert 0.9999 <= second.loss <= 8.0001, format_puzzle(puzzle)


def test_every_answer_is_that_of_the_exact_table(classic: ValueTable) -> None:
    for puzzle in bank():
        game = parse_position(puzzle.position)
        assert {each.move for each in puzzle.answers} == set(map(str, legal_moves(game, 0)))
        ways = ways_of(game, TableEyes(classic))[0]
        exact = {str(move): ways.values[place] for move, place in ways.after(()).items()}
        told = {each.move: each.total for each in puzzle.answers}
        assert told == pytest.approx(exact, abs=1e-4), puzzle.position


def test_a_puzzle_is_a_line_that_parses_back() -> None:
    for puzzle in bank():
        assert parse_puzzle(format_puzzle(puzzle)).position == puzzle.position


def test_the_puzzles_of_a_day_follow_from_its_date_alone() -> None:
    """By a few lines of one's own: the ten lowest digests."""
    digests = {
        hashlib.sha256(f"rowlock-puzzles-1:2026-11-16:{each.position}".encode()).hexdigest(): each
        for each in bank()
    }
    assert of_day(DAY) == tuple(digests[key] for key in sorted(digests)[:10])


def test_a_year_shows_all_of_them() -> None:
    days = (DAY + timedelta(days=n) for n in range(365))
    seen = {puzzle.position for day in days for puzzle in of_day(day)}
    assert len(seen) == len(bank())


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
