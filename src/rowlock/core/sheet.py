"""One player's sheet: four rows of crosses, penalties, what is marked beside the rows.

A row is a bit mask of crosses; `rules.py` says what its bits mean and what may be asked of them.
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
"""Of a swap field: crossed out, left of one that is, or still to be had (X-03)."""


class Sheet(Struct, frozen=True, eq=False, gc=False):
    """A sheet; those of a game know what is printed on them and can be read and printed.

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
    """What is marked beside the rows, as a bit mask: the struck squares of the bar (Bonus A), the
    used fields of the strip (X-Change), the crosses of the bonus rows (Big Points), 32 bits
    each."""
    variant: Variant | None = None
    """What is printed on it. Two sheets with the same crosses are equal whatever that is."""

    def __eq__(self, other: object) -> bool:
        # Whether two sheets are equal decides penalties: every stroke on them has to count.
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
        """The rows whose lock this player has crossed.

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
            raise ValueError("this sheet does not know its variant; sheets of a game do")
        return self.variant


def format_sheet(variant: Variant, sheet: Sheet) -> str:
    """The sheet on one line, as docs/notation.md describes it.

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
    """The crosses of a row; bonus rows are numbered behind the four others."""
    if row < FIRST_BONUS_ROW:
        return sheet.rows[row]
    return sheet.bar >> MARK_BITS * (row - FIRST_BONUS_ROW) & (1 << MARK_BITS) - 1


def crosses_in_row(sheet: Sheet, row: int) -> int:
    """How many crosses a row holds; a crossed lock counts (C-09)."""
    return rules.count(row_mask(sheet, row))


def bonus_crosses(variant: Variant, sheet: Sheet, row: int) -> int:
    """How many crosses of the bonus row beside it a row is credited with (BP-04)."""
    return crosses_in_row(sheet, FIRST_BONUS_ROW + row // 2) if variant.bonus_rows else 0


def is_locked(variant: Variant, sheet: Sheet, row: int) -> bool:
    """Whether this player has crossed the row's lock."""
    return bool(sheet.rows[row] & variant.lock_bits[row])


def locked_rows(variant: Variant, sheet: Sheet) -> int:
    """Bit mask of the rows whose lock this player has crossed."""
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
    """What has become of each swap field, left to right (X-03)."""
    lost_before = rules.reach(sheet.bar)
    return tuple(
        "used" if sheet.bar >> field & 1 else "lost" if field < lost_before else "free"
        for field in range(len(variant.swaps))
    )


def is_crossed(sheet: Sheet, cell: Cell) -> bool:
    """Whether this cell is crossed."""
    return bool(row_mask(sheet, cell.row) & cell.bits)


def next_cell(variant: Variant, sheet: Sheet, row: int) -> Cell | None:
    """The first cell right of the last cross; None when the row has no cell left."""
    bits = rules.next_cell(sheet.rows[row], variant.double_bits[row], variant.lock_bits[row])
    return variant.cell_of_bits[row].get(bits)


def left_out(sheet: Sheet, cell: Cell) -> int:
    """How many crosses a cross here leaves out for good (C-03)."""
    mask = row_mask(sheet, cell.row)
    bits = rules.struck(mask, cell.bits, cell.second)
    return (bits & -bits).bit_length() - 1 - rules.reach(mask)


def cells_left_out(variant: Variant, before: Sheet, after: Sheet, row: int) -> int:
    """How many cells of a row the crosses of a turn leave out for good (C-03); a bonus row has
    the number behind the four others."""
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
    """The sheet with one more square or field marked beside the rows."""
    return Sheet(sheet.rows, sheet.penalties, sheet.bar | 1 << mark, sheet.variant)


def with_penalty(sheet: Sheet) -> Sheet:
    """The sheet with one penalty more."""
    return Sheet(sheet.rows, sheet.penalties + 1, sheet.bar, sheet.variant)
