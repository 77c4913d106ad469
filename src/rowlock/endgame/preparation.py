"""Compiles the search in the background, so that no table waits for it.

`is_ready` starts the compilation and returns False until it is done. Callers that can wait, such as
a match of many games, call `prepare` first.
"""

from __future__ import annotations

from rowlock.kernel.jit import JIT
from rowlock.kernel.preparation import Preparation, step_back

SMALL = (
    'classic 31 2 action1 56 1111; "Ann" r2,3,10 y2,3,4,5,11 g3 b3 x3; '
    '"Ben" r2,3,4,11 y2,3,4,11 g12,11,10,3 b12,4,3 x2'
)
"""A position whose solution uses all parts of the search."""


def prepare() -> None:
    """Compile the search, or load it from the cache; does nothing without Numba."""
    if JIT:
        from rowlock.endgame.solve_endgame import solve
        from rowlock.notation import parse_position

        solve(parse_position(SMALL))
        _preparation.done.set()


def is_ready() -> bool:
    """Whether the search is compiled. If not, starts compiling it in the background.

    Without Numba it is never ready, because the search would take minutes.
    """
    if JIT:
        _preparation.begin()
    return _preparation.done.is_set()


_preparation = Preparation("rowlock.endgame.preparation", prepare)


if __name__ == "__main__":
    step_back()
    prepare()
