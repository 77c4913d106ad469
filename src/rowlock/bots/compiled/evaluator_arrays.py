"""Evaluators as arrays for compiled code, and the workspace of a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled import evaluator_fields as word
from rowlock.bots.compiled.candidates import MOST, WIDTH
from rowlock.bots.compiled.joint_position import NOTES, SLOTS, V_UNITS
from rowlock.bots.compiled.layers import BLOCK, LANES
from rowlock.bots.compiled.network import NEAR_LEADS
from rowlock.bots.compiled.workspace import Workspace
from rowlock.bots.evaluation.heuristic_values import beside_values, row_values
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.input_layout import LEAD_LINE, NEAR_UNIT
from rowlock.bots.evaluation.network import Network
from rowlock.bots.evaluation.row_shapes import row_shapes, shapes_as_on
from rowlock.kernel.seat_tables import compile_variants
from rowlock.kernel.state import SEAT, stride
from rowlock.variants.together import are_equal, only_variant
from rowlock.variants.variant import Variant

CACHE_LINE = 16
"""Single-precision numbers per cache line; vectors that span two lines are slow."""


def in_cache_lines(size: int) -> NDArray[np.float32]:
    """Zeros, aligned to a cache line."""
    work = np.zeros(size + CACHE_LINE, dtype=np.float32)
    first = -(work.ctypes.data // 4) % CACHE_LINE
    return work[first : first + size]


@dataclass(frozen=True, eq=False)
class EvaluatorArrays:
    """Several evaluators: their descriptions and weights, concatenated.

    If the seats have different sheets, all evaluators are described for the sheet of each seat.
    """

    variants: tuple[Variant, ...]
    """The sheet of all seats, or that of each."""
    descriptions: NDArray[np.int64]
    weights: NDArray[np.float32]

    @property
    def variant(self) -> Variant:
        """The sheet of all seats."""
        return only_variant(self.variants)


def compile_evaluators(
    variant: Variant | Sequence[Variant], evaluators: Sequence[CompiledSpec]
) -> EvaluatorArrays:
    """The arrays of these evaluators, on one sheet or on each seat's; seats refer to them by index.

    A network that several of them share is stored once.
    """
    lines: list[list[int]] = []
    parts: list[NDArray[np.float32]] = []
    size = 0

    def put(array: NDArray[np.float32]) -> int:
        nonlocal size
        flat = np.ascontiguousarray(array, dtype=np.float32).ravel()
        parts.append(np.pad(flat, (0, -len(flat) % CACHE_LINE)))
        size += parts[-1].size
        return size - parts[-1].size

    @cache
    def placed(network: Network) -> dict[int, int]:
        return _network_words(network, put)

    variants = (variant,) if isinstance(variant, Variant) else tuple(variant)
    if are_equal(variants):
        variants = variants[:1]
    for variant, evaluator in (
        (sheet, spec.on(seat)) for seat, sheet in enumerate(variants) for spec in evaluators
    ):
        line = [0] * word.JUDGE
        line[word.STATES] = row_shapes(variant).size
        line[word.AT_NOISE] = put(np.array([evaluator.noise], dtype=np.float32))
        line[word.LOOKS_AROUND] = int(evaluator.looks_around)
        if evaluator.is_simple:
            line[word.KIND], line[word.SIMPLE] = word.NO_JUDGE, evaluator.simple_number
        elif evaluator.network is None:
            line[word.KIND] = word.RACE if evaluator.kind == "race" else word.HEURISTIC
            line[word.AT_ROWS] = put(_sheet_values(variant, evaluator.weights))
            line[word.AT_PENALTY] = put(np.array([evaluator.weights.penalty], dtype=np.float32))
        else:
            for place, number in placed(evaluator.network).items():
                line[place] = number
            if evaluator.kind == "solo_network":
                line[word.KIND] = word.SOLO_NETWORK
            line[word.AT_PEOPLE] = put(np.array([evaluator.people], dtype=np.float32))
            human = word.PEOPLE_JUDGE  # the heuristic, as an evaluator within this description
            line[human + word.KIND] = word.HEURISTIC
            line[human + word.STATES] = line[word.STATES]
            line[human + word.AT_ROWS] = put(_sheet_values(variant, Weights()))
            line[human + word.AT_PENALTY] = put(np.array([Weights().penalty], dtype=np.float32))
        lines.append(line)
    weights = in_cache_lines(size)
    np.concatenate(parts, out=weights)
    return EvaluatorArrays(variants, np.array(lines, dtype=np.int64).ravel(), weights)


def _sheet_values(variant: Variant, weights: Weights) -> NDArray[np.float32]:
    """The values of row shapes, followed by those of the marks beside the rows."""
    rows, beside = row_values(variant, weights), beside_values(variant, weights)
    return np.concatenate((rows.ravel(), beside.ravel())).astype(np.float32)


def _network_words(network: Network, put: Callable[[NDArray[np.float32]], int]) -> dict[int, int]:
    """The fields of a network's description; `put` stores its weights."""
    spare = -len(network.second_bias) % LANES  # inactive units, to fill the last vector

    def wider(array: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, spare)])

    hidden, second = wider(network.second).shape
    own = network.scalars[0] + network.scalars[LEAD_LINE]
    leads = np.arange(-NEAR_LEADS, NEAR_LEADS + 1)
    extras = network.lucky, network.bar, network.symbols, network.traits
    return {
        word.KIND: word.NETWORK,
        word.HIDDEN: hidden,
        word.SECOND: second,
        word.PENALTY_STATES: network.penalties.shape[1],
        word.TRAIT_LINES: network.traits.shape[1] if network.traits.size else 0,
        word.HAS_EXTRAS: int(any(table.size for table in extras)),
        word.AT_ROWS: put(network.rows),
        word.AT_PENALTY: put(network.penalties),
        word.AT_LUCKY: put(network.lucky),
        word.AT_BAR: put(network.bar),
        word.AT_SYMBOLS: put(network.symbols),
        word.AT_TRAITS: put(network.traits),
        word.AT_SCALARS: put(np.concatenate((network.scalars, own[None]))),
        word.AT_BIAS: put(network.bias),
        word.AT_SECOND: put(wider(network.second)),
        word.AT_SECOND_BIAS: put(wider(network.second_bias)),
        word.AT_LAST: put(wider(network.last)),
        word.AT_LAST_BIAS: put(network.last_bias),
        word.AT_NEAR: put(np.tanh(leads / NEAR_UNIT).astype(np.float32)),
    }


def make_workspace(evaluators: EvaluatorArrays, players: int) -> Workspace:
    """The arrays in which a thread plays games between these evaluators."""
    widest = evaluators.descriptions.reshape(-1, word.JUDGE).max(axis=0)
    hidden, second = int(widest[word.HIDDEN]), int(widest[word.SECOND])

    def integers(size: int) -> NDArray[np.int64]:
        return np.zeros(size, dtype=np.int64)

    return Workspace(
        tables=compile_variants(evaluators.variants),
        state=integers(stride(players)),
        seats=integers(SLOTS),
        candidates=integers((SLOTS * MOST + 2 * SLOTS) * WIDTH),
        listed=integers(SLOTS),
        aside=integers(3 * SEAT),
        picks=integers(2 * SLOTS * WIDTH),
        favourites=integers(2 * SLOTS),
        joint=integers(V_UNITS + hidden + BLOCK),
        evaluators=evaluators.descriptions,
        weights=evaluators.weights,
        layers=in_cache_lines((NOTES + 2) * hidden + BLOCK + 3 * second),
        shapes=_shapes(evaluators.variants),
    )


@cache
def _shapes(variants: tuple[Variant, ...]) -> NDArray[np.int64]:
    """The numbers of row shapes by code; at a table with different sheets a line for every two
    seats: how the network of the first one's sheet sees rows of the second one's."""
    if len(variants) == 1:
        return row_shapes(variants[0]).number
    return np.stack([shapes_as_on(one, other) for one in variants for other in variants])


def in_slots(seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """The evaluators of seats, [game, seat], in lines of SLOTS for any number of players."""
    games, players = seats.shape
    wide = np.zeros((games, SLOTS), dtype=np.int64)
    wide[:, :players] = seats
    return wide
