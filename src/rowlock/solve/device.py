"""Where a problem is solved: on the processor or on a GPU."""

from __future__ import annotations

import sys

from rowlock.solve.problem import SOLVED, Problem
from rowlock.solve.progress import Progress, Solved
from rowlock.variants.features import check_features, features

ON_GPU = SOLVED - features("steps chain swap_fields")
ON_PROCESSOR = SOLVED - features("boxes")


def solve_on(
    device: str, problem: Problem, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """Solve on "cpu" or "cuda"; both give the same values. Each imports only what it needs."""
    if device == "cuda":
        check_features("the GPU", ON_GPU, problem.variant)
        from rowlock.solve.cuda import sweep_on_gpu

        return sweep_on_gpu(problem, progress=progress)
    check_features("the exact solver", ON_PROCESSOR, problem.variant)
    from rowlock.solve.solver import sweep_all

    return sweep_all(problem, threads=threads, progress=progress)


def peak_memory_mb() -> float:
    """The most memory that this process has held, in megabytes; 0 where the system is silent."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
