"""Inputs of the value network for a position, and a digest of their layout for files of weights.

The first layer is a sum of table lines. `seen` returns the lines of each sheet; the readable
network and the digest use it, and tests compare the compiled network and the training with it.

Weights are numbers without names: if row shapes are numbered differently or have other features,
old weights mean something else without an error. So there is no version number here. The digest is
computed from what the code does: the numbers below, the row shapes and their features, and the
lines of some sample positions. Any change to them changes the digest.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import position_layout
from rowlock.bots.evaluation.features import row_features
from rowlock.bots.evaluation.positions import Ints, Positions
from rowlock.bots.evaluation.row_shapes import row_shapes, shapes_as_on
from rowlock.bots.evaluation.traits import lost_traits, traits
from rowlock.variants.load import load_variant
from rowlock.variants.variant import MARK_BITS, Cell, Variant

SLOTS = position_layout.SLOTS
LUCKY_STATES = 8
SYMBOL_STATES = 4
MARGIN_UNIT = 40.0
TOTAL_UNIT = 50.0
NEAR_UNIT = 8.0
LEAD_LINE = SLOTS
NEAR_LINE = SLOTS + 1
"""Index of the near lead among the scalars: after the points of every slot and the lead; its scale
emphasizes small leads."""


class NetworkInput(NamedTuple):
    """A sheet as indexes into the tables of its slot, and its points."""

    rows: Ints
    """[n, row]"""
    penalties: Ints
    lucky: int
    bar: Ints | None
    symbols: tuple[Ints, ...]
    traits: tuple[Ints, ...]
    points: Ints


def seen(positions: Positions, seat: int) -> list[NetworkInput]:
    """The sheets of these positions in the order of slots, from this seat on."""
    if positions.variants:
        return _seen_from_own_sheet(positions, seat)
    states, totals = positions.row_shapes(), positions.totals()
    variant, players = positions.variant, positions.players
    return [
        NetworkInput(
            states[:, q],
            2 * positions.penalties[:, q] + (positions.following == q),
            positions.lucky[q],
            positions.free_square(q) if variant.bar else None,
            tuple(
                SYMBOL_STATES * k + positions.symbol_state(q, k)
                for k in range(len(variant.bonuses))
            ),
            traits(positions, q),
            totals[:, q],
        )
        for q in ((seat + slot) % players for slot in range(players))
    ]


def _seen_from_own_sheet(positions: Positions, seat: int) -> list[NetworkInput]:
    """The same if the seats have different sheets.

    The network knows the seat's own sheet only. A row of another sheet is seen as the row of the
    own sheet that resembles it, with its real points, and as if the other sheet had nothing more
    to gain from what only the own one has (squares, symbols, pairs ...).
    """
    variant, totals = positions.sheet_of(seat), positions.totals()
    sheets = []
    for q in ((seat + slot) % positions.players for slot in range(positions.players)):
        alone, n = positions.alone(q), len(totals)
        if alone.variant == variant:
            [sheet] = seen(alone, 0)
        else:
            codes = alone.row_codes()[:, 0]
            sheet = NetworkInput(
                shapes_as_on(variant, alone.variant)[codes],
                alone.penalties[:, 0],
                0,
                np.full(n, len(variant.bar)) if variant.bar else None,
                tuple(np.full(n, SYMBOL_STATES * k) for k in range(len(variant.bonuses))),
                tuple(np.full(n, line) for line in lost_traits(variant)),
                totals[:, q],
            )
        follows = 2 * positions.penalties[:, q] + (positions.following == q)
        sheets.append(sheet._replace(penalties=follows))
    return sheets


def penalty_states(variant: Variant) -> int:
    """The number of different values of `NetworkInput.penalties`."""
    return 2 * (variant.penalties_to_end + 1)


@lru_cache
def layout(variant: Variant) -> str:
    """Digest, in sixteen hex digits, of everything that defines the meaning of weights."""
    digest = hashlib.sha256()

    def add(numbers: object) -> None:
        digest.update(np.array(numbers, dtype="<i8").tobytes())

    add([SLOTS, LUCKY_STATES, SYMBOL_STATES, LEAD_LINE, NEAR_LINE, penalty_states(variant)])
    add(np.rint([1000 * unit for unit in (MARGIN_UNIT, TOTAL_UNIT, NEAR_UNIT)]))
    states = row_shapes(variant)
    for array in (states.number, states.first_free_place, states.crosses, states.closed):
        add(array)
    # Rounded, because processors may add probabilities in a different order.
    add(np.rint(1e6 * row_features(variant).astype(np.float64)))
    samples = _samples(variant)
    for seat in range(samples.players):
        for sheet in seen(samples, seat):
            add(sheet.rows)
            add(sheet.penalties)
            add(sheet.lucky)
            add([] if sheet.bar is None else sheet.bar)
            add(sheet.symbols)
            add(sheet.traits)
            add(sheet.points)
    return digest.hexdigest()[:16]


def _samples(variant: Variant, number: int = 64, players: int = 3) -> Positions:
    """Sample positions, possible in a game or not; `random()` is the same in every version of
    Python."""
    draw = Random(1).random

    def below(limit: int) -> int:
        return int(limit * draw())

    def crossed(cell: Cell) -> int:
        bits = cell.bits * (draw() < 0.4)
        return bits | cell.second * bool(bits and cell.second and draw() < 0.4)

    def row(cells: tuple[Cell, ...], lock: int) -> int:
        return sum(map(crossed, cells)) | lock * (draw() < 0.1)

    def table(shape: tuple[int, ...], limit: int) -> NDArray[np.int64]:
        numbers = [below(limit) for _ in range(int(np.prod(shape)))]
        return np.array(numbers, dtype=np.int64).reshape(shape)

    masks = [
        [[*map(row, variant.rows, variant.lock_bits)] for _ in range(players)]
        for _ in range(number)
    ]
    low, high = ((1 << marks) for marks in variant.beside)
    samples = Positions(
        variant,
        np.array(masks, dtype=np.int64),
        table((number, players), variant.penalties_to_end + 1),
        table((number, players), low),
        table((number,), 16),
        table((number,), players),
        np.zeros(number, dtype=np.bool_),
        tuple(range(players)) if variant.lucky_pairs else (0,) * players,
    )
    # Drawn last: sheets without a second word of marks keep the samples they had.
    return replace(samples, bar=samples.bar | table((number, players), high) << MARK_BITS)


BEFORE = "c97ec7c885192c10"
"""The layout of files without a layout digest.

Such a file may be for any sheet, so one number cannot be that sheet's own digest. It is the digest
over the six sheets that had networks then. All features are computed by the same code: as long as
it gives the same inputs for these six, it does so for every sheet. If a change alters this, such
files are refused; the number itself never changes.
"""
_SHEETS_BEFORE = ("bonus_a", "bonus_b", "classic", "longo", "mixx_a", "mixx_b")


@lru_cache
def is_as_before() -> bool:
    """Whether files without a layout digest are still valid."""
    together = " ".join(layout(load_variant(name)) for name in _SHEETS_BEFORE)
    return hashlib.sha256(together.encode()).hexdigest()[:16] == BEFORE
