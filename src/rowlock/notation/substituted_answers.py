"""Answers that a bot or the clock gave for a player, as a header of a record: turn and seat from 1.

>>> covered_text([(12, 1), (3, 2)])
'3.2 12.1'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rowlock.notation.record import Record

COVERED = "Covered"
_PLACE = re.compile(r"([0-9]{1,4})\.([1-5])", re.ASCII)


def covered_text(places: Iterable[tuple[int, int]]) -> str:
    """Turns and seats as the value of the header."""
    return " ".join(f"{turn}.{seat}" for turn, seat in sorted(places))


def covered_in(record: Record) -> frozenset[tuple[int, int]]:
    """Turns and seats of the header in a record; words that cannot be parsed are ignored."""
    header = record.headers.get(COVERED)
    words = header.value.split() if header is not None else ()
    found = filter(None, map(_PLACE.fullmatch, words))
    return frozenset((int(place[1]), int(place[2])) for place in found)
