"""Two answers of one decision, played on to the end of the game with the same dice.

After both answers the judge's bot plays all seats. Both meet the same dice, turn by turn, so that
only their difference is left, and of that there is a standard error. Games are played until the
loss is clearly of one class of marks, or the time is over.

Who looks again and again and stops at a moment that looks clear, stops too often at a lucky one:
the interval of those games promises too much. So one half of the games only says when to stop, and
then the other half, which nobody has looked at, says what was lost. When the time is over first,
nothing was chosen and all games count.

What is noted of each game on the way tells why: the points and the lock of every row, penalties,
how long it lasted, and who ended it.
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
"""Pairs of games between two looks at the clock."""
FIRST = 64
"""Pairs of games before the interval is looked at, or the budget."""
LEAST = FIRST // 2
"""Fewer tell nothing."""
GROWTH = 1.5
"""How many times as many there are at the next look."""
EARLY = 4.0
"""Standard errors of the half that says when to stop: the other half nearly always agrees then,
within the two that are quoted."""
MOST = 20_000
FEW = 16
"""How many games a first guess of the spread counts for: a few that end alike are not exact."""
SPREADS: dict[Unit, float] = {"wins": 0.36, "points": 20.0}
"""That guess: how far two games with the same dice are apart."""

# What is known of a game: columns of an array of numbers.
WIN = 0
TOTAL = 1
POINTS = 2
LOCKS = POINTS + len(ROWS)
PENALTIES = LOCKS + len(ROWS)
LENGTH = PENALTIES + 1
ENDS = LENGTH + 1


class Arm(NamedTuple):
    """One answer: where it leads, once for every way the others may answer."""

    move: str
    weights: Values
    states: States
    """Of the kernel, where games go on; of those that are over there is none."""
    ended: Values
    """The weighted facts of those that are over."""


class PlayoutTable(NamedTuple):
    """What the games of one decision have in common."""

    variant: Variant
    seat: int
    players: int
    judges: EvaluatorArrays
    unit: Unit

    @property
    def value(self) -> int:
        """The column of the facts that the unit counts."""
        return TOTAL if self.unit == "points" else WIN


class Compared(NamedTuple):
    """What came of both arms."""

    games: int
    loss: float
    se: float
    settled: bool
    outlooks: tuple[Outlook, Outlook]
    """Of the chosen answer, and of the best one."""


def arm_of(
    table: PlayoutTable, move: str, scenarios: list[Scenario], place: int, closed: int
) -> Arm:
    """The answer that leads to this place of every scenario; `closed` were the rows before it."""
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
    """The notes of a game that the turn itself ends."""
    line = np.zeros(WIDTH, dtype=np.int64)
    locks = np.array(table.variant.lock_bits)
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
    """[game, fact] of notes, [game, WIDTH]."""
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
    """[key, fact] of games with these dice after an answer."""
    found = np.tile(arm.ended, (len(keys), 1))
    if len(arm.states):
        lines = noted_ends(table.judges, arm.states, table.seat, keys)
        for number, weight in enumerate(arm.weights):
            found += weight * facts(lines[:, number], table)
    return found


def warm_up(table: PlayoutTable, arm: Arm) -> None:
    """Compile, or load what was compiled before: not on the time of the games."""
    played_on(arm, table, np.zeros(0, dtype=np.int64))


class PlayoutTally:
    """Games of both answers, added up."""

    def __init__(self, table: PlayoutTable) -> None:
        self.unit, self.value = table.unit, table.value
        self.sums = np.zeros((2, ENDS + table.players))
        self.games, self.total, self.squares = 0, 0.0, 0.0

    def add(self, chosen: Values, best: Values) -> None:
        """[game, fact] of games after both answers with the same dice."""
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
    """Both answers played on for so many seconds, or until the loss is settled.

    The first games may take longer than the budget, but not than the limit.
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
    """How games go on after an answer."""
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
