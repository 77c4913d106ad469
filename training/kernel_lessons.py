"""Creates lessons for a network from compiled games on a CPU; runs in the workers of
`on_kernel.py`.

Rules, bots and network inputs are those of the package, so no exported tables are needed. A lesson
is a position from the view of one seat (lines of the network's first layer and scalars) with its
targets, a win share and a margin.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.next_turn import expected_turn, recorded_games
from rowlock.bots.compiled.spec import BotKind
from rowlock.bots.evaluation import input_layout
from rowlock.bots.evaluation.evaluators import PEOPLE
from rowlock.bots.evaluation.network import read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.bots.evaluation.traits import trait_lines
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, HEAD, PENALTIES, ROWS, SEAT
from rowlock.variants import Variant, load_variant

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

NOISES = (0.0, 0.01, 0.02, 0.04, 0.08)
"""Standard deviations of the network's errors, for varied games."""
OFTEN = (0, 0, 0, 1, 2, 3, 4)
"""Indices into NOISES from which each seat's error is drawn, so that players have unequal
strength."""
READABLE = {"heuristic": len(NOISES), "race": len(NOISES) + 1}
"""Indices of the readable bots among the evaluators, after the network with its errors."""
POINTS_OFF = 2.0
"""Standard deviation of the readable bots' errors in the first lessons, for half of the seats."""


class Job(NamedTuple):
    """Games to learn from or to measure with."""

    sheet: str
    players: int
    seed: int
    games: int
    weights: bytes
    """The network file, included because the worker may run on another machine."""
    sample: int = 0
    """Number of positions that become lessons."""
    mixed: float = 0.5
    """Share of the games in which one network sits among readable bots."""
    as_met: bool = False
    """Whether targets are values against these opponents instead of against itself."""


class Lessons(NamedTuple):
    """A batch of positions, each from the view of one seat."""

    players: int
    lines: NDArray[np.int32]
    scalars: Floats
    share: Floats
    margin: Floats


@lru_cache(maxsize=1)
def readable_judges(variant: Variant) -> EvaluatorArrays:
    """Heuristic and race, with and without errors."""
    kinds: tuple[tuple[BotKind, bool], ...] = (("heuristic", False), ("race", True))
    return compile_evaluators(
        variant,
        [
            CompiledSpec(kind, looks_around=looks, noise=noise)
            for noise in (0.0, POINTS_OFF)
            for kind, looks in kinds
        ],
    )


@lru_cache(maxsize=1)
def network_evaluators(variant: Variant, weights: bytes) -> EvaluatorArrays:
    """The network with every error, then heuristic and race."""
    network = read_network(variant, BytesIO(weights))
    own = [
        CompiledSpec("network", network=network, noise=noise, looks_around=True, people=PEOPLE)
        for noise in NOISES
    ]
    readable = [CompiledSpec("heuristic"), CompiledSpec("race", looks_around=True)]
    return compile_evaluators(variant, [*own, *readable])


def first_lessons(job: Job) -> Lessons:
    """Lessons from outcomes of games between the readable bots, for an untrained network."""
    variant, rng = load_variant(job.sheet), np.random.default_rng(job.seed)
    bots = readable_judges(variant)
    seats = rng.integers(4, size=(job.games, job.players))
    states, owners = recorded_games(bots, seats, job.seed)
    totals = play_games(bots, seats, job.seed).totals
    chosen = rng.permutation(len(states))[: job.sample]
    worth = np.stack(outcome(totals), axis=2)[owners[chosen]]
    return seen_by(variant, states[chosen], worth, np.ones(worth.shape[:2], dtype=np.bool_))


def next_lessons(job: Job) -> Lessons:
    """Lessons from the network's values one turn later, in self-play and games with readable
    bots."""
    variant, rng = load_variant(job.sheet), np.random.default_rng(job.seed)
    bots = network_evaluators(variant, job.weights)
    seats = rng.choice(OFTEN, size=(job.games, job.players))
    met = rng.choice(list(READABLE.values()), size=job.games)
    mixed = rng.random(job.games) < job.mixed
    seats[mixed] = among(seats[mixed, 0], met[mixed], job.players)
    states, owners = recorded_games(bots, seats, job.seed)
    chosen = rng.permutation(len(states))[: job.sample]
    states, exact = states[chosen], seats[owners[chosen]]
    readable = (exact >= len(NOISES)) & job.as_met
    exact = np.where(readable, exact, 0)  # targets are values without errors
    worth = expected_turn(bots, states, exact, 0)
    alike = (exact == 0).all(axis=1)
    worth[alike, :, 0] /= worth[alike, :, 0].sum(axis=1, keepdims=True)
    return seen_by(variant, states, worth, exact == 0)


def measured(other: str, job: Job) -> tuple[float, float]:
    """Win share of one network among others, divided by the equal share, with its error."""
    variant = load_variant(job.sheet)
    own = np.zeros(job.games, dtype=np.int64)
    seats = among(own, np.full(job.games, READABLE[other]), job.players)
    totals = play_games(network_evaluators(variant, job.weights), seats, job.seed).totals
    won = job.players * outcome(totals)[0][seats == 0]
    return float(won.mean()), float(won.std() / len(won) ** 0.5)


def among(own: Ints, other: Ints, players: int) -> Ints:
    """[game, seat] one seat in turn plays evaluator `one`, all others the other."""
    seats = np.repeat(other[:, None], players, axis=1)
    games = np.arange(len(own))
    seats[games, games % players] = own
    return seats


def outcome(totals: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """[game, seat] win share, and lead over the best other player."""
    best = np.sort(totals, axis=1)[:, ::-1]
    winners = totals == best[:, :1]
    first = np.arange(totals.shape[1]) == totals.argmax(axis=1)[:, None]
    other = np.where(first, best[:, 1:2], best[:, :1])
    return winners / winners.sum(axis=1, keepdims=True), (totals - other).astype(np.float64)


def seen_by(
    variant: Variant, states: Ints, worth: NDArray[np.float64], learns: NDArray[np.bool_]
) -> Lessons:
    """Lessons of the learning seats [state, seat] from values of these states."""
    players = learns.shape[1]
    lines, scalars, values = [], [], []
    for seat in range(players):
        some = learns[:, seat]
        found = inputs(positions_of(variant, states[some], players), seat)
        lines.append(found[0])
        scalars.append(found[1])
        values.append(worth[some, seat])
    share, margin = np.concatenate(values).astype(np.float32).T
    units = margin / np.float32(input_layout.MARGIN_UNIT)
    return Lessons(players, np.concatenate(lines), np.concatenate(scalars), share, units)


def positions_of(variant: Variant, states: Ints, players: int) -> Positions:
    """Kernel states between two turns as positions for evaluators."""
    seats = states[:, HEAD:].reshape(len(states), players, SEAT)
    return Positions(
        variant,
        seats[:, :, ROWS : ROWS + 4],
        seats[:, :, PENALTIES],
        seats[:, :, BAR] | seats[:, :, BAR + 1] << 32,
        states[:, CLOSED],
        states[:, ACTIVE],
        np.zeros(len(states), dtype=np.bool_),
        (0,) * players,
    )


def inputs(positions: Positions, seat: int) -> tuple[NDArray[np.int32], Floats]:
    """Indices of the lines of `ValueNet.table` for these positions, and the scalars."""
    variant = positions.variant
    states, penalties = row_shapes(variant).size, input_layout.penalty_states(variant)
    at_penalties = input_layout.SLOTS * 4 * states
    at_traits = at_penalties + input_layout.SLOTS * penalties
    sheets = input_layout.seen(positions, seat)
    lines: list[Ints] = []
    for slot, sheet in enumerate(sheets):
        lines += [(4 * slot + row) * states + sheet.rows[:, row] for row in range(4)]
        lines.append(at_penalties + slot * penalties + sheet.penalties)
        lines += [at_traits + slot * trait_lines(variant) + line for line in sheet.traits]
    scalars = np.zeros((len(positions.closed), input_layout.NEAR_LINE + 1), dtype=np.float32)
    points = np.stack([sheet.points for sheet in sheets], axis=1)
    lead = points[:, 0] - points[:, 1:].max(axis=1)
    scalars[:, : len(sheets)] = points / input_layout.TOTAL_UNIT
    scalars[:, input_layout.LEAD_LINE] = lead / input_layout.TOTAL_UNIT
    scalars[:, input_layout.NEAR_LINE] = np.tanh(lead / input_layout.NEAR_UNIT)
    return np.stack(lines, axis=1).astype(np.int32), scalars
