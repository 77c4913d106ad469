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


class RowPoints(dict[int, int]):
    """The points of a row by its crosses, each mask asked once (C-14, DA-05)."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __missing__(self, mask: int) -> int:
        self[mask] = found = rules.row_points(rules.counted(rules.count(mask), self.most))
        return found


def points_by_mask(variant: Variant) -> RowPoints:
    """The points of a variant's rows, where no bonus row adds to them; scores are asked for often,
    and there are few masks."""
    found: RowPoints | None = variant.__dict__.get("points_by_mask")
    if found is None:
        found = variant.__dict__["points_by_mask"] = RowPoints(variant.most_counted)
    return found


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
    if variant.bonus_rows:
        most = variant.most_counted
        crosses = [
            rules.count(m) + bonus_crosses(variant, sheet, r) for r, m in enumerate(sheet.rows)
        ]
        rows = tuple([rules.row_points(rules.counted(n, most)) for n in crosses])
    else:
        points = points_by_mask(variant)
        rows = tuple([points[mask] for mask in sheet.rows])
    penalties = sheet.penalties * variant.penalty_points
    extra = 0
    for bonus in variant.bonuses:
        if is_earned(sheet, bonus):
            effect = EFFECT_NUMBERS[bonus.effect]
            extra += rules.bonus_points(effect, bonus.points, min(rows), penalties)
    if variant.steps:
        extra += rules.row_points(steps_crossed(variant, sheet))
    return Score(rows=rows, penalties=penalties, bonus=extra)


def steps_crossed(variant: Variant, sheet: Sheet) -> int:
    """How many framed cells are crossed: they score by the table of every row (CS-01)."""
    return rules.steps_crossed(*map(and_, sheet.rows, variant.step_bits))
