"""95% intervals that remain valid with few sets and with identical sets."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95


def student(p: float, freedom: int) -> float:
    """The p-quantile of Student's t-distribution, to three digits at least from 0.005 to 0.995.

    >>> [round(student(0.975, n), 2) for n in (1, 2, 5, 30)]  # 12.71, 4.30, 2.57, 2.04 in tables
    [12.71, 4.3, 2.57, 2.04]
    """
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (1 - (2 * p - 1) ** 2))
    # Abramowitz and Stegun, 26.7.5.
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** k for k, term in enumerate(terms, 1))


def half_width(values: NDArray[np.float64], fitted: int = 0) -> float:
    """Half of the 95% interval of a mean; nan if there are too few values.

    `fitted` is the number of parameters estimated from the values.
    """
    freedom = len(values) - 1 - fitted
    if freedom < 1:
        return math.nan
    error = float(values.std(ddof=1 + fitted)) / math.sqrt(len(values))
    return student((1 + CONFIDENCE) / 2, freedom) * error


def share_interval(per_set: NDArray[np.float64]) -> tuple[float, float]:
    """The 95% interval of a share from its values per set; nan for a single set.

    Two won and two lost sets are added (Agresti and Coull): twenty wins in twenty sets do not mean
    that no set is ever lost. With hundreds of sets this makes no difference.
    """
    if len(per_set) < 2:
        return math.nan, math.nan
    padded = np.concatenate([per_set, [0.0, 0.0, 1.0, 1.0]])
    share, middle, reach = float(per_set.mean()), float(padded.mean()), half_width(padded)
    return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))
