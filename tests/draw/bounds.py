"""The place that a shape takes."""

from __future__ import annotations

from rowlock.draw.box import Box
from rowlock.draw.shapes import (
    Circle,
    Close,
    Curve,
    LineShape,
    Part,
    Path,
    Rect,
    Shape,
    Text,
)
from rowlock.draw.text import width_of


def bounds(shape: Shape) -> Box:
    """The box around a shape with its stroke; of a text, what most fonts need at most."""
    match shape:
        case Rect(x, y, width, height, line=line):
            return Box(x, y, width, height).inset(-line / 2)
        case Circle(x, y, radius, line=line):
            return Box(x, y, 0, 0).inset(-radius - line / 2)
        case LineShape(x1, y1, x2, y2, width=line):
            return _around([(x1, y1), (x2, y2)], line)
        case Path(parts, line=line):
            return _around([point for part in parts for point in _points(part)], line)
        case Text(x, y, text, size, anchor=anchor, bold=bold):
            width = width_of(text, size, bold=bold)
            left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            return Box(left, y - size * 0.8, width, size)


def _around(points: list[tuple[float, float]], line: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return box.inset(-line / 2)


def _points(part: Part) -> list[tuple[float, float]]:
    match part:
        case Curve(x1, y1, x2, y2, x, y):  # it stays within its four points
            return [(x1, y1), (x2, y2), (x, y)]
        case Close():
            return []
        case _:
            return [(part.x, part.y)]
