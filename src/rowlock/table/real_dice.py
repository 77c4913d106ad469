"""Real dice: players roll their own dice, the server only keeps the sheets.

There are no turns, and the server does not know the dice: a swap of X-Change is two strokes, one on
its field (`~3` is the third) and one on a cell. Every seat makes strokes on its own sheet, at any
time, and may undo them one by one. A row is closed while its lock is crossed on any sheet, or while
it is marked as closed by a player whose sheet is not here.

strict    a stroke must be legal on the sheet; locks and bonus crosses happen by themselves
warning   every stroke is allowed; those against the rules are listed
free      every stroke is allowed
"""

from __future__ import annotations

import copy

from msgspec import Struct
from msgspec.structs import replace

from rowlock.core.ending import ending
from rowlock.core.event import Crossed, RowClosed
from rowlock.core.legality import obstacle
from rowlock.core.rules import crossed_bits
from rowlock.core.score import Score, score
from rowlock.core.sheet import (
    Sheet,
    crossed_cells,
    is_crossed,
    locked_rows,
    row_mask,
    swap_fields,
    with_mark,
    with_penalty,
    with_row,
)
from rowlock.core.sheet_rules import Draft, choose, cross, crossed, strike_closed
from rowlock.errors import Illegal
from rowlock.table import events, log_entries
from rowlock.table.kinds import EndReason, MarkingRules
from rowlock.variants import ROWS, Cell, Variant

SAME_ROLL_S = 60.0
"""Seconds in which others may still cross the last cell of a closed row: C-11, the same roll."""


class SheetHistory(Struct, frozen=True):
    """One sheet between two strokes."""

    draft: Draft
    warned: tuple[str, ...] = ()


class RealSheets:
    def __init__(self, variants: tuple[Variant, ...], rules: MarkingRules) -> None:
        self.variants = variants
        """The sheet of each seat."""
        self.rules = rules
        self.pads: list[list[SheetHistory]] = [
            [SheetHistory(Draft(Sheet(variant=variant)))] for variant in variants
        ]
        self.marks = [0] * len(variants)
        self.said_closed = 0
        """Rows closed by players whose sheets are not here, as a bit mask."""
        self.closed_at: dict[int, float] = {}

    def copy(self) -> RealSheets:
        """A copy that can be changed independently."""
        other = copy.copy(self)
        other.pads = [list(pads) for pads in self.pads]
        other.marks = list(self.marks)
        other.closed_at = dict(self.closed_at)
        return other

    # What others ask -------------------------------------------------------------------------

    @property
    def closed(self) -> int:
        closed = self.said_closed
        for variant, pads in zip(self.variants, self.pads, strict=True):
            closed |= locked_rows(variant, pads[-1].draft.sheet)
        return closed

    def sheet(self, seat: int) -> Sheet:
        sheet = self.pads[seat][-1].draft.sheet
        variant = self.variants[seat]
        if variant.bar and self.rules == "strict":  # BA-05
            return strike_closed(variant, seat, sheet, self.closed).sheet
        return sheet

    def tied(self, seat: int) -> tuple[int, ...]:
        return self.pads[seat][-1].draft.tied

    def scores(self) -> tuple[Score, ...]:
        return tuple(map(score, self.variants, map(self.sheet, self._seats)))

    def winners(self) -> tuple[int, ...]:
        totals = [score.total for score in self.scores()]
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    def reason(self) -> EndReason | None:
        """Why the game is over according to the sheets (C-13); None if it is not."""
        return ending(self.variants, map(self.sheet, self._seats), self.closed)

    def legal_cells(self, seat: int, now: float) -> tuple[str, ...]:
        """The cells that the rules would let this seat cross."""
        if self.tied(seat):
            return ()
        variant = self.variants[seat]
        cells = [c.name for c in variant.cells if self.wall(seat, c, now) is None]
        fields = enumerate(swap_fields(variant, self.sheet(seat)), start=1)
        return (*cells, *(f"~{n}" for n, state in fields if state == "free"))

    def wall(self, seat: int, cell: Cell, now: float) -> str | None:
        """Why the rules do not allow this cross now, as a code."""
        variant = self.variants[seat]
        partner = variant.partner.get(cell.name)
        sheet = self.sheet(seat)
        if partner and is_crossed(sheet, partner) and not is_crossed(sheet, cell):
            return None  # CC-02: it is owed, whatever is crossed in its row
        return obstacle(variant, self.sheet(seat), self._closed_for(seat, cell, now), cell)

    @property
    def _seats(self) -> range:
        return range(len(self.pads))

    def _closed_for(self, seat: int, cell: Cell, now: float) -> int:
        closes = cell.name in self.variants[seat].closing
        just_now = now - self.closed_at.get(cell.row, -SAME_ROLL_S) < SAME_ROLL_S
        return self.closed & ~(1 << cell.row) if closes and just_now else self.closed

    # Strokes ---------------------------------------------------------------------------------

    def check(self, entry: log_entries.SheetMarked) -> None:
        """Raise `Illegal` if this stroke is not possible."""
        self._stroke(entry)

    def apply(self, entry: log_entries.SheetMarked | log_entries.RowSet) -> list[events.Happening]:
        before = self.closed
        happened: list[events.Happening] = []
        if isinstance(entry, log_entries.RowSet):
            bit = 1 << entry.row
            self.said_closed = self.said_closed | bit if entry.closed else self.said_closed & ~bit
        else:
            happened.append(self._mark(entry))
        for row in ROWS:
            if (self.closed & ~before) >> row & 1:
                self.closed_at[row] = entry.at
                lockers = (entry.seat,) if isinstance(entry, log_entries.SheetMarked) else ()
                happened.append(RowClosed(row, lockers))
        return happened

    def _mark(self, entry: log_entries.SheetMarked) -> events.StrokeMade:
        seat = entry.seat
        pad = self._stroke(entry)
        known = len(self.pads[seat][-1].draft.events)
        self.marks[seat] += 1
        if entry.kind == "undo":
            self.pads[seat].pop()
            return events.StrokeMade(seat, "undo")
        self.pads[seat].append(pad)
        new = pad.draft.events[known:] if entry.kind == "choose" else pad.draft.events
        cells = tuple(event.cell for event in new if isinstance(event, Crossed))
        if entry.cell and (entry.kind == "uncross" or entry.cell not in self.variants[seat].cell):
            cells = (entry.cell,)
        return events.StrokeMade(seat, entry.kind, cells, entry.row)

    def _stroke(self, entry: log_entries.SheetMarked) -> SheetHistory:
        pads = self.pads[entry.seat]
        pad = pads[-1]
        if entry.kind == "undo":
            if len(pads) == 1:
                raise Illegal("nothing_to_undo", "this sheet has no stroke to undo")
            return pads[-2]
        if pad.draft.tied and entry.kind != "choose":
            raise Illegal("choice_due", "a row must be chosen first")
        variant = self.variants[entry.seat]
        field = _field(variant, entry.cell)
        match entry.kind:
            case "cross" if field is not None:
                return self._swap(variant, pad, field)
            case "uncross" if field is not None:
                return self._unswap(pad, field)
            case "cross":
                return self._cross(pad, entry.seat, _cell(variant, entry), entry.at)
            case "uncross" if entry.cell is None and entry.row is not None:
                return self._unlock(variant, pad, entry.row)
            case "uncross":
                return self._uncross(variant, pad, _cell(variant, entry))
            case "lock":
                return self._lock(variant, pad, entry.row)
            case "choose":
                return self._choose(pad, entry.seat, entry.row)
            case "penalty":
                return _penalty(variant, pad)

    def _cross(self, pad: SheetHistory, seat: int, cell: Cell, now: float) -> SheetHistory:
        mask = row_mask(pad.draft.sheet, cell.row)
        bits = crossed_bits(mask, cell.bits, cell.second)
        if mask & cell.bits and (not bits or mask & bits):
            raise Illegal("already_crossed", f"{cell.name} is already crossed")
        variant, wall = self.variants[seat], self.wall(seat, cell, now)
        if self.rules == "strict":
            if wall is not None:
                raise Illegal(wall, f"{cell.name} cannot be crossed: {wall}")
            closed = self._closed_for(seat, cell, now)
            return SheetHistory(
                cross(variant, seat, self.sheet(seat), closed, [cell], source="white")
            )
        sheet = pad.draft.sheet
        if self.rules == "warning" and wall is None:
            sheet = crossed(variant, seat, sheet, cell, "white", events=[])
        else:  # the lock is a stroke of its own
            sheet = _with_bits(sheet, cell.row, bits)
        warned = pad.warned
        if self.rules == "warning" and wall is not None:
            warned = (*warned, cell.name)
        events = (Crossed(seat, cell.name, "white"),)
        return SheetHistory(Draft(sheet, events), warned)

    def _uncross(self, variant: Variant, pad: SheetHistory, cell: Cell) -> SheetHistory:
        if not is_crossed(pad.draft.sheet, cell):
            raise Illegal("not_crossed", f"{cell.name} is not crossed")
        self._refuse_if_strict()
        lock = variant.lock_bits[cell.row] if cell.name in variant.closing else 0
        warned = tuple(name for name in pad.warned if name != cell.name)
        second = row_mask(pad.draft.sheet, cell.row) & cell.second  # the last stroke goes first
        return SheetHistory(
            Draft(_without(pad.draft.sheet, cell.row, second or cell.bits | lock)), warned
        )

    def _swap(self, variant: Variant, pad: SheetHistory, field: int) -> SheetHistory:
        """Cross out a swap field: from left to right (X-03)."""
        state = swap_fields(variant, pad.draft.sheet)[field]
        if state == "used":
            raise Illegal("already_crossed", "this swap field is already used")
        if state == "lost" and self.rules == "strict":
            raise Illegal("field_lost", "a field to the right of it is already used")
        is_wrong = state == "lost" and self.rules == "warning"
        warned = (*pad.warned, f"~{field + 1}") if is_wrong else pad.warned
        return SheetHistory(Draft(with_mark(pad.draft.sheet, field)), warned)

    def _unswap(self, pad: SheetHistory, field: int) -> SheetHistory:
        sheet = pad.draft.sheet
        if not sheet.bar >> field & 1:
            raise Illegal("not_crossed", "this swap field is not used")
        self._refuse_if_strict()
        warned = tuple(name for name in pad.warned if name != f"~{field + 1}")
        return SheetHistory(Draft(replace(sheet, bar=sheet.bar & ~(1 << field))), warned)

    def _lock(self, variant: Variant, pad: SheetHistory, row: int | None) -> SheetHistory:
        if row is None or self.rules == "strict":
            raise Illegal("wrong_action", "strict rules cross a lock with its last cell")
        bit = variant.lock_bits[row]
        if pad.draft.sheet.rows[row] & bit:
            raise Illegal("already_crossed", "this lock is already crossed")
        last = any(
            cell.name in variant.closing for cell in crossed_cells(variant, pad.draft.sheet, row)
        )
        warned = pad.warned
        if self.rules == "warning" and not last:
            warned = (*warned, f"lock:{row}")
        return SheetHistory(Draft(_with_bits(pad.draft.sheet, row, bit)), warned)

    def _unlock(self, variant: Variant, pad: SheetHistory, row: int) -> SheetHistory:
        bit = variant.lock_bits[row]
        if not pad.draft.sheet.rows[row] & bit:
            raise Illegal("not_crossed", "this lock is not crossed")
        self._refuse_if_strict()
        warned = tuple(name for name in pad.warned if name != f"lock:{row}")
        return SheetHistory(Draft(_without(pad.draft.sheet, row, bit)), warned)

    def _refuse_if_strict(self) -> None:
        if self.rules == "strict":
            raise Illegal("nothing_to_undo", "strict rules allow undo only")

    def _choose(self, pad: SheetHistory, seat: int, row: int | None) -> SheetHistory:
        if not pad.draft.tied:
            raise Illegal("no_choice_due", "there is no row to choose now")
        if row not in pad.draft.tied:
            raise Illegal("not_tied", "this row is not among those with the fewest crosses")
        assert row is not None
        return SheetHistory(
            choose(self.variants[seat], seat, pad.draft, self.closed, row), pad.warned
        )


def _cell(variant: Variant, entry: log_entries.SheetMarked) -> Cell:
    cell = variant.cell.get(entry.cell or "")
    if cell is None:
        raise Illegal("unknown_cell", f"there is no cell {entry.cell} on this sheet")
    return cell


def _penalty(variant: Variant, pad: SheetHistory) -> SheetHistory:
    sheet = pad.draft.sheet
    if ending(variant, [sheet], closed=0):
        raise Illegal("too_many_penalties", "all penalties of this sheet are taken")
    return SheetHistory(Draft(with_penalty(sheet)), pad.warned)


def _field(variant: Variant, name: str | None) -> int | None:
    """The swap field of a name like `~3`; None for anything else."""
    names = [f"~{n}" for n in range(1, len(variant.swaps) + 1)]
    return names.index(name) if name in names else None


def _with_bits(sheet: Sheet, row: int, bits: int) -> Sheet:
    return with_row(sheet, row, row_mask(sheet, row) | bits)


def _without(sheet: Sheet, row: int, bits: int) -> Sheet:
    return with_row(sheet, row, row_mask(sheet, row) & ~bits)
