"""Cache folder for solved tables, which are computed on first use."""

from __future__ import annotations

from pathlib import Path

from rowlock.errors import Unreadable
from rowlock.files import cache_folder
from rowlock.solver.device import solve_on
from rowlock.solver.problem import SolverProblem
from rowlock.solver.progress import Progress
from rowlock.solver.value_table import ValueTable, load_table, make_table


def kept_path(problem: SolverProblem) -> Path:
    """The cache file of a problem. Its name contains all parameters of the problem."""
    lucky = "-{}-{}".format(*problem.lucky) if problem.lucky else ""
    variant = problem.variant
    name = f"{variant.id}-{variant.digest}-{problem.players}{lucky}.table"
    return cache_folder() / name


def kept_table(problem: SolverProblem) -> ValueTable | None:
    """The table of a problem if it is in the cache and valid, else None."""
    try:
        return load_table(kept_path(problem), problem.variant)
    except Unreadable:
        return None  # missing or damaged: it will be computed again


def table_of(problem: SolverProblem, *, progress: Progress | None = None) -> ValueTable:
    """The table of a problem, from the cache or solved now and stored.

    If the cache folder is not writable, the table is solved every time.
    """
    table = kept_table(problem)
    if table is not None:
        return table
    table = make_table(problem, solve_on("cpu", problem, progress=progress).values)
    try:
        table.save(kept_path(problem))
    except OSError:
        return table
    return load_table(kept_path(problem), problem.variant)
