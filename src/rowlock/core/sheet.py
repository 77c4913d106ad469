"""One player's sheet: four rows of crosses, penalties, the struck squares of a bonus bar.

A row is a bit mask over positions, the lock being the bit right of the last cell:

    position   0 1 2 3 4 5 6 7 8 9 10 | 11
    red        2 3 4 5 6 7 8 9 ...  12 | lock

Two facts of a mask decide everything about a row: its highest bit (the rightmost cross) and its
number of bits (the crosses). A crossed lock is the highest bit of all, so a row that its owner
has closed takes no further cross by itself.
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.variants.variant import ROWS, Cell, Variant


class Sheet(Struct, frozen=True):
    rows: tuple[int, ...] = (0, 0, 0, 0)
    penalties: int = 0
    bar: int = 0
    """Bonus A: bit mask of the struck squares."""


def crosses_in_row(sheet: Sheet, row: int) -> int:
    """How many crosses a row holds; a crossed lock counts (C-09)."""
    return sheet.rows[row].bit_count()


def is_locked(variant: Variant, sheet: Sheet, row: int) -> bool:
    """Whether this player has crossed the row's lock."""
    return bool(sheet.rows[row] & variant.lock_bits[row])


def locked_rows(variant: Variant, sheet: Sheet) -> int:
    """Bit mask of the rows whose lock this player has crossed."""
    return sum(1 << row for row in ROWS if is_locked(variant, sheet, row))


def crossed_cells(variant: Variant, sheet: Sheet, row: int) -> tuple[Cell, ...]:
    """The crossed cells of a row from left to right, without the lock."""
    mask = sheet.rows[row]
    return tuple(cell for cell in variant.rows[row] if mask >> cell.position & 1)


def is_crossed(sheet: Sheet, cell: Cell) -> bool:
    return bool(sheet.rows[cell.row] >> cell.position & 1)


def next_cell(variant: Variant, sheet: Sheet, row: int) -> Cell | None:
    """The first cell right of the last cross; None when the row has no cell left."""
    position = sheet.rows[row].bit_length()
    cells = variant.rows[row]
    return cells[position] if position < len(cells) else None


def rows_with_fewest_crosses(sheet: Sheet) -> tuple[int, ...]:
    """All rows tied for the fewest crosses; closed rows count too (L-05, BB-02)."""
    counts = [mask.bit_count() for mask in sheet.rows]
    fewest = min(counts)
    return tuple(row for row in ROWS if counts[row] == fewest)
