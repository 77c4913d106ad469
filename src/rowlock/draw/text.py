"""Text in pictures: estimates widths, cuts and centres.

The font in which a picture is shown is unknown, so widths are conservative estimates: common
sans-serif fonts are narrower, except for a few characters.
"""

from __future__ import annotations

from functools import cache
from unicodedata import combining, east_asian_width

from rowlock.draw.shapes import Anchor, Text

_NARROW = frozenset(" .,:;'!|()[]iIjl·")
_WIDE = frozenset("mwMW@%—…")
CAP = 0.72
"""Height of a digit or capital letter, divided by the font size."""


def width_of(text: str, size: float, *, bold: bool = True) -> float:
    """An upper bound of the width of a line.

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
    """The text, cut so that it is not wider than `width`.

    >>> fitted("Maximilian", 5, 20)
    'Maxi…'
    """
    if width_of(text, size, bold=bold) <= width:
        return text
    while text and width_of(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def size_to_fit(text: str, size: float, width: float, *, bold: bool = True) -> float:
    """The font size, reduced so that the text is not wider than `width`.

    >>> size_to_fit("12", 5, 20)
    5
    """
    return min(size, size * width / (width_of(text, size, bold=bold) or width))


def wrapped(text: str, size: float, width: float, *, bold: bool = True) -> list[str]:
    """The text in lines not wider than `width`, except for single long words.

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
    *,
    anchor: Anchor = "middle",
    bold: bool = True,
) -> Text:
    """A text whose digits are vertically centred at `y`."""
    return Text(x, y + size * CAP / 2, text, size, fill, anchor, bold)
