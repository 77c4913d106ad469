"""Positions at the end of a turn as NumPy arrays, the input of evaluators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.position_layout import (
    V_BAR,
    V_CLOSED,
    V_NEXT,
    V_OVER,
    V_PENALTIES,
    V_ROWS,
    V_SIZE,
)
from rowlock.bots.evaluation.end_positions import EndPositions
from rowlock.bots.evaluation.row_shapes import (
    CLOSED_BIT,
    REACH_STEP,
    masks_of,
    row_shapes,
)
from rowlock.core.rules import bonus_points, contains, row_points
from rowlock.kernel.variant_tables import compile_variant
from rowlock.variants.variant import EFFECT_NUMBERS, MARK_BITS, ROWS, Variant

Ints = NDArray[np.int64]


def on_arrays(rule: Callable[..., object]) -> Callable[..., Any]:
    """The same function, typed for whole arrays: the operators of a small rule work on arrays as on
    integers.
    """
    return rule


@dataclass(frozen=True, eq=False)
class Positions:
    """n positions with the same players; the first index is the position."""

    variant: Variant
    rows: Ints
    """[n, seat, row] crosses as masks."""
    penalties: Ints
    bar: Ints
    closed: Ints
    following: Ints
    """[n] the seat of the next turn."""
    over: NDArray[np.bool_]
    lucky: tuple[int, ...]
    """The number of each seat's lucky pair; zeros if there are none."""
    own_closing: bool = False
    """Card game: a row is closed only for the seat that locked it (K-05)."""
    variants: tuple[Variant, ...] = ()
    """The sheet of each seat if they differ; `variant` is then that of the first seat."""

    @staticmethod
    def of(ends: EndPositions) -> Positions:
        """The same positions as arrays."""
        numbers = np.array(ends.lines, dtype=np.int64).reshape(-1, V_SIZE)
        players = ends.players
        low, high = (numbers[:, V_BAR + word : V_BAR + 2 * players + word : 2] for word in range(2))
        return Positions(
            ends.variant,
            numbers[:, V_ROWS : V_ROWS + 4 * players].reshape(-1, players, len(ROWS)),
            numbers[:, V_PENALTIES : V_PENALTIES + players],
            low | high << MARK_BITS,
            numbers[:, V_CLOSED],
            numbers[:, V_NEXT],
            numbers[:, V_OVER] > 0,
            ends.lucky,
            variants=ends.variants,
        )

    @staticmethod
    def joined(parts: list[Positions]) -> Positions:
        """Concatenate positions in this order."""
        if len(parts) == 1:
            return parts[0]

        def all_of(name: str) -> Ints:
            return np.concatenate([getattr(part, name) for part in parts])

        return replace(
            parts[0],
            rows=all_of("rows"),
            penalties=all_of("penalties"),
            bar=all_of("bar"),
            closed=all_of("closed"),
            following=all_of("following"),
            over=np.concatenate([part.over for part in parts]),
        )

    def at(self, places: list[int]) -> Positions:
        """The positions at these indexes, in this order."""
        return replace(
            self,
            rows=self.rows[places],
            penalties=self.penalties[places],
            bar=self.bar[places],
            closed=self.closed[places],
            following=self.following[places],
            over=self.over[places],
        )

    def sheet_of(self, q: int) -> Variant:
        """The printed sheet of a seat."""
        return self.variants[q] if self.variants else self.variant

    @property
    def sheets(self) -> tuple[Variant, ...]:
        """The printed sheet of each seat."""
        return self.variants or (self.variant,) * self.players

    def alone(self, q: int) -> Positions:
        """The sheets of one seat, as positions with one player."""
        return replace(
            self,
            variant=self.sheet_of(q),
            rows=self.rows[:, q : q + 1],
            penalties=self.penalties[:, q : q + 1],
            bar=self.bar[:, q : q + 1],
            lucky=self.lucky[q : q + 1],
            variants=(),
        )

    @property
    def players(self) -> int:
        return int(self.rows.shape[1])

    def shut(self, q: int) -> NDArray[np.bool_]:
        """[n, row] whether a row is closed for this seat."""
        if self.own_closing:
            locks = np.array(self.variant.lock_bits)
            shut: NDArray[np.bool_] = (self.rows[:, q, :] & locks) > 0
        else:
            shut = (self.closed[:, None] >> np.arange(len(ROWS)) & 1) > 0
        return shut

    def row_codes(self) -> Ints:
        """[n, seat, row] the codes of row shapes."""
        seats = self.players if self.own_closing else 1  # otherwise the same for all
        shut = np.stack([self.shut(q) for q in range(seats)], axis=1)
        masks = masks_of(self.variant)
        codes: Ints = (
            CLOSED_BIT * shut
            + REACH_STEP * masks.first_free_place[self.rows]
            + masks.crosses[self.rows]
        )
        return codes

    def row_shapes(self) -> Ints:
        """[n, seat, row] the numbers of row shapes."""
        states: Ints = row_shapes(self.variant).number[self.row_codes()]
        return states

    def row_points(self) -> Ints:
        """[n, seat, row] the points of every row."""
        points: Ints = masks_of(self.variant).points[self.rows]
        return points

    def _scored_points(self) -> Ints:
        """[n, seat, row] the points including the crosses of the adjacent bonus rows (BP-04)."""
        if not self.variant.bonus_rows:
            return self.row_points()
        masks = masks_of(self.variant)
        beside = np.stack([masks.crosses[self.bar & 0xFFFFFFFF], masks.crosses[self.bar >> 32]], 2)
        crosses = masks.crosses[self.rows] + np.repeat(beside, 2, axis=2)
        points: Ints = on_arrays(row_points)(np.minimum(crosses, self.variant.most_counted))
        return points

    def totals(self) -> Ints:
        """[n, seat] the totals if the game ended now."""
        if self.variants:
            return np.concatenate([self.alone(q).totals() for q in range(self.players)], axis=1)
        points = self._scored_points()
        cost = self.variant.penalty_points * self.penalties
        total: Ints = points.sum(axis=2) - cost
        masks = compile_variant(self.variant).bonus_mask.reshape(8, 4)
        for k, bonus in enumerate(self.variant.bonuses):
            earned = on_arrays(contains)(self.rows, masks[k]).all(axis=2)
            effect = EFFECT_NUMBERS[bonus.effect]
            least = points.min(axis=2)
            total = total + earned * on_arrays(bonus_points)(effect, bonus.points, least, cost)
        if self.variant.steps:
            framed = self.rows & np.array(self.variant.step_bits)
            crosses = masks_of(self.variant).crosses[framed].sum(axis=2)
            total = total + on_arrays(row_points)(crosses)
        return total

    def shares(self, seat: int) -> tuple[NDArray[np.float64], Ints]:
        """A seat's win share if the game ended now, and its lead over the best other."""
        totals = self.totals()
        own = totals[:, seat]
        if self.players == 1:
            return np.ones(len(own)), own
        others = np.delete(totals, seat, axis=1)
        best = others.max(axis=1)
        equals = 1 + (others == own[:, None]).sum(axis=1)
        return np.where(best > own, 0.0, 1.0 / equals), own - best

    def word_beside(self, q: int, word: int) -> Ints:
        """[n] the lower or upper 32 bits of a seat's marks beside the rows."""
        return self.bar[:, q] >> MARK_BITS * word & (1 << MARK_BITS) - 1

    def reach_beside(self, q: int) -> tuple[Ints, Ints]:
        """[n] the place right of a seat's last mark, for each 32 bits of marks beside the rows."""
        low, high = (np.frexp(self.word_beside(q, word))[1].astype(np.int64) for word in (0, 1))
        return low, high

    def free_square(self, q: int) -> Ints:
        """[n] the first free square of a seat's bar; the number of squares if none is free."""
        struck = self.bar[:, q].copy()
        shut = self.shut(q)
        for square, row in enumerate(self.variant.bar):
            struck |= shut[:, row].astype(np.int64) << square
        free = ~struck & ((1 << len(self.variant.bar)) - 1)
        lowest = np.frexp(free & -free)[1].astype(np.int64)
        return np.where(free > 0, lowest - 1, len(self.variant.bar))

    def symbol_state(self, q: int, k: int) -> Ints:
        """[n] symbol k of a seat: 0 out of reach, 1 open, 2 some crossed, 3 earned."""
        wanted = compile_variant(self.variant).bonus_mask.reshape(8, 4)[k]
        rows = self.rows[:, q, :]
        missing = wanted & ~rows
        gone = ((missing > 0) & (self.shut(q) | (rows > missing))).any(axis=1)
        some = ((rows & wanted) > 0).any(axis=1)
        earned = (missing == 0).all(axis=1)
        return np.where(earned, 3, np.where(gone, 0, 1 + some))
