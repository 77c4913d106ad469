"""Prepares reviews: without it, the first one after an installation compiles for a minute."""

from __future__ import annotations

from rowlock.endgame import preparation as ends
from rowlock.kernel.jit import JIT
from rowlock.kernel.preparation import Preparation, step_back

SMALL = """[Rowlock "1"]
[Variant "classic"]
[Players "Ann, Ben"]
[First "1"]
1. 41 3256 | - +b10 | y5
"""
"""A game whose review evaluates choices and a roll, and plays out a costly choice."""
A_MOMENT = 0.01
"""Seconds of rollouts: enough, because compiled code is ready after its first use."""


def prepare() -> None:
    """Compile all code that reviews run, or load it from the cache."""
    from rowlock.notation import parse_record
    from rowlock.reviews.review import review

    ends.prepare()
    review(parse_record(SMALL), rollouts=A_MOMENT)
    _preparation.done.set()


def prepare_in_background() -> None:
    """Start in the background; without Numba there is nothing to compile."""
    if JIT:
        _preparation.begin()


def is_ready() -> bool:
    """Whether a review can start without compiling."""
    return not JIT or _preparation.done.is_set()


def note_ready() -> None:
    """Note that a review has been computed, so all code is compiled."""
    _preparation.done.set()


_preparation = Preparation("rowlock.reviews.preparation", prepare)


if __name__ == "__main__":
    step_back()
    prepare()
