"""Solving a sheet as a job for the runners: one sheet, one worker, one thread."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.solve.device import peak_memory_mb, solve_on
from rowlock.solve.problem import make_problem
from rowlock.solve.progress import Solved
from rowlock.variants import LuckyPair, Variant


class Sheet(NamedTuple):
    """What is to be solved; small enough to travel, unlike a problem."""

    variant: Variant
    players: int
    lucky: LuckyPair | None


class SolvedSheet(NamedTuple):
    """Its values, and what they took where they were computed."""

    solved: Solved
    peak_memory_mb: float
    threads: int


def solve_sheet(sheet: Sheet) -> SolvedSheet:
    """Solve it here, on the processor."""
    solved = solve_on("cpu", make_problem(*sheet), threads=1)
    return SolvedSheet(solved, peak_memory_mb(), 1)
