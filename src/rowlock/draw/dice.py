"""Draws dice and cards on the felt.

The pips of a coloured die are the sign of its row, so that it can be read without colour. Dice on
large print and dice that are not cubes show a numeral with a small sign. A removed die leaves a
dashed outline, and the other dice keep their places.
"""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.colours import FELT_LINE, INK, NEUTRAL, PAPER, SHADES, WHITE, mixed
from rowlock.draw.outlines import filled, sign
from rowlock.draw.shapes import Circle, Rect, Shape
from rowlock.draw.text import level

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((30, 30),),
    2: ((18, 18), (42, 42)),
    3: ((16, 16), (30, 30), (44, 44)),
    4: ((18, 18), (42, 18), (18, 42), (42, 42)),
    5: ((17, 17), (43, 17), (30, 30), (17, 43), (43, 43)),
    6: ((19, 15), (41, 15), (19, 30), (41, 30), (19, 45), (41, 45)),
}
"""Pips by number, on a face of 60 x 60."""

WHITE_FOOT = "#d2cabd"
CUBE = 6


def draw_die(
    x: float, y: float, size: float, value: int, *, colour: int | None, sides: int, numeral: bool
) -> Iterator[Shape]:
    """A die with its upper left corner at (x, y), slightly higher than wide. White has no
    colour."""
    scale = size / 60
    shades = NEUTRAL if colour is None else SHADES[colour]
    body, foot = (PAPER, WHITE_FOOT) if colour is None else (shades.band, shades.foot)
    ink = INK if colour is None else shades.on
    if sides != CUBE:
        yield from _cut_die(x, y, scale, body, foot)
        yield level(x + 30 * scale, y + 33 * scale, str(value), 24 * scale, ink)
        if colour is not None:
            yield sign(colour, x + 30 * scale, y + 13 * scale, 12 * scale, ink)
        return
    yield Rect(x, y + 4 * scale, size, size, 14 * scale, fill=foot)
    yield Rect(x, y, size, size, 14 * scale, fill=body)
    if numeral:
        yield level(x + 30 * scale, y + 30 * scale, str(value), 42 * scale, ink)
        if colour is not None:
            yield sign(colour, x + 49 * scale, y + 49 * scale, 14 * scale, ink)
        return
    for px, py in PIPS[value]:
        if colour is None:
            yield Circle(x + px * scale, y + py * scale, 5.6 * scale, fill=ink)
        else:
            pip = {1: 22, 6: 14.4}.get(value, 16.3)
            yield sign(colour, x + px * scale, y + py * scale, pip * scale, ink)


def _cut_die(x: float, y: float, scale: float, body: str, foot: str) -> Iterator[Shape]:
    """An eight-sided die, used for all dice that are not cubes: one face and the edges of
    others."""
    yield filled("M30 1 L57 16.5 L57 47.5 L30 63 L3 47.5 L3 16.5 Z", x, y, scale, foot)
    yield filled("M3 16.5 L9 45 L51 45 L57 16.5 L30 1 Z", x, y, scale, body)
    yield filled("M30 1 L3 16.5 L9 45 Z", x, y, scale, mixed(WHITE, body, 0.22))
    yield filled("M30 1 L57 16.5 L51 45 Z", x, y, scale, mixed("#000000", body, 0.12))


def draw_gap(x: float, y: float, size: float, colour: int) -> Iterator[Shape]:
    """The outline of a removed die (C-10)."""
    box = Box(x, y, size, size).inset(0.3)
    yield box.rect(size * 0.23, stroke=FELT_LINE, line=0.4, dash=1)
    yield sign(colour, box.middle_x, box.middle_y, size * 0.36, FELT_LINE)


def draw_number(box: Box, number: int, ring: str) -> Iterator[Shape]:
    """The announced number, or the back of a card."""
    yield box.inset(0.5).rect(2.2, fill=PAPER, stroke=ring, line=1.0)
    yield level(box.middle_x, box.middle_y, str(number), box.width * 0.58, INK)
