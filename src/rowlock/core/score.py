"""Points of a sheet, as if the game ended now."""

from __future__ import annotations

from msgspec import Struct

from rowlock.core import rules
from rowlock.core.sheet import Sheet
from rowlock.variants.variant import EFFECT_NUMBERS, Bonus, Variant


class Score(Struct, frozen=True):
    """The bottom line of the pad."""

    rows: tuple[int, ...]
    penalties: int
    """What the penalties cost before any bonus, as a positive number."""
    bonus: int
    """What bonuses add: the total is the rows minus the penalties plus this."""

    @property
    def total(self) -> int:
        """The sum at the bottom right."""
        return sum(self.rows) - self.penalties + self.bonus


def is_earned(sheet: Sheet, bonus: Bonus) -> bool:
    """Whether every cell of the bonus is crossed (BB-01)."""
    return all(map(rules.holds, sheet.rows, bonus.masks))


def score(variant: Variant, sheet: Sheet) -> Score:
    """Row points, penalties and bonus points of a sheet (C-14, BB-01).

    >>> from rowlock import Sheet, load_variant
    >>> score(load_variant("classic"), Sheet((0b1111, 0b111, 0, 0), penalties=2)).total
    6
    """
    rows = tuple(rules.row_points(rules.count(mask)) for mask in sheet.rows)
    penalties = sheet.penalties * variant.penalty_points
    least = min(rows)
    extra = 0
    for bonus in variant.bonuses:
        if is_earned(sheet, bonus):
            effect = EFFECT_NUMBERS[bonus.effect]
            extra += rules.bonus_points(effect, bonus.points, least, penalties)
    return Score(rows=rows, penalties=penalties, bonus=extra)
