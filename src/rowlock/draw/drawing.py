"""A finished picture."""

from __future__ import annotations

from msgspec import Struct

from rowlock.draw.shapes import Shape
from rowlock.draw.svg import write_svg


class Drawing(Struct, frozen=True):
    """A list of shapes on a page, sizes in millimetres. Notebooks display it.

    >>> from rowlock import Sheet, draw_sheet, load_variant
    >>> drawing = draw_sheet(load_variant("classic"), Sheet(), name="Ann")
    >>> drawing.title
    'Ann’s sheet of Qwixx, 0 points'
    >>> drawing.svg().splitlines()[1]
    '<title>Ann’s sheet of Qwixx, 0 points</title>'
    """

    shapes: tuple[Shape, ...]
    width: float
    height: float
    title: str
    description: str
    """The content of the picture in words."""

    def __repr__(self) -> str:
        size = f"{self.width:.0f} x {self.height:.0f} mm, {len(self.shapes)} shapes"
        return f"Drawing({self.title!r}, {size})"

    def svg(self) -> str:
        """The picture as SVG text."""
        return write_svg(self.shapes, self.width, self.height, self.title, self.description)

    def png(self, dots: float = 10) -> bytes:
        """The picture as PNG bytes; `dots` is the resolution per millimetre. Requires the extra
        `png`."""
        from rowlock.draw.png import write_png

        return write_png(self.svg(), dots)

    def _repr_svg_(self) -> str:
        return self.svg()
