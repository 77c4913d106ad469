"""Matches: seats rotate, dice are paired, intervals and ratings say what they should."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rowlock.bots.heuristic import Heuristic
from rowlock.bots.simple import Greedy, Random
from rowlock.cli.main import main
from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import Sets, shares
from rowlock.matches.verdict import verdict, without_luck
from rowlock.variants import load_variant


def test_shared_wins_are_split() -> None:
    assert shares(np.array([[5, 5, 2], [1, 2, 3]])).tolist() == [[0.5, 0.5, 0], [0, 0, 1]]


def test_the_same_bot_twice_wins_exactly_half_of_every_set() -> None:
    # Rotated seats and equal dice: what one gets in the first game the other gets in the second.
    match = Match(load_variant("classic"), ("a", "b"), (Greedy(), Greedy()), threads=1)
    first = verdict(match.names, list(play_matches(match, 6)))[0]
    assert first.win_share == 0.5
    assert first.margin == first.margin_error == 0
    # Six sets that are all alike do not say that every set is.
    assert first.low < 0.4
    assert first.high > 0.6


def test_greedy_beats_random_with_three_players() -> None:
    match = Match(load_variant("longo"), ("g", "r", "q"), (Greedy(), Random(), Random()), threads=1)
    greedy = verdict(match.names, list(play_matches(match, 8)))[0]
    assert greedy.low > 1 / 3


def test_a_verdict_by_hand() -> None:
    totals = np.array([[[9, 1], [9, 1]], [[9, 1], [1, 9]]])
    first = verdict(("a", "b"), [Sets(totals, np.zeros((0, 2, 2)))])[0]
    assert first.win_share == 0.75
    assert first.mean_score == 7
    assert first.margin == 4  # +8, +8, +8, -8
    # Means 8 and 0 of the two sets: sd 5.657, 12.706 * 5.657 / 1.414.
    assert first.margin_error == pytest.approx(50.82, abs=0.01)


def test_taking_luck_out_narrows_and_does_not_shift() -> None:
    luck = np.array([-1.0, 1.0, -2.0, 2.0])
    clean = without_luck(3 + 5 * luck, luck)
    assert clean.tolist() == pytest.approx([3, 3, 3, 3])


def test_luck_explains_much_of_a_margin() -> None:
    match = Match(
        load_variant("classic"), ("a", "b"), (Heuristic(), Heuristic()), seed=5, threads=1
    )
    sets = list(play_matches(match, 200))
    leads = np.concatenate([part.totals for part in sets])[:, 0]
    luck = np.concatenate([part.luck for part in sets])[:, 0]
    together = np.corrcoef(leads[:, 0] - leads[:, 1], luck[:, 0] - luck[:, 1])[0, 1]
    assert together > 0.6
    # The others a roll is compared with are drawn fairly: no luck on average.
    edge = luck[:, 0] - luck[:, 1]
    assert abs(edge.mean()) < 3 * edge.std() / np.sqrt(len(edge))


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--games", "8", "--threads", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["games"] == 8
    assert [player["bot"] for player in answer["players"]] == ["greedy", "random"]
    assert {"win_share", "low", "high", "mean_score", "sd_score"} <= set(answer["players"][0])


def test_why_there_is_no_adjusted_margin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "rollout:1", "heuristic", "--games", "2"]
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["players"][0]["adjusted_margin"] is None
    assert "No adjusted margins: luck is measured" in answer["notes"][0]
    assert answer["notes"][0].endswith("these bots are not compiled: rollout:1.")
    assert main(words) == 0
    assert answer["notes"][0] in capsys.readouterr().out
    assert main([*words, "--cards"]) == 0
    assert "No adjusted margins: the card game has no dice" in capsys.readouterr().out


def test_one_set_has_no_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "greedy", "random", "--games", "2"]
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    for player in answer["players"]:
        assert player["low"] is player["high"] is player["margin_error"] is None
    assert "No intervals: they need two sets of games." in answer["notes"]
    assert main(words) == 0
    assert "±" not in capsys.readouterr().out


def test_long_names_are_not_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = "a_folder_of_bots_with_a_long_name_that_says_all_about_them"
    (tmp_path / f"{module}.py").write_text("from rowlock.bots.simple import Greedy as Careful")
    monkeypatch.syspath_prepend(tmp_path)
    for kind in ([], ["--ladder"]):
        assert main(["arena", f"{module}:Careful", "random", "--games", "2", *kind]) == 0
        assert f"{module}:Careful" in capsys.readouterr().out


def test_one_bot_alone_is_refused() -> None:
    assert main(["arena", "greedy"]) == 2


def test_no_threads_are_refused_in_their_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "random", "--threads", "0"]) == 2
    assert "0 threads: at least one is needed" in capsys.readouterr().err
    assert main(["arena", "greedy", "random", "--games", "1"]) == 2
    assert "1 games: at least 2 are needed, one per seat" in capsys.readouterr().err
