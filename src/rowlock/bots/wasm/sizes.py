"""The lengths of the arrays of a workspace that are the same on every sheet."""

from __future__ import annotations

from rowlock.bots.compiled.position_layout import SLOTS
from rowlock.kernel.state import SEAT

CANDIDATE = 20
"""`WIDTH` of `compiled/candidates.py`, which needs NumPy; a test compares them."""
MOST = 1400

ARRAYS = {
    "seats": SLOTS,
    "candidates": (SLOTS * MOST + 2 * SLOTS) * CANDIDATE,
    "listed": SLOTS,
    "aside": 3 * SEAT,
    "picks": 2 * SLOTS * CANDIDATE,
    "favourites": 2 * SLOTS,
}
