"""Solved tables kept in the user's cache folder, made on first use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rowlock.errors import Unreadable
from rowlock.solve.device import solve_on
from rowlock.solve.problem import Problem
from rowlock.solve.progress import Progress
from rowlock.solve.value_table import ValueTable, load_table, make_table


def cache_folder() -> Path:
    """Where tables are kept: ROWLOCK_CACHE, or the usual place of this system."""
    if own := os.environ.get("ROWLOCK_CACHE"):
        return Path(own)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "rowlock"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "rowlock"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "rowlock"


def kept_path(problem: Problem) -> Path:
    """The file of a problem in the cache folder; its name holds everything that decides it."""
    lucky = "-{}-{}".format(*problem.lucky) if problem.lucky else ""
    variant = problem.variant
    name = f"{variant.id}-{variant.digest}-{problem.players}{lucky}.table"
    return cache_folder() / name


def kept_table(problem: Problem) -> ValueTable | None:
    """The table of a problem if it is in the cache folder and sound."""
    try:
        return load_table(kept_path(problem), problem.variant)
    except Unreadable:
        return None  # not there, or damaged: it will be made anew


def table_of(problem: Problem, *, progress: Progress | None = None) -> ValueTable:
    """The table of a problem, solved and kept if this is the first time.

    Where nothing can be kept, it is solved anew every time.
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
