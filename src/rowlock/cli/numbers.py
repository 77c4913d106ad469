"""Numbers as people type them on a command line: plain digits.

Python's own `int` also takes `1_000`, digits of other scripts and as many as one likes, `float`
even `nan`: none of them is what somebody meant.
"""

from __future__ import annotations

import argparse
import re

_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def whole(text: str) -> int:
    """A whole number; what it may be at most is said by whoever uses it."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number of at most 20 digits, like 1000"
        )
    return int(text)


def seconds(text: str) -> float:
    """A time that is not negative."""
    if not _DECIMAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds like 0.5")
    return float(text)
