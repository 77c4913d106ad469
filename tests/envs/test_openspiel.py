"""OpenSpiel's own suites, and its algorithms on games small enough to solve."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, generate_playthrough

import rowlock.envs.openspiel  # noqa: F401  # registers the game
from examples import train_openspiel
from rowlock import Unreadable
from rowlock.solver.plain import PlainSolver
from rowlock.variants import load_variant
from tests.envs.matrix import settings
from tests.solver.sheets import short_text


def load(variant: str | Path, players: int, **more: Any) -> Any:
    return pyspiel.load_game("rowlock_v1", {"variant": str(variant), "players": players, **more})


@settings()
def test_the_suite_of_openspiel(variant: str, players: int, more: dict[str, Any]) -> None:
    game = load(variant, players, **more)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@settings()
def test_a_playthrough_replays_to_the_letter(
    variant: str, players: int, more: dict[str, Any], tmp_path: Path
) -> None:
    words = {"variant": variant, "players": players, **more}
    name = f"rowlock_v1({','.join(f'{key}={value}' for key, value in words.items())})"
    flags.FLAGS.mark_as_parsed()  # of a program that we are not
    text = generate_playthrough.playthrough(name, action_sequence=[], seed=1)
    assert "IsTerminal() = True" in text
    file = tmp_path / "playthrough.txt"
    file.write_text(text, "utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert again == original


def test_the_nodes_of_a_turn() -> None:
    state = load("classic", 2).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)  # the second player begins
    for face in (4, 1, 3, 2, 5, 6):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 6
        state.apply_action(face - 1)
    assert state.is_simultaneous_node()
    assert state.legal_actions(0) == state.legal_actions(1) == [0, 4, 15, 30, 41]
    assert state.action_to_string(0, 4) == "r5"
    state.apply_actions([4, 0])
    assert state.current_player() == 1
    # Whites 4 and 1, red 3, yellow 2, green 5, blue 6: red 7 4, yellow 6 3, green 9 6, blue 10 7.
    texts = {state.action_to_string(1, action) for action in state.legal_actions()}
    assert texts == {"-", "+r7", "+r4", "+y6", "+y3", "+g9", "+g6", "+b10", "+b7"}
    state.apply_action(0)
    assert state.is_chance_node()
    assert " roll; " in str(state)
    assert '"player_1" r- y- g- b- x1' in str(state)


def test_a_solo_game_is_sequential_without_hidden_information() -> None:
    kind = pyspiel.GameType
    alone = load("classic", 1).get_type()
    assert alone.dynamics == kind.Dynamics.SEQUENTIAL
    assert alone.information == kind.Information.PERFECT_INFORMATION
    two = load("classic", 2, reward="win").get_type()
    assert two.dynamics == kind.Dynamics.SIMULTANEOUS
    assert two.information == kind.Information.PERFECT_INFORMATION
    assert two.utility == kind.Utility.ZERO_SUM
    assert load("classic", 3, reward="win").get_type().utility == kind.Utility.GENERAL_SUM
    for hidden in (load("bonus_b", 2), load("classic", 2, cards=True)):
        assert hidden.get_type().information == kind.Information.IMPERFECT_INFORMATION


def test_a_row_is_chosen_unseen() -> None:
    """While somebody chooses a row, the answers of the others are no part of what it sees."""
    rng = Random(4)
    game = load("bonus_b", 2)
    chosen = 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_simultaneous_node():
                actions = [rng.choice(state.legal_actions(player)) for player in (0, 1)]
                other = [actions[0], rng.choice(state.legal_actions(1))]
                twin = state.clone()
                state.apply_actions(actions)
                twin.apply_actions(other)
                if state.current_player() == 0 and any(state.course.game.answers):
                    chosen += 1
                    assert state.information_state_string(0) == twin.information_state_string(0)
                    assert state.observation_tensor(0) == twin.observation_tensor(0)
            elif state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    assert chosen > 0


def short_file(folder: Path, *rows: str, **rules: Any) -> Path:
    path = folder / "short.toml"
    path.write_text(short_text(*rows, **rules), "utf-8")
    return path


def best_value(path: Path) -> float:
    """What OpenSpiel's best response is worth to a player alone."""
    game = load(path, 1)
    best = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
    return float(best.value(game.new_initial_state()))


ENDS_AT_ONCE = {"crosses_before": 0, "penalties": 1, "closed_rows": 1}


def test_openspiel_finds_the_exact_value_of_a_sheet_by_hand(tmp_path: Path) -> None:
    """Each row is one cell, and crossing it brings lock and end: 3 points, or the penalty of 5.

    The sums 2, 3 and 4 are all there, so the white sum can always be crossed. One in action 1 and
    one in action 2 would be 6, but the first ends the game.
    """
    path = short_file(tmp_path, "r2", "y3", "g4", "b3", **ENDS_AT_ONCE)
    assert best_value(path) == pytest.approx(3)


@pytest.mark.long
def test_openspiel_finds_the_value_of_the_exact_solver(tmp_path: Path) -> None:
    path = short_file(tmp_path, "r2 r3", "y4", "g4", "b4", **ENDS_AT_ONCE)
    exact = PlainSolver(load_variant(str(path))).values()
    assert exact == pytest.approx([3.9375])
    assert best_value(path) == pytest.approx(exact[0], abs=1e-9)


@pytest.mark.long
def test_regret_minimisation_finds_the_equilibrium_for_two() -> None:
    found = dict(train_openspiel.train(str(train_openspiel.SHEET), rounds=16))
    assert list(found) == [1, 2, 4, 8, 16]
    assert found[16] < 0.01


def test_a_setting_that_cannot_be_played_is_refused_in_our_words() -> None:
    with pytest.raises(Unreadable, match="longo has other rows"):
        load("longo", 2, cards=True)
