"""One player's sheet: four rows of crosses, penalties, and marks next to the rows.

A row is a bit mask of crosses; see `rules.py` for its layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core import rules
from rowlock.variants.variant import (
    COLOURS,
    FIRST_BONUS_ROW,
    LETTERS,
    MARK_BITS,
    ROWS,
    Cell,
    Variant,
)

FieldState: TypeAlias = Literal["used", "lost", "free"]
"""State of a swap field: crossed out, left of a used one, or still available (X-03)."""


class Sheet(Struct, frozen=True, eq=False, gc=False):
    """A sheet. Sheets of a game also carry their variant and can be printed.

    >>> from rowlock import load_variant, parse_sheet
    >>> sheet = parse_sheet(load_variant("classic"), "r2,3,5 y- g12,11 b- x1")
    >>> print(sheet)
    r2,3,5 y- g12,11 b- x1
    >>> sheet.crosses()["red"]
    (2, 3, 5)
    """

    rows: tuple[int, ...] = (0, 0, 0, 0)
    penalties: int = 0
    bar: int = 0
    """Marks next to the rows, as a bit mask: struck squares of the bar (Bonus A), used fields of
    the strip (X-Change), crosses of the bonus rows (Big Points). The two bonus rows have 32 bits
    each."""
    variant: Variant | None = None
    """The sheet that these crosses are on. It does not take part in comparisons."""

    def __eq__(self, other: object) -> bool:
        # Penalties depend on this comparison (did the sheet change?), so every mark has to count.
        return (
            isinstance(other, Sheet)
            and self.rows == other.rows
            and self.penalties == other.penalties
            and self.bar == other.bar
        )

    def __hash__(self) -> int:
        return hash((self.rows, self.penalties, self.bar))

    def crosses(self) -> dict[str, tuple[int, ...]]:
        """The crossed numbers of every row from left to right, without the lock.

        >>> from rowlock import new_game
        >>> new_game("classic", ["Ann"]).sheets[0].crosses()
        {'red': (), 'yellow': (), 'green': (), 'blue': ()}
        """
        variant = self._printed()
        return {
            colour: tuple(cell.number for cell in crossed_cells(variant, self, row))
            for row, colour in enumerate(COLOURS)
        }

    def locked(self) -> tuple[str, ...]:
        """The colours of the rows whose lock this player has crossed.

        >>> from rowlock import load_variant, parse_sheet
        >>> parse_sheet(load_variant("classic"), "r2,3,4,5,6,12# y- g- b- x0").locked()
        ('red',)
        """
        variant = self._printed()
        return tuple(colour for row, colour in enumerate(COLOURS) if is_locked(variant, self, row))

    def __str__(self) -> str:
        return repr(self) if self.variant is None else format_sheet(self.variant, self)

    def _printed(self) -> Variant:
        if self.variant is None:
            raise ValueError("this sheet has no variant (only sheets of a game have one)")
        return self.variant


def format_sheet(variant: Variant, sheet: Sheet) -> str:
    """The sheet on one line, in the format of docs/notation.md.

    >>> from rowlock import Sheet, format_sheet, load_variant
    >>> format_sheet(load_variant("classic"), Sheet((0b1011, 0, 0, 0), penalties=1))
    'r2,3,5 y- g- b- x1'
    """
    words = [_format_row(variant, sheet, row) for row in ROWS]
    words += [_format_bonus_row(sheet, row) for row in variant.bonus_rows]
    words.append(f"x{sheet.penalties}")
    if variant.bar:
        squares = range(len(variant.bar))
        words.append("=" + "".join("x" if sheet.bar >> s & 1 else "." for s in squares))
    if variant.swaps:
        words.append("~" + "".join(_FIELD_SIGNS[state] for state in swap_fields(variant, sheet)))
    return " ".join(words)


_FIELD_SIGNS: Mapping[FieldState, str] = {"used": "x", "lost": "-", "free": "."}


def _format_row(variant: Variant, sheet: Sheet, row: int) -> str:
    twice = second_crosses(variant, sheet, row)
    cells = (cell for c in crossed_cells(variant, sheet, row) for cell in [c] * (1 + (c in twice)))
    numbers = ",".join(str(cell.number) for cell in cells)
    lock = "#" if is_locked(variant, sheet, row) else ""
    return f"{LETTERS[row]}{numbers or '-'}{lock}"


def _format_bonus_row(sheet: Sheet, row: tuple[Cell, ...]) -> str:
    numbers = ",".join(str(cell.number) for cell in row if is_crossed(sheet, cell))
    return f"{row[0].name[0]}{numbers or '-'}"


def row_mask(sheet: Sheet, row: int) -> int:
    """The crosses of a row. Bonus rows are numbered after the four others."""
    if row < FIRST_BONUS_ROW:
        return sheet.rows[row]
    return sheet.bar >> MARK_BITS * (row - FIRST_BONUS_ROW) & (1 << MARK_BITS) - 1


def crosses_in_row(sheet: Sheet, row: int) -> int:
    """Number of crosses in a row; a crossed lock counts (C-09)."""
    return rules.count(row_mask(sheet, row))


def bonus_crosses(variant: Variant, sheet: Sheet, row: int) -> int:
    """Number of bonus-row crosses that count for this row as well (BP-04)."""
    return crosses_in_row(sheet, FIRST_BONUS_ROW + row // 2) if variant.bonus_rows else 0


def is_locked(variant: Variant, sheet: Sheet, row: int) -> bool:
    """Whether this player has crossed the row's lock."""
    return bool(sheet.rows[row] & variant.lock_bits[row])


def locked_rows(variant: Variant, sheet: Sheet) -> int:
    """Mask of the rows whose lock this player has crossed."""
    return sum(1 << row for row in ROWS if is_locked(variant, sheet, row))


def crossed_cells(variant: Variant, sheet: Sheet, row: int) -> tuple[Cell, ...]:
    """The crossed cells of a row from left to right, without the lock."""
    mask = sheet.rows[row]
    return tuple(cell for cell in variant.rows[row] if mask & cell.bits)


def second_crosses(variant: Variant, sheet: Sheet, row: int) -> tuple[Cell, ...]:
    """The cells of a row whose second box is crossed (DA-02)."""
    mask = sheet.rows[row]
    return tuple(cell for cell in variant.rows[row] if mask & cell.second)


def swap_fields(variant: Variant, sheet: Sheet) -> tuple[FieldState, ...]:
    """The state of each swap field, left to right (X-03)."""
    lost_before = rules.first_free_place(sheet.bar)
    return tuple(
        "used" if sheet.bar >> field & 1 else "lost" if field < lost_before else "free"
        for field in range(len(variant.swaps))
    )


def is_crossed(sheet: Sheet, cell: Cell) -> bool:
    """Whether the cell is crossed."""
    return bool(row_mask(sheet, cell.row) & cell.bits)


def next_cell(variant: Variant, sheet: Sheet, row: int) -> Cell | None:
    """The first cell right of the last cross; None if no cell is left in the row."""
    bits = rules.next_cell(sheet.rows[row], variant.double_bits[row], variant.lock_bits[row])
    return variant.cell_of_bits[row].get(bits)


def left_out(sheet: Sheet, cell: Cell) -> int:
    """Number of crosses that become impossible if this cell is crossed next (C-03)."""
    mask = row_mask(sheet, cell.row)
    bits = rules.crossed_bits(mask, cell.bits, cell.second)
    return (bits & -bits).bit_length() - 1 - rules.first_free_place(mask)


def cells_left_out(variant: Variant, before: Sheet, after: Sheet, row: int) -> int:
    """Number of cells in a row that the crosses of a turn skip for good (C-03). Bonus rows are
    numbered after the four others."""
    bonus = row >= FIRST_BONUS_ROW
    cells = variant.bonus_rows[row - FIRST_BONUS_ROW] if bonus else variant.rows[row]
    old, new = row_mask(before, row), row_mask(after, row)
    last = max((cell.bits for cell in cells if cell.bits & new & ~old), default=0)
    return sum(old < cell.bits < last and not cell.bits & new for cell in cells)


def rows_with_fewest_crosses(sheet: Sheet) -> tuple[int, ...]:
    """All rows tied for the fewest crosses; closed rows count too (L-05, BB-02)."""
    tied = rules.fewest(*map(rules.count, sheet.rows))
    return tuple(row for row in ROWS if tied >> row & 1)


def with_row(sheet: Sheet, row: int, mask: int) -> Sheet:
    """The sheet with other crosses in one row."""
    if row >= FIRST_BONUS_ROW:
        place = MARK_BITS * (row - FIRST_BONUS_ROW)
        others = sheet.bar & ~((1 << MARK_BITS) - 1 << place)
        return Sheet(sheet.rows, sheet.penalties, others | mask << place, sheet.variant)
    rows = sheet.rows
    rows = (*rows[:row], mask, *rows[row + 1 :])
    return Sheet(rows, sheet.penalties, sheet.bar, sheet.variant)


def with_mark(sheet: Sheet, mark: int) -> Sheet:
    """The sheet with one more mark (a bar square, swap field or bonus cell) next to the rows."""
    return Sheet(sheet.rows, sheet.penalties, sheet.bar | 1 << mark, sheet.variant)


def with_penalty(sheet: Sheet) -> Sheet:
    """The sheet with one penalty more."""
    return Sheet(sheet.rows, sheet.penalties + 1, sheet.bar, sheet.variant)
