"""Solving one sheet as a job for a worker with one thread."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.solver.device import peak_memory_mb, solve_on
from rowlock.solver.problem import make_problem
from rowlock.solver.progress import Solved
from rowlock.variants import LuckyPair, Variant


class SheetJob(NamedTuple):
    """The parameters of a problem; unlike a `SolverProblem`, small enough to pickle."""

    variant: Variant
    players: int
    lucky: LuckyPair | None


class SolvedSheet(NamedTuple):
    """The values of a sheet, and the resources that they took on the worker."""

    solved: Solved
    peak_memory_mb: float
    threads: int


def solve_sheet(sheet: SheetJob) -> SolvedSheet:
    """Solve a sheet in this process, on the CPU."""
    solved = solve_on("cpu", make_problem(*sheet), threads=1)
    return SolvedSheet(solved, peak_memory_mb(), 1)
