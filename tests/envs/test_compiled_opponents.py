"""Compiled opponents of the vector play as they do in simulations."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.games import play_lines, simple_actions
from rowlock.bots.registry import make_bot
from rowlock.bots.simple import Greedy
from rowlock.envs.vector import RowlockVectorEnv
from rowlock.kernel.jit import JIT
from rowlock.kernel.play import RESULT_SEAT, RESULT_SEATS
from rowlock.variants import load_variant
from tests.sampling import some

TABLES = [
    ("classic", ("greedy", "champion"), 0),
    ("bonus_b", ("medium", "champion", "greedy"), 2),
    ("classic", ("greedy:0", "heuristic", "race"), 0),
    ("big_points", ("champion", "greedy", "hard"), 1),
    ("longo", ("champion", "greedy"), 1),
    ("x_change", ("easy", "gentle", "heuristic", "greedy"), 3),
    ("connected_chain", ("champion", "champion", "greedy"), 2),
]


@pytest.mark.skipif(not JIT, reason="without Numba such bots play in the core")
@pytest.mark.parametrize(("variant", "bots", "learner"), some(TABLES, TABLES[:2]))
def test_the_games_of_a_vector_are_those_of_a_simulation(
    variant: str, bots: tuple[str, ...], learner: int
) -> None:
    """The learner's seat is played by `Greedy`; all answers, choices and errors must be equal."""
    games, sheet = 24, load_variant(variant)
    players = [make_bot(bot) for bot in bots]
    specs = tuple(compiled_spec_of(player, sheet, len(bots)) for player in players)
    lines = play_lines(sheet, specs, 5, 0, games)  # type: ignore[arg-type]  # all have one
    others = tuple(bot for seat, bot in enumerate(bots) if seat != learner)
    envs = RowlockVectorEnv(games, variant, others, seat=learner)
    envs.reset(seed=5)
    scores = np.full((games, len(bots)), -99)
    greedy, actions = players[learner], np.zeros(games, np.int64)
    assert isinstance(greedy, Greedy)
    while (scores == -99).any():
        over, info = envs.step(simple_actions(envs.batch, greedy, actions).copy())[2::2]
        first = over & (scores[:, 0] == -99)
        if first.any():
            scores[first] = info["final_info"]["scores"][first]
    assert np.array_equal(scores, lines[:, RESULT_SEATS::RESULT_SEAT])
