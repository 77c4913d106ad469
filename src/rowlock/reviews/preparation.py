"""Getting reviews ready: the first one after an installation would compile for a minute."""

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
"""A game whose review judges choices and a roll, and plays a costly choice on."""
A_MOMENT = 0.01
"""Seconds of rollouts: compiled code is ready after its first use."""


def prepare() -> None:
    """Compile all that a review runs, or read what was compiled before."""
    from rowlock.notation import parse_record
    from rowlock.reviews.review import review

    ends.prepare()
    review(parse_record(SMALL), rollouts=A_MOMENT)
    _preparation.done.set()


def prepare_in_background() -> None:
    """Begin with it; without Numba there is nothing to compile."""
    if JIT:
        _preparation.begin()


def is_ready() -> bool:
    """Whether a review is computed at once."""
    return not JIT or _preparation.done.is_set()


def note_ready() -> None:
    """A review was computed: the code is there, whoever compiled it."""
    _preparation.done.set()


_preparation = Preparation("rowlock.reviews.preparation", prepare)


if __name__ == "__main__":
    step_back()
    prepare()
