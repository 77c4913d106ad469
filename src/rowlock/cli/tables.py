"""Solved tables for commands: loaded from disk, or computed on first use with a progress bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.cli.interrupt import stoppable
from rowlock.cli.progress import progress_bar
from rowlock.cli.streams import say
from rowlock.errors import Unreadable
from rowlock.languages.texts import Texts
from rowlock.variants import LuckyPair, Variant

if TYPE_CHECKING:
    from rowlock.solver.problem import SolverProblem
    from rowlock.solver.value_table import ValueTable


def solved_table(problem: SolverProblem, texts: Texts) -> ValueTable:
    """The table of a problem; refused with a reason if it is too large."""
    from rowlock.solver.limits import check_reach, is_quick
    from rowlock.solver.table_cache import kept_path, kept_table, table_of

    table = kept_table(problem)
    if table is not None:
        return table
    check_reach(problem, "cpu")
    name, folder = problem.variant.id, kept_path(problem).parent
    key = "table_first" if is_quick(problem) else "table_first_long"
    say(f"rowlock: {texts(key, sheet=name, folder=folder)}")
    with stoppable(), progress_bar(texts("table_solving", sheet=name)) as progress:
        table = table_of(problem, progress=progress)
    if kept_table(problem) is None:
        say(f"rowlock: {texts('table_not_stored', folder=folder)}")
    return table


def table_in_company(
    variant: Variant, players: int, lucky: LuckyPair | None, texts: Texts
) -> ValueTable:
    """The table of a sheet with friendly players, for which there is no approximation."""
    from rowlock.solver.problem import make_problem

    try:
        return solved_table(make_problem(variant, players, lucky), texts)
    except Unreadable as refusal:
        if refusal.code != "out_of_reach":
            raise
        about = {"sheet": variant.id, "players": players, "why": refusal.message}
        raise Unreadable(refusal.code, texts("refuse_company", **about)) from None


def table_alone(
    variant: Variant, lucky: LuckyPair | None, name: str, texts: Texts
) -> ValueTable | None:
    """The table of a solo player. If computing it would take too long, prints a line that says so
    and returns None. `name` is the name of the sheet on the command line."""
    from rowlock.solver.limits import check_reach, is_quick
    from rowlock.solver.problem import make_problem
    from rowlock.solver.table_cache import kept_table

    try:
        problem = make_problem(variant, 1, lucky)
        if (table := kept_table(problem)) is not None:
            return table
        check_reach(problem, "cpu")
    except Unreadable as refusal:
        if refusal.code not in ("out_of_reach", "unknown_feature"):
            raise
        say(f"rowlock: {texts('table_none', sheet=variant.id, why=refusal.message)}")
        return None
    if is_quick(problem):
        return solved_table(problem, texts)
    pair = " --lucky '{}&{}'".format(*lucky) if lucky else ""
    command = f"rowlock solve --variant {name}{pair} --keep"
    say(f"rowlock: {texts('table_later', sheet=variant.id, command=command)}")
    return None
