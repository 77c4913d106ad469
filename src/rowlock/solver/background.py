"""Solves sheets in the background, so that a solo game can begin before its table is ready.

Only built-in sheets that take seconds are solved, one at a time; use `rowlock solve --keep` for
larger ones. Custom sheets sent by players are never solved, because their tables could fill the
disk.
"""

from __future__ import annotations

import sys
from functools import cache

from rowlock.errors import Unreadable
from rowlock.kernel.preparation import Preparation, note, step_back
from rowlock.solver.limits import check_reach, is_quick
from rowlock.solver.policy import play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.progress import Progress
from rowlock.solver.table_cache import kept_path, table_of
from rowlock.variants import NAMES, load_variant


@cache
def is_made_on_first_use(name: str) -> bool:
    """Whether the missing table of a built-in sheet is computed automatically."""
    if name not in NAMES:
        return False
    try:
        problem = make_problem(load_variant(name))
        check_reach(problem, "cpu")
    except Unreadable:
        return False
    return is_quick(problem)


def prepare(name: str, progress: Progress | None = None) -> None:
    """Solve and store the sheet, unless it is stored already; compile the policy."""
    table = table_of(make_problem(load_variant(name)), progress=progress)
    play_games(table, 1)


def make_in_background(name: str) -> bool:
    """Start solving a sheet, unless another one is being solved. Returns whether to wait for it."""
    if not is_made_on_first_use(name) or kept_path(make_problem(load_variant(name))).exists():
        return False
    if not _is_busy():
        _preparations.setdefault(name, _preparation(name)).begin()
    return _is_busy()


def what_is_made() -> tuple[bool, float | None]:
    """Whether any table is being computed, and its progress from 0 to 1."""
    shares = [each.share for each in _preparations.values() if each.is_under_way]
    return bool(shares), shares[0] if shares else None


def _is_busy() -> bool:
    return any(each.is_under_way for each in _preparations.values())


def _preparation(name: str) -> Preparation:
    """The background process; this process only uses the file that it writes."""
    return Preparation("rowlock.solver.background", lambda: None, name)


_preparations: dict[str, Preparation] = {}


def _in_steps(tell: Progress) -> Progress:
    """Report only whole hundredths: the solver has thousands of steps."""
    reported = -1

    def progress(share: float) -> None:
        nonlocal reported
        if int(100 * share) > reported:
            reported = int(100 * share)
            tell(reported / 100)

    return progress


if __name__ == "__main__":
    step_back()
    for sheet in sys.argv[2:]:
        prepare(sheet, _in_steps(note))
