"""Points of a sheet, as if the game ended now."""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.sheet import Sheet, crosses_in_row, is_crossed
from rowlock.variants.variant import ROWS, Bonus, Variant


class Score(Struct, frozen=True):
    """The bottom line of the pad."""

    rows: tuple[int, ...]
    penalties: int
    """What the penalties cost before any bonus, as a positive number."""
    bonus: int
    """What bonuses add: the total is the rows minus the penalties plus this."""

    @property
    def total(self) -> int:
        return sum(self.rows) - self.penalties + self.bonus


def row_points(crosses: int) -> int:
    """1 3 6 10 15 ... for 1 2 3 4 5 ... crosses (C-14)."""
    return crosses * (crosses + 1) // 2


def is_earned(sheet: Sheet, bonus: Bonus) -> bool:
    """Whether every cell of the bonus is crossed (BB-01)."""
    return all(is_crossed(sheet, cell) for cell in bonus.cells)


def score(variant: Variant, sheet: Sheet) -> Score:
    """Row points, penalties and bonus points of a sheet (C-14, BB-01)."""
    rows = tuple(row_points(crosses_in_row(sheet, row)) for row in ROWS)
    penalties = sheet.penalties * variant.penalty_points
    extra = 0
    for bonus in variant.bonuses:
        if not is_earned(sheet, bonus):
            continue
        if bonus.effect == "double_fewest":
            extra += min(rows)
        elif bonus.effect == "points":
            extra += bonus.points
        elif bonus.effect == "free_penalties":
            extra += penalties
    return Score(rows=rows, penalties=penalties, bonus=extra)
