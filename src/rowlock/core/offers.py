"""What a sheet is offered: the cells of an announced number, of lucky numbers, of coloured sums.

Everything that lists moves asks here: the two actions of the game, and bots that look ahead.
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.core import rules
from rowlock.core.move import NOTHING, ColourCross, LuckyCross, Move, WhiteCross
from rowlock.core.obstacle import obstacle
from rowlock.core.sheet import Sheet, next_cell, rows_with_fewest_crosses
from rowlock.core.state import Roll
from rowlock.variants.variant import COLOURS, ROWS, Cell, LuckyPair, Variant


class Offer(NamedTuple):
    """A move and what the rules must know of its cell."""

    move: Move
    row: int
    bits: int
    first_lock: int


class Printed(NamedTuple):
    """Every cross that a sheet can offer, by what offers it."""

    white: tuple[tuple[Offer, ...], ...]
    """By the white sum: at most one in each row (C-06)."""
    colour: tuple[tuple[Offer | None, ...], ...]
    """By colour and sum: the one cell of that colour and number (C-07, M-03)."""


def printed(variant: Variant) -> Printed:
    """The offers of a variant; made once, because they are asked for at every decision."""
    found: Printed | None = variant.__dict__.get("printed_offers")
    if found is None:
        found = variant.__dict__["printed_offers"] = _printed(variant)
    return found


def _printed(variant: Variant) -> Printed:
    def offer(move: Move, cell: Cell) -> Offer:
        return Offer(move, cell.row, cell.bits, variant.first_lock_bits[cell.row])

    sums = range(2 * variant.sides + 1)
    white = tuple(
        tuple(offer(WhiteCross(c.name), c) for c in variant.cells if c.number == total)
        for total in sums
    )
    colour: list[list[Offer | None]] = [[None for _ in sums] for _ in COLOURS]
    for cell in variant.cells:
        colour[cell.colour][cell.number] = offer(ColourCross(cell.name), cell)
    return Printed(white, tuple(map(tuple, colour)))


def action1_moves(
    variant: Variant, sheet: Sheet, closed: int, number: int, lucky: LuckyPair | None
) -> tuple[Move, ...]:
    """What an announced number offers: nothing, its cells, a lucky cross (C-06, L-04)."""
    needed, rows = variant.crosses_before_lock, sheet.rows
    moves: list[Move] = [NOTHING]
    for move, row, bits, first_lock in printed(variant).white[number]:
        if not closed >> row & 1 and rules.may_cross(rows[row], bits, first_lock, needed):
            moves.append(move)
    if lucky is not None and number in lucky:
        moves += [LuckyCross(cell.name) for cell in lucky_cells(variant, sheet, closed)]
    return tuple(moves)


def action2_moves(variant: Variant, sheet: Sheet, closed: int, roll: Roll) -> tuple[Move, ...]:
    """What a white and a coloured die offer the active player (C-07, C-12, M-03)."""
    needed, rows = variant.crosses_before_lock, sheet.rows
    moves: list[Move] = [NOTHING]
    low, high = sorted(roll.white)
    whites = (low,) if low == high else (low, high)
    for offers, colour, die in zip(printed(variant).colour, ROWS, roll.colours, strict=True):
        if die is None or closed >> colour & 1:
            continue
        for white in whites:
            offer = offers[white + die]
            if offer is not None:
                move, row, bits, first_lock = offer
                if not closed >> row & 1 and rules.may_cross(rows[row], bits, first_lock, needed):
                    moves.append(move)
    return tuple(moves)


def lucky_cells(variant: Variant, sheet: Sheet, closed: int) -> tuple[Cell, ...]:
    """The cells a lucky number offers instead of the announced one (L-04, L-05)."""
    nexts = (next_cell(variant, sheet, row) for row in rows_with_fewest_crosses(sheet))
    return tuple(cell for cell in nexts if cell and obstacle(variant, sheet, closed, cell) is None)
