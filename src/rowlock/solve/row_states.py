"""What is left of a row: the few facts about its crosses that still matter.

Two facts decide everything a row can still do: its rightmost cross and its number of crosses
(C-03, C-09, C-14). So the 2048 ways to cross eleven cells are only 56 open row states, and every
closed row is one more, because it takes nothing any more whoever closed it (C-10).

    (next position, crosses)   (0,0)  (1,1)  (2,1) (2,2)  (3,1) ...  (10,10)   closed

Row states that no future can tell apart are one. On the printed sheets these are the dead rows:
next position 10 with fewer than five crosses takes no cross, however many crosses it holds.

Longo's lucky numbers look at the number of crosses (L-04), dead and closed rows included (L-05);
there nothing is merged and closed rows keep their crosses.

The partner of a chained cell is crossed wherever it stands, also in dead and closed rows (CC-02):
there too each of them keeps its crosses, whoever closed it. Which pairs are still open need not be
known: a chained cell that may be crossed is not crossed, and so neither is its partner.
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
    may_cross,
    next_cell,
    reach,
    row_points,
    struck,
)
from rowlock.variants.variant import Variant

RowKey = tuple[int, int, bool]
"""Reach (the place right of the last cross, of a closed row the lock's), crosses, closed."""

ILLEGAL = 65535


def keeps_crosses(variant: Variant) -> bool:
    """Whether rows that take nothing any more are told apart by their crosses (L-05, CC-02)."""
    return bool(variant.lucky_pairs or variant.chain)


class RowStates(Struct, frozen=True, dict=True):
    """The states of one row, numbered from the left end of the row to its lock."""

    variant: Variant
    row: int
    keys: tuple[tuple[RowKey, ...], ...]
    """For each state the keys that are merged in it."""

    masks: tuple[int, ...]
    """For each state a row that is in it."""

    after: NDArray[np.uint16]
    """State after a cross: `after[state, position]`, `ILLEGAL` where none is allowed."""

    gain: NDArray[np.float64]
    """Points which that cross adds to the row, the lock included."""

    after_forced: NDArray[np.uint16]
    """State after the cross of a partner: `after_forced[state, position]` (CC-02)."""

    gain_forced: NDArray[np.float64]

    @property
    def size(self) -> int:
        return len(self.keys)

    @cached_property
    def number(self) -> dict[RowKey, int]:
        """The state of a key."""
        return {key: state for state, keys in enumerate(self.keys) for key in keys}

    @cached_property
    def start(self) -> NDArray[np.uint16]:
        """The position of the first cell right of the last cross; that of the lock if none."""
        double, lock = self.variant.double_bits[self.row], self.variant.lock_bits[self.row]
        cells = self.variant.cell_of_bits[self.row]
        positions = {bits: cell.position for bits, cell in cells.items()}
        nexts = (next_cell(mask, double, lock) for mask in self.masks)
        return np.array([positions.get(bits, len(cells)) for bits in nexts], np.uint16)

    @cached_property
    def level(self) -> NDArray[np.int64]:
        """How far right the last cross is, the lock being no further than the last cell.

        A partner may be crossed left of it, which must be a step up as well (CC-03).
        """
        end = reach(self.variant.rows[self.row][-1].bits)
        levels = np.array([min(end, max(key[0] for key in keys)) for keys in self.keys], np.int64)
        return levels + self.crosses.astype(np.int64) if self.variant.chain else levels

    @cached_property
    def crosses(self) -> NDArray[np.uint16]:
        return np.array([max(key[1] for key in keys) for keys in self.keys], np.uint16)

    @cached_property
    def closed(self) -> NDArray[np.bool_]:
        return np.array([keys[0][2] for keys in self.keys])

    def of_mask(self, mask: int, closed: bool) -> int:
        """The state of a row given as a bit mask of crosses, lock included."""
        key = row_key(self.variant, self.row, mask, closed)
        return self.number.get(key, self.size - 1) if closed else self.number[key]


def row_key(variant: Variant, row: int, mask: int, closed: bool) -> RowKey:
    """The key of a row with these crosses."""
    return reach(variant.lock_bits[row] if closed else mask), count(mask), closed


def row_states(variant: Variant, row: int, *, merge: bool) -> RowStates:
    """All states of a row that its owner can bring about, merged where that loses nothing."""
    cells = len(variant.rows[row])
    walk = _Walk(variant, row)
    moves, masks = walk.moves, walk.masks
    if merge:
        moves, classes = _merged(moves)
    else:
        classes = {key: (key,) for key in moves}
    # The reach only rises, so numbering by it makes every cross lead to a higher number.
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
    """Every reachable key with what each legal cross makes of it and the points it adds.

    The row is walked mask by mask as the small rules say, one mask standing for all of its key.
    Only partners need every mask, for the cell that is forced has to be free in it.
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
        """Note what can become of a row; every row that it leads to."""
        variant, closed = self.variant, key[2]
        first_lock, lock = variant.first_lock_bits[self.row], variant.lock_bits[self.row]
        moves, forced = self.moves.setdefault(key, {}), self.forced.setdefault(key, {})
        self.masks.setdefault(key, mask)
        found: list[tuple[int, bool]] = []
        for cell in variant.rows[self.row]:
            bits = struck(mask, cell.bits, cell.second)
            if not closed and may_cross(mask, bits, first_lock, variant.crosses_before_lock):
                after = after_cross(mask, bits, first_lock, lock)
                found.append((after, bool(after & lock)))
                moves[cell.position] = self.target(mask, *found[-1])
            if cell.name in variant.partner and not mask & cell.bits:
                found.append((mask | cell.bits, closed))
                forced[cell.position] = self.target(mask, *found[-1])
        return [*found, (mask, True)] if variant.chain else found  # others may close it, too

    def target(self, mask: int, after: int, closed: bool) -> tuple[RowKey, int]:
        gain = self.points(after) - self.points(mask)
        return row_key(self.variant, self.row, after, closed), gain

    def points(self, mask: int) -> int:
        return row_points(counted(count(mask), self.variant.most_counted))


def _merged(moves: _Moves) -> tuple[_Moves, dict[RowKey, tuple[RowKey, ...]]]:
    """Keys with the same future become one, which is named by the first of them."""
    name: dict[RowKey, RowKey] = {}
    by_future: dict[object, RowKey] = {}
    for key in sorted(moves, key=lambda key: (-key[0], key[1])):  # the future is further right
        future = (key[2], tuple((p, name[t], g) for p, (t, g) in sorted(moves[key].items())))
        name[key] = by_future.setdefault(future, key)
    classes: dict[RowKey, tuple[RowKey, ...]] = {}
    for key, first in name.items():
        classes[first] = (*classes.get(first, ()), key)
    kept: _Moves = {key: {p: (name[t], g) for p, (t, g) in moves[key].items()} for key in classes}
    return kept, classes
