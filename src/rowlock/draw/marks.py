"""What stands on rows and cells: crosses, padlocks, hatches, and the texture of every colour."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.colours import PEN
from rowlock.draw.outlines import CROSSES, OPEN_SHACKLE, SHUT_SHACKLE, sign, stroked
from rowlock.draw.shapes import Move, Part, Path, Rect, Shape, To


def cross(box: Box, place: int) -> Path:
    """A cross by hand in the middle of a box. `place` chooses it, so that it never changes."""
    size = min(box.width, box.height)
    x, y = box.middle_x - size / 2, box.middle_y - size / 2
    return stroked(CROSSES[place % len(CROSSES)], x, y, size / 40, PEN, max(0.55, size * 0.062))


def padlock(box: Box, colour: int, fill: str, hole: str, *, shut: bool) -> Iterator[Shape]:
    """A padlock with the colour's sign as its keyhole."""
    scale = min(box.width / 44, box.height / 60)
    x, y = box.middle_x - 22 * scale, box.middle_y - 30 * scale
    shackle = SHUT_SHACKLE if shut else OPEN_SHACKLE
    yield stroked(shackle, x, y, scale, fill, 6 * scale)
    yield Rect(x + 2 * scale, y + 27 * scale, 40 * scale, 31 * scale, 8 * scale, fill=fill)
    yield sign(colour, x + 22 * scale, y + 42.5 * scale, 21 * scale, hole)


def hatch(box: Box, stroke: str, apart: float = 1.5, line: float = 0.3) -> Path:
    """Strokes that rise to the right, cut off at the edges of the box."""
    parts: list[Part] = []
    across = apart
    while across < box.width + box.height:
        # A stroke is x + y = across, seen from the upper left corner.
        low, high = max(0.0, across - box.height), min(across, box.width)
        parts.append(Move(box.x + low, box.y + across - low))
        parts.append(To(box.x + high, box.y + across - high))
        across += apart
    return Path(tuple(parts), stroke=stroke, line=line)


def texture(colour: int, box: Box, stroke: str) -> Path:
    """Red is striped, yellow dotted, green has upright lines and blue waves, as on the page."""
    if colour == 0:
        return hatch(box, stroke, apart=2.2, line=0.6)
    if colour == 1:
        return Path(tuple(_dots(box)), stroke=stroke, line=0.75)
    if colour == 2:
        return Path(tuple(_upright(box)), stroke=stroke, line=0.6)
    return Path(tuple(_waves(box)), stroke=stroke, line=0.4)


def _steps(start: float, end: float, apart: float) -> list[float]:
    """Evenly from start to end, with the remainder left free on both sides alike."""
    count = int((end - start) / apart)
    first = (start + end - count * apart) / 2
    return [first + step * apart for step in range(count + 1)]


def _dots(box: Box) -> Iterator[Part]:
    for y in _steps(box.y + 0.4, box.bottom - 0.4, 1.7):
        for x in _steps(box.x + 0.4, box.right - 0.4, 1.7):
            yield Move(x, y)
            yield To(x + 0.01, y)  # too short to be seen but for its round ends


def _upright(box: Box) -> Iterator[Part]:
    for x in _steps(box.x, box.right, 1.7):
        yield Move(x, box.y)
        yield To(x, box.bottom)


def _waves(box: Box) -> Iterator[Part]:
    xs = _steps(box.x, box.right, 1.0)
    for y in _steps(box.y + 0.7, box.bottom - 0.7, 1.7):
        for step, x in enumerate(xs):
            at = y + (0.45 if step % 2 else -0.45)
            yield To(x, at) if step else Move(x, at)
