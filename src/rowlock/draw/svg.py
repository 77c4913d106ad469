"""Writes SVG without a package.

A page in millimetres, with title and description for screen readers; no scripts, fonts or other
external content.

>>> from rowlock.draw.shapes import LineShape
>>> print(write_svg([LineShape(1, 1, 9, 1, "#231928", 0.5)], 10, 2, "A dash", "A dash of ink."))
<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="2mm" viewBox="0 0 10 2" \
role="img" aria-label="A dash of ink." style="max-width:100%;height:auto" \
font-family="Bricolage Grotesque, Helvetica, Arial, sans-serif" fill="none" stroke-linecap="round" \
stroke-linejoin="round">
<title>A dash</title>
<desc>A dash of ink.</desc>
<line x1="1" y1="1" x2="9" y2="1" stroke="#231928" stroke-width="0.5"/>
</svg>
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from msgspec.structs import astuple

from rowlock.draw.shapes import (
    Circle,
    Close,
    Curve,
    LineShape,
    LineTo,
    MoveTo,
    Part,
    Path,
    Rect,
    Shape,
    Text,
)

FONTS = "Bricolage Grotesque, Helvetica, Arial, sans-serif"
"""The page's font if it is available, else common fonts."""
COMMANDS = {MoveTo: "M", LineTo: "L", Curve: "C", Close: "Z"}


def write_svg(
    shapes: Iterable[Shape], width: float, height: float, title: str, description: str
) -> str:
    """The picture as SVG text."""
    page = _attributes(
        xmlns="http://www.w3.org/2000/svg",
        width=f"{_number(width)}mm",
        height=f"{_number(height)}mm",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        role="img",
        aria_label=description,
        style="max-width:100%;height:auto",  # notebooks may be narrower than the picture
        font_family=FONTS,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    head = f"<title>{_text(title)}</title>\n<desc>{_text(description)}</desc>"
    body = "\n".join(_element(shape) for shape in shapes)
    return f"<svg{page}>\n{head}\n{body}\n</svg>\n"


def _element(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, radius, fill, stroke, line, dash):
            rx = radius or None
            paint = _paint(fill, stroke, line, dash)
            return f"<rect{_attributes(x=x, y=y, width=width, height=height, rx=rx)}{paint}/>"
        case Circle(x, y, radius, fill, stroke, line):
            return f"<circle{_attributes(cx=x, cy=y, r=radius)}{_paint(fill, stroke, line)}/>"
        case LineShape(x1, y1, x2, y2, pen, line):
            return f"<line{_attributes(x1=x1, y1=y1, x2=x2, y2=y2)}{_paint(None, pen, line)}/>"
        case Path(parts, fill, stroke, line):
            d = "".join(_part(part) for part in parts)
            return f"<path{_attributes(d=d)}{_paint(fill, stroke, line)}/>"
        case Text(x, y, text, size, ink, anchor, bold):
            attributes = _attributes(
                x=x,
                y=y,
                font_size=size,
                font_weight="bold" if bold else None,
                text_anchor=anchor if anchor != "start" else None,
                fill=ink,
            )
            return f"<text{attributes}>{_text(text)}</text>"


def _part(part: Part) -> str:
    return COMMANDS[type(part)] + _places(*astuple(part))


def _paint(fill: str | None, stroke: str | None, line: float, dash: float = 0) -> str:
    if stroke is None:
        return _attributes(fill=fill)
    # Round ends would fill the gaps between short dashes.
    cap = "butt" if dash else None
    return _attributes(
        fill=fill,
        stroke=stroke,
        stroke_width=line,
        stroke_dasharray=dash or None,
        stroke_linecap=cap,
    )


def _attributes(**values: float | str | None) -> str:
    """The attributes in order; those without a value are omitted."""
    words: list[str] = []
    for name, value in values.items():
        if value is not None:
            text = value if isinstance(value, str) else _number(value)
            name = name if name == "viewBox" else name.replace("_", "-")
            words.append(f" {name}={quoteattr(_printable(text))}")
    return "".join(words)


def _places(*places: float) -> str:
    return " ".join(_number(place) for place in places)


def _number(value: float) -> str:
    """A number with two decimals, since 0.01 mm is finer than any print."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(text: str) -> str:
    return escape(_printable(text))


def _printable(text: str) -> str:
    """Replace characters that XML does not allow."""
    return "".join(c if c.isprintable() else " " for c in text)
