"""Ground truth: best play of the exact solver, through the environments, scores what it must."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rowlock.bots import Greedy
from rowlock.bots.compiled.games import simple_actions
from rowlock.core.move import Move
from rowlock.core.state import Game, Roll
from rowlock.envs.actions import action_of
from rowlock.envs.single import RowlockEnv
from rowlock.envs.vector import RowlockVectorEnv
from rowlock.solver.plain import PlainSolver
from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.turns import ranked_endings, ranked_turns
from rowlock.solver.value_table import ValueTable, load_table, make_table
from rowlock.variants import Variant, load_variant
from tests.sampling import some
from tests.solver.conftest import classic_file  # noqa: F401  # a fixture
from tests.solver.sheets import mixed_sheet, plain_sheet


def best_move(table: ValueTable, game: Game) -> Move:
    sheet, dice = game.sheets[0], game.roll
    assert isinstance(dice, Roll)
    if game.stage == "action1":
        return ranked_turns(table, sheet, dice, game.closed)[0].moves[0]
    return ranked_endings(table, sheet, dice, game.closed, crossed=game.crossed)[0].moves[0]


def best_scores(env: RowlockEnv, table: ValueTable, games: int) -> list[float]:
    scores = []
    for number in range(games):
        env.reset(seed=11 if number == 0 else None)
        over = False
        while not over:
            game = env.table.game
            _, reward, over, _, _ = env.step(action_of(game, 0, best_move(table, game)))
        scores.append(reward)
    return scores


def assert_within_two_errors(scores: list[float], exact: float) -> None:
    error = np.std(scores, ddof=1) / len(scores) ** 0.5
    assert abs(np.mean(scores) - exact) < 2 * error


@pytest.mark.parametrize("sheet", some([plain_sheet(), mixed_sheet()], [mixed_sheet()]))
def test_best_play_of_a_small_sheet_scores_its_exact_value(sheet: Variant) -> None:
    problem = make_problem(sheet)
    table = make_table(problem, sweep_all(problem, threads=1).values)
    exact = PlainSolver(sheet).values()[0]
    assert table.values == pytest.approx([exact], abs=1e-9)
    assert_within_two_errors(best_scores(RowlockEnv(sheet), table, 150), exact)


@pytest.mark.long
def test_best_play_of_classic_scores_115(classic_file: Path) -> None:  # noqa: F811
    table = load_table(classic_file, load_variant("classic"))
    assert_within_two_errors(best_scores(RowlockEnv("classic"), table, 400), 115.48312602)


@pytest.mark.long
def test_the_vector_pays_what_greedy_is_known_to_score() -> None:
    """Alone on classic `greedy` reaches 64 to 72 points, depending on its gap."""
    envs = RowlockVectorEnv(256, "classic")
    envs.reset(seed=1)
    actions = np.zeros(256, np.int64)
    scores: list[float] = []
    for _ in range(200):
        simple_actions(envs.batch, Greedy(2), actions)
        _, reward, over, _, _ = envs.step(actions)
        scores += reward[over].tolist()
    assert 60 < np.mean(scores) < 76
