"""Row states: a row reduced to the few facts that still matter.

Two facts decide everything a row can still do: the place of its rightmost cross and its number of
crosses (C-03, C-09, C-14). So the 2048 ways to cross eleven cells are only 56 open row states. All
closed rows are one more state, because they take no crosses, on any sheet (C-10).

    (next position, crosses)   (0,0)  (1,1)  (2,1) (2,2)  (3,1) ...  (10,10)   closed

Row states with the same future are merged. On the printed sheets these are dead rows: with fewer
than five crosses at next position 10, a row takes no further cross, however many it has.

Longo's lucky numbers depend on the number of crosses (L-04), in dead and closed rows as well
(L-05); so nothing is merged there and closed rows keep their crosses.

The partner of a chained cell is crossed even in dead and closed rows (CC-02), so these keep their
crosses as well. It need not be stored which pairs are still open: if a chained cell may still be
crossed, neither it nor its partner is crossed.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.core.rules import (
    after_cross,
    count,
    counted,
    crossed_bits,
    first_free_place,
    may_cross,
    next_cell,
    row_points,
)
from rowlock.variants.variant import Variant

RowKey = tuple[int, int, bool]
"""Reach (place right of the last cross; for closed rows, of the lock), crosses, closed."""

ILLEGAL = 65535


def keeps_crosses(variant: Variant) -> bool:
    """Whether rows that take no more crosses are distinguished by their crosses (L-05, CC-02)."""
    return bool(variant.lucky_pairs or variant.chain)


class RowStates(Struct, frozen=True, dict=True):
    """The states of one row, numbered from its left end to its lock."""

    variant: Variant
    row: int
    keys: tuple[tuple[RowKey, ...], ...]
    """For each state, the keys merged into it."""

    masks: tuple[int, ...]
    """For each state, one row with it."""

    after: NDArray[np.uint16]
    """State after a cross: `after[state, position]`, or `ILLEGAL`."""

    gain: NDArray[np.float64]
    """Points that the cross adds to the row, lock included."""

    after_forced: NDArray[np.uint16]
    """State after a partner's cross: `after_forced[state, position]` (CC-02)."""

    gain_forced: NDArray[np.float64]

    @property
    def size(self) -> int:
        return len(self.keys)

    @cached_property
    def number(self) -> dict[RowKey, int]:
        """The state of each key."""
        return {key: state for state, keys in enumerate(self.keys) for key in keys}

    @cached_property
    def start(self) -> NDArray[np.uint16]:
        """The position of the first cell right of the last cross; of the lock if there is none."""
        double, lock = self.variant.double_bits[self.row], self.variant.lock_bits[self.row]
        cells = self.variant.cell_of_bits[self.row]
        positions = {bits: cell.position for bits, cell in cells.items()}
        nexts = (next_cell(mask, double, lock) for mask in self.masks)
        return np.array([positions.get(bits, len(cells)) for bits in nexts], np.uint16)

    @cached_property
    def level(self) -> NDArray[np.int64]:
        """How far right the last cross is; the lock counts like the last cell.

        A partner's cross may be left of it and must raise the level as well (CC-03).
        """
        end = first_free_place(self.variant.rows[self.row][-1].bits)
        levels = np.array([min(end, max(key[0] for key in keys)) for keys in self.keys], np.int64)
        return levels + self.crosses.astype(np.int64) if self.variant.chain else levels

    @cached_property
    def crosses(self) -> NDArray[np.uint16]:
        return np.array([max(key[1] for key in keys) for keys in self.keys], np.uint16)

    @cached_property
    def closed(self) -> NDArray[np.bool_]:
        return np.array([keys[0][2] for keys in self.keys])

    def of_mask(self, mask: int, closed: bool) -> int:
        """The state of a row given as a mask of crosses, lock included."""
        key = row_key(self.variant, self.row, mask, closed)
        return self.number.get(key, self.size - 1) if closed else self.number[key]


def row_key(variant: Variant, row: int, mask: int, closed: bool) -> RowKey:
    """The key of a row with these crosses."""
    return first_free_place(variant.lock_bits[row] if closed else mask), count(mask), closed


def row_states(variant: Variant, row: int, *, merge: bool) -> RowStates:
    """All states that the owner of a row can reach, merged if they have the same future."""
    cells = len(variant.rows[row])
    walk = _Walk(variant, row)
    moves, masks = walk.moves, walk.masks
    if merge:
        moves, classes = _merged(moves)
    else:
        classes = {key: (key,) for key in moves}
    # The reach only rises, so with numbers in its order, every cross leads to a higher number.
    order = sorted(moves, key=lambda key: (key[2], max(k[0] for k in classes[key]), key[1]))
    number = {key: state for state, key in enumerate(order)}

    def tables(moves: _Moves) -> tuple[NDArray[np.uint16], NDArray[np.float64]]:
        after = np.full((len(order), cells), ILLEGAL, np.uint16)
        gain = np.zeros((len(order), cells))
        for key, crosses in moves.items():
            for position, target in crosses.items():
                after[number[key], position] = number[target[0]]
                gain[number[key], position] = target[1]
        return after, gain

    keys = tuple(classes[key] for key in order)
    examples = tuple(masks[max(merged)] for merged in keys)
    return RowStates(variant, row, keys, examples, *tables(moves), *tables(walk.forced))


_Moves = dict[RowKey, dict[int, tuple[RowKey, int]]]


class _Walk:
    """All reachable keys, with the result and the points of each legal cross.

    The row is explored mask by mask with the small rules. One mask represents all rows with its
    key, except on sheets with partners: the forced cell must not be crossed yet, so every mask is
    visited.
    """

    def __init__(self, variant: Variant, row: int) -> None:
        self.variant, self.row = variant, row
        self.moves: _Moves = {}
        self.forced: _Moves = {}
        """The crosses of partners (CC-02)."""
        self.masks: dict[RowKey, int] = {}
        seen: set[object] = set()
        todo = [(0, False)]
        while todo:
            mask, closed = todo.pop()
            key = row_key(variant, row, mask, closed)
            walked = (mask, closed) if variant.chain else key
            if walked not in seen:
                seen.add(walked)
                todo += self.go_on(key, mask)

    def go_on(self, key: RowKey, mask: int) -> list[tuple[int, bool]]:
        """Record what can follow from a row; returns the rows it leads to."""
        variant, closed = self.variant, key[2]
        first_lock, lock = variant.first_lock_bits[self.row], variant.lock_bits[self.row]
        moves, forced = self.moves.setdefault(key, {}), self.forced.setdefault(key, {})
        self.masks.setdefault(key, mask)
        following: list[tuple[int, bool]] = []
        for cell in variant.rows[self.row]:
            bits = crossed_bits(mask, cell.bits, cell.second)
            if not closed and may_cross(mask, bits, first_lock, variant.crosses_before_lock):
                after = after_cross(mask, bits, first_lock, lock)
                following.append((after, bool(after & lock)))
                moves[cell.position] = self.target(mask, *following[-1])
            if cell.name in variant.partner and not mask & cell.bits:
                following.append((mask | cell.bits, closed))
                forced[cell.position] = self.target(mask, *following[-1])
        return (
            [*following, (mask, True)] if variant.chain else following
        )  # another player may close it

    def target(self, mask: int, after: int, closed: bool) -> tuple[RowKey, int]:
        gain = self.points(after) - self.points(mask)
        return row_key(self.variant, self.row, after, closed), gain

    def points(self, mask: int) -> int:
        return row_points(counted(count(mask), self.variant.most_counted))


def _merged(moves: _Moves) -> tuple[_Moves, dict[RowKey, tuple[RowKey, ...]]]:
    """Merge keys with the same future; the first of them names the merged key."""
    name: dict[RowKey, RowKey] = {}
    by_future: dict[object, RowKey] = {}
    for key in sorted(moves, key=lambda key: (-key[0], key[1])):  # rows further right first
        future = (key[2], tuple((p, name[t], g) for p, (t, g) in sorted(moves[key].items())))
        name[key] = by_future.setdefault(future, key)
    classes: dict[RowKey, tuple[RowKey, ...]] = {}
    for key, first in name.items():
        classes[first] = (*classes.get(first, ()), key)
    merged: _Moves = {key: {p: (name[t], g) for p, (t, g) in moves[key].items()} for key in classes}
    return merged, classes
