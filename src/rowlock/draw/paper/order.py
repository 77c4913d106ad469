"""What is to be printed, and where sheets lie on the paper.

A sheet is wider than high. One fills a page that lies on its side, two stand above each other on an
upright page, four share a page on its side: every place has about the shape of the whole.

    +-----------+   +-------+   +-----+-----+
    |     1     |   |   1   |   |  1  |  2  |
    |           |   +-------+   +-----+-----+
    +-----------+   |   2   |   |  3  |  4  |
                    +-------+   +-----+-----+

The back is printed for a printer that turns the paper at its long edge: on an upright page left and
right change places, on a page on its side top and bottom do.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from rowlock.draw.box import Box
from rowlock.draw.grid import WIDTH
from rowlock.errors import Unreadable

Back: TypeAlias = Literal["rules", "sheet"]

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210, 297),
    "letter": (215.9, 279.4),
    "a5": (148, 210),
    "a6": (105, 148),
}
"""Width and height of the upright paper."""

PLACES = {1: (1, 1), 2: (2, 1), 4: (2, 2)}
"""Rows and columns of places by the number of sheets on a page."""

EDGE = 4.0  # between the edge of a place and its sheet, which has a margin of its own
SMALLEST = 0.5  # of the usual size: below that nobody can write on it
MOST_PAGES = 100
MOST_LETTERS = 300  # of an address; a longer one makes a code too fine to scan


class Order(Struct, frozen=True):
    """How sheets are to be printed.

    >>> Order(paper="a6", up=4)
    Traceback (most recent call last):
    rowlock.errors.Unreadable: 4 sheets on a6 would be too small to write on: take larger paper or \
fewer sheets
    """

    paper: str = "a4"
    up: int = 1
    """Sheets on a page: 1, 2 or 4."""
    large: bool = False
    """The layout of the XL pad: big print, name and date."""
    pages: int = 1
    """Sheets of paper for each variant."""
    back: str | None = None
    """What is on the back: the rules in short, or another sheet."""
    score_history: bool = False
    """Whether a page for the results of many games follows."""
    address: str | None = None
    """Where the QR code leads; `{sheet}` becomes the id of the variant."""

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            _refuse("paper", f"there is no paper {self.paper!r}: use {', '.join(PAPERS)}")
        if self.up not in PLACES:
            _refuse("up", f"a page holds 1, 2 or 4 sheets, not {self.up}")
        if self.back is not None and self.back not in get_args(Back):
            _refuse("back", f"the back holds {' or '.join(get_args(Back))}, not {self.back!r}")
        if not 1 <= self.pages <= MOST_PAGES:
            _refuse("pages", f"between 1 and {MOST_PAGES} pages can be printed, not {self.pages}")
        if self.address and len(self.address) > MOST_LETTERS:
            _refuse("qr", f"an address of the QR code has at most {MOST_LETTERS} letters")
        if self.places()[0].inset(EDGE).width < SMALLEST * WIDTH:
            sheets = f"{self.up} sheets on {self.paper} would be too small to write on"
            _refuse("up", f"{sheets}: take larger paper or fewer sheets")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page as it is read."""
        narrow, wide = PAPERS[self.paper]
        return (narrow, wide) if self.up == 2 else (wide, narrow)

    def places(self) -> list[Box]:
        """Where sheets are cut apart, row by row."""
        (rows, columns), (width, height) = PLACES[self.up], self.size
        w, h = width / columns, height / rows
        return [Box(c * w, r * h, w, h) for r in range(rows) for c in range(columns)]

    def backs(self) -> list[Box]:
        """The place behind each place."""
        width, height = self.size
        if height > width:
            return [Box(width - p.right, p.y, p.width, p.height) for p in self.places()]
        return [Box(p.x, height - p.bottom, p.width, p.height) for p in self.places()]


def _refuse(what: str, message: str) -> None:
    raise Unreadable(f"bad_{what}", message)
