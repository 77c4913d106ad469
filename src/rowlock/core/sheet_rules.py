"""What a cross does to one sheet: the lock, the partner of a pair, chains of bonus crosses.

Crossing a cell may earn a token: a box (Bonus A) or a completed symbol (Bonus B). Tokens wait in a
queue, first in, first out (BB-03). Each becomes crosses in the *next* cells of some rows, and every
such cross is checked on its own. If a bonus finds several rows tied for the fewest crosses, the
chain stops until the player has chosen one.

`closed` is always the bit mask of rows that were closed for the whole table before the action.
Rows closed by this chain are recognised by their crossed lock (BA-06, BA-07).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rowlock.core import rules
from rowlock.core.event import (
    BarStruck,
    BonusEarned,
    Crossed,
    CrossLapsed,
    Event,
    LockCrossed,
    Source,
)
from rowlock.core.legality import obstacle
from rowlock.core.move import CellCross, ColourCross, LuckyCross, Move, SwapCross, WhiteCross
from rowlock.core.score import is_earned
from rowlock.core.sheet import (
    Sheet,
    is_crossed,
    is_locked,
    next_cell,
    row_mask,
    rows_with_fewest_crosses,
    with_mark,
    with_row,
)
from rowlock.variants.variant import FIRST_BONUS_ROW, ROWS, Cell, Variant

BOX = -1
"""The token of a boxed cell. Other tokens are numbers of bonuses, from 0."""


SOURCES: Mapping[type[CellCross], Source] = {
    WhiteCross: "white",
    ColourCross: "colour",
    LuckyCross: "lucky",
    SwapCross: "swap",
}


class Draft(Struct, frozen=True, gc=False):
    """A sheet during an answer. It is complete when `tied` is empty.

    >>> from rowlock import parse_position, preview
    >>> game = parse_position('bonus_b 4 1 action1 56 1111; "Ann" r- y2 g9 b- x0')
    >>> draft = preview(game, 0, "y11")
    >>> print(draft.sheet, draft.tied)
    r- y2,11 g9 b- x0 (0, 3)
    """

    sheet: Sheet
    events: tuple[Event, ...] = ()
    queue: tuple[int, ...] = ()
    """Tokens earned and not handled yet; the first one waits for a choice."""
    tied: tuple[int, ...] = ()
    """The rows to choose from; empty if no choice is needed."""


def carry_out(
    variant: Variant, seat: int, sheet: Sheet, closed: int, move: Move, *, announced: int
) -> Draft:
    """Carry out a legal move of either action on a sheet, until a choice is needed.

    `announced` is the number of action 1. Together with the cell it identifies a swap field (X-05).
    """
    if not isinstance(move, CellCross):
        return Draft(sheet)
    cell = variant.cell[move.cell]
    if isinstance(move, SwapCross):
        sheet = with_mark(sheet, variant.swapped[announced][cell.number])
    return cross(variant, seat, sheet, closed, (cell,), source=SOURCES[type(move)])


def cross(
    variant: Variant, seat: int, sheet: Sheet, closed: int, cells: Iterable[Cell], *, source: Source
) -> Draft:
    """Cross these legal cells and follow all bonuses, until a choice is needed."""
    if variant.has_tokens:
        chain = _Chain(variant, seat, sheet, closed)
        for cell in cells:
            chain.cross(cell, source)
        return chain.run()
    events: list[Event] = []
    for cell in cells:
        sheet = crossed(variant, seat, sheet, cell, source, events=events)
    if variant.chain:
        sheet = _with_partners(variant, seat, sheet, events)
    return Draft(sheet, tuple(events))


def _with_partners(variant: Variant, seat: int, sheet: Sheet, events: list[Event]) -> Sheet:
    """The sheet with the partners of all newly crossed cells of pairs crossed as well.

    A partner is crossed even if it lies left of other crosses or in a closed row, and it triggers
    nothing else (CC-02, CC-03).
    """
    for event in tuple(events):
        partner = variant.partner.get(event.cell) if isinstance(event, Crossed) else None
        if partner is not None and not is_crossed(sheet, partner):
            sheet = with_row(sheet, partner.row, sheet.rows[partner.row] | partner.bits)
            events.append(Crossed(seat, partner.name, "chain"))
    return sheet


def crossed(
    variant: Variant, seat: int, sheet: Sheet, cell: Cell, source: Source, *, events: list[Event]
) -> Sheet:
    """The sheet after one cross and, if it closes the row, its lock. Appends to `events`."""
    row = cell.row
    if row >= FIRST_BONUS_ROW:  # it has no lock (BP-01)
        events.append(Crossed(seat, cell.name, source))
        return with_row(sheet, row, row_mask(sheet, row) | cell.bits)
    first_lock, lock = variant.first_lock_bits[row], variant.lock_bits[row]
    bits = rules.crossed_bits(sheet.rows[row], cell.bits, cell.second)
    mask = rules.after_cross(sheet.rows[row], bits, first_lock, lock)
    events.append(Crossed(seat, cell.name, source))
    if mask & lock:
        events.append(LockCrossed(seat, row))
    return with_row(sheet, row, mask)


def choose(variant: Variant, seat: int, draft: Draft, closed: int, row: int) -> Draft:
    """The draft after the player has chosen `row`."""
    chain = _Chain(variant, seat, draft.sheet, closed, events=draft.events, queue=draft.queue)
    chain.handle_fewest(row)
    return chain.run()


def strike_closed(variant: Variant, seat: int, sheet: Sheet, closed: int) -> Draft:
    """The sheet with the unused bar squares of closed rows struck (BA-05)."""
    chain = _Chain(variant, seat, sheet, closed)
    chain.strike_squares(closed)
    return chain.run()


class _Chain:
    """The queue of tokens being worked off: mutable while it runs, then frozen into a `Draft`."""

    def __init__(
        self,
        variant: Variant,
        seat: int,
        sheet: Sheet,
        closed: int,
        *,
        events: tuple[Event, ...] = (),
        queue: tuple[int, ...] = (),
    ) -> None:
        self.variant = variant
        self.seat = seat
        self.sheet = sheet
        self.closed = closed
        self.events = list(events)
        self.queue = list(queue)

    def run(self) -> Draft:
        tied: tuple[int, ...] = ()
        while self.queue and not tied:
            tied = self.handle(self.queue[0])
        return Draft(self.sheet, tuple(self.events), tuple(self.queue), tied)

    def handle(self, token: int) -> tuple[int, ...]:
        """Carry out the first token; return the tied rows if it needs a choice, else ()."""
        if token == BOX:
            self.queue.pop(0)
            self.strike_next_square()
            return ()
        effect = self.variant.bonuses[token].effect
        if effect == "cross_fewest":
            rows = rows_with_fewest_crosses(self.sheet)
            if len(rows) > 1:
                return rows
            self.handle_fewest(rows[0])
            return ()
        self.queue.pop(0)
        if effect == "cross_every":
            for row in ROWS:
                self.cross_next(row)
        return ()  # the other effects are scored when the game ends

    def handle_fewest(self, row: int) -> None:
        """Make all crosses of a token in one row; those that it cannot take lapse (BB-01,
        BB-02)."""
        token = self.queue.pop(0)
        for _ in range(self.variant.bonuses[token].times):
            self.cross_next(row)

    def strike_next_square(self) -> None:
        """Strike the leftmost free square and cross in its row (BA-02)."""
        for square, row in enumerate(self.variant.bar):
            if not self.sheet.bar >> square & 1:
                self.strike(square, used=True)
                self.cross_next(row)
                return

    def strike_squares(self, rows: int) -> None:
        for square, row in enumerate(self.variant.bar):
            if rows >> row & 1 and not self.sheet.bar >> square & 1:
                self.strike(square, used=False)

    def strike(self, square: int, *, used: bool) -> None:
        self.sheet = with_mark(self.sheet, square)
        self.events.append(BarStruck(self.seat, square, used))

    def cross_next(self, row: int) -> None:
        cell = next_cell(self.variant, self.sheet, row)
        if cell is None or obstacle(self.variant, self.sheet, self.closed, cell):
            self.events.append(CrossLapsed(self.seat, row))
        else:
            self.cross(cell, "bonus")

    def cross(self, cell: Cell, source: Source) -> None:
        variant, row = self.variant, cell.row
        self.sheet = crossed(variant, self.seat, self.sheet, cell, source, events=self.events)
        self.emit_token(cell)
        if is_locked(variant, self.sheet, row):
            self.strike_squares(1 << row)  # BA-05: the player's own squares are struck immediately

    def emit_token(self, cell: Cell) -> None:
        if cell.name in self.variant.boxed:
            self.queue.append(BOX)
        number = self.variant.bonus_of.get(cell.name)
        if number is not None and is_earned(self.sheet, self.variant.bonuses[number]):
            self.queue.append(number)
            self.events.append(BonusEarned(self.seat, self.variant.bonuses[number].symbol))
