"""A sheet and its dice as flat arrays, the input of the compiled sweep.

Rows and colours are in the order of the layout's slots. Small unsigned types are used on purpose:
they tell the compiler that an index cannot be negative.

Given the white dice, coloured dice are independent, so a turn needs no list of rolls: with white
dice u <= v, the coloured number t is given by the faces t - u and t - v of its die. Masks of faces
have 16 bits per colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rowlock.core.rules import NOT_ENDED, ending
from rowlock.solver.layout import Layout
from rowlock.solver.row_states import ILLEGAL, RowStates
from rowlock.variants.variant import LuckyPair, Variant

Number = TypeVar("Number", bound=np.generic)

SLOTS = 4
"""Number of rows, and of the dice that belong to them."""

LANES = 4
"""Number of values of a sheet stored next to each other, one per number of penalties."""

MOVE = np.dtype(
    [
        ("position", "u1"),
        ("number", "u1"),
        ("colour", "u1"),  # colour of the die that gives the number, or GONE
        ("closes", "u1"),
        ("offers", "u1"),  # number of white sums that offer it: its own and perhaps lucky ones
        ("target", "u2"),  # row state after it, or ILLEGAL if a white cross must come first
        ("half", "u2"),  # number of its half after it
        ("gain", "f8"),
    ],
    align=True,
)
"""A cross in one row."""

GONE = 255
"""The colour of a cell whose die has been removed."""

NUMBER_BITS = 5
"""A coloured cell as a small number: colour << 5 | number."""

FACE_BITS = 16


class Limits(NamedTuple):
    """Conditions that end the game."""

    penalties: int
    rows: int


def limits_of(variant: Variant) -> Limits:
    """The fewest penalties and closed rows that end the game, according to `rules.ending`."""
    limits = variant.closed_rows_to_end, variant.penalties_to_end
    some = range(1, 100)
    penalties = next(n for n in some if ending(0, n, *limits) != NOT_ENDED)
    rows = (n for n in range(1, SLOTS + 1) if ending((1 << n) - 1, 0, *limits) != NOT_ENDED)
    return Limits(penalties, next(rows, SLOTS + 1))


class SheetArrays(NamedTuple):
    # Row states, by slot and state.
    after: NDArray[np.uint16]
    """Row state after a cross: `after[slot, state, position]`, or `ILLEGAL`."""
    gain: NDArray[np.float64]
    """Points that the cross adds."""
    closed: NDArray[np.uint8]
    crosses: NDArray[np.uint16]
    start: NDArray[np.uint16]
    """The first position right of the last cross."""

    moves: NDArray[np.void]
    """The moves of all row states, grouped by state."""
    move_first: NDArray[np.uint32]
    """Index of the first move: `move_first[slot, state]`, plus one at the end of each slot."""

    # Dice.
    pair_first: NDArray[np.uint16]
    """For each white sum the index of its first pair of white dice, plus one at the end."""
    pair_weight: NDArray[np.float64]
    """Probability of each pair, divided by the number of throws of the coloured dice."""
    faces: NDArray[np.uint64]
    """`faces[pair, colour << 5 | number]`: the faces that give this number."""
    missing: NDArray[np.float64]
    """Number of throws of the coloured dice that show none of n0, n1, n2, n3 faces; the index
    counts n_c in steps of (sides + 1) ** c."""
    step: NDArray[np.uint16]
    """The steps, by colour."""
    sum_chance: NDArray[np.float64]
    lucky_sums: NDArray[np.uint8]
    """The lucky numbers of the sheet (L-04); none on most sheets."""

    # Places of sheets, as in `Layout`.
    half: NDArray[np.uint16]
    """`half[slot, state, state of the other row]`: number of the pair in its half."""
    first_states: NDArray[np.uint16]
    """`first_states[number]`: the two row states of a first half."""
    second_states: NDArray[np.uint16]
    fold_halves: bool

    penalty: float
    penalties_to_end: int
    rows_to_end: int


def make_sheet_arrays(
    variant: Variant,
    rows: tuple[RowStates, ...],
    layout: Layout,
    lucky: LuckyPair | None,
    limits: Limits,
) -> SheetArrays:
    """The arrays of a variant for the slots of a layout."""
    slots = [rows[row] for row in layout.slots]
    sides = variant.sides
    moves, move_first = _moves(variant, slots, layout)
    pairs = sorted((u + v, u, v) for u in range(1, sides + 1) for v in range(u, sides + 1))
    return SheetArrays(
        after=stacked([slot.after for slot in slots], ILLEGAL, np.uint16),
        gain=stacked([slot.gain for slot in slots], 0, np.float64),
        closed=stacked([slot.closed for slot in slots], 0, np.uint8),
        crosses=stacked([slot.crosses for slot in slots], 0, np.uint16),
        start=stacked([slot.start for slot in slots], 0, np.uint16),
        moves=moves,
        move_first=move_first,
        pair_first=np.searchsorted(
            [total for total, _, _ in pairs], np.arange(2 * sides + 2)
        ).astype(np.uint16),
        pair_weight=np.array([(1 if u == v else 2) / sides**6 for _, u, v in pairs]),
        faces=_faces(pairs, sides),
        missing=_missing(sides),
        step=np.array([(sides + 1) ** colour for colour in range(SLOTS)], np.uint16),
        sum_chance=np.array([_ways(total, sides) / sides**2 for total in range(2 * sides + 1)]),
        lucky_sums=np.array(lucky or (), np.uint8),
        half=_half_numbers(layout),
        first_states=layout.halves[0].states,
        second_states=layout.halves[1].states,
        fold_halves=layout.fold_halves,
        penalty=float(variant.penalty_points),
        penalties_to_end=limits.penalties,
        rows_to_end=limits.rows,
    )


def _moves(
    variant: Variant, slots: list[RowStates], layout: Layout
) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
    """The moves of every slot and state, including those that a white cross makes legal."""
    first = np.zeros((SLOTS, max(row.size for row in slots) + 1), np.uint32)
    moves: list[tuple[int | float, ...]] = []
    for slot, row in enumerate(slots):
        for state in range(row.size):
            first[slot, state] = len(moves)
            reached = {*row.after[state], *row.after_forced[state]} - {ILLEGAL}
            ahead = row.after[list(reached)]
            for cell in variant.rows[layout.slots[slot]]:
                target = int(row.after[state, cell.position])
                if target == ILLEGAL and np.all(ahead[:, cell.position] == ILLEGAL):
                    continue  # illegal even after a white cross
                closes = target != ILLEGAL and bool(row.closed[target])
                colour = layout.slots.index(cell.colour)
                gain = float(row.gain[state, cell.position])
                moves.append((cell.position, cell.number, colour, closes, 1, target, 0, gain))
        first[slot, row.size :] = len(moves)
    return np.array(moves, MOVE), first


def _faces(pairs: list[tuple[int, int, int]], sides: int) -> NDArray[np.uint64]:
    faces = np.zeros((len(pairs), len(range(SLOTS)) << NUMBER_BITS), np.uint64)
    for pair, (_, u, v) in enumerate(pairs):
        for colour in range(SLOTS):
            for white in {u, v}:
                for face in range(sides):
                    number = white + face + 1
                    faces[pair, colour << NUMBER_BITS | number] |= np.uint64(
                        1 << FACE_BITS * colour + face
                    )
    return faces


def _missing(sides: int) -> NDArray[np.float64]:
    left = sides - np.arange(sides + 1.0)
    products = np.einsum("i,j,k,l->lkji", left, left, left, left)
    return np.ascontiguousarray(products).reshape(-1)


def _ways(total: int, sides: int) -> int:
    return max(0, min(total - 1, 2 * sides + 1 - total))


def _half_numbers(layout: Layout) -> NDArray[np.uint16]:
    first, second = (half.number for half in layout.halves)
    return stacked([first, first.T, second, second.T], 0, np.uint16)


def stacked(arrays: Sequence[NDArray[Any]], blank: int, kind: type[Number]) -> NDArray[Number]:
    """Stack arrays of different sizes; smaller ones are padded with `blank`."""
    shape = tuple(max(sizes) for sizes in zip(*(array.shape for array in arrays), strict=True))
    stack = np.full((len(arrays), *shape), blank, kind)
    for place, array in zip(stack, arrays, strict=True):
        place[tuple(slice(size) for size in array.shape)] = array
    return stack
