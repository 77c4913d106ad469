"""Making tables in the background: a game alone can begin before its exact table is there.

Only printed sheets whose table takes seconds are made, one at a time; the larger ones are made by
`rowlock solve --keep`. Sheets that somebody sends never are: anybody could fill the disk.
"""

from __future__ import annotations

import sys
from functools import cache

from rowlock.errors import Unreadable
from rowlock.kernel.preparation import Preparation, note, step_back
from rowlock.solve.policy import play_games
from rowlock.solve.problem import make_problem
from rowlock.solve.progress import Progress
from rowlock.solve.reach import check_reach, is_quick
from rowlock.solve.store import kept_path, table_of
from rowlock.variants import NAMES, load_variant


@cache
def is_made_on_first_use(name: str) -> bool:
    """Whether a table of a printed sheet is made here where it is missing."""
    if name not in NAMES:
        return False
    try:
        problem = make_problem(load_variant(name))
        check_reach(problem, "cpu")
    except Unreadable:
        return False
    return is_quick(problem)


def prepare(name: str, progress: Progress | None = None) -> None:
    """Solve the sheet and keep its table, unless it is kept already; compile what plays by it."""
    table = table_of(make_problem(load_variant(name)), progress=progress)
    play_games(table, 1)


def make_in_background(name: str) -> bool:
    """Begin with the table of a sheet, unless another one is being made; whether to wait for it."""
    if not is_made_on_first_use(name) or kept_path(make_problem(load_variant(name))).exists():
        return False
    if not _is_busy():
        _preparations.setdefault(name, _preparation(name)).begin()
    return _is_busy()


def what_is_made() -> tuple[bool, float | None]:
    """Whether a table is being made, whichever it is, and how much of it is done."""
    shares = [each.share for each in _preparations.values() if each.is_under_way]
    return bool(shares), shares[0] if shares else None


def _is_busy() -> bool:
    return any(each.is_under_way for each in _preparations.values())


def _preparation(name: str) -> Preparation:
    """The file is all that this process needs."""
    return Preparation("rowlock.solve.ready", lambda: None, name)


_preparations: dict[str, Preparation] = {}


def _in_steps(tell: Progress) -> Progress:
    """Tells whole hundredths alone: the solver has thousands of steps."""
    told = -1

    def progress(share: float) -> None:
        nonlocal told
        if int(100 * share) > told:
            told = int(100 * share)
            tell(told / 100)

    return progress


if __name__ == "__main__":
    step_back()
    for sheet in sys.argv[2:]:
        prepare(sheet, _in_steps(note))
