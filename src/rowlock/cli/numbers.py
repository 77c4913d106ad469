"""Argument types for numbers: plain ASCII digits of limited length.

Python's `int` also accepts `1_000`, digits of other scripts and any length, and `float` accepts
`nan`; none of them is meant on a command line.
"""

from __future__ import annotations

import argparse
import re

_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def whole(text: str) -> int:
    """Parse a whole number; callers check its range."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number (expected up to 20 digits, like 1000)"
        )
    return int(text)


def seconds(text: str) -> float:
    """Parse a duration in seconds, not negative."""
    if not _DECIMAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds (expected 0.5)")
    return float(text)
