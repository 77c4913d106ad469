"""Everything that a picture of a sheet shows, as values read from the core.

All other drawing code uses only these values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.core.move import CellCross, LuckyCross, Move, SwapCross, parse_move
from rowlock.core.score import Score, is_earned, score, steps_crossed
from rowlock.core.sheet import (
    FieldState,
    Sheet,
    bonus_crosses,
    crossed_cells,
    crosses_in_row,
    is_crossed,
    is_locked,
    locked_rows,
    second_crosses,
    swap_fields,
)
from rowlock.errors import Unreadable
from rowlock.variants.variant import ROWS, Bonus, Cell, LuckyPair, SwapField, Variant

CellState: TypeAlias = Literal["open", "crossed", "skipped", "closed"]
Legal: TypeAlias = Literal["", "legal", "lucky", "swap"]


class Note(Struct, frozen=True):
    """An annotation of a cell for `draw_sheet`.

    >>> from rowlock import Note, Sheet, draw_sheet, load_variant
    >>> notes = {"r9": Note("-0.8", shade="#ffd84a")}
    >>> "-0.8" in draw_sheet(load_variant("classic"), Sheet(), notes=notes).svg()
    True
    """

    label: str = ""
    """A short text on the cell."""
    shade: str | None = None
    """The colour behind the cell, such as `#ffd84a`."""


NO_NOTES: Mapping[str, Note] = MappingProxyType({})


class CellFacts(Struct, frozen=True):
    cell: Cell
    state: CellState
    legal: Legal
    """Whether to mark the cell as legal, and how: by the announced number, a lucky number (Longo)
    or a swap field (X-Change)."""
    closes: bool = False
    """Whether a cross here closes the row (C-09)."""
    boxed: bool = False
    symbol: str | None = None
    double: bool = False
    second: bool = False
    """Double A: whether the cell has a second box."""
    crossed_twice: bool = False
    step: bool = False
    chained: bool = False
    note: Note | None = None


class RowFacts(Struct, frozen=True):
    row: int
    cells: tuple[CellFacts, ...]
    crosses: int
    counted: int
    """Number of crosses that score, including those of a bonus row (BP-04)."""
    needed: int
    """Number of crosses required before one that closes the row."""
    points: int
    locked: bool
    """Whether this player has crossed the lock."""
    shut: bool
    """Whether the row is closed, by any player."""


class BonusFacts(Struct, frozen=True):
    bonus: Bonus
    crossed: int
    earned: bool


class SheetFacts(Struct, frozen=True):
    rows: tuple[RowFacts, ...]
    bar: tuple[tuple[int, bool], ...]
    """Bonus A: the row of each square, and whether it is struck."""
    bonus_rows: tuple[tuple[CellFacts, ...], ...]
    """Big Points: the cells of the bonus rows."""
    swaps: tuple[tuple[SwapField, FieldState], ...]
    """X-Change: each swap field and its state."""
    bonuses: tuple[BonusFacts, ...]
    penalties: int
    penalty_boxes: int
    lucky: LuckyPair | None
    score: Score
    steps: int = 0
    """Connected steps: number of crosses in the fifth row."""


def read_sheet(
    variant: Variant,
    sheet: Sheet,
    closed: int = 0,
    *,
    lucky: LuckyPair | None = None,
    legal: Iterable[Move | str] = (),
    notes: Mapping[str, Note] = NO_NOTES,
) -> SheetFacts:
    """Collect everything that a picture of the sheet shows."""
    shut = closed | locked_rows(variant, sheet)
    points = score(variant, sheet)
    marked = _marked(variant, legal)
    for name in notes:
        _check_cell(variant, name, name)
    return SheetFacts(
        rows=tuple(
            _row(variant, sheet, row, shut=shut, points=points, marked=marked, notes=notes)
            for row in ROWS
        ),
        bonus_rows=tuple(_bonus_row(sheet, cells, marked, notes) for cells in variant.bonus_rows),
        bar=tuple((row, bool(sheet.bar >> n & 1)) for n, row in enumerate(variant.bar)),
        swaps=tuple(zip(variant.swaps, swap_fields(variant, sheet), strict=True)),
        bonuses=tuple(
            BonusFacts(
                bonus,
                crossed=sum(is_crossed(sheet, cell) for cell in bonus.cells),
                earned=is_earned(sheet, bonus),
            )
            for bonus in variant.bonuses
        ),
        penalties=sheet.penalties,
        penalty_boxes=variant.penalties_to_end,
        lucky=lucky,
        score=points,
        steps=steps_crossed(variant, sheet),
    )


def _row(
    variant: Variant,
    sheet: Sheet,
    row: int,
    *,
    shut: int,
    points: Score,
    marked: Mapping[str, Legal],
    notes: Mapping[str, Note],
) -> RowFacts:
    crossed = {cell.name for cell in crossed_cells(variant, sheet, row)}
    twice = second_crosses(variant, sheet, row)
    last = max((variant.cell[name].position for name in crossed), default=-1)
    is_shut = bool(shut >> row & 1)
    cells = variant.rows[row]
    return RowFacts(
        row=row,
        cells=tuple(
            CellFacts(
                cell,
                state=_state(cell, crossed, last, is_shut),
                legal=marked.get(cell.name, ""),
                closes=cell.name in variant.closing,
                boxed=cell.name in variant.boxed,
                symbol=_symbol(variant, cell),
                double=cell in variant.doubles,
                second=cell.second > 0,
                crossed_twice=cell in twice,
                step=cell in variant.steps,
                chained=cell.name in variant.partner,
                note=notes.get(cell.name),
            )
            for cell in cells
        ),
        crosses=crosses_in_row(sheet, row),
        counted=crosses_in_row(sheet, row) + bonus_crosses(variant, sheet, row),
        needed=variant.crosses_before_lock,
        points=points.rows[row],
        locked=is_locked(variant, sheet, row),
        shut=is_shut,
    )


def _bonus_row(
    sheet: Sheet,
    cells: tuple[Cell, ...],
    marked: Mapping[str, Legal],
    notes: Mapping[str, Note],
) -> tuple[CellFacts, ...]:
    crossed = {cell.name for cell in cells if is_crossed(sheet, cell)}
    last = max((cell.position for cell in cells if cell.name in crossed), default=-1)
    return tuple(
        CellFacts(
            cell,
            state=_state(cell, crossed, last, shut=False),
            legal=marked.get(cell.name, ""),
            note=notes.get(cell.name),
        )
        for cell in cells
    )


def _state(cell: Cell, crossed: set[str], last: int, shut: bool) -> CellState:
    if cell.name in crossed:
        return "crossed"
    if cell.position < last:
        return "skipped"
    return "closed" if shut else "open"


def _symbol(variant: Variant, cell: Cell) -> str | None:
    number = variant.bonus_of.get(cell.name)
    return None if number is None else variant.bonuses[number].symbol


_WAYS: Mapping[type[Move], Legal] = {LuckyCross: "lucky", SwapCross: "swap"}


def _marked(variant: Variant, legal: Iterable[Move | str]) -> dict[str, Legal]:
    """The cells that these moves cross; moves without a cell are ignored."""
    marked: dict[str, Legal] = {}
    for offered in legal:
        move = parse_move(offered) if isinstance(offered, str) else offered
        if isinstance(move, CellCross):
            _check_cell(variant, move.cell, str(move))
            way = _WAYS.get(type(move), "legal")
            # The announced number itself takes precedence over lucky numbers and swaps.
            if way == "legal" or move.cell not in marked:
                marked[move.cell] = way
    return marked


def _check_cell(variant: Variant, name: str, move: str) -> None:
    if name not in variant.cell:
        raise Unreadable("unknown_cell", f"there is no cell {name} on this sheet", move=move)
