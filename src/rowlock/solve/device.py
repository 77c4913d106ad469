"""Where a problem is solved: on the processor or on a graphics card."""

from __future__ import annotations

import sys

from rowlock.solve.problem import Problem
from rowlock.solve.solver import Progress, Solved, sweep_all


def solve_on(
    device: str, problem: Problem, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """Solve on the named device."""
    return sweep_all(problem, threads=threads, progress=progress)


def peak_memory_mb() -> float:
    """The most memory that this process has held, in megabytes; 0 where the system is silent."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
