"""Solved tables for commands: kept ones, or made on first use with a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.cli.interrupt import stoppable
from rowlock.cli.progress import progress_bar
from rowlock.cli.streams import say

if TYPE_CHECKING:
    from rowlock.solve.problem import Problem
    from rowlock.solve.value_table import ValueTable


def solved_table(problem: Problem) -> ValueTable:
    """The table of a problem; what is out of reach is refused with the reason."""
    from rowlock.solve.reach import check_reach
    from rowlock.solve.store import kept_path, kept_table, table_of

    table = kept_table(problem)
    if table is not None:
        return table
    check_reach(problem, "cpu")
    name, folder = problem.variant.id, kept_path(problem).parent
    say(f"rowlock: solving {name} for the first time; it is then stored in {folder}")
    with stoppable(), progress_bar(f"solving {name}") as progress:
        return table_of(problem, progress=progress)
