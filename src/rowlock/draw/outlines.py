"""Outlines of signs, symbols, hand-drawn crosses and small pictures.

They are stored in `outlines.json`, which the page reads as well (`web/src/ui/shapes.ts`). Only
straight lines and curves are used: M moves, L draws a line, C a curve, Z closes; all coordinates
are absolute, in a square of 24 unless stated otherwise.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from rowlock.draw.shapes import (
    Close,
    Curve,
    LineTo,
    MoveTo,
    Part,
    Path,
    parts_placed,
)

_ALL: dict[str, Any] = msgspec.json.decode(
    files("rowlock.draw").joinpath("outlines.json").read_bytes()
)

SIGNS: list[str] = _ALL["signs"]
"""Heart, bolt, clover, drop: they identify red, yellow, green and blue without colour."""

SYMBOLS: dict[str, str] = _ALL["symbols"]
"""The symbols of Bonus B."""

CROSSES = [f"{one} {other}" for one, other in _ALL["crosses"]]
"""Eight hand-drawn crosses of two strokes each (40 x 40)."""

OPEN_SHACKLE: str = _ALL["shackles"]["open"]
SHUT_SHACKLE: str = _ALL["shackles"]["shut"]
"""The shackle of a padlock of 44 x 60; its body is a rectangle."""

KEYHOLE: str = _ALL["keyhole"]
"""Size 10 x 16."""

HORSESHOE: str = _ALL["horseshoe"]
TICK: str = _ALL["tick"]
SWAP: str = _ALL["swap"]
"""Two arrows in opposite directions."""


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
            parts.append(MoveTo(*places) if letter == "M" else LineTo(*places))
    return tuple(parts)


def filled(outline: str, x: float, y: float, scale: float, fill: str) -> Path:
    """The filled outline with its upper left corner at (x, y)."""
    return Path(parts_placed(_parts(outline), x, y, scale), fill=fill)


def stroked(outline: str, x: float, y: float, scale: float, stroke: str, *, line: float) -> Path:
    """The outline as a stroke of thickness `line`."""
    return Path(parts_placed(_parts(outline), x, y, scale), stroke=stroke, line=line)


def sign(colour: int, x: float, y: float, size: float, fill: str) -> Path:
    """The sign of a colour, centred at (x, y)."""
    return filled(SIGNS[colour], x - size / 2, y - size / 2, size / 24, fill)


def symbol(name: str, x: float, y: float, size: float, fill: str) -> Path:
    """A symbol of Bonus B, centred at (x, y)."""
    return filled(SYMBOLS[name], x - size / 2, y - size / 2, size / 24, fill)
