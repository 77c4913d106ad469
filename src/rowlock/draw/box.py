"""Rectangles on a page, for layout."""

from __future__ import annotations

from msgspec import Struct

from rowlock.draw.shapes import Rect


class Box(Struct, frozen=True):
    """A rectangle in millimetres.

    >>> Box(0, 0, 10, 4).inset(1)
    Box(x=1, y=1, width=8, height=2)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle_x(self) -> float:
        return self.x + self.width / 2

    @property
    def middle_y(self) -> float:
        return self.y + self.height / 2

    def inset(self, by: float) -> Box:
        """The box made smaller by `by` on every side, or larger if `by` is negative."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def holds(self, other: Box, slack: float = 0) -> bool:
        """Whether the other box lies inside, with a tolerance of `slack`."""
        return (
            self.x - slack <= other.x
            and self.y - slack <= other.y
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def rect(
        self,
        radius: float = 0,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0,
        dash: float = 0,
    ) -> Rect:
        """A rectangle shape that fills this box."""
        return Rect(self.x, self.y, self.width, self.height, radius, fill, stroke, line, dash)


def columns(box: Box, count: int, gap: float) -> list[Box]:
    """Boxes of equal width next to each other."""
    width = (box.width + gap) / count - gap
    return [Box(box.x + n * (width + gap), box.y, width, box.height) for n in range(count)]
