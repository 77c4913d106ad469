"""The kernel of the graphics card, held to the rules without a card."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from rowlock.core.sheet import Sheet
from rowlock.solve.board import LANES
from rowlock.solve.plain import PlainSolver
from rowlock.solve.problem import make_problem
from rowlock.solve.solver import sweep_all
from tests.solve.host_card import solve_as_card
from tests.solve.sheets import barred_sheet, lucky_sheet, mixed_sheet, plain_sheet

COMPILERS = [name for name in ("c++",) if shutil.which(name)]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_card_agrees_with_the_processor(compiler: str, tmp_path: Path) -> None:
    for variant, players, lucky in (
        (plain_sheet(), 1, None),
        (mixed_sheet(), 3, None),
        (lucky_sheet(), 2, (2, 3)),
    ):
        problem = make_problem(variant, players, lucky)
        card = solve_as_card(compiler, problem, tmp_path)
        np.testing.assert_allclose(card, sweep_all(problem, threads=1).values, atol=1e-12)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_card_plays_a_bonus_bar_by_the_rules(compiler: str, tmp_path: Path) -> None:
    problem = make_problem(barred_sheet())
    card = solve_as_card(compiler, problem, tmp_path)
    value = card[0, 0, problem.place(Sheet()) * LANES]
    assert value == pytest.approx(PlainSolver(barred_sheet()).values()[0], abs=1e-9)
