"""Matches: seats rotate, dice are paired, intervals and ratings say what they should."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rowlock.arena.match import Match, Sets, play_matches, shares, verdict, without_luck
from rowlock.arena.ratings import ratings
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.simple import Greedy, Random
from rowlock.cli.main import main
from rowlock.variants import load


def test_shared_wins_are_split() -> None:
    assert shares(np.array([[5, 5, 2], [1, 2, 3]])).tolist() == [[0.5, 0.5, 0], [0, 0, 1]]


def test_the_same_bot_twice_wins_exactly_half_of_every_set() -> None:
    # Rotated seats and equal dice: what one gets in the first game the other gets in the second.
    match = Match(load("classic"), ("a", "b"), (Greedy(), Greedy()), threads=1)
    first = verdict(match.names, list(play_matches(match, 6)))[0]
    assert first.win_share == 0.5
    assert first.low == first.high == 0.5
    assert first.margin == 0


def test_greedy_beats_random_with_three_players() -> None:
    match = Match(load("longo"), ("g", "r", "q"), (Greedy(), Random(), Random()), threads=1)
    greedy = verdict(match.names, list(play_matches(match, 8)))[0]
    assert greedy.low > 1 / 3


def test_an_interval_by_hand() -> None:
    # Two sets with shares 1 and 0.5: mean 0.75, sd 0.3536, half width 1.96 * 0.25 = 0.49.
    totals = np.array([[[9, 1], [9, 1]], [[9, 1], [1, 9]]])
    first = verdict(("a", "b"), [Sets(totals, np.zeros((0, 2, 2)))])[0]
    assert first.win_share == 0.75
    assert first.low == pytest.approx(0.26)
    assert first.mean_score == 7
    assert first.margin == 4  # +8, +8, +8, -8


def test_taking_luck_out_narrows_and_does_not_shift() -> None:
    luck = np.array([-1.0, 1.0, -2.0, 2.0])
    clean = without_luck(3 + 5 * luck, luck)
    assert clean.tolist() == pytest.approx([3, 3, 3, 3])


def test_luck_explains_much_of_a_margin() -> None:
    match = Match(load("classic"), ("a", "b"), (Heuristic(), Heuristic()), seed=5, threads=1)
    sets = list(play_matches(match, 200))
    leads = np.concatenate([part.totals for part in sets])[:, 0]
    luck = np.concatenate([part.luck for part in sets])[:, 0]
    together = np.corrcoef(leads[:, 0] - leads[:, 1], luck[:, 0] - luck[:, 1])[0, 1]
    assert together > 0.6
    # The others a roll is compared with are drawn fairly: no luck on average.
    edge = luck[:, 0] - luck[:, 1]
    assert abs(edge.mean()) < 3 * edge.std() / np.sqrt(len(edge))


def test_ratings_of_a_chain_rise_by_equal_steps() -> None:
    # 10 to 1 odds are 400 points on the Elo scale.
    won = np.array([[0.0, 1e6, 0], [1e5, 0, 1e6], [0, 1e5, 0]])
    top, middle, low = ratings(won)
    assert top - middle == pytest.approx(400, abs=1)
    assert middle - low == pytest.approx(400, abs=1)


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--games", "8", "--threads", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["games"] == 8
    assert [player["bot"] for player in answer["players"]] == ["greedy", "random"]
    assert {"win_share", "low", "high", "mean_score", "sd_score"} <= set(answer["players"][0])


def test_a_ladder_rates_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "greedy", "random", "greedy:3", "--ladder", "--games", "6", "--threads", "1"]
    assert main([*words, "--json"]) == 0
    ladder = json.loads(capsys.readouterr().out)["ladder"]
    assert ladder[-1]["bot"] == "random"


def test_one_bot_alone_is_refused() -> None:
    assert main(["arena", "greedy"]) == 2
