"""Adding up results: the figures of a handful of games, worked out by hand."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from rowlock.simulation.tally import (
    Tally,
    interval,
    mean,
    percentiles,
    spread,
)

# turns, reason, who began; then score, penalties and locks of seat 1 and seat 2
LINES = np.array(
    [
        [20, 1, 0, 60, 1, 2, 50, 0, 0],
        [18, 2, 1, 40, 4, 0, 70, 2, 1],
        [25, 1, 1, 55, 0, 1, 55, 0, 1],  # a shared win
        [20, 1, 0, 80, 0, 1, 30, 3, 1],
    ]
)


def test_wins_are_shared_evenly() -> None:
    tally = Tally(2)
    tally.add(LINES)
    assert tally.games == 4
    assert tally.win_share(0) == 2.5 / 4
    assert tally.win_share(1) == 1.5 / 4
    assert tally.first_share() == 3.5 / 4  # the beginner won all, one of them shared


def test_counts_do_not_depend_on_the_order_of_adding() -> None:
    whole, parts = Tally(2), Tally(2)
    whole.add(LINES)
    for part in (LINES[3:], LINES[:1], LINES[1:3], LINES[:0]):
        parts.add(part)
    assert vars(whole) == vars(parts)
    assert whole.reasons == Counter({1: 3, 2: 1})
    assert whole.turns == Counter({20: 2, 18: 1, 25: 1})
    assert whole.penalties[0] == Counter({0: 2, 1: 1, 4: 1})
    assert whole.locks[1] == Counter({1: 3, 0: 1})


def test_mean_and_spread() -> None:
    counts = Counter({60: 1, 40: 1, 55: 1, 80: 1})
    assert mean(counts) == 58.75
    # deviations 1.25, -18.75, -3.75, 21.25: squares 1.5625 + 351.5625 + 14.0625 + 451.5625
    assert spread(counts) == pytest.approx(math.sqrt(818.75 / 3))
    assert spread(Counter({5: 1})) == 0.0
    assert mean(Counter()) == 0.0


def test_percentiles_are_values_that_occurred() -> None:
    counts = Counter(dict.fromkeys(range(1, 101), 1))
    assert percentiles(counts, (0, 5, 50, 95, 100)) == [1, 5, 50, 95, 100]
    assert percentiles(Counter({-3: 9, 10: 1}), (50, 90, 91)) == [-3, -3, 10]
    assert percentiles(Counter(), (50,)) == [0]


def test_the_interval_is_wilsons() -> None:
    # 95 % interval of 8 out of 10 (Agresti and Coull 1998 and many tables): 0.490 to 0.943.
    low, high = interval(0.8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert interval(0.0, 0) == (0.0, 1.0)
    low, high = interval(1.0, 50)
    assert 0.92 < low < 0.94
    assert high == 1.0
