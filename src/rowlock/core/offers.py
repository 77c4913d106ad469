"""What a sheet is offered: the cells of an announced number, of lucky numbers, of coloured sums.

Everything that lists moves asks here: the two actions of the game, and bots that look ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TypeAlias

from rowlock.core import rules
from rowlock.core.move import NOTHING, ColourCross, LuckyCross, Move, SwapCross, WhiteCross
from rowlock.core.obstacle import obstacle
from rowlock.core.sheet import Sheet, next_cell, rows_with_fewest_crosses
from rowlock.core.state import Roll
from rowlock.variants.variant import COLOURS, ROWS, Cell, LuckyPair, Variant

Offer: TypeAlias = tuple[Move, int, int]
"""A move, the row of its cell and the cell's bits, its second box among them."""


_NO_SWAPS: Mapping[int, int] = {}


class OpenCells(dict[int, int]):
    """For the masks of one row the bits of all cells that it takes, each mask asked once."""

    def __init__(self, variant: Variant, row: int) -> None:
        self.cells = [(cell.bits, cell.second) for cell in variant.rows[row]]
        self.limits = variant.first_lock_bits[row], variant.crosses_before_lock

    def __missing__(self, mask: int) -> int:
        struck = [rules.struck(mask, *cell) for cell in self.cells]
        taken = [bits for bits in struck if rules.may_cross(mask, bits, *self.limits)]
        self[mask] = found = sum(taken)
        return found


class Printed:
    """Every cross that a sheet can offer, by what offers it."""

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
        """By the white sum: at most one in each row (C-06)."""
        self.colour: list[list[Offer | None]] = [[None for _ in sums] for _ in COLOURS]
        """By colour and sum: the one cell of that colour and number (C-07, M-03)."""
        for cell in chain.from_iterable(variant.rows):
            bits = cell.bits | cell.second
            self.colour[cell.colour][cell.number] = (ColourCross(cell.name), cell.row, bits)
        self.open = tuple(OpenCells(variant, row) for row in ROWS)
        """By row."""


def printed(variant: Variant) -> Printed:
    """The offers of a variant; made once, because they are asked for at every decision."""
    found: Printed | None = variant.__dict__.get("printed_offers")
    if found is None:
        found = variant.__dict__["printed_offers"] = Printed(variant)
    return found


def action1_moves(
    variant: Variant, sheet: Sheet, closed: int, number: int, lucky: LuckyPair | None
) -> tuple[Move, ...]:
    """What an announced number offers: nothing, its cells, swaps, luck (C-06, X-02, L-04)."""
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
        moves += [WhiteCross(c.name) for c in bonus_cells(variant, sheet, cells, {number})]
    if lucky is not None and number in lucky:
        moves += [LuckyCross(cell.name) for cell in lucky_cells(variant, sheet, closed)]
    return tuple(moves)


def action2_moves(variant: Variant, sheet: Sheet, closed: int, roll: Roll) -> tuple[Move, ...]:
    """What a white and a coloured die offer the active player (C-07, C-12, M-03)."""
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
    for k, cells in enumerate(variant.bonus_rows):
        numbers = {white + die for white in whites for die in dice_beside(k, closed, roll)}
        moves += [ColourCross(c.name) for c in bonus_cells(variant, sheet, cells, numbers)]
    return tuple(moves)


def dice_beside(k: int, closed: int, roll: Roll) -> list[int]:
    """The dice of the colours beside a bonus row that are still in play (BP-02)."""
    dice = ((colour, roll.colours[colour]) for colour in (2 * k, 2 * k + 1))
    return [die for colour, die in dice if die is not None and not closed >> colour & 1]


def bonus_cells(
    variant: Variant, sheet: Sheet, row: tuple[Cell, ...], numbers: set[int]
) -> list[Cell]:
    """The cells of a bonus row with these numbers that could be crossed now, by number (BP-02)."""
    cells = sorted((cell for cell in row if cell.number in numbers), key=lambda c: c.number)
    return [cell for cell in cells if obstacle(variant, sheet, 0, cell) is None]


def numbered_cells(variant: Variant, sheet: Sheet, closed: int, number: int) -> list[Cell]:
    """The cells with a number that could be crossed now."""
    cells = (cell for row in variant.rows for cell in row if cell.number == number)
    return [cell for cell in cells if obstacle(variant, sheet, closed, cell) is None]


def lucky_cells(variant: Variant, sheet: Sheet, closed: int) -> tuple[Cell, ...]:
    """The cells a lucky number offers instead of the announced one (L-04, L-05)."""
    nexts = (next_cell(variant, sheet, row) for row in rows_with_fewest_crosses(sheet))
    return tuple(cell for cell in nexts if cell and obstacle(variant, sheet, closed, cell) is None)
