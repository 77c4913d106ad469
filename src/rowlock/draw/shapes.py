"""The shapes that pictures consist of, in millimetres from the upper left corner.

The union is closed and small on purpose, so that a writer for another file format is one `match`.
Shapes use only features that every format supports: no transparency (colours are mixed in advance),
patterns, clips, groups or transformations. Shapes later in a list cover earlier ones.

>>> placed(LineShape(0, 0, 10, 0, stroke="#000000", width=1), x=5, y=2, scale=0.5)
LineShape(x1=5.0, y1=2.0, x2=10.0, y2=2.0, stroke='#000000', width=0.5)
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Rect(Struct, frozen=True, tag="rect"):
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    fill: str | None = None
    stroke: str | None = None
    line: float = 0
    """Thickness of the stroke."""
    dash: float = 0
    """Length of dashes and gaps; 0 for a solid stroke."""


class Circle(Struct, frozen=True, tag="circle"):
    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 0


class LineShape(Struct, frozen=True, tag="line"):
    """A straight stroke with round ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float


class MoveTo(Struct, frozen=True, tag="move"):
    """Start a new part of the outline at (x, y)."""

    x: float
    y: float


class LineTo(Struct, frozen=True, tag="to"):
    """A straight line to (x, y)."""

    x: float
    y: float


class Curve(Struct, frozen=True, tag="curve"):
    """A cubic Bézier curve to (x, y) with two control points."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float


class Close(Struct, frozen=True, tag="close"):
    """A straight line back to the last `MoveTo`."""


Part: TypeAlias = MoveTo | LineTo | Curve | Close


class Path(Struct, frozen=True, tag="path"):
    """An outline, filled or stroked with round ends and corners. It begins with a `MoveTo`."""

    parts: tuple[Part, ...]
    fill: str | None = None
    stroke: str | None = None
    line: float = 0


class Text(Struct, frozen=True, tag="text"):
    """One line of text. `y` is the baseline, `size` the font size."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = "start"
    bold: bool = True


Shape: TypeAlias = Rect | Circle | LineShape | Path | Text


def placed(shape: Shape, x: float = 0, y: float = 0, scale: float = 1) -> Shape:
    """The shape scaled by `scale`, then moved by (x, y)."""
    match shape:
        case Rect(a, b, width, height, radius, fill, stroke, line, dash):
            a, b, width, height = x + a * scale, y + b * scale, width * scale, height * scale
            radius, line, dash = radius * scale, line * scale, dash * scale
            return Rect(a, b, width, height, radius, fill, stroke, line, dash)
        case Circle(a, b, radius, fill, stroke, line):
            a, b, radius, line = x + a * scale, y + b * scale, radius * scale, line * scale
            return Circle(a, b, radius, fill, stroke, line)
        case LineShape(a, b, c, d, pen, width):
            a, b, c, d = x + a * scale, y + b * scale, x + c * scale, y + d * scale
            return LineShape(a, b, c, d, pen, width * scale)
        case Path(parts, fill, stroke, line):
            return Path(parts_placed(parts, x, y, scale), fill, stroke, line * scale)
        case Text(a, b, text, size, ink, anchor, bold):
            return Text(x + a * scale, y + b * scale, text, size * scale, ink, anchor, bold)


def parts_placed(parts: tuple[Part, ...], x: float, y: float, scale: float) -> tuple[Part, ...]:
    """The parts of a path scaled by `scale`, then moved by (x, y)."""
    return tuple(_part_placed(part, x, y, scale) for part in parts)


def _part_placed(part: Part, x: float, y: float, scale: float) -> Part:
    match part:
        case MoveTo(a, b):
            return MoveTo(x + a * scale, y + b * scale)
        case LineTo(a, b):
            return LineTo(x + a * scale, y + b * scale)
        case Curve(a, b, c, d, e, f):
            a, b, c, d = x + a * scale, y + b * scale, x + c * scale, y + d * scale
            return Curve(a, b, c, d, x + e * scale, y + f * scale)
        case Close():
            return part
