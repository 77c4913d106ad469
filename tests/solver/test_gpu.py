"""The kernel of the GPU, held to the rules without one."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from rowlock.core.sheet import Sheet
from rowlock.solver.plain import PlainSolver
from rowlock.solver.problem import make_problem
from rowlock.solver.sheet_arrays import LANES
from rowlock.solver.sweep_all import sweep_all
from tests.solver.host_gpu import solve_as_gpu
from tests.solver.sheets import (
    barred_sheet,
    lucky_sheet,
    mixed_sheet,
    plain_sheet,
    second_sheet,
)

COMPILERS = [name for name in ("c++",) if shutil.which(name)]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_gpu_agrees_with_the_processor(compiler: str, tmp_path: Path) -> None:
    for variant, players, lucky in (
        (plain_sheet(), 1, None),
        (second_sheet(), 1, None),
        (mixed_sheet(), 3, None),
        (lucky_sheet(), 2, (2, 3)),
    ):
        problem = make_problem(variant, players, lucky)
        gpu = solve_as_gpu(compiler, problem, tmp_path)
        np.testing.assert_allclose(gpu, sweep_all(problem, threads=1).values, atol=1e-12)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_gpu_plays_a_bonus_bar_by_the_rules(compiler: str, tmp_path: Path) -> None:
    problem = make_problem(barred_sheet())
    gpu = solve_as_gpu(compiler, problem, tmp_path)
    value = gpu[0, 0, problem.place(Sheet()) * LANES]
    assert value == pytest.approx(PlainSolver(barred_sheet()).values()[0], abs=1e-9)
