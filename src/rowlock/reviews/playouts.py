"""Plays out two answers of a decision many times with the same dice.

After both answers the evaluator's bot plays all seats. Both games get the same dice in every turn,
so only the difference between the answers remains, with its standard error. Games are played until
the loss clearly lies in one class of marks, or time is up.

Checking the interval repeatedly and stopping as soon as it looks conclusive tends to stop at a
lucky moment. So one half of the games only decides when to stop, and the other half gives the loss.
If time is up first, there was no such choice and all games count.

Each game also records the reasons for its result: points and lock of every row, penalties, number
of turns, and who ended it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.compiled.rest_of_game import (
    ENDERS,
    OWN_PENALTIES,
    OWN_ROWS,
    TOTALS,
    TURNS,
    WIDTH,
    noted_ends,
)
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.lookahead import Scenario
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import masks_of
from rowlock.bots.search.close_candidates import kernel_states
from rowlock.reviews.mistake_classes import CLEAR, is_settled
from rowlock.reviews.model import Outlook, RowOutlook, Unit
from rowlock.variants.variant import COLOURS, ROWS, Variant

BATCH = 16
"""Pairs of games between two checks of the time."""
FIRST = 64
"""Pairs of games before the first check of the interval or the time budget."""
LEAST = FIRST // 2
"""Minimum number of pairs for a result."""
GROWTH = 1.5
"""Growth factor of the number of pairs from check to check."""
EARLY = 4.0
"""Standard errors required of the half that decides when to stop. The other half then nearly always
agrees within two.
"""
MOST = 20_000
FEW = 16
"""Weight, in games, of the initial guess of the spread: a few equal results are not exact."""
SPREADS: dict[Unit, float] = {"wins": 0.36, "points": 20.0}
"""The initial guess: standard deviation of the difference between two games."""

# Columns of the array of facts about games.
WIN = 0
TOTAL = 1
POINTS = 2
LOCKS = POINTS + len(ROWS)
PENALTIES = LOCKS + len(ROWS)
LENGTH = PENALTIES + 1
ENDS = LENGTH + 1


class Arm(NamedTuple):
    """One answer: the positions after it, one per scenario of the others' answers."""

    move: str
    weights: Values
    states: States
    """Kernel states of unfinished games; finished games have none."""
    ended: Values
    """Weighted facts of the finished games."""


class PlayoutTable(NamedTuple):
    """What the games of one decision share."""

    variant: Variant
    """The sheet of the seat."""
    seat: int
    players: int
    judges: EvaluatorArrays
    unit: Unit

    @property
    def value(self) -> int:
        """The column of facts that holds the unit of the review."""
        return TOTAL if self.unit == "points" else WIN


class Compared(NamedTuple):
    """The result of comparing two arms."""

    games: int
    loss: float
    se: float
    settled: bool
    outlooks: tuple[Outlook, Outlook]
    """After the chosen answer, and after the best one."""


def arm_of(
    table: PlayoutTable, move: str, scenarios: list[Scenario], place: int, closed: int
) -> Arm:
    """The answer with this index in every scenario; `closed` are the rows closed before it."""
    weights, states = list[float](), list[States]()
    ended = np.zeros(ENDS + table.players)
    for scenario in scenarios:
        if scenario.positions.over[place]:
            line = _end_line(scenario.positions, place, table, closed)
            ended += scenario.weight * facts(line[None], table)[0]
        else:
            weights.append(scenario.weight)
            states.append(kernel_states(scenario.positions, np.array([place])))
    joined = np.concatenate(states) if states else np.zeros((0, 0), dtype=np.int64)
    return Arm(move, np.array(weights), joined, ended)


def _end_line(
    positions: Positions, place: int, table: PlayoutTable, closed: int
) -> NDArray[np.int64]:
    """The record of a game that ends in this turn."""
    line = np.zeros(WIDTH, dtype=np.int64)
    locks = np.array([variant.lock_bits for variant in positions.sheets])
    fresh = ~closed >> np.arange(len(ROWS)) & 1
    locked = ((positions.rows[place] & locks) > 0) & (fresh > 0)
    enders = sum(1 << q for q in range(table.players) if locked[q].any())
    active = (int(positions.following[place]) - 1) % table.players
    line[ENDERS] = enders or 1 << active
    line[TOTALS : TOTALS + table.players] = positions.totals()[place]
    line[OWN_ROWS : OWN_ROWS + len(ROWS)] = positions.rows[place, table.seat]
    line[OWN_PENALTIES] = positions.penalties[place, table.seat]
    return line


def facts(lines: NDArray[np.int64], table: PlayoutTable) -> Values:
    """[game, fact] from the games' records, [game, WIDTH]."""
    found = np.zeros((len(lines), ENDS + table.players))
    totals = lines[:, TOTALS : TOTALS + table.players]
    own = totals[:, table.seat]
    best = totals.max(axis=1)
    found[:, WIN] = (own == best) / (totals == best[:, None]).sum(axis=1)
    found[:, TOTAL] = own
    rows = lines[:, OWN_ROWS : OWN_ROWS + len(ROWS)]
    found[:, POINTS : POINTS + len(ROWS)] = masks_of(table.variant).points[rows]
    found[:, LOCKS : LOCKS + len(ROWS)] = (rows & np.array(table.variant.lock_bits)) > 0
    found[:, PENALTIES] = lines[:, OWN_PENALTIES]
    found[:, LENGTH] = lines[:, TURNS]
    ended = (lines[:, ENDERS, None] >> np.arange(table.players) & 1).astype(float)
    found[:, ENDS:] = ended / ended.sum(axis=1, keepdims=True)
    return found


def played_on(arm: Arm, table: PlayoutTable, keys: NDArray[np.int64]) -> Values:
    """[key, fact] of games after an answer, with the dice of these keys."""
    found = np.tile(arm.ended, (len(keys), 1))
    if len(arm.states):
        lines = noted_ends(table.judges, arm.states, table.seat, keys)
        for number, weight in enumerate(arm.weights):
            found += weight * facts(lines[:, number], table)
    return found


def warm_up(table: PlayoutTable, arm: Arm) -> None:
    """Compile or load the compiled code, outside the time budget of the games."""
    played_on(arm, table, np.zeros(0, dtype=np.int64))


class PlayoutTally:
    """Sums over games of both answers."""

    def __init__(self, table: PlayoutTable) -> None:
        self.unit, self.value = table.unit, table.value
        self.sums = np.zeros((2, ENDS + table.players))
        self.games, self.total, self.squares = 0, 0.0, 0.0

    def add(self, chosen: Values, best: Values) -> None:
        """Add games of both answers with the same dice, as [game, fact]."""
        differences = best[:, self.value] - chosen[:, self.value]
        self.sums += [chosen.sum(axis=0), best.sum(axis=0)]
        self.games += len(differences)
        self.total += float(differences.sum())
        self.squares += float((differences**2).sum())

    @property
    def loss(self) -> float:
        return self.total / self.games

    @property
    def se(self) -> float:
        around = self.squares - self.total**2 / self.games
        spread = (FEW * SPREADS[self.unit] ** 2 + around) / (FEW + self.games)
        return float((spread / self.games) ** 0.5)

    def is_settled(self, errors: float = CLEAR) -> bool:
        return is_settled(self.loss, self.se, self.unit, errors)


def compare(
    chosen: Arm,
    best: Arm,
    table: PlayoutTable,
    seed: int,
    budget: float,
    *,
    clock: Callable[[], float] = perf_counter,
    most: int = MOST,
    limit: float = inf,
) -> Compared:
    """Play out both answers for `seconds`, or until the loss is settled.

    The first games may exceed the budget, but not `limit`.
    """
    rng, began = np.random.default_rng(seed), clock()
    watched, unseen, every = PlayoutTally(table), PlayoutTally(table), PlayoutTally(table)
    look = FIRST
    while True:
        keys = rng.integers(0, 1 << 62, min(BATCH, most - every.games))
        found = [played_on(arm, table, keys) for arm in (chosen, best)]
        every.add(*found)
        watched.add(*(each[::2] for each in found))
        unseen.add(*(each[1::2] for each in found))
        if every.games >= look:
            look = int(GROWTH * look)
            if watched.is_settled(EARLY):
                return _compared(unseen, chosen, best, table)
        spent = clock() - began
        if every.games >= most or spent >= (budget if every.games >= FIRST else limit):
            return _compared(every, chosen, best, table)


def _compared(tally: PlayoutTally, chosen: Arm, best: Arm, table: PlayoutTable) -> Compared:
    games, cost = tally.games, table.variant.penalty_points
    after_chosen, after_best = (
        outlook_of(arm.move, games, sums / games, cost)
        for arm, sums in zip((chosen, best), tally.sums, strict=True)
    )
    outlooks = (after_chosen, after_best)
    return Compared(games, tally.loss, tally.se, tally.is_settled(), outlooks)


def outlook_of(move: str, games: int, means: Values, penalty_points: int) -> Outlook:
    """How games continue after an answer."""
    points, locks = means[POINTS : POINTS + len(ROWS)], means[LOCKS : LOCKS + len(ROWS)]
    penalties = float(means[PENALTIES])
    return Outlook(
        move=move,
        games=games,
        win=float(means[WIN]),
        total=float(means[TOTAL]),
        rows=tuple(
            RowOutlook(colour, float(points[row]), float(locks[row]))
            for row, colour in enumerate(COLOURS)
        ),
        penalties=penalties,
        bonus=float(means[TOTAL] - points.sum()) + penalty_points * penalties,
        turns=float(means[LENGTH]),
        ends=tuple(means[ENDS:].tolist()),
    )
