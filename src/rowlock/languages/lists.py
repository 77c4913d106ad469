"""Lists of names in a sentence, in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence


def join_names(names: Sequence[str], link: str) -> str:
    """Join names with commas, and the last two with the word for "and".

    Spanish says "e" instead of "y" before a name that sounds like i-.

    >>> join_names(["Ann", "Ben", "Max"], " and ")
    'Ann, Ben and Max'
    >>> join_names(["Ana", "Irene"], " y "), join_names(["Ana", "Hielo"], " y ")
    ('Ana e Irene', 'Ana y Hielo')
    """
    *first, last = names
    if link == " y " and re.match(r"h?[ií](?![aeo])|y(?![aeiou])", last, re.IGNORECASE):
        link = " e "
    return link.join([", ".join(first), last]) if first else last
