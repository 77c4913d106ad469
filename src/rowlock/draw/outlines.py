"""Signs, symbols, hand-made crosses and small pictures, as outlines.

They are the shapes of the page (`web/src/ui/shapes.ts`) with every arc turned into curves, so that
a pen needs to know no more than straight lines and curves: M moves, L draws straight on, C is a
curve, Z closes, all with absolute places in a square of 24 or of what is said.
"""

from __future__ import annotations

import re
from functools import cache

from rowlock.draw.shapes import Close, Curve, Move, Part, Path, To, parts_placed

SIGNS = (
    # heart
    "M12 21.2 C5.4 15.9 2 12.6 2 8.4 C2 5.3 4.4 3 7.3 3 C9.2 3 11 4 12 5.7 C13 4 14.8 3 16.7 3 "
    "C19.6 3 22 5.3 22 8.4 C22 12.6 18.6 15.9 12 21.2 Z",
    # bolt
    "M14.2 1.5 L4.5 13.6 L10.8 13.6 L8.9 22.5 L19.5 9.7 L12.9 9.7 Z",
    # clover
    "M12 1.8 C13.59 1.8 15.07 2.6 15.94 3.93 C16.81 5.27 16.94 6.95 16.3 8.4 "
    "C18.59 8.04 20.81 9.32 21.64 11.48 C22.47 13.64 21.68 16.09 19.74 17.35 "
    "C17.79 18.61 15.23 18.34 13.6 16.7 C13.8 18.9 14.5 20.5 15.9 22.2 L8.1 22.2 "
    "C9.5 20.5 10.2 18.9 10.4 16.7 C8.77 18.34 6.21 18.61 4.26 17.35 "
    "C2.32 16.09 1.53 13.64 2.36 11.48 C3.19 9.32 5.41 8.04 7.7 8.4 "
    "C7.06 6.95 7.19 5.27 8.06 3.93 C8.93 2.6 10.41 1.8 12 1.8 Z",
    # drop
    "M12 1.5 C16.6 7.1 19.2 10.8 19.2 14.8 C19.2 18.78 15.98 22 12 22 "
    "C8.02 22 4.8 18.78 4.8 14.8 C4.8 10.8 7.4 7.1 12 1.5 Z",
)
"""Red, yellow, green, blue: every colour can be told without seeing it."""

SYMBOLS = {
    "circle": "M12 3 C16.97 3 21 7.03 21 12 C21 16.97 16.97 21 12 21 C7.03 21 3 16.97 3 12 "
    "C3 7.03 7.03 3 12 3 Z M12 7 C9.24 7 7 9.24 7 12 C7 14.76 9.24 17 12 17 "
    "C14.76 17 17 14.76 17 12 C17 9.24 14.76 7 12 7 Z",
    "diamond": "M12 1.5 L22 12 L12 22.5 L2 12 Z",
    "square": "M3.5 3.5 L20.5 3.5 L20.5 20.5 L3.5 20.5 Z",
    "octagon": "M8 2.5 L16 2.5 L21.5 8 L21.5 16 L16 21.5 L8 21.5 L2.5 16 L2.5 8 Z",
    "star": "M12 1.5 L15 8.8 L22.9 9.4 L16.9 14.5 L18.8 22.2 L12 18 L5.2 22.2 L7.1 14.5 "
    "L1.1 9.4 L9 8.8 Z",
}
"""The symbols of Bonus B."""

CROSSES = (
    "M5 6.5 C15 15 26 25.5 35.5 34.5 M34 4.5 C25 15 14.5 25 4.5 36",
    "M6.5 4 C14 15 24.5 26 35 36 M35.5 6.5 C25.5 13.5 14 24 5 34.5",
    "M4 8 C14.5 14.5 27 25 36 33 M32 4 C26 15.5 15.5 27 6 36.5",
    "M7 5 C16 17 25 25 34 37 M36 8 C26 14 13 25.5 4 33",
    "M4.5 5.5 C17 14 25 27 35 35 M33.5 5.5 C24 17 16 24 7.5 36.5",
    "M6 7.5 C13 17 27 24 36 36.5 M35 3.5 C27 14 13.5 27 4 35",
    "M5 4.5 C16 13.5 23 27 33.5 36 M36 6 C24.5 15 14.5 26 6.5 34",
    "M4 6 C15 17 26.5 24.5 36 34.5 M34.5 7 C23 16.5 15 27 5.5 37",
)
"""Eight crosses as a hand makes them, two strokes each (40 x 40)."""

SHUT_SHACKLE = "M11 30 L11 17 C11 10.92 15.92 6 22 6 C28.08 6 33 10.92 33 17 L33 30"
OPEN_SHACKLE = (
    "M9 30 L9 15 C8.89 9.52 12.82 4.79 18.23 3.91 C23.64 3.03 28.87 6.27 30.5 11.5 L30 15"
)
"""The shackle of a padlock of 44 x 60, whose body is drawn as a rectangle."""

KEYHOLE = (
    "M5 0 C7.03 0.02 8.79 1.4 9.31 3.36 C9.82 5.32 8.96 7.39 7.2 8.4 L8 16 L2 16 L2.8 8.4 "
    "C1.04 7.39 0.18 5.32 0.69 3.36 C1.21 1.4 2.97 0.02 5 0 Z"
)
"""10 x 16."""

HORSESHOE = (
    "M6 20.5 L9.5 20.5 L9.5 18 C7 15.5 6.5 13.5 6.5 11 C6.5 7.96 8.96 5.5 12 5.5 "
    "C15.04 5.5 17.5 7.96 17.5 11 C17.5 13.5 17 15.5 14.5 18 L14.5 20.5 L18 20.5 M4 20.5 L6 20.5 "
    "M3.5 17.5 C2.7 15.5 2.5 13 2.5 11 C2.5 5.75 6.75 1.5 12 1.5 C17.25 1.5 21.5 5.75 21.5 11 "
    "C21.5 13 21.3 15.5 20.5 17.5"
)
TICK = "M5 12.5 L9.5 17 L19 7.5"


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
