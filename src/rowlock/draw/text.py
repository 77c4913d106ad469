"""Words in a picture: how wide they are, and how they stand in the middle of something.

Nobody knows which font a picture will be shown in, so a width is an estimate on the safe side:
the sans-serif fonts of today's systems need less, all but a few letters of theirs.
"""

from __future__ import annotations

from functools import cache
from unicodedata import combining, east_asian_width

from rowlock.draw.shapes import Anchor, Text

_NARROW = frozenset(" .,:;'!|()[]iIjl·")
_WIDE = frozenset("mwMW@%—…")
CAP = 0.72
"""How high a digit or a capital letter is, as a share of the type's size."""


def width_of(text: str, size: float, *, bold: bool = True) -> float:
    """How wide a line is at most.

    >>> width_of("12", 5) < width_of("Ann", 5) < width_of("Wim", 5)
    True
    """
    return size * (1 if bold else 0.9) * sum(_share(character) for character in text)


@cache
def _share(character: str) -> float:
    if combining(character):
        return 0.0
    if east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW:
        return 0.4
    if character in _WIDE:
        return 1.05
    return 0.76 if character.isupper() else 0.66


def fitted(text: str, size: float, width: float, *, bold: bool = True) -> str:
    """The text, cut short where it would be wider than `width`.

    >>> fitted("Maximilian", 5, 20)
    'Maxi…'
    """
    if width_of(text, size, bold=bold) <= width:
        return text
    while text and width_of(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def size_to_fit(text: str, size: float, width: float, *, bold: bool = True) -> float:
    """The size of type, smaller where the text would be wider than `width`.

    >>> size_to_fit("12", 5, 20)
    5
    """
    return min(size, size * width / (width_of(text, size, bold=bold) or width))


def wrapped(text: str, size: float, width: float, *, bold: bool = True) -> list[str]:
    """The text in lines that are no wider than `width`, but for a word that is by itself.

    >>> wrapped("one two three", 5, 30)
    ['one two', 'three']
    """
    lines: list[str] = []
    free = 0.0
    space = width_of(" ", size, bold=bold)
    for word in text.split():
        wide = width_of(word, size, bold=bold)
        if lines and space + wide <= free:
            lines[-1] += f" {word}"
            free -= space + wide
        else:
            lines.append(word)
            free = width - wide
    return lines


def level(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str,
    anchor: Anchor = "middle",
    *,
    bold: bool = True,
) -> Text:
    """The text with the middle of its digits at the height `y`."""
    return Text(x, y + size * CAP / 2, text, size, fill, anchor, bold)
