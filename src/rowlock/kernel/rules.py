"""The small rules of `core/rules.py` for compiled code: those very functions, no others.

Whoever compiles code imports the rules from here, so that Numba was taught them (`taught.py`).
"""

from __future__ import annotations

from rowlock.core.rules import (
    NOT_ENDED,
    PENALTIES_TAKEN,
    ROWS_CLOSED,
    after_cross,
    bonus_points,
    count,
    ending,
    fewest,
    holds,
    may_cross,
    next_cell,
    owes_penalty,
    reach,
    row_points,
)
from rowlock.kernel.jit import JIT

if JIT:
    from rowlock.kernel import taught

    RULES = taught.RULES

__all__ = [
    "NOT_ENDED",
    "PENALTIES_TAKEN",
    "ROWS_CLOSED",
    "after_cross",
    "bonus_points",
    "count",
    "ending",
    "fewest",
    "holds",
    "may_cross",
    "next_cell",
    "owes_penalty",
    "reach",
    "row_points",
]
