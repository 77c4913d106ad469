"""Print jobs: what to print, and the positions of sheets on the paper.

A sheet is wider than high. One fills a landscape page, two are stacked on a portrait page, four
share a landscape page, so each place has about the same shape as the page.

    +-----------+   +-------+   +-----+-----+
    |     1     |   |   1   |   |  1  |  2  |
    |           |   +-------+   +-----+-----+
    +-----------+   |   2   |   |  3  |  4  |
                    +-------+   +-----+-----+

Backs are printed for printers that flip the paper on its long edge: on a portrait page left and
right are swapped, on a landscape page top and bottom.
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
"""Width and height of the paper in portrait, in millimetres."""

PLACES = {1: (1, 1), 2: (2, 1), 4: (2, 2)}
"""Rows and columns of places, by number of sheets per page."""

EDGE = 4.0  # margin from the edge of a place to its sheet
SMALLEST = 0.5  # minimum scale of a sheet, to be able to write on it
MOST_PAGES = 100
MOST_LETTERS = 300  # maximum length of a URL, so that its QR code can be scanned


class PrintJob(Struct, frozen=True):
    """A print job: paper, number of sheets and pages, backs, QR code.

    >>> PrintJob(paper="a6", up=4)
    Traceback (most recent call last):
    rowlock.errors.Unreadable: 4 sheets on a6 would be too small to write on: take larger paper or \
fewer sheets
    """

    paper: str = "a4"
    up: int = 1
    """Sheets per page: 1, 2 or 4."""
    large: bool = False
    """Use the layout of the XL pad: large print, name and date."""
    pages: int = 1
    """Sheets of paper per variant."""
    back: str | None = None
    """What to print on the back: the rules in short (`rules`) or another sheet (`sheet`)."""
    score_history: bool = False
    """Add a page for the results of many games."""
    address: str | None = None
    """URL of the QR code; `{sheet}` is replaced by the id of the variant."""

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            _refuse("paper", f"{self.paper!r} is not a paper size (expected {', '.join(PAPERS)})")
        if self.up not in PLACES:
            _refuse("up", f"{self.up} sheets per page (expected 1, 2 or 4)")
        if self.back is not None and self.back not in get_args(Back):
            _refuse(
                "back",
                f"{self.back!r} cannot be on the back (expected {' or '.join(get_args(Back))})",
            )
        if not 1 <= self.pages <= MOST_PAGES:
            _refuse("pages", f"{self.pages} pages (expected 1 to {MOST_PAGES})")
        if self.address and len(self.address) > MOST_LETTERS:
            _refuse(
                "qr",
                f"the URL of the QR code is too long (expected at most {MOST_LETTERS} letters)",
            )
        if self.places()[0].inset(EDGE).width < SMALLEST * WIDTH:
            sheets = f"{self.up} sheets on {self.paper} would be too small to write on"
            _refuse("up", f"{sheets}: take larger paper or fewer sheets")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page in reading orientation."""
        narrow, wide = PAPERS[self.paper]
        return (narrow, wide) if self.up == 2 else (wide, narrow)

    def places(self) -> list[Box]:
        """The places of the sheets on the page, row by row."""
        (rows, columns), (width, height) = PLACES[self.up], self.size
        w, h = width / columns, height / rows
        return [Box(c * w, r * h, w, h) for r in range(rows) for c in range(columns)]

    def backs(self) -> list[Box]:
        """For each place, the place behind it."""
        width, height = self.size
        if height > width:
            return [Box(width - p.right, p.y, p.width, p.height) for p in self.places()]
        return [Box(p.x, height - p.bottom, p.width, p.height) for p in self.places()]


def _refuse(option: str, message: str) -> None:
    raise Unreadable(f"bad_{option}", message)
