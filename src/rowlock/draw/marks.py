"""Draws marks on rows and cells: crosses, padlocks, hatching, and a texture per colour."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.colours import PEN
from rowlock.draw.outlines import CROSSES, OPEN_SHACKLE, SHUT_SHACKLE, sign, stroked
from rowlock.draw.shapes import (
    LineTo,
    MoveTo,
    Part,
    Path,
    Rect,
    Shape,
)


def cross(box: Box, place: int) -> Path:
    """A hand-drawn cross in the middle of a box. Equal `place`s give equal crosses."""
    size = min(box.width, box.height)
    x, y = box.middle_x - size / 2, box.middle_y - size / 2
    return stroked(
        CROSSES[place % len(CROSSES)], x, y, size / 40, PEN, line=max(0.55, size * 0.062)
    )


def padlock(box: Box, colour: int, fill: str, hole: str, *, shut: bool) -> Iterator[Shape]:
    """A padlock with the colour's sign as its keyhole."""
    scale = min(box.width / 44, box.height / 60)
    x, y = box.middle_x - 22 * scale, box.middle_y - 30 * scale
    shackle = SHUT_SHACKLE if shut else OPEN_SHACKLE
    yield stroked(shackle, x, y, scale, fill, line=6 * scale)
    yield Rect(x + 2 * scale, y + 27 * scale, 40 * scale, 31 * scale, 8 * scale, fill=fill)
    yield sign(colour, x + 22 * scale, y + 42.5 * scale, 21 * scale, hole)


def hatch(box: Box, stroke: str, apart: float = 1.5, line: float = 0.3) -> Path:
    """Rising strokes, clipped to the box."""
    parts: list[Part] = []
    across = apart
    while across < box.width + box.height:
        # Each stroke is the line x + y = across, measured from the upper left corner.
        low, high = max(0.0, across - box.height), min(across, box.width)
        parts.append(MoveTo(box.x + low, box.y + across - low))
        parts.append(LineTo(box.x + high, box.y + across - high))
        across += apart
    return Path(tuple(parts), stroke=stroke, line=line)


def texture(colour: int, box: Box, stroke: str) -> Path:
    """Red has stripes, yellow dots, green vertical lines and blue waves, as on the page."""
    if colour == 0:
        return hatch(box, stroke, apart=2.2, line=0.6)
    if colour == 1:
        return Path(tuple(_dots(box)), stroke=stroke, line=0.75)
    if colour == 2:
        return Path(tuple(_upright(box)), stroke=stroke, line=0.6)
    return Path(tuple(_waves(box)), stroke=stroke, line=0.4)


def _steps(start: float, end: float, apart: float) -> list[float]:
    """Evenly spaced values from start to end, centred."""
    count = int((end - start) / apart)
    first = (start + end - count * apart) / 2
    return [first + step * apart for step in range(count + 1)]


def _dots(box: Box) -> Iterator[Part]:
    for y in _steps(box.y + 0.4, box.bottom - 0.4, 1.7):
        for x in _steps(box.x + 0.4, box.right - 0.4, 1.7):
            yield MoveTo(x, y)
            yield LineTo(x + 0.01, y)  # a very short line, visible by its round ends


def _upright(box: Box) -> Iterator[Part]:
    for x in _steps(box.x, box.right, 1.7):
        yield MoveTo(x, box.y)
        yield LineTo(x, box.bottom)


def _waves(box: Box) -> Iterator[Part]:
    xs = _steps(box.x, box.right, 1.0)
    for y in _steps(box.y + 0.7, box.bottom - 0.7, 1.7):
        for step, x in enumerate(xs):
            at = y + (0.45 if step % 2 else -0.45)
            yield LineTo(x, at) if step else MoveTo(x, at)
