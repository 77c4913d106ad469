"""Ladders: ratings with intervals, and nothing finished is lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rowlock.cli.main import main
from rowlock.matches.match import Match
from rowlock.matches.ratings import Rating, bradley_terry, rate
from rowlock.matches.sets import Sets
from rowlock.runners import Workplace


def test_ratings_of_a_chain_rise_by_equal_steps() -> None:
    # 10 to 1 odds are 400 points on the Elo scale.
    top, middle, low = bradley_terry(np.array([[0.0, 1e6, 0], [1e5, 0, 1e6], [0, 1e5, 0]]))
    assert top - middle == pytest.approx(400, abs=1)
    assert middle - low == pytest.approx(400, abs=1)


def test_the_intervals_narrow_with_the_root_of_the_sets() -> None:
    def width(sets: int) -> float:
        first, _ = rate(2, {(0, 1): np.tile([1.0, 0.5, 0.5, 1.0], sets // 4)})
        assert first.low is not None
        assert first.rating is not None
        assert first.high is not None
        assert first.low < first.rating < first.high
        return first.high - first.low

    # Share 0.75, sd 0.25 a set: 1.96 * 0.25 / sqrt(n) / (0.75 * 0.25) * 173.7, half for each bot.
    assert width(10_000) == pytest.approx(4.54, rel=0.15)
    assert width(400) == pytest.approx(5 * width(10_000), rel=0.15)


def test_a_clean_sweep_has_an_interval() -> None:
    winner, loser = rate(2, {(0, 1): np.ones(20)})
    assert winner.low is not None
    assert winner.high is not None
    assert winner.rating is not None
    assert 50 < winner.low < winner.rating < winner.high < float("inf")
    assert loser.high == pytest.approx(-winner.low)


def test_a_bot_without_games_has_no_rating() -> None:
    ratings = rate(3, {(0, 1): np.array([1.0, 0.5])})
    assert ratings[2] == Rating(None, None, None)
    assert ratings[0].rating is not None
    assert ratings[0].rating > 0


def test_a_ladder_rates_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "greedy", "random", "greedy:3", "--ladder", "--games", "6", "--threads", "1"]
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["digest"]) == 16
    last = answer["ladder"][-1]
    assert last["bot"] == "random"
    assert last["low"] < last["rating"] < last["high"]


def test_a_bot_may_come_twice(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "greedy", "random", "greedy", "--ladder", "--games", "2", "--json"]
    assert main(words) == 0
    ladder = json.loads(capsys.readouterr().out)["ladder"]
    assert {line["bot"] for line in ladder} == {"greedy", "random", "greedy #2"}
    assert all(len(line["against"]) == 2 for line in ladder)


def test_an_unknown_bot_is_refused_before_the_first_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.matches.resume.play_matches", no_games)
    assert main(["arena", "greedy", "random", "nobody-knows-it", "--ladder"]) == 2
    assert "nobody-knows-it" in capsys.readouterr().err


def no_games(match: Match, sets: int, place: Workplace, first: int) -> Iterator[Sets]:
    raise AssertionError("a game was played")


def until_race(match: Match, sets: int, place: Workplace, first: int) -> Iterator[Sets]:
    """Ctrl-C as soon as race is to play."""
    if "race" in match.names:
        raise KeyboardInterrupt
    yield Sets(np.array([[[9, 1], [9, 1]], [[9, 1], [1, 9]]]), np.zeros((0, 2, 2)))


def test_an_interrupt_keeps_the_pairs_that_are_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.matches.resume.play_matches", until_race)
    words = ["arena", "greedy", "random", "race", "--ladder", "--games", "4"]
    assert main([*words, "--json"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert answer["interrupted"] is True
    assert answer["games"] == 4
    assert [line["bot"] for line in answer["ladder"]] == ["greedy", "random", "race"]
    assert answer["ladder"][0]["against"] == {"random": 0.75}
    assert answer["ladder"][2]["rating"] is None
    assert "has no rating: race" in answer["notes"][0]
    assert main(words) == 130
    table = capsys.readouterr().out
    assert "interrupted" in table
    assert "nan" not in table
    assert "has no rating: race" in table


def test_an_interrupt_before_the_first_pair_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.matches.resume.play_matches", until_race)
    assert main(["arena", "race", "random", "--ladder"]) == 130
    assert "before the first set of games" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [[], ["--ladder"]])
def test_a_picture_is_drawn(kind: list[str], tmp_path: Path) -> None:
    file = tmp_path / "bots.svg"
    words = ["arena", "greedy", "random", "--games", "4", "--plot", str(file)]
    assert main([*words, *kind]) == 0
    assert b"<svg" in file.read_bytes()[:1000]


@pytest.mark.parametrize("kind", [[], ["--ladder"]])
def test_a_picture_that_cannot_be_drawn_is_refused_before_the_first_game(
    kind: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("rowlock.matches.resume.play_matches", no_games)
    words = ["arena", "greedy", "random", *kind, "--plot"]
    assert main([*words, str(tmp_path / "no" / "x.png")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "x.xyz")]) == 2
    assert "is not a picture file (expected .png or .svg)" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*words, str(tmp_path / "x.png")]) == 2
    assert "needs Matplotlib" in capsys.readouterr().err
