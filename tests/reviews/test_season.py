"""Seasons, annotated records and plots of reviews, by command and by library."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path

import pytest
from msgspec.structs import replace

import rowlock
from rowlock.cli.main import main

EVENING = Path(__file__).parents[2] / "examples" / "evening.rowlock"
UNFINISHED = EVENING.with_name("unfinished.rowlock")


@pytest.fixture(scope="module")
def evening() -> rowlock.Review:
    return rowlock.review(rowlock.read_record(EVENING))


def test_a_season_by_hand(evening: rowlock.Review) -> None:
    """Two games of Max and Emma: sums of wins and choices, means of luck, cost per choice."""
    one, two, *_ = evening.seats
    other = replace(one, result=1.0, adjusted=0.75, luck=0.25, decisions=9, loss=0.5)
    games = [
        replace(evening, seats=(replace(one, adjusted=0.25, luck=-0.05), two)),
        replace(evening, seats=(other,)),
        replace(evening, finished=False),
    ]
    season = rowlock.season(games)
    assert season.games == 2
    max_, emma = sorted(season.players, key=lambda player: -player.games)
    assert (max_.name, max_.games, max_.result, max_.choices) == ("Max", 2, 1.0, 9 + one.decisions)
    assert max_.luck == pytest.approx(0.1)
    assert max_.without_luck == pytest.approx(0.5)
    # Two results, half a win apart: sd 0.3536, so 1.96 * 0.3536 / sqrt(2) = 0.49 to each side.
    assert (max_.low, max_.high) == pytest.approx((0.01, 0.99), abs=0.001)
    assert max_.cost == pytest.approx((one.loss + 0.5) / (one.decisions + 9))
    assert emma.games == 1
    assert isnan(emma.low)


def test_the_table_of_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "season.csv"
    assert main(["review", str(EVENING), str(UNFINISHED), "--season", "--csv", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Season of 1 games"
    assert [line.split()[0] for line in lines[2:6]] == ["Linus", "Emma", "Laura", "Max"]
    assert len(file.read_text("utf-8").splitlines()) == 5
    assert main(["review", str(EVENING), "--season", "--csv", str(file)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_json_says_which_file_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(UNFINISHED), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == str(UNFINISHED)


def test_all_turns_and_the_rolls_that_mattered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(UNFINISHED), "--all"]) == 0
    out = capsys.readouterr().out
    assert "\nTurn 1: 41 3256\n  luck: Ann +" in out
    assert "\n  Ben, action 1: y5\n" in out
    assert "\nAnn’s luckiest rolls: turn 2 (63 1245) +" in out


def test_an_annotated_record_parses_again(evening: rowlock.Review) -> None:
    record = rowlock.read_record(EVENING)
    annotated = rowlock.annotate(record, evening)
    again = rowlock.parse_record(str(annotated))
    assert str(again) == str(annotated)
    assert rowlock.replay(again) == rowlock.replay(record)
    worst = max(evening.decisions, key=lambda decision: decision.loss)
    comment = annotated.turns[worst.turn - 1].comment
    assert comment is not None
    assert f"{worst.chosen} -{100 * worst.loss:.1f}%, best {worst.moves[0].move}" in comment
    twice = rowlock.annotate(annotated, evening)
    assert (twice.turns[0].comment or "").startswith(annotated.turns[0].comment or "?")


def test_files_of_annotations_and_curves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    notes, curve = tmp_path / "notes.rowlock", tmp_path / "curve.svg"
    words = ["review", str(UNFINISHED), "--annotate", str(notes), "--plot", str(curve)]
    assert main(words) == 0
    assert "; Ann r5 -2." in notes.read_text("utf-8")
    assert "<svg" in curve.read_text("utf-8")
    assert main(["review", str(UNFINISHED), str(UNFINISHED), "--plot", str(curve)]) == 2
    assert "the curve of one game" in capsys.readouterr().err
    assert main(["review", str(UNFINISHED), "--annotate", str(notes)]) == 2
    assert main(["review", str(EVENING), "--threads", "1", "--annotate", "new.rowlock"]) == 2
    assert "cannot be combined" in capsys.readouterr().err
