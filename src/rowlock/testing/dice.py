"""Dice that fall as a test wants them to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rowlock.core.state import Roll
from rowlock.errors import Unreadable


def fixed_dice(*rolls: str) -> Iterator[Roll]:
    """These rolls one after the other, each written as in a record.

    >>> dice = fixed_dice("41 3256", "63 12-5")
    >>> next(dice).white_sum
    5
    >>> next(dice).colours
    (1, 2, None, 5)
    """
    for text in rolls:
        if not re.fullmatch(r"[1-9]{2} [1-9-]{4}", text):
            raise Unreadable("bad_dice", f"{text!r} is not a roll like 41 3256", move=text)
        coloured = tuple(None if die == "-" else int(die) for die in text[3:])
        yield Roll((int(text[0]), int(text[1])), coloured)
