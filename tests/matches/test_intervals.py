"""Intervals: quantiles as in tables, and shares that are covered as often as promised."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rowlock.matches.intervals import half_width, share_interval, student


@pytest.mark.parametrize(
    ("p", "freedom", "value"),
    [
        (0.975, 1, 12.706),
        (0.975, 2, 4.303),
        (0.975, 3, 3.182),
        (0.975, 4, 2.776),
        (0.975, 10, 2.228),
        (0.975, 1000, 1.962),
        (0.995, 5, 4.032),
        (0.9995, 49, 3.500),
        (0.9999, 100, 3.862),
    ],
)
def test_quantiles_are_those_of_the_tables(p: float, freedom: int, value: float) -> None:
    assert student(p, freedom) == pytest.approx(value, abs=0.005)


def test_one_set_says_nothing_about_its_error() -> None:
    assert math.isnan(half_width(np.array([3.0])))
    assert math.isnan(half_width(np.array([3.0, 4.0]), fitted=1))
    assert all(math.isnan(end) for end in share_interval(np.array([1.0])))


def test_a_share_by_hand() -> None:
    # 1, 0.5 and the added 0, 0, 1, 1: mean 0.5833, sd 0.4916; 2.571 * 0.4916 / 2.449 = 0.516.
    low, high = share_interval(np.array([1.0, 0.5]))
    assert low == pytest.approx(0.067, abs=0.001)
    assert high == 1


@pytest.mark.parametrize("sets", [2, 20, 1000])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_sets_that_are_all_alike_leave_room_for_another(sets: int, share: float) -> None:
    low, high = share_interval(np.full(sets, share))
    assert 0 <= low <= share <= high <= 1
    assert high - low > 1 / sets


@pytest.mark.parametrize("sets", [3, 10, 40])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
def test_a_share_is_covered_as_often_as_promised(sets: int, share: float) -> None:
    rng = np.random.default_rng(3)
    runs = rng.binomial(2, share, (1000, sets)) / 2
    covered = 0
    for low, high in map(share_interval, runs):
        covered += low <= share <= high
    assert covered / len(runs) > 0.93
