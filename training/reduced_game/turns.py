"""The turns of a small game of two as trees: who may answer what, and where it leads.

Crossing, points, penalties and ends are asked of the readable core; a turn's order (action 1
together, then action 2, then a penalty) is written out here once more, on its own, and a test holds
it to the core. Neither the kernel nor the tensors of the training have a part in it.

A position is an end of a turn, seen from the seat that rolls next. Every turn adds a cross or a
penalty, so no position comes back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from rowlock.core import rules
from rowlock.core.ending import ending
from rowlock.core.event import Reason
from rowlock.core.legality import obstacle
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, is_locked, locked_rows, with_penalty
from rowlock.core.sheet_rules import cross
from rowlock.variants.features import Feature, check_features
from rowlock.variants.variant import ROWS, Cell, Variant

KNOWN: frozenset[Feature] = frozenset({"several_last_cells", "mixed_colours"})
White: TypeAlias = tuple[int, int]
Second: TypeAlias = tuple[int, int]
"""A cross of action 2: colour and number."""


class Position(NamedTuple):
    rolls: Sheet
    """The sheet of the seat whose turn comes."""
    waits: Sheet
    closed: int


class Final(NamedTuple):
    """The totals of a game that is over: of the seat that rolled last, and of the other."""

    mover: int
    other: int
    by_penalty: bool

    @property
    def share(self) -> float:
        """The mover's win; equal totals share it (C-14)."""
        return 0.5 * ((self.mover > self.other) + (self.mover >= self.other))


End: TypeAlias = Position | Final


class Answer(NamedTuple):
    """A seat's sheet after its action 1."""

    sheet: Sheet
    locks: int
    crossed: bool


@dataclass(frozen=True, slots=True)
class Middle:
    """Between the actions: where each action 2 of the mover leads."""

    nothing: End
    crosses: dict[Second, End]

    def after(self, second: Second | None) -> End:
        """The end of the turn; a cross that has become impossible is none."""
        return self.crosses.get(second, self.nothing) if second else self.nothing


@dataclass(frozen=True, slots=True)
class Window:
    """Action 1 of a white roll: `middles[i][j]` for the mover's and the other's answers.

    The first answer of both is to cross nothing.
    """

    middles: list[list[Middle]]
    unmoved: list[End]
    """By the other's answer: as if the mover's whole turn had been left out."""


class Colours(NamedTuple):
    """A roll of the coloured dice."""

    chance: float
    offers: list[Second]
    """What they offer in action 2 (C-07), as far as some middle can take it."""


class Turns:
    """The turns of one variant for two players."""

    def __init__(self, variant: Variant) -> None:
        check_features("this small game", KNOWN, variant)
        self.variant = variant
        self.faces = range(1, variant.sides + 1)
        # Few sheets in many positions: what belongs to one sheet is worked out once.
        self.answers = lru_cache(maxsize=None)(self._answers)
        self.seconds = lru_cache(maxsize=None)(self._seconds)
        self.settled = lru_cache(maxsize=None)(self._settled)
        self.total = lru_cache(maxsize=None)(lambda sheet: score(variant, sheet).total)

    @property
    def start(self) -> Position:
        return Position(Sheet(), Sheet(), 0)

    def whites(self) -> Iterator[tuple[White, float]]:
        """The pairs of white dice with their chances."""
        for low, high in product(self.faces, self.faces):
            if low <= high:
                yield (low, high), (1 if low == high else 2) / len(self.faces) ** 2

    def window(self, position: Position, white: White) -> Window:
        mine = self.answers(position.rolls, position.closed, sum(white))
        theirs = self.answers(position.waits, position.closed, sum(white))
        return Window(
            [[self.middle(position, a, b) for b in theirs] for a in mine],
            [self.end(position.rolls, b.sheet, position.closed | b.locks) for b in theirs],
        )

    def colours(self, window: Window, white: White) -> Iterator[Colours]:
        """Every roll of the coloured dice; faces that offer the same are taken together."""
        useful = {second for line in window.middles for m in line for second in m.crosses}
        dice = []
        for colour in ROWS:
            sums = {f: [(colour, w + f) for w in sorted(set(white))] for f in self.faces}
            alike = Counter(tuple(o for o in sums[f] if o in useful) for f in self.faces)
            dice.append([(n / len(self.faces), found) for found, n in alike.items()])
        for roll in product(*dice):
            offers = [second for _, found in roll for second in found]
            yield Colours(prod(chance for chance, _ in roll), offers)

    def middle(self, position: Position, mine: Answer, theirs: Answer) -> Middle:
        """After both answers: rows that they close are closed, and may end it (C-10 to C-13)."""
        closed = position.closed | mine.locks | theirs.locks
        sheet = mine.sheet
        if reason := self.ending(sheet, theirs.sheet, closed):
            return Middle(self.final(sheet, theirs.sheet, reason), {})
        idle = with_penalty(sheet) if rules.owes_penalty(mine.crossed, False) else sheet
        crosses = {
            second: self.end(after, theirs.sheet, closed | locks)
            for second, after, locks in self.seconds(sheet, closed)
        }
        return Middle(self.end(idle, theirs.sheet, closed), crosses)

    def end(self, mover: Sheet, other: Sheet, closed: int) -> End:
        if reason := self.ending(mover, other, closed):
            return self.final(mover, other, reason)
        return Position(self.settled(other, closed), self.settled(mover, closed), closed)

    def ending(self, mover: Sheet, other: Sheet, closed: int) -> Reason | None:
        return ending(self.variant, (mover, other), closed)

    def final(self, mover: Sheet, other: Sheet, reason: Reason) -> Final:
        return Final(self.total(mover), self.total(other), reason == "four_penalties")

    # What belongs to one sheet.

    def _answers(self, sheet: Sheet, closed: int, white_sum: int) -> Sequence[Answer]:
        cells = (cell for cell in self.variant.cells if cell.number == white_sum)
        crosses = (self._cross(sheet, closed, cell) for cell in cells)
        return (Answer(sheet, 0, False), *(Answer(*found, True) for found in crosses if found))

    def _seconds(self, sheet: Sheet, closed: int) -> Sequence[tuple[Second, Sheet, int]]:
        """Every cross that some coloured sum could make, with what comes of it.

        The die of a closed row is out, whatever row its colour stands in (C-12).
        """
        cells = (cell for cell in self.variant.cells if not closed >> cell.colour & 1)
        return tuple(
            ((cell.colour, cell.number), *found)
            for cell in cells
            if (found := self._cross(sheet, closed, cell))
        )

    def _cross(self, sheet: Sheet, closed: int, cell: Cell) -> tuple[Sheet, int] | None:
        """The sheet with this cross and the row it locks, if it is legal."""
        if obstacle(self.variant, sheet, closed, cell):
            return None
        after = cross(self.variant, 0, sheet, closed, [cell], source="white").sheet
        return after, locked_rows(self.variant, after) & ~locked_rows(self.variant, sheet)

    def _settled(self, sheet: Sheet, closed: int) -> Sheet:
        """One sheet for all that differ in nothing that still counts.

        Of an open row count its reach and its crosses, of a closed one its crosses alone.
        """
        rows = []
        for row, mask in enumerate(sheet.rows):
            crosses, reach = rules.count(mask), rules.first_free_place(mask)
            if closed >> row & 1 and not is_locked(self.variant, sheet, row):
                reach = crosses
            rows.append(((1 << crosses) - 1) << (reach - crosses))
        return Sheet(tuple(rows), sheet.penalties)
