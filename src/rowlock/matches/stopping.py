"""Early stopping of a match when the best bot is known.

If one checked after every game whether an interval excludes the equal share, this would happen
sooner or later even for equal bots. So there are few checks, after 50 sets, 100, 200 and so on, and
the 5% error is divided equally among all checks and all bots that could be declared best
(Bonferroni correction). In at most 5 of 100 matches, a bot that is not the best is declared best.
"""

from __future__ import annotations

import math
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from rowlock.matches.intervals import student

FIRST_LOOK = 50
ERROR = 0.05


def looks(sets: int) -> list[int]:
    """The numbers of sets after which a match with at most `sets` sets is checked.

    >>> looks(500)
    [50, 100, 200, 400]
    """
    doublings = (FIRST_LOOK * 2**k for k in range(64))
    return list(takewhile(lambda look: look < sets, doublings))


def is_decided(won: NDArray[np.float64], planned: int) -> bool:
    """Whether one bot is known to be the best, at one of the checks of a match of `planned` sets.

    `won` is the win shares of the finished sets, [set, bot].
    """
    sets, bots = won.shape
    best = int(won.mean(axis=0).argmax())
    leads = won[:, [best]] - np.delete(won, best, axis=1)
    error = leads.std(axis=0, ddof=1) / math.sqrt(sets)
    bound = student(1 - ERROR / (bots * len(looks(planned))), sets - 1)
    return bool((leads.mean(axis=0) > bound * error).all())
