"""A match that stops early is seldom wrong, and stops early when the difference is clear."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.cli.main import main
from rowlock.matches.match import Match
from rowlock.matches.sets import Sets, shares
from rowlock.matches.stopping import is_decided, looks
from rowlock.runners import Workplace

PLANNED = 2000
RUNS = 600


def won(rng: np.random.Generator, ahead: float, bots: int) -> NDArray[np.float64]:
    """Win shares of sets in which the first bot is ahead by so much of a game's spread."""
    totals = rng.normal(size=(PLANNED, bots, bots))
    totals[:, :, 0] += ahead
    return np.asarray(shares((100 * totals).round().astype(np.int64)).mean(axis=1))


def stops_at(sets: NDArray[np.float64]) -> int | None:
    return next((look for look in looks(PLANNED) if is_decided(sets[:look], PLANNED)), None)


@pytest.mark.parametrize("bots", [2, 3])
def test_equal_bots_are_seldom_called_unequal(bots: int) -> None:
    rng = np.random.default_rng(7)
    decided = sum(stops_at(won(rng, 0, bots)) is not None for _ in range(RUNS))
    assert decided / RUNS < 0.06


def test_a_clear_difference_is_found_early() -> None:
    rng = np.random.default_rng(8)
    runs = [won(rng, 0.5, 2) for _ in range(100)]
    assert all((stops_at(run) or PLANNED) <= 400 for run in runs)
    assert all(run.mean(axis=0).argmax() == 0 for run in runs)


def test_sets_that_are_all_drawn_decide_nothing() -> None:
    assert not is_decided(np.full((50, 2), 0.5), PLANNED)


def fake(match: Match, sets: int, place: Workplace, first: int) -> Iterator[Sets]:
    """The first bot wins every game, twenty sets at a time."""
    for _ in range(0, sets, 20):
        yield Sets(np.tile([9, 1], (20, 2, 1)), np.zeros((0, 2, 2)))


def test_the_command_says_that_it_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rowlock.matches.resume.play_matches", fake)
    words = ["arena", "greedy", "random", "--games", "400"]
    assert main([*words, "--stop", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["stopped"] is True
    assert answer["games"] == 100  # the first look after 50 sets, in the middle of twenty
    assert main([*words, "--stop"]) == 0
    assert "stopped early" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["stopped"], answer["games"]) == (False, 400)
    assert main([*words, "--stop", "--ladder", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["stopped"] is True
    assert answer["pairs"] == [{"bots": ["greedy", "random"], "games": 100, "stopped": True}]
