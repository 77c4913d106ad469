"""The z-value of all 95% intervals, so that they are computed alike."""

from __future__ import annotations

Z95 = 1.96
"""Standard errors on each side of a 95% interval."""
