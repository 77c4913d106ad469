"""Chooses where a problem is solved: CPU or GPU."""

from __future__ import annotations

import sys

from rowlock.solver.problem import SOLVED, SolverProblem
from rowlock.solver.progress import Progress, Solved
from rowlock.variants.features import check_features, features

ON_GPU = SOLVED - features("steps chain swap_fields")
ON_PROCESSOR = SOLVED - features("boxes")


def solve_on(
    device: str,
    problem: SolverProblem,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solved:
    """Solve on "cpu" or "cuda", with equal values. Imports only what the device needs."""
    if device == "cuda":
        check_features("the GPU", ON_GPU, problem.variant)
        from rowlock.solver.cuda import sweep_on_gpu

        return sweep_on_gpu(problem, progress=progress)
    check_features("the exact solver", ON_PROCESSOR, problem.variant)
    from rowlock.solver.sweep_all import sweep_all

    return sweep_all(problem, threads=threads, progress=progress)


def peak_memory_mb() -> float:
    """Peak memory of this process in megabytes; 0 if the system does not report it."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
