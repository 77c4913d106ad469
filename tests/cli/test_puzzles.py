"""`rowlock exam --puzzles`: ten questions at the keyboard."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from datetime import date

import pytest

from rowlock.cli.main import main
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.reviews.puzzles import of_day

DAY = date(2026, 11, 16)


def answered(
    words: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    language: str = "en",
    day: date = DAY,
) -> tuple[int, str]:
    """The exit status and what is shown to somebody who types these words, then ends the input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))
    command = ["exam", "--puzzles", "--date", day.isoformat(), "--lang", language]
    return main(command), capsys.readouterr().out


def test_the_command_asks_ten_and_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ten = of_day(DAY)
    best = [puzzle.answers[0].move for puzzle in ten]
    words = ["nonsense", *best[:9], ten[9].answers[1].move]
    status, shown = answered(words, monkeypatch, capsys)
    assert status == 0
    assert "'nonsense' is not a possible move" in shown
    assert shown.count("That is the best answer.") == 9
    loss = f"{ten[9].answers[1].loss:.2f}"
    assert f"That costs {loss} points." in shown
    assert f"Best answers on 2026-11-16: 9 of 10. Points given away: {loss}." in shown


def test_a_question_looks_as_in_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = answered(["q"], monkeypatch, capsys, day=date(2026, 12, 2))
    # last_turns | classic 12 1 action2 24 5415; ... x3 | +g3=... -=...
    assert "Puzzle 1 of 10: the last turns" in shown
    assert "  white 2 + 4 = 6   red 5   yellow 4   green 1   blue 5\n" in shown
    assert "   penalties x x x .    6 + 10 + 6 + 10 - 15 = 17" in shown
    assert "Action 2: one white die and one coloured die, or nothing." in shown
    assert "  0) nothing: that is a penalty, minus 5!\n  1) +g3\n" in shown


def test_numbers_and_enter_answer_as_in_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The best answer is number 1, +g3; then Enter leaves it at the cross of action 1.
    _, shown = answered(["1", "", "q"], monkeypatch, capsys, day=date(2026, 12, 2))
    assert "That is the best answer.\nExpected points after each answer:\n" in shown
    assert "  +g3      19.93\n  nothing  12.00\n" in shown
    assert "That costs 8.51 points. Best: +y12." in shown


def test_help_tells_what_can_be_typed_and_q_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, shown = answered(["h", "1", "q"], monkeypatch, capsys)
    assert "Type a number or the move itself (r5, +b10, -). Enter: nothing.\nq: quit.\n" in shown
    assert "Stopped at puzzle 2." in shown
    assert "Best answers" not in shown
    assert status == 130


def test_the_end_of_the_input_stops_them_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, shown = answered([], monkeypatch, capsys)
    assert (status, "Stopped at puzzle 1." in shown) == (130, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ten = of_day(DAY)
    words = ["nonsense", ten[0].answers[1].move, *(each.answers[0].move for each in ten[1:])]
    status, shown = answered(words, monkeypatch, capsys, language=language)
    assert status == 0
    texts = Texts(language)
    assert texts("puzzle", number=10, count=10, about=texts(f"puzzle_{ten[9].tag}")) in shown
    lost = f"{ten[0].answers[1].loss:.2f}"
    shown_loss = lost if language == "en" else lost.replace(".", ",")
    assert shown.rstrip().endswith(texts("puzzle_sum", date=DAY, best=9, count=10, lost=shown_loss))
    if language != "en":
        for english in ("You", "given away", "one white die", "nothing", "answer"):
            assert english not in shown


def test_the_command_prints_them_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "--puzzles", "--date", "2026-11-16", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["date"] == "2026-11-16"
    assert [each["position"] for each in found["puzzles"]] == [p.position for p in of_day(DAY)]


def test_a_date_needs_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "--date", "2026-11-16"]) == 2
    assert "--date requires --puzzles" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--variant", "classic"),
        ("--lucky", "6&11"),
        ("--name", "Ann"),
        ("--seed", "0"),
        ("--record", "new.rowlock"),
    ],
)
def test_options_of_a_game_are_refused_with_puzzles(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exam", "--puzzles", option, value]) == 2
    assert f"{option} is for a whole game" in capsys.readouterr().err
