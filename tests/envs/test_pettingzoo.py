"""PettingZoo's own suites, and what they do not look at. Warnings are errors here as everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from rowlock.envs import rowlock_v1
from tests.envs.matrix import settings

CYCLES = 40


@settings()
def test_the_aec_suite(variant: str, players: int, more: dict[str, Any]) -> None:
    api_test(rowlock_v1.env(variant, players, **more), num_cycles=CYCLES)
    api_test(rowlock_v1.raw_env(variant, players, **more), num_cycles=CYCLES)
    seed_test(lambda: rowlock_v1.env(variant, players, **more), num_cycles=CYCLES)


@settings()
def test_the_parallel_suite(variant: str, players: int, more: dict[str, Any]) -> None:
    parallel_api_test(rowlock_v1.parallel_env(variant, players, **more), num_cycles=CYCLES)
    make = lambda: rowlock_v1.parallel_env(variant, players, **more)  # noqa: E731
    parallel_seed_test(make, num_cycles=CYCLES)


@settings()
def test_both_forms_play_the_same_game(variant: str, players: int, more: dict[str, Any]) -> None:
    """All seats of the parallel form answer what the seats of the other answer in turn."""
    aec = rowlock_v1.raw_env(variant, players, **more)
    parallel = rowlock_v1.parallel_env(variant, players, **more)
    aec.reset(seed=9)
    _, infos = parallel.reset(seed=9)
    rng = Random(9)
    paid = dict.fromkeys(aec.possible_agents, 0.0)
    got = dict.fromkeys(aec.possible_agents, 0.0)
    while parallel.agents:
        masks = {name: info["action_mask"] for name, info in infos.items()}
        actions = {name: int(rng.choice(np.flatnonzero(masks[name]))) for name in masks}
        # The other form asks each of them to the end of its chain; so does this test.
        owing = aec.table.owing
        for seat in owing:
            aec.agent_selection = aec.possible_agents[seat]
            assert np.array_equal(aec.table.look(seat)[1], masks[aec.agent_selection])
            aec.step(actions[aec.agent_selection])
            got = {name: got[name] + aec.rewards[name] for name in got}
        _, reward, _, _, infos = parallel.step(actions)
        paid = {name: paid[name] + reward[name] for name in paid}
    assert aec.table.over
    assert str(aec.table.game) == str(parallel.table.game)
    assert paid == got
    assert infos["player_0"]["scores"].tolist() == parallel.table.totals


def test_a_seat_that_owes_nothing_has_nothing_as_its_only_action() -> None:
    env = rowlock_v1.parallel_env("classic", 3)
    env.reset(seed=1)
    _, _, _, _, infos = env.step(dict.fromkeys(env.agents, 0))
    active = env.possible_agents[env.table.game.active]
    for name in env.agents:
        if name != active:
            assert infos[name]["action_mask"].nonzero()[0].tolist() == [0]


def test_after_the_end_nobody_is_paid_again() -> None:
    env = rowlock_v1.parallel_env("classic", 2)
    env.reset(seed=1)
    while env.agents:
        env.step(dict.fromkeys(env.agents, 0))
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert env.step({"player_0": 0, "player_1": 0}) == ({}, {}, {}, {}, {})
    env.reset()
    assert set(env.step(dict.fromkeys(env.agents, 0))[1]) == {"player_0", "player_1"}


def test_an_illegal_action_is_reported() -> None:
    env = rowlock_v1.raw_env("classic", 2)
    env.reset(seed=1)
    env.step(52)
    assert env.infos["player_0"] == {"illegal": True}
    assert env.agent_selection == "player_1"
    parallel = rowlock_v1.parallel_env("classic", 2)
    parallel.reset(seed=1)
    infos = parallel.step({"player_0": 52, "player_1": 0})[-1]
    assert [infos[name]["illegal"] for name in ("player_0", "player_1")] == [True, False]


def test_a_seed_restarts_and_without_one_the_next_game_begins() -> None:
    env = rowlock_v1.raw_env("classic", 2)
    games = []
    for seed in (7, None, None, 7, None):
        env.reset(seed=seed)
        games.append(str(env.table.game))
    assert games[:2] == games[3:]
    assert len(set(games)) == 3


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_render(mode: str) -> None:
    env = rowlock_v1.env("mixx_a", 2, cards=True, render_mode=mode)
    env.reset(seed=1)
    assert ("<svg" in env.render()) == (mode == "svg")
    assert rowlock_v1.env().unwrapped.render_mode is None
