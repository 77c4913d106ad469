"""What "95 %" means, wherever an interval is told: one number for all of them."""

from __future__ import annotations

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
