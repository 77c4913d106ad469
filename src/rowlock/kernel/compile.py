"""A variant as flat integers: what the kernel and the solver read instead of a `Variant`.

Everything lies in one read-only array of 64-bit integers, `Tables.flat`, at offsets that are the
same for every variant; the named fields of `Tables` are windows onto it. Rows and colours are
numbered red, yellow, green, blue = 0..3, *places* count from 0 at the left (a double cell has two),
*bits* are what a cross sets in the mask of its row (`core/rules.py`), sums run 0..18, cells are
numbered in reading order over the sheet.

    offset  name           length  meaning (index inside the window)
    ------  -------------  ------  -----------------------------------------------------------
       0    rules              16  single numbers, see the constants SIDES ... MOST_COUNTED
      16    row_length          4  places in the row
      20    row_start           4  number of the row's first cell
      24    double_bits         4  the second places of the row's double cells
      28    first_lock_bit      4  from these bits on a cross closes the row
      32    lock_bit            4  1 << row_length, the bit of the lock itself
      36    white_bit          76  [4 * sum + row] bits of the row's cell with this number, or 0
     112    white_cell         76  [4 * sum + row] its cell number, or -1
     188    colour_bit         76  [19 * colour + sum] bits of the one cell "colour, number", or 0
     264    colour_row         76  [19 * colour + sum] the row it stands in (0 where none)
     340    colour_cell        76  [19 * colour + sum] its cell number, or -1
     416    cell_row           64  [cell] its row; -1 beyond the last cell, as in the next three
     480    cell_bits          64  [cell] its bits
     544    cell_colour        64  [cell] the colour printed on it
     608    cell_number        64  [cell] the number printed on it
     672    token              64  [16 * row + place] 0 nothing, 1 a box, 2 + k the symbol k
     736    square_row         64  [square] bar of Bonus A: the row it crosses in; else -1
     800    row_squares         8  [2 * row + w] squares 32w..32w+31 of this row as a bit mask
     808    bonus_effect        8  [k] 0 none or one of CROSS_FEWEST ... FREE_PENALTIES
     816    bonus_amount        8  [k] crosses of CROSS_FEWEST, points of POINTS, else 0
     824    bonus_mask         32  [4 * k + row] the cells of symbol k in this row
     856    lucky_mask          8  [k] the numbers of the k-th lucky pair as bits 1 << number
     864    select            512  [mask] its set bits from low to high, four bits of answer each
    1376    spread            256  [mask] its eight bits as eight bytes of 0 or 1, lowest first
    1632    step_bits           4  [row] the cells of the fifth row
    1636    partner            64  [16 * row + place] 0, or 1 + 16 * row + place of its partner
    1700    second_bits         4  [row] the second boxes of the row's cells
    1704    (end)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.variants.features import check_features, features
from rowlock.variants.variant import EFFECT_NUMBERS, MAX_SEATS, ROWS, Cell, Variant

Ints: TypeAlias = NDArray[np.int64]

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells steps chain second_boxes "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""The features of a sheet that compiled games know."""

SUMS = 19
"""Sums 0..18 of two dice with at most nine sides."""
ROW_PLACES = 16
"""The most places a row can have."""

# The single numbers.
SIDES = 0
LOCK_CELLS = 1
CROSSES_BEFORE_LOCK = 2
PENALTY_POINTS = 3
PENALTIES_TO_END = 4
CLOSED_ROWS_TO_END = 5
CELLS = 6  # cells on the sheet
SQUARES = 7  # squares of the bonus bar
BONUSES = 8  # symbols with a bonus
HAS_LUCKY = 9
HAS_TOKENS = 10  # whether any cell carries a box or a symbol
MIXED_COLOURS = 11
DICE_REJECT = 12  # 2**32 modulo sides**3, see rng.py
STEPS = 13  # cells of the fifth row
PAIRS = 14  # of chained cells
MOST_COUNTED = 15  # crosses of a row that score

# The windows.
ROW_LENGTH = 16
ROW_START = 20
DOUBLE_BITS = 24
FIRST_LOCK_BIT = 28
LOCK_BIT = 32
WHITE_BIT = 36
WHITE_CELL = 112
COLOUR_BIT = 188
COLOUR_ROW = 264
COLOUR_CELL = 340
CELL_ROW = 416
CELL_BITS = 480
CELL_COLOUR = 544
CELL_NUMBER = 608
TOKEN = 672
SQUARE_ROW = 736
ROW_SQUARES = 800
BONUS_EFFECT = 808
BONUS_AMOUNT = 816
BONUS_MASK = 824
LUCKY_MASK = 856
SELECT = 864
SPREAD = 1376
STEP_BITS = 1632
PARTNER = 1636
SECOND_BITS = 1700
SIZE = 1704

# Tokens.
NO_TOKEN = 0
BOX = 1
FIRST_SYMBOL = 2


@dataclass(frozen=True, eq=False)
class Tables:
    """One variant as integers; every array is read-only. `digest` is the variant's."""

    id: str
    digest: str
    flat: Ints
    rules: Ints
    row_length: Ints
    row_start: Ints
    double_bits: Ints
    first_lock_bit: Ints
    lock_bit: Ints
    white_bit: Ints
    white_cell: Ints
    colour_bit: Ints
    colour_row: Ints
    colour_cell: Ints
    cell_row: Ints
    cell_bits: Ints
    cell_colour: Ints
    cell_number: Ints
    token: Ints
    square_row: Ints
    row_squares: Ints
    bonus_effect: Ints
    bonus_amount: Ints
    bonus_mask: Ints
    lucky_mask: Ints
    select: Ints
    spread: Ints
    step_bits: Ints
    partner: Ints
    second_bits: Ints

    @property
    def cells(self) -> int:
        """Cells on the sheet."""
        return int(self.rules[CELLS])

    @property
    def places(self) -> int:
        """Places of all rows together, locks aside."""
        return int(self.row_length.sum())


@lru_cache
def compile_variant(variant: Variant) -> Tables:
    """The tables of a variant; asking twice gives the same object.

    >>> from rowlock.variants import load_variant
    >>> tables = compile_variant(load_variant("classic"))
    >>> tables.white_bit[4 * 12 : 4 * 13].tolist()  # the 12 is last in two rows, first in two
    [1024, 1024, 1, 1]
    """
    check_features("the kernel", KNOWN, variant)
    flat = np.zeros(SIZE, dtype=np.int64)
    for start in (WHITE_CELL, COLOUR_CELL):
        flat[start : start + 4 * SUMS] = -1
    flat[CELL_ROW:TOKEN] = -1
    flat[SQUARE_ROW:ROW_SQUARES] = -1
    _fill_rules(flat, variant)
    _fill_rows(flat, variant)
    _fill_tokens(flat, variant)
    for mask in range(512):
        bits = [bit for bit in range(9) if mask >> bit & 1]
        flat[SELECT + mask] = sum(bit << 4 * place for place, bit in enumerate(bits))
    for mask in range(256):
        flat[SPREAD + mask] = sum((mask >> bit & 1) << 8 * bit for bit in range(8))
    flat.flags.writeable = False
    return Tables(
        variant.id,
        variant.digest,
        flat,
        flat[:ROW_LENGTH],
        flat[ROW_LENGTH:ROW_START],
        flat[ROW_START:DOUBLE_BITS],
        flat[DOUBLE_BITS:FIRST_LOCK_BIT],
        flat[FIRST_LOCK_BIT:LOCK_BIT],
        flat[LOCK_BIT:WHITE_BIT],
        flat[WHITE_BIT:WHITE_CELL],
        flat[WHITE_CELL:COLOUR_BIT],
        flat[COLOUR_BIT:COLOUR_ROW],
        flat[COLOUR_ROW:COLOUR_CELL],
        flat[COLOUR_CELL:CELL_ROW],
        flat[CELL_ROW:CELL_BITS],
        flat[CELL_BITS:CELL_COLOUR],
        flat[CELL_COLOUR:CELL_NUMBER],
        flat[CELL_NUMBER:TOKEN],
        flat[TOKEN:SQUARE_ROW],
        flat[SQUARE_ROW:ROW_SQUARES],
        flat[ROW_SQUARES:BONUS_EFFECT],
        flat[BONUS_EFFECT:BONUS_AMOUNT],
        flat[BONUS_AMOUNT:BONUS_MASK],
        flat[BONUS_MASK:LUCKY_MASK],
        flat[LUCKY_MASK:SELECT],
        flat[SELECT:SPREAD],
        flat[SPREAD:STEP_BITS],
        flat[STEP_BITS:PARTNER],
        flat[PARTNER:SECOND_BITS],
        flat[SECOND_BITS:],
    )


def _fill_rules(flat: Ints, variant: Variant) -> None:
    flat[SIDES] = variant.sides
    flat[LOCK_CELLS] = variant.lock_cells
    flat[CROSSES_BEFORE_LOCK] = variant.crosses_before_lock
    flat[PENALTY_POINTS] = variant.penalty_points
    flat[PENALTIES_TO_END] = variant.penalties_to_end
    flat[CLOSED_ROWS_TO_END] = variant.closed_rows_to_end
    flat[CELLS] = len(variant.cells)
    flat[SQUARES] = len(variant.bar)
    flat[BONUSES] = len(variant.bonuses)
    flat[HAS_LUCKY] = bool(variant.lucky_pairs)
    flat[HAS_TOKENS] = variant.has_tokens
    flat[MIXED_COLOURS] = variant.mixed_colours
    flat[DICE_REJECT] = 2**32 % variant.sides**3
    flat[STEPS] = len(variant.steps)
    flat[PAIRS] = len(variant.chain)
    flat[MOST_COUNTED] = variant.most_counted


def _fill_rows(flat: Ints, variant: Variant) -> None:
    for row in ROWS:
        flat[ROW_LENGTH + row] = variant.places[row]
        flat[ROW_START + row] = variant.rows[row][0].index
        flat[DOUBLE_BITS + row] = variant.double_bits[row]
        flat[FIRST_LOCK_BIT + row] = variant.first_lock_bits[row]
        flat[LOCK_BIT + row] = variant.lock_bits[row]
        flat[STEP_BITS + row] = variant.step_bits[row]
        flat[SECOND_BITS + row] = variant.second_bits[row]
    for cell in variant.cells:
        flat[WHITE_BIT + 4 * cell.number + cell.row] = cell.bits
        flat[WHITE_CELL + 4 * cell.number + cell.row] = cell.index
        flat[COLOUR_BIT + SUMS * cell.colour + cell.number] = cell.bits
        flat[COLOUR_ROW + SUMS * cell.colour + cell.number] = cell.row
        flat[COLOUR_CELL + SUMS * cell.colour + cell.number] = cell.index
        flat[CELL_ROW + cell.index] = cell.row
        flat[CELL_BITS + cell.index] = cell.bits
        flat[CELL_COLOUR + cell.index] = cell.colour
        flat[CELL_NUMBER + cell.index] = cell.number
    for k, pair in enumerate(variant.lucky_pairs[:MAX_SEATS]):
        flat[LUCKY_MASK + k] = lucky_mask(pair)


def lucky_mask(pair: tuple[int, int]) -> int:
    """A lucky pair as the kernel keeps it: bits `1 << number`."""
    return 1 << pair[0] | 1 << pair[1]


def _fill_tokens(flat: Ints, variant: Variant) -> None:
    for cell in variant.boxes:
        flat[TOKEN + _place(cell)] = BOX
    for square, row in enumerate(variant.bar):
        flat[SQUARE_ROW + square] = row
        flat[ROW_SQUARES + 2 * row + square // 32] |= 1 << square % 32
    for k, bonus in enumerate(variant.bonuses):
        flat[BONUS_EFFECT + k] = EFFECT_NUMBERS[bonus.effect]
        flat[BONUS_AMOUNT + k] = bonus.times or bonus.points
        flat[BONUS_MASK + 4 * k : BONUS_MASK + 4 * k + 4] = bonus.masks
        for cell in bonus.cells:
            flat[TOKEN + _place(cell)] = FIRST_SYMBOL + k
    for name, partner in variant.partner.items():
        flat[PARTNER + _place(variant.cell[name])] = 1 + _place(partner)


def _place(cell: Cell) -> int:
    """Its place among those of all rows, sixteen each."""
    return ROW_PLACES * cell.row + (cell.bits & -cell.bits).bit_length() - 1
