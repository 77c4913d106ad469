"""Lookup tables of a variant as flat integers, for kernel and solver.

All tables are in one read-only array of 64-bit integers, `Tables.flat`, at offsets that are the
same for every variant. The named fields of `Tables` are consecutive views of it, in the order of
`LENGTHS`. Rows and colours are numbered red, yellow, green, blue = 0..3. *Places* count from 0 at
the left (a double cell has two). *Bits* are what a cross sets in the mask of its row
(`core/rules.py`). Sums are 0..18. Cells are numbered in reading order over the sheet.

    name            meaning (index inside the view)
    --------------  ------------------------------------------------------------------------
    rules           single numbers, see the constants SIDES ... FIELDS
    row_length      places in the row
    row_start       number of the row's first cell
    double_bits     the second places of the row's double cells
    first_lock_bit  the first bits that close the row when crossed
    lock_bit        1 << row_length, the bit of the lock itself
    white_bit       [4 * sum + row] bits of the row's cell with this number, or 0
    white_cell      [4 * sum + row] its cell number, or -1
    colour_bit      [19 * colour + sum] bits of the one cell with colour and number, or 0
    colour_row      [19 * colour + sum] its row (0 if there is none)
    colour_cell     [19 * colour + sum] its cell number, or -1
    cell_row        [cell] its row; -1 beyond the last cell, as in the next three
    cell_bits       [cell] its bits
    cell_colour     [cell] the colour printed on it
    cell_number     [cell] the number printed on it
    token           [16 * row + place] 0 nothing, 1 a box, 2 + k the symbol k
    square_row      [square] bar of Bonus A: the row it crosses in; else -1
    row_squares     [2 * row + w] squares 32w..32w+31 of this row as a bit mask
    bonus_effect    [k] 0 none or one of CROSS_FEWEST ... FREE_PENALTIES
    bonus_amount    [k] crosses of CROSS_FEWEST, points of POINTS, else 0
    bonus_mask      [4 * k + row] the cells of symbol k in this row
    lucky_mask      [k] the numbers of the k-th lucky pair as bits 1 << number
    select          [mask] indices of its set bits from low to high, four bits each
    spread          [mask] its eight bits as eight bytes of 0 or 1, lowest first
    step_bits       [row] the cells of the fifth row
    partner         [16 * row + place] 0, or 1 + 16 * row + place of its partner
    second_bits     [row] the second boxes of the row's cells; bonus rows, behind them, have none
    beside          [w] number of marks in word w of BAR (`state.py`)
    swap            [19 * field + sum] the number that the swap field gives for this sum, or 0
    bonus_bit       [19 * k + sum] the bit of the cell with this number in bonus row k, or 0
    bonus_cell      [19 * k + sum] its cell number, or -1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, TypeAlias

from rowlock.variants.features import check_features, features
from rowlock.variants.schema import MAX_FIELDS
from rowlock.variants.variant import EFFECT_NUMBERS, MAX_SEATS, ROWS, Cell, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]
else:
    Ints = Any  # `flat_numbers` needs no NumPy

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells steps chain second_boxes "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features that compiled games support."""

SUMS = 19
"""Sums 0..18 of two dice with at most nine sides."""
ROW_PLACES = 16
"""Maximum number of places in a row."""
MAX_CELLS = 72
"""Maximum number of cells on a sheet."""

# Indices of single numbers in `rules`.
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
FIELDS = 16  # swap fields
BONUS_ROWS = 18
MORE_WHITES = 17  # whether action 1 may offer more than the white sum
FIRST_SEAT = 19  # at a table with different sheets, the first seat with this one

# Lengths and positions of the views in `flat`.
LENGTHS = {
    "rules": 24,
    "row_length": 4,
    "row_start": 4,
    "double_bits": 4,
    "first_lock_bit": 4,
    "lock_bit": 4,
    "white_bit": 4 * SUMS,
    "white_cell": 4 * SUMS,
    "colour_bit": 4 * SUMS,
    "colour_row": 4 * SUMS,
    "colour_cell": 4 * SUMS,
    "cell_row": MAX_CELLS,
    "cell_bits": MAX_CELLS,
    "cell_colour": MAX_CELLS,
    "cell_number": MAX_CELLS,
    "token": 4 * ROW_PLACES,
    "square_row": 64,
    "row_squares": 8,
    "bonus_effect": 8,
    "bonus_amount": 8,
    "bonus_mask": 32,
    "lucky_mask": 8,
    "select": 512,
    "spread": 256,
    "step_bits": 4,
    "partner": 4 * ROW_PLACES,
    "second_bits": 6,
    "beside": 2,
    "swap": MAX_FIELDS * SUMS,
    "bonus_bit": 2 * SUMS,
    "bonus_cell": 2 * SUMS,
}
"""Lengths of the views, in their order."""
_ENDS = list(accumulate(LENGTHS.values()))
WINDOWS = {
    name: slice(end - length, end)
    for (name, length), end in zip(LENGTHS.items(), _ENDS, strict=True)
}
SIZE = _ENDS[-1]

ROW_LENGTH = WINDOWS["row_length"].start
ROW_START = WINDOWS["row_start"].start
DOUBLE_BITS = WINDOWS["double_bits"].start
FIRST_LOCK_BIT = WINDOWS["first_lock_bit"].start
LOCK_BIT = WINDOWS["lock_bit"].start
WHITE_BIT = WINDOWS["white_bit"].start
WHITE_CELL = WINDOWS["white_cell"].start
COLOUR_BIT = WINDOWS["colour_bit"].start
COLOUR_ROW = WINDOWS["colour_row"].start
COLOUR_CELL = WINDOWS["colour_cell"].start
CELL_ROW = WINDOWS["cell_row"].start
CELL_BITS = WINDOWS["cell_bits"].start
CELL_COLOUR = WINDOWS["cell_colour"].start
CELL_NUMBER = WINDOWS["cell_number"].start
TOKEN = WINDOWS["token"].start
SQUARE_ROW = WINDOWS["square_row"].start
ROW_SQUARES = WINDOWS["row_squares"].start
BONUS_EFFECT = WINDOWS["bonus_effect"].start
BONUS_AMOUNT = WINDOWS["bonus_amount"].start
BONUS_MASK = WINDOWS["bonus_mask"].start
LUCKY_MASK = WINDOWS["lucky_mask"].start
SELECT = WINDOWS["select"].start
SPREAD = WINDOWS["spread"].start
STEP_BITS = WINDOWS["step_bits"].start
PARTNER = WINDOWS["partner"].start
SECOND_BITS = WINDOWS["second_bits"].start
BESIDE = WINDOWS["beside"].start
SWAP = WINDOWS["swap"].start
BONUS_BIT = WINDOWS["bonus_bit"].start
BONUS_CELL = WINDOWS["bonus_cell"].start

NONE_IS_MINUS_ONE = (
    "white_cell",
    "colour_cell",
    "cell_row",
    "cell_bits",
    "cell_colour",
    "cell_number",
    "square_row",
    "bonus_cell",
)

# Tokens.
NO_TOKEN = 0
BOX = 1
FIRST_SYMBOL = 2


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of one variant. All arrays are read-only; `digest` is the variant's."""

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
    beside: Ints
    swap: Ints
    bonus_bit: Ints
    bonus_cell: Ints

    @property
    def cells(self) -> int:
        """Cells on the sheet."""
        return int(self.rules[CELLS])

    @property
    def places(self) -> int:
        """Number of places of all rows together, without locks."""
        return int(self.row_length.sum())


@lru_cache
def compile_variant(variant: Variant) -> Tables:
    """The tables of a variant (cached).

    >>> from rowlock.variants import load_variant
    >>> tables = compile_variant(load_variant("classic"))
    >>> tables.white_bit[4 * 12 : 4 * 13].tolist()  # the 12 is last in two rows, first in two
    [1024, 1024, 1, 1]
    """
    import numpy as np

    flat = np.array(flat_numbers(variant), dtype=np.int64)
    flat.flags.writeable = False
    windows = {name: flat[window] for name, window in WINDOWS.items()}
    return Tables(variant.id, variant.digest, flat, **windows)


def flat_numbers(variant: Variant) -> list[int]:
    """The numbers of `Tables.flat`; refuses a sheet that the kernel does not support."""
    check_features("the kernel", KNOWN, variant)
    flat = [0] * SIZE
    for name in NONE_IS_MINUS_ONE:
        flat[WINDOWS[name]] = [-1] * LENGTHS[name]
    _fill_rules(flat, variant)
    _fill_rows(flat, variant)
    _fill_tokens(flat, variant)
    _fill_beside(flat, variant)
    for mask in range(512):
        bits = [bit for bit in range(9) if mask >> bit & 1]
        flat[SELECT + mask] = sum(bit << 4 * place for place, bit in enumerate(bits))
    for mask in range(256):
        flat[SPREAD + mask] = sum((mask >> bit & 1) << 8 * bit for bit in range(8))
    return flat


def _fill_rules(flat: list[int], variant: Variant) -> None:
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
    flat[FIELDS] = len(variant.swaps)
    flat[BONUS_ROWS] = len(variant.bonus_rows)
    flat[MORE_WHITES] = bool(variant.lucky_pairs or variant.swaps or variant.bonus_rows)


def _fill_rows(flat: list[int], variant: Variant) -> None:
    for row in ROWS:
        flat[ROW_LENGTH + row] = variant.places[row]
        flat[ROW_START + row] = variant.rows[row][0].index
        flat[DOUBLE_BITS + row] = variant.double_bits[row]
        flat[FIRST_LOCK_BIT + row] = variant.first_lock_bits[row]
        flat[LOCK_BIT + row] = variant.lock_bits[row]
        flat[STEP_BITS + row] = variant.step_bits[row]
        flat[SECOND_BITS + row] = variant.second_bits[row]
    for cell in chain.from_iterable(variant.rows):
        flat[WHITE_BIT + 4 * cell.number + cell.row] = cell.bits
        flat[WHITE_CELL + 4 * cell.number + cell.row] = cell.index
        flat[COLOUR_BIT + SUMS * cell.colour + cell.number] = cell.bits
        flat[COLOUR_ROW + SUMS * cell.colour + cell.number] = cell.row
        flat[COLOUR_CELL + SUMS * cell.colour + cell.number] = cell.index
    for cell in variant.cells:
        flat[CELL_ROW + cell.index] = cell.row
        flat[CELL_BITS + cell.index] = cell.bits
        flat[CELL_COLOUR + cell.index] = cell.colour
        flat[CELL_NUMBER + cell.index] = cell.number
    for k, pair in enumerate(variant.lucky_pairs[:MAX_SEATS]):
        flat[LUCKY_MASK + k] = lucky_mask(pair)


def _fill_beside(flat: list[int], variant: Variant) -> None:
    flat[WINDOWS["beside"]] = variant.beside
    for field, (one, other) in enumerate(variant.swaps):
        flat[SWAP + SUMS * field + one] = other
        flat[SWAP + SUMS * field + other] = one
    for k, row in enumerate(variant.bonus_rows):
        for cell in row:
            flat[BONUS_BIT + SUMS * k + cell.number] = cell.bits
            flat[BONUS_CELL + SUMS * k + cell.number] = cell.index


def lucky_mask(pair: tuple[int, int]) -> int:
    """A lucky pair as the mask `1 << number`."""
    return 1 << pair[0] | 1 << pair[1]


def _fill_tokens(flat: list[int], variant: Variant) -> None:
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
    """Index of a cell's first place among all rows, sixteen places per row."""
    return ROW_PLACES * cell.row + (cell.bits & -cell.bits).bit_length() - 1
