"""The crosses that a sheet may make with an announced number, lucky numbers or a coloured die.

The rules of both actions use these functions, and so do bots that look ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from rowlock.core import rules
from rowlock.core.legality import EVERY_COLOUR, obstacle
from rowlock.core.move import NOTHING, ColourCross, LuckyCross, Move, SwapCross, WhiteCross
from rowlock.core.sheet import Sheet, next_cell, rows_with_fewest_crosses
from rowlock.core.state import Roll
from rowlock.variants.variant import COLOURS, ROWS, Cell, LuckyPair, Variant

Offer: TypeAlias = tuple[Move, int, int]
"""A move, the row of its cell, and the cell's bits including its second box."""


_NO_SWAPS: Mapping[int, int] = {}
MAX_PRINTED = 256
"""Variants whose `Printed` offers are cached: every decision needs them."""


class OpenCells(dict[int, int]):
    """Cache by row mask: the bits of all cells that the row can take."""

    def __init__(self, variant: Variant, row: int) -> None:
        self.cells = [(cell.bits, cell.second) for cell in variant.rows[row]]
        self.limits = variant.first_lock_bits[row], variant.crosses_before_lock

    def __missing__(self, mask: int) -> int:
        struck = [rules.crossed_bits(mask, *cell) for cell in self.cells]
        allowed = [bits for bits in struck if rules.may_cross(mask, bits, *self.limits)]
        self[mask] = bits_taken = sum(allowed)
        return bits_taken


class Printed:
    """Every cross that a sheet can offer, indexed by the number and colour that allow it."""

    def __init__(self, variant: Variant) -> None:
        sums = range(2 * variant.sides + 1)
        self.white: tuple[tuple[Offer, ...], ...] = tuple(
            tuple(
                (WhiteCross(c.name), c.row, c.bits | c.second)
                for row in variant.rows
                for c in row
                if c.number == total
            )
            for total in sums
        )
        """By white sum: at most one cell per row (C-06)."""
        self.colour: list[list[Offer | None]] = [[None for _ in sums] for _ in COLOURS]
        """By colour and sum: the one cell with that colour and number (C-07, M-03)."""
        for cell in chain.from_iterable(variant.rows):
            bits = cell.bits | cell.second
            self.colour[cell.colour][cell.number] = (ColourCross(cell.name), cell.row, bits)
        self.open = tuple(OpenCells(variant, row) for row in ROWS)
        """By row."""


@lru_cache(maxsize=MAX_PRINTED)
def printed(variant: Variant) -> Printed:
    """The `Printed` offers of a variant."""
    return Printed(variant)


def action1_moves(
    variant: Variant, sheet: Sheet, closed: int, number: int, lucky: LuckyPair | None
) -> tuple[Move, ...]:
    """Moves for an announced number: nothing, its cells, swap fields, lucky cells (C-06, X-02,
    L-04)."""
    rows, offers = sheet.rows, printed(variant)
    fits = offers.open
    moves: list[Move] = [NOTHING]
    for move, row, bits in offers.white[number]:
        if bits & fits[row][rows[row]] and not closed >> row & 1:
            moves.append(move)
    for other, field in variant.swapped.get(number, _NO_SWAPS).items():
        if rules.may_swap(sheet.bar, field):
            moves += [SwapCross(c.name) for c in numbered_cells(variant, sheet, closed, other)]
    for cells in variant.bonus_rows:
        announced = {number: EVERY_COLOUR}
        moves += [WhiteCross(c.name) for c in bonus_cells(variant, sheet, cells, announced)]
    if lucky is not None and number in lucky:
        moves += [LuckyCross(cell.name) for cell in lucky_cells(variant, sheet, closed)]
    return tuple(moves)


def action2_moves(variant: Variant, sheet: Sheet, closed: int, roll: Roll) -> tuple[Move, ...]:
    """Moves of the active player for a white and a coloured die (C-07, C-12, M-03)."""
    rows, offers = sheet.rows, printed(variant)
    fits = offers.open
    moves: list[Move] = [NOTHING]
    one, other = roll.white
    whites = (one, other) if one < other else (other, one) if other < one else (one,)
    for colour, die in enumerate(roll.colours):
        if die is None or closed >> colour & 1:
            continue
        sums = offers.colour[colour]
        for white in whites:
            offer = sums[white + die]
            if offer is not None:
                move, row, bits = offer
                if bits & fits[row][rows[row]] and not closed >> row & 1:
                    moves.append(move)
    if variant.bonus_rows:
        rolled = coloured_sums(closed, roll)
        for cells in variant.bonus_rows:
            moves += [ColourCross(c.name) for c in bonus_cells(variant, sheet, cells, rolled)]
    return tuple(moves)


def coloured_sums(closed: int, roll: Roll) -> dict[int, int]:
    """By number: the mask of colours whose die gives it with a white die (C-07, C-12)."""
    sums: dict[int, int] = {}
    for colour, die in enumerate(roll.colours):
        if die is not None and not closed >> colour & 1:
            for white in roll.white:
                sums[white + die] = sums.get(white + die, 0) | 1 << colour
    return sums


def bonus_cells(
    variant: Variant, sheet: Sheet, row: tuple[Cell, ...], rolled: Mapping[int, int]
) -> list[Cell]:
    """The cells of a bonus row that may be crossed now, by number (BP-02).

    `rolled` maps each number on offer to the mask of colours for which it was rolled.
    """
    cells = sorted((cell for cell in row if cell.number in rolled), key=lambda c: c.number)
    return [c for c in cells if obstacle(variant, sheet, 0, c, rolled[c.number]) is None]


def numbered_cells(variant: Variant, sheet: Sheet, closed: int, number: int) -> list[Cell]:
    """The cells with this number that may be crossed now."""
    cells = (cell for row in variant.rows for cell in row if cell.number == number)
    return [cell for cell in cells if obstacle(variant, sheet, closed, cell) is None]


def lucky_cells(variant: Variant, sheet: Sheet, closed: int) -> tuple[Cell, ...]:
    """The cells that may be crossed instead when the announced number is lucky (L-04, L-05)."""
    nexts = (next_cell(variant, sheet, row) for row in rows_with_fewest_crosses(sheet))
    return tuple(cell for cell in nexts if cell and obstacle(variant, sheet, closed, cell) is None)
