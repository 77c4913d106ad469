"""When a match may end early because the best bot is known.

Who looks after every game whether an interval has left the middle sees it happen sooner or later
with equal bots too. So there are few looks, at 50 sets, 100, 200 and so on, and the 5 % that a
decision may be wrong are divided evenly among all looks and all bots that could be called the
best (Bonferroni's rule): however often one looks, a bot that is not the best is called so in at
most 5 of 100 matches.
"""

from __future__ import annotations

import math
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from rowlock.arena.intervals import student

FIRST_LOOK = 50
ERROR = 0.05


def looks(sets: int) -> list[int]:
    """The numbers of sets after which a match of at most so many is looked at.

    >>> looks(500)
    [50, 100, 200, 400]
    """
    doublings = (FIRST_LOOK * 2**k for k in range(64))
    return list(takewhile(lambda look: look < sets, doublings))


def is_decided(won: NDArray[np.float64], planned: int) -> bool:
    """Whether one bot is the best, at one of the looks of a match of so many planned sets.

    `won` are the win shares of the finished sets, [set, bot].
    """
    sets, bots = won.shape
    best = int(won.mean(axis=0).argmax())
    leads = won[:, [best]] - np.delete(won, best, axis=1)
    error = leads.std(axis=0, ddof=1) / math.sqrt(sets)
    bound = student(1 - ERROR / (bots * len(looks(planned))), sets - 1)
    return bool((leads.mean(axis=0) > bound * error).all())
