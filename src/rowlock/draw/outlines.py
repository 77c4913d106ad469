"""Signs, symbols, hand-made crosses and small pictures, as outlines.

They stand in `outlines.json`, which the page reads too (`web/src/ui/shapes.ts`). A pen needs to
know no more than straight lines and curves: M moves, L draws straight on, C is a curve, Z closes,
all with absolute places in a square of 24 or of what is said.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path as File
from typing import Any

import msgspec

from rowlock.draw.shapes import Close, Curve, Move, Part, Path, To, parts_placed

_ALL: dict[str, Any] = msgspec.json.decode(File(__file__).with_suffix(".json").read_bytes())

SIGNS: list[str] = _ALL["signs"]
"""Heart, bolt, clover, drop: red, yellow, green and blue can be told without seeing them."""

SYMBOLS: dict[str, str] = _ALL["symbols"]
"""The symbols of Bonus B."""

CROSSES = [f"{one} {other}" for one, other in _ALL["crosses"]]
"""Eight crosses as a hand makes them, two strokes each (40 x 40)."""

OPEN_SHACKLE: str = _ALL["shackles"]["open"]
SHUT_SHACKLE: str = _ALL["shackles"]["shut"]
"""The shackle of a padlock of 44 x 60, whose body is drawn as a rectangle."""

KEYHOLE: str = _ALL["keyhole"]
"""10 x 16."""

HORSESHOE: str = _ALL["horseshoe"]
TICK: str = _ALL["tick"]
SWAP: str = _ALL["swap"]
"""Two arrows, to and fro."""


@cache
def _parts(outline: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for letter, rest in re.findall(r"([MLCZ])([^MLCZ]*)", outline):
        places = [float(word) for word in rest.split()]
        if letter == "Z":
            parts.append(Close())
        elif letter == "C":
            parts.append(Curve(*places))
        else:
            parts.append(Move(*places) if letter == "M" else To(*places))
    return tuple(parts)


def filled(outline: str, x: float, y: float, scale: float, fill: str) -> Path:
    """The outline filled; its upper left corner lies at (x, y)."""
    return Path(parts_placed(_parts(outline), x, y, scale), fill=fill)


def stroked(outline: str, x: float, y: float, scale: float, stroke: str, line: float) -> Path:
    """The outline as a stroke that is `line` thick."""
    return Path(parts_placed(_parts(outline), x, y, scale), stroke=stroke, line=line)


def sign(colour: int, x: float, y: float, size: float, fill: str) -> Path:
    """The sign of a colour with its middle at (x, y)."""
    return filled(SIGNS[colour], x - size / 2, y - size / 2, size / 24, fill)


def symbol(name: str, x: float, y: float, size: float, fill: str) -> Path:
    """A symbol of Bonus B with its middle at (x, y)."""
    return filled(SYMBOLS[name], x - size / 2, y - size / 2, size / 24, fill)
