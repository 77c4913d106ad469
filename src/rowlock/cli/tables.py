"""Solved tables for commands: kept ones, or made on first use with a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.cli.interrupt import stoppable
from rowlock.cli.progress import progress_bar
from rowlock.cli.streams import say
from rowlock.errors import Unreadable
from rowlock.variants import LuckyPair, Variant

if TYPE_CHECKING:
    from rowlock.solve.problem import Problem
    from rowlock.solve.value_table import ValueTable


def solved_table(problem: Problem) -> ValueTable:
    """The table of a problem; what is out of reach is refused with the reason."""
    from rowlock.solve.reach import check_reach, is_quick
    from rowlock.solve.store import kept_path, kept_table, table_of

    table = kept_table(problem)
    if table is not None:
        return table
    check_reach(problem, "cpu")
    name, folder = problem.variant.id, kept_path(problem).parent
    long = "half a minute at most" if is_quick(problem) else "minutes"
    say(f"rowlock: solving {name} for the first time, {long}; it is then stored in {folder}")
    with stoppable(), progress_bar(f"solving {name}") as progress:
        table = table_of(problem, progress=progress)
    if kept_table(problem) is None:
        say(f"rowlock: it could not be stored in {folder} and will be solved again")
    return table


def table_in_company(variant: Variant, players: int, lucky: LuckyPair | None) -> ValueTable:
    """The table of a sheet among friendly players, which nothing else can take the place of."""
    from rowlock.solve.problem import make_problem

    try:
        return solved_table(make_problem(variant, players, lucky))
    except Unreadable as refusal:
        if refusal.code != "out_of_reach":
            raise
        raise Unreadable(
            refusal.code,
            f"{variant.id} for {players}: what is missing is its exact table, and "
            f"{refusal.message}. Give the whole table instead: rowlock advise --position LINE",
        ) from None


def table_alone(variant: Variant, lucky: LuckyPair | None, name: str) -> ValueTable | None:
    """The table of one who plays alone; None, and a line that says why, where it would take longer
    than somebody waits. `name` is how the sheet is called on the command line."""
    from rowlock.solve.problem import make_problem
    from rowlock.solve.reach import check_reach, is_quick
    from rowlock.solve.store import kept_table

    try:
        problem = make_problem(variant, 1, lucky)
        if (table := kept_table(problem)) is not None:
            return table
        check_reach(problem, "cpu")
    except Unreadable as refusal:
        if refusal.code not in ("out_of_reach", "unknown_feature"):
            raise
        why = refusal.message
        say(f"rowlock: this is approximate, without an exact table of {variant.id}: {why}")
        return None
    if is_quick(problem):
        return solved_table(problem)
    pair = " --lucky '{}&{}'".format(*lucky) if lucky else ""
    say(
        f"rowlock: the exact table of {variant.id} is not there, and making it takes minutes: "
        f"rowlock solve --variant {name}{pair} --keep. Until then this is approximate"
    )
    return None
