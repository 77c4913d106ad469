"""Getting the search ready: nobody at a table waits while it compiles.

`is_ready` begins that in the background and answers no until it is done. Whoever can wait, such as
a match of many games, calls `prepare` before.
"""

from __future__ import annotations

from rowlock.kernel.jit import JIT
from rowlock.kernel.preparation import Preparation, step_back

SMALL = (
    'classic 31 2 action1 56 1111; "Ann" r2,3,10 y2,3,4,5,11 g3 b3 x3; '
    '"Ben" r2,3,4,11 y2,3,4,11 g12,11,10,3 b12,4,3 x2'
)
"""A question that goes through all of the search."""


def prepare() -> None:
    """Compile the search, or read what was compiled before; without Numba there is nothing."""
    if JIT:
        from rowlock.endgame.ends import solve
        from rowlock.notation import parse_position

        solve(parse_position(SMALL))
        _preparation.done.set()


def is_ready() -> bool:
    """Whether the search answers at once; where it does not yet, it is being prepared from now on.

    Uncompiled the search would take minutes: it is never ready then.
    """
    if JIT:
        _preparation.begin()
    return _preparation.done.is_set()


_preparation = Preparation("rowlock.endgame.ready", prepare)


if __name__ == "__main__":
    step_back()
    prepare()
