"""How far the judges are off when they compare two answers of one decision.

What was measured of the networks stands in `bots/judging/spreads.py`; the rules of thumb have a
guess each.
"""

from __future__ import annotations

from rowlock.bots.judging.spreads import MeasuredError, measured_errors
from rowlock.bots.judging.spreads import network_spread as error_of

__all__ = ["OTHER_ERROR", "POINTS_ERROR", "MeasuredError", "error_of", "measured_errors"]

OTHER_ERROR = 0.04
"""Of the heuristic's chances, where a sheet has no network: a guess."""
POINTS_ERROR = 2.0
"""Of the heuristic's points, where a sheet alone has no table: a guess, too."""
