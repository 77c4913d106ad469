"""Layout of an empty sheet on paper.

    title     Name ______  Date ______     lucky numbers
    four rows, as on every sheet; their heads show how many crosses are needed to close them
    bonus bar or strip of symbols
    1x 2x 3x ...                     penalties [ ][ ][ ][ ]   +------+
    1  3  6  ...                                              | code |
    [red] + [yellow] + [green] + [blue] - [ ] = [ total ]     +------+

If the area of the sheet is higher than needed, the cells become higher. Large print has larger
heads, numbers and boxes, and a line for the date.
"""

from __future__ import annotations

from rowlock.draw.box import Box
from rowlock.draw.grid import HEAD, MARGIN, WIDTH, Grid
from rowlock.variants.variant import ROWS

TITLE, TITLE_LARGE = 8.0, 11.0
HEAD_LARGE = 7.4
SCALE, SUM = 9.6, 8.6
GROWTH_LARGE = 1.08  # scale of everything below the rows
GAP = 1.6
CODE = SCALE + GAP + SUM


class PadGrid(Grid, frozen=True, dict=True):
    """The layout of an empty sheet."""

    large: bool = False
    room: float = 0
    """Extra height of every cell in millimetres."""
    has_code: bool = False

    @property
    def blank(self) -> bool:
        return True

    @property
    def growth(self) -> float:
        return GROWTH_LARGE if self.large else 1.0

    @property
    def number_size(self) -> float:
        if self.large:
            return min(8.6, self.cell_width * 0.63)
        return min(5.4 + self.room * 0.4, self.cell_width * 0.57)

    @property
    def cell_height(self) -> float:
        return super().cell_height + self.room + (0.8 if self.large else 0)

    @property
    def head_height(self) -> float:
        return HEAD_LARGE if self.large else HEAD

    @property
    def top(self) -> float:
        return MARGIN + (TITLE_LARGE if self.large else TITLE)

    def title(self) -> Box:
        return Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, self.top - MARGIN - GAP)

    def code(self) -> Box:
        """The QR code, a square at the lower right."""
        side, foot = CODE * self.growth, self.foot()
        return Box(WIDTH - MARGIN - side, foot.y, side, side)

    def scale_line(self) -> Box:
        foot = self.foot()
        return Box(foot.x, foot.y, foot.width, SCALE * self.growth)

    def sum_line(self) -> Box:
        foot = self.foot()
        y = foot.y + (SCALE + GAP) * self.growth
        return Box(foot.x, y, foot.width, SUM * self.growth)

    def foot(self) -> Box:
        """The table of points, penalties and sum."""
        lowest = self.band(ROWS[-1])
        if self.has_bar:
            lowest = self.bar()
        if self.has_strip:
            lowest = self.strip()
        side = CODE * self.growth
        width = WIDTH - 2 * MARGIN - (side + 4 if self.has_code else 0)
        return Box(MARGIN, lowest.bottom + GAP + 0.4, width, side)

    @property
    def height(self) -> float:
        return self.foot().bottom + MARGIN
