"""Points of a sheet, as if the game ended now."""

from __future__ import annotations

from operator import and_

from msgspec import Struct

from rowlock.core import rules
from rowlock.core.sheet import Sheet, bonus_crosses
from rowlock.variants.variant import EFFECT_NUMBERS, Bonus, Variant


class Score(Struct, frozen=True):
    """The bottom line of the pad.

    >>> from rowlock import load_variant, parse_sheet, score
    >>> classic = load_variant("classic")
    >>> score(classic, parse_sheet(classic, "r2,3,5 y- g12,11 b- x1"))
    Score(rows=(6, 0, 3, 0), penalties=5, bonus=0)
    """

    rows: tuple[int, ...]
    penalties: int
    """What the penalties cost before any bonus, as a positive number."""
    bonus: int
    """What bonuses and the fifth row add: the total is the rows minus the penalties plus this."""

    @property
    def total(self) -> int:
        """The sum at the bottom right."""
        return sum(self.rows) - self.penalties + self.bonus


def is_earned(sheet: Sheet, bonus: Bonus) -> bool:
    """Whether every cell of the bonus is crossed (BB-01)."""
    return all(map(rules.holds, sheet.rows, bonus.masks))


def score(variant: Variant, sheet: Sheet) -> Score:
    """Row points, penalties and bonus points of a sheet (C-14, BB-01, CS-01, DA-05, BP-04).

    >>> from rowlock import load_variant, parse_sheet, score
    >>> classic = load_variant("classic")
    >>> score(classic, parse_sheet(classic, "r2,3,4,5 y2,3,4 g- b- x2")).total
    6
    """
    most = variant.most_counted
    rows = tuple(
        rules.row_points(rules.counted(rules.count(m) + bonus_crosses(variant, sheet, row), most))
        for row, m in enumerate(sheet.rows)
    )
    penalties = sheet.penalties * variant.penalty_points
    least = min(rows)
    extra = 0
    for bonus in variant.bonuses:
        if is_earned(sheet, bonus):
            effect = EFFECT_NUMBERS[bonus.effect]
            extra += rules.bonus_points(effect, bonus.points, least, penalties)
    if variant.steps:
        extra += rules.row_points(steps_crossed(variant, sheet))
    return Score(rows=rows, penalties=penalties, bonus=extra)


def steps_crossed(variant: Variant, sheet: Sheet) -> int:
    """How many framed cells are crossed: they score by the table of every row (CS-01)."""
    return rules.steps_crossed(*map(and_, sheet.rows, variant.step_bits))
