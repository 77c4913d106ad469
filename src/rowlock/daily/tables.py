"""Finds the exact table for a game of the day."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.errors import Unreadable
from rowlock.solver.limits import check_reach, is_quick
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.table_cache import kept_table
from rowlock.solver.value_table import ValueTable
from rowlock.table.day import Day


def day_table(day: Day, make: Callable[[SolverProblem], ValueTable]) -> ValueTable | None:
    """The exact table of a solo day: the stored one, or a new one if that is quick; None
    otherwise."""
    if day.players > 1:
        return None
    try:
        [lucky] = day.dice.lucky([day.variant]) or (None,)
        problem = make_problem(day.variant, 1, lucky)
        if (kept := kept_table(problem)) is not None:
            return kept
        check_reach(problem, "cpu")
    except Unreadable:  # a sheet that cannot be solved
        return None
    return make(problem) if is_quick(problem) else None
