"""Layout of a sheet.

    margin
      name line                                          (if it has a name)
      +-- band of a row ------------------------------+
      | sign, letter, name, dots            4x = 10   |  head
      | [cell] [cell] [cell] ...      [cell]  [lock]  |
      +-----------------------------------------------+
      ... three more rows; a bonus row lies between two of them
      bonus bar, swap fields or strip of symbols         (if the sheet has one)
      penalties      lucky numbers          points = total

Every sheet has the same width, so that pads of all kinds fit on each other; sheets with more cells
have narrower ones. Large print is the same sheet scaled up, with larger numbers.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from rowlock.draw.box import Box
from rowlock.draw.texts import DrawTexts, draw_texts
from rowlock.variants.variant import FIRST_BONUS_ROW, ROWS, Cell, Variant

WIDTH = 172.0
MARGIN = 3.0
PAD = 1.1  # from the edge of a band to its cells
GAP = 0.8  # between cells
HEAD = 5.8
LOCK = 13.5
WIDEST_CELL = 16.0
CELL = 11.6
CAP = 4.2  # the coloured cap of a cell in a row of mixed colours
BETWEEN = 1.7  # from row to row
NAME = 8.5
BAR = 7.0
ROUND = 8.4  # diameter of a cell in a bonus row
FOOT = 10.5
SCALE_XL = 1.35


class Grid(Struct, frozen=True, dict=True):
    """The layout of a sheet before scaling."""

    variant: Variant
    has_name: bool = False
    words: DrawTexts = draw_texts("en")

    @property
    def blank(self) -> bool:
        """Whether the sheet is to be filled in by hand, without counts and points."""
        return False

    @property
    def scale(self) -> float:
        return SCALE_XL if self.variant.large_print else 1.0

    @property
    def number_size(self) -> float:
        """Font size of the numbers; two digits fit into the narrowest cell."""
        size = 7.2 if self.variant.large_print else 5.4
        return min(size, self.cell_width * 0.57)

    @cached_property
    def cell_width(self) -> float:
        columns = max(len(row) for row in self.variant.rows)
        space = WIDTH - 2 * MARGIN - 2 * PAD - LOCK
        return min(WIDEST_CELL, space / columns - GAP)

    @cached_property
    def cell_height(self) -> float:
        """Higher if more than the number is printed on cells."""
        height = CELL
        if self.variant.mixed_colours:
            height += CAP
        if self.variant.bonuses:
            height += 1.8
        if self.variant.doubles or "second_boxes" in self.variant.features:
            height += 2.8
        return height

    @property
    def head_height(self) -> float:
        return HEAD

    @property
    def row_height(self) -> float:
        return self.head_height + self.cell_height + PAD

    @property
    def top(self) -> float:
        return MARGIN + (NAME if self.has_name else 0)

    def name(self) -> Box:
        return Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, NAME - 1.5)

    def band(self, row: int) -> Box:
        above = (row + 1) // 2 if self.variant.bonus_rows else 0  # number of bonus rows above
        y = self.top + row * (self.row_height + BETWEEN) + above * (ROUND + BETWEEN)
        return Box(MARGIN, y, WIDTH - 2 * MARGIN, self.row_height)

    def head(self, row: int) -> Box:
        band = self.band(row)
        return Box(band.x, band.y, band.width, self.head_height)

    def bonus_row(self, k: int) -> Box:
        """Big Points: the place of a bonus row, below red or green."""
        band = self.band(2 * k)
        return Box(band.x, band.bottom + BETWEEN, band.width, ROUND)

    def cell(self, cell: Cell) -> Box:
        if cell.row >= FIRST_BONUS_ROW:
            return self._round(cell)
        band = self.band(cell.row)
        x = band.x + PAD + cell.position * (self.cell_width + GAP)
        return Box(x, band.y + self.head_height, self.cell_width, self.cell_height)

    def _round(self, cell: Cell) -> Box:
        """A round cell below the one with the same number, as wide as high."""
        row = self.bonus_row(cell.row - FIRST_BONUS_ROW)
        above = self.cell(self.variant.neighbours[cell.name][0])
        return Box(above.middle_x - ROUND / 2, row.y, ROUND, ROUND)

    def lock(self, row: int) -> Box:
        band = self.band(row)
        x, y = band.right - PAD - LOCK + GAP, band.y + self.head_height
        return Box(x, y, LOCK - GAP, self.cell_height)

    @property
    def has_bar(self) -> bool:
        return bool(self.variant.bar or self.variant.swaps)

    @property
    def has_strip(self) -> bool:
        return bool(self.variant.bonuses)

    def bar(self) -> Box:
        """The bar of Bonus A, or the swap fields of X-Change."""
        return Box(MARGIN, self.band(ROWS[-1]).bottom + BETWEEN, WIDTH - 2 * MARGIN, BAR)

    def strip(self) -> Box:
        """The symbols of Bonus B, below the bar if there is one."""
        bar = self.bar()
        return Box(bar.x, bar.bottom + BETWEEN, bar.width, BAR) if self.has_bar else bar

    def foot(self) -> Box:
        extra = (BAR + BETWEEN) * (self.has_bar + self.has_strip)
        y = self.band(ROWS[-1]).bottom + extra + 1.2
        return Box(MARGIN, y, WIDTH - 2 * MARGIN, FOOT)

    @property
    def height(self) -> float:
        return self.foot().bottom + MARGIN - 1.5
