"""Many games between judging bots, in compiled code (`fast.py`) with as many threads as asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.compiled import Compiled
from rowlock.bots.fast import play_judged
from rowlock.bots.fast_candidates import MOST, WIDTH
from rowlock.bots.fast_descriptions import (
    AT_BAR,
    AT_BIAS,
    AT_LAST,
    AT_LAST_BIAS,
    AT_LUCKY,
    AT_NEAR,
    AT_NOISE,
    AT_PENALTY,
    AT_PEOPLE,
    AT_ROWS,
    AT_SCALARS,
    AT_SECOND,
    AT_SECOND_BIAS,
    AT_SYMBOLS,
    HEURISTIC,
    HIDDEN,
    JUDGE,
    KIND,
    LOOKS_AROUND,
    NETWORK,
    NO_JUDGE,
    PENALTY_STATES,
    PEOPLE_JUDGE,
    RACE,
    SECOND,
    SIMPLE,
    STATES,
)
from rowlock.bots.fast_layers import BLOCK, LANES
from rowlock.bots.fast_network import NEAR_LEADS
from rowlock.bots.fast_position import NOTES, SLOTS, V_UNITS
from rowlock.bots.heuristic_values import row_values
from rowlock.bots.heuristic_weights import Weights
from rowlock.bots.layout import LEAD_LINE, NEAR_UNIT
from rowlock.bots.network import Network
from rowlock.bots.row_states import row_states
from rowlock.kernel.compile import compile_variant
from rowlock.kernel.play import (
    RESULT_REASON,
    RESULT_SEAT,
    RESULT_SEATS,
    RESULT_TURNS,
    result_size,
)
from rowlock.kernel.state import SEAT, stride
from rowlock.variants.variant import Variant

CACHE_LINE = 16
"""Numbers of single precision in a cache line; vectors that lie across two are slow."""


def in_cache_lines(size: int) -> NDArray[np.float32]:
    """Zeros that begin where a cache line begins."""
    room = np.zeros(size + CACHE_LINE, dtype=np.float32)
    first = -(room.ctypes.data // 4) % CACHE_LINE
    return room[first : first + size]


@dataclass(frozen=True, eq=False)
class Judges:
    """Several judges as the arrays of `fast.py`."""

    variant: Variant
    descriptions: NDArray[np.int64]
    weights: NDArray[np.float32]


def compile_judges(variant: Variant, judges: Sequence[Compiled]) -> Judges:
    """The arrays of these judges; seats name them by their place in the list."""
    lines: list[list[int]] = []
    parts: list[NDArray[np.float32]] = []
    size = 0

    def put(array: NDArray[np.float32]) -> int:
        nonlocal size
        flat = np.ascontiguousarray(array, dtype=np.float32).ravel()
        parts.append(np.pad(flat, (0, -len(flat) % CACHE_LINE)))
        size += parts[-1].size
        return size - parts[-1].size

    for judge in judges:
        line = [0] * JUDGE
        line[STATES] = row_states(variant).size
        line[AT_NOISE] = put(np.array([judge.noise], dtype=np.float32))
        line[LOOKS_AROUND] = int(judge.looks_around)
        if judge.is_simple:
            line[KIND], line[SIMPLE] = NO_JUDGE, judge.simple_number
        elif judge.network is None:
            line[KIND] = RACE if judge.kind == "race" else HEURISTIC
            line[AT_ROWS] = put(row_values(variant, judge.weights).astype(np.float32))
            line[AT_PENALTY] = put(np.array([judge.weights.penalty], dtype=np.float32))
        else:
            _network_line(line, judge.network, put)
            line[AT_PEOPLE] = put(np.array([judge.people], dtype=np.float32))
            human = PEOPLE_JUDGE  # the heuristic as a judge of its own within the description
            line[human + KIND] = HEURISTIC
            line[human + STATES] = line[STATES]
            line[human + AT_ROWS] = put(row_values(variant, Weights()).astype(np.float32))
            line[human + AT_PENALTY] = put(np.array([Weights().penalty], dtype=np.float32))
        lines.append(line)
    weights = in_cache_lines(size)
    np.concatenate(parts, out=weights)
    return Judges(variant, np.array(lines, dtype=np.int64).ravel(), weights)


def _network_line(
    line: list[int], network: Network, put: Callable[[NDArray[np.float32]], int]
) -> None:
    line[KIND] = NETWORK
    spare = -len(network.second_bias) % LANES  # silent units, for whole lanes

    def wider(array: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, spare)])

    line[HIDDEN], line[SECOND] = wider(network.second).shape
    line[PENALTY_STATES] = network.penalties.shape[1]
    line[AT_ROWS] = put(network.rows)
    line[AT_PENALTY] = put(network.penalties)
    line[AT_LUCKY] = put(network.lucky)
    line[AT_BAR] = put(network.bar)
    line[AT_SYMBOLS] = put(network.symbols)
    own = network.scalars[0] + network.scalars[LEAD_LINE]
    line[AT_SCALARS] = put(np.concatenate((network.scalars, own[None])))
    line[AT_BIAS] = put(network.bias)
    line[AT_SECOND] = put(wider(network.second))
    line[AT_SECOND_BIAS] = put(wider(network.second_bias))
    line[AT_LAST] = put(wider(network.last))
    line[AT_LAST_BIAS] = put(network.last_bias)
    leads = np.arange(-NEAR_LEADS, NEAR_LEADS + 1)
    line[AT_NEAR] = put(np.tanh(leads / NEAR_UNIT).astype(np.float32))


class MatchResult(Struct, frozen=True):
    """What came of many games."""

    lines: NDArray[np.int64]
    """[game] the result line of `kernel/play.py`."""
    luck: NDArray[np.float64]
    """[game, seat] what the dice brought beyond their mean, in the heuristic's points."""

    @property
    def turns(self) -> NDArray[np.int64]:
        """[game] how many turns it took."""
        return self.lines[:, RESULT_TURNS]

    @property
    def reasons(self) -> NDArray[np.int64]:
        """[game] how it ended, as `core/rules.py` numbers the reasons."""
        return self.lines[:, RESULT_REASON]

    @property
    def totals(self) -> NDArray[np.int64]:
        """[game, seat] the final totals."""
        return self.lines[:, RESULT_SEATS::RESULT_SEAT]


def play_match(
    judges: Judges,
    seats: NDArray[np.int64],
    seed: int,
    numbers: NDArray[np.int64] | None = None,
    threads: int = 1,
    luck_samples: int = 0,
) -> MatchResult:
    """One game for each line of `seats`, [game, seat] the numbers of the judges.

    The dice follow from the seed and the game's number alone, so games of the same number with
    other seats have the same dice. With `luck_samples` every roll is compared with so many
    others, seen with the eyes of the last judge.
    """
    games, players = seats.shape
    numbers = np.arange(games) if numbers is None else numbers
    results = np.zeros((games, result_size(players)), dtype=np.int64)
    luck = np.zeros((games, SLOTS))
    wide = np.zeros((games, SLOTS), dtype=np.int64)
    wide[:, :players] = seats

    def work(part: slice) -> None:
        _play(
            judges,
            players,
            wide[part],
            seed,
            numbers[part],
            results[part],
            luck_samples,
            luck[part],
        )

    if games:
        in_threads(work, games, threads)
    else:  # to compile, or load what was compiled before
        work(slice(0, 0))
    return MatchResult(results, luck[:, :players])


def in_threads(work: Callable[[slice], None], number: int, threads: int) -> None:
    """Cut so many things into a slice for each thread."""
    bounds = np.linspace(0, number, threads + 1).astype(int)
    slices = [slice(a, b) for a, b in pairwise(bounds) if b > a]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, slices))


class Scratch:
    """The arrays that a thread works in; `fast.py` says what they hold."""

    def __init__(self, judges: Judges, players: int) -> None:
        widest = judges.descriptions.reshape(-1, JUDGE).max(axis=0)
        hidden, second = int(widest[HIDDEN]), int(widest[SECOND])
        self.s = np.zeros(stride(players), dtype=np.int64)
        self.who = np.zeros(SLOTS, dtype=np.int64)
        self.c = np.zeros((SLOTS * MOST + 2 * SLOTS) * WIDTH, dtype=np.int64)
        self.h = np.zeros(5 * SEAT, dtype=np.int64)
        self.g = np.zeros(2 * SLOTS * WIDTH, dtype=np.int64)
        self.v = np.zeros(V_UNITS + hidden + BLOCK, dtype=np.int64)
        self.f = in_cache_lines((NOTES + 2) * hidden + BLOCK + 3 * second)


def _play(
    judges: Judges,
    players: int,
    seats: NDArray[np.int64],
    seed: int,
    numbers: NDArray[np.int64],
    results: NDArray[np.int64],
    luck_samples: int,
    luck: NDArray[np.float64],
) -> None:
    r = Scratch(judges, players)
    play_judged(
        compile_variant(judges.variant).flat, r.s, seats.ravel(), players, seed,
        np.ascontiguousarray(numbers, dtype=np.int64), len(numbers), r.who, r.c, r.h, r.g, r.v,
        judges.descriptions, judges.weights, r.f, row_states(judges.variant).number,
        results.reshape(-1), luck_samples, luck.reshape(-1),
    )  # fmt: skip
