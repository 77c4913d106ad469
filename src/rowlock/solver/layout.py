"""Maps sheets to places in the value table.

The four rows form two halves of two rows each. Every pair of row states of a half has a number; the
two numbers give the place:

    row states   q0 q1 | q2 q3
    halves          a  |  b           place = a * halves + b

Symmetries fold the table. If the two rows of a half may be exchanged, the half counts unordered
pairs. If the halves may be exchanged, the place is that of the unordered pair {a, b}:

    place = a * (a + 1) / 2 + b  with a >= b

Together, the three folds make the table of classic eight times smaller. Numbers of halves are
sorted by level (the sum of both rows' positions), so the sheets of one level are blocks of (a, b).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.solver.row_states import RowStates
from rowlock.solver.symmetry import IDENTITY, Exchange
from rowlock.variants.variant import ROWS

_PAIRINGS = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 1, 2), (0, 3, 2, 1))
"""All ways to put four rows into two halves; the last two orders matter if halves are exchanged."""


class Layout(Struct, frozen=True, dict=True):
    slots: tuple[int, ...]
    """The row in each of the four slots: first half, then second half."""
    fold_first: bool
    """Whether the rows of the first half may be exchanged."""
    fold_second: bool
    fold_halves: bool
    levels: tuple[NDArray[np.int64], ...]
    """For each slot, the level of every row state."""

    @cached_property
    def halves(self) -> tuple[Half, Half]:
        first, second = self.levels[:2], self.levels[2:]
        return _half(*first, fold=self.fold_first), _half(*second, fold=self.fold_second)

    @cached_property
    def group(self) -> tuple[Exchange, ...]:
        """The exchanges of rows that the folds represent."""
        r0, r1, r2, r3 = self.slots
        folds = (
            (self.fold_first, {r0: r1, r1: r0}),
            (self.fold_second, {r2: r3, r3: r2}),
            (self.fold_halves, {r0: r2, r2: r0, r1: r3, r3: r1}),
        )
        group = {IDENTITY}
        for folded, moved in folds:
            if folded:
                group |= {tuple(moved.get(row, row) for row in exchange) for exchange in group}
        return tuple(sorted(group))

    @property
    def places(self) -> int:
        """Number of places in the table."""
        a, b = (half.size for half in self.halves)
        return a * (a + 1) // 2 if self.fold_halves else a * b

    @property
    def top_level(self) -> int:
        return sum(half.top_level for half in self.halves)

    def place(self, states: tuple[int, ...]) -> int:
        """The index of the sheet with these row states (red, yellow, green, blue)."""
        q0, q1, q2, q3 = (states[row] for row in self.slots)
        a = int(self.halves[0].number[q0, q1])
        b = int(self.halves[1].number[q2, q3])
        if not self.fold_halves:
            return a * self.halves[1].size + b
        a, b = max(a, b), min(a, b)
        return a * (a + 1) // 2 + b


class Half(Struct, frozen=True):
    """Two rows: numbers the pairs of row states, sorted by level."""

    number: NDArray[np.int32]
    states: NDArray[np.uint16]
    """The two row states of each number."""
    level_start: NDArray[np.int64]
    """The first number of each level, plus one at the end."""

    @property
    def size(self) -> int:
        return len(self.states)

    @property
    def top_level(self) -> int:
        return len(self.level_start) - 2


def _half(upper_level: NDArray[np.int64], lower_level: NDArray[np.int64], *, fold: bool) -> Half:
    pairs = [
        (int(upper_level[p] + lower_level[q]), p, q)
        for p in range(len(upper_level))
        for q in range(p if fold else 0, len(lower_level))
    ]
    pairs.sort()
    number = np.zeros((len(upper_level), len(lower_level)), np.int32)
    for n, (_, p, q) in enumerate(pairs):
        number[p, q] = n
        if fold:
            number[q, p] = n
    levels = np.array([level for level, _, _ in pairs])
    return Half(
        number,
        np.array([(p, q) for _, p, q in pairs], np.uint16),
        np.searchsorted(levels, np.arange(levels[-1] + 2)).astype(np.int64),
    )


def fitted_layout(group: tuple[Exchange, ...], rows: tuple[RowStates, ...]) -> Layout:
    """The layout that uses the symmetries of a group to fold the table as much as possible."""
    exchanges_of_group = set(group)

    def exchanges(moved: dict[int, int]) -> bool:
        return tuple(moved.get(row, row) for row in IDENTITY) in exchanges_of_group

    def layout(slots: tuple[int, ...]) -> Layout:
        r0, r1, r2, r3 = slots
        return Layout(
            slots,
            exchanges({r0: r1, r1: r0}),
            exchanges({r2: r3, r3: r2}),
            exchanges({r0: r2, r2: r0, r1: r3, r3: r1}),
            tuple(rows[row].level for row in slots),
        )

    return max((layout(slots) for slots in _PAIRINGS), key=lambda choice: len(choice.group))


def count_sheets(
    group: tuple[Exchange, ...], open_states: list[int], closed_states: list[int], rows_to_end: int
) -> int:
    """Number of different sheets of a running game, counting symmetric ones once.

    By Burnside's lemma, this is the mean over all symmetries of the number of sheets that each
    leaves unchanged. Such a sheet has equal rows along every cycle of the exchange. Its closed rows
    must not end the game.
    """
    total = 0
    for exchange in group:
        by_closed = {0: 1}
        for cycle in _cycles(exchange):
            more: dict[int, int] = {}
            for closed, count in by_closed.items():
                for extra, ways in (
                    (0, open_states[cycle[0]]),
                    (len(cycle), closed_states[cycle[0]]),
                ):
                    more[closed + extra] = more.get(closed + extra, 0) + count * ways
            by_closed = more
        total += sum(count for closed, count in by_closed.items() if closed < rows_to_end)
    return total // len(group)


def _cycles(exchange: Exchange) -> list[tuple[int, ...]]:
    cycles: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for row in ROWS:
        cycle: list[int] = []
        while row not in seen:
            seen.add(row)
            cycle.append(row)
            row = exchange[row]
        if cycle:
            cycles.append(tuple(cycle))
    return cycles
