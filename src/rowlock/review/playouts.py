"""Two answers of one decision, played on to the end of the game with the same dice.

After both answers the judge's bot plays all seats. Both meet the same dice, turn by turn, so that
only their difference is left, and of that there is a standard error. Games are played until the
95 % interval lies within one class of marks, or the time is over.

What is noted of each game on the way tells why: the points and the lock of every row, penalties,
how long it lasted, and who ended it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.judge_arrays import Judges
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
from rowlock.bots.judging.judges import Values
from rowlock.bots.judging.lookahead import Scenario
from rowlock.bots.judging.positions import Positions
from rowlock.bots.judging.row_shapes import masks_of
from rowlock.bots.search.contenders import kernel_states
from rowlock.review.marks import is_settled
from rowlock.review.shapes import Outlook, RowOutlook, Unit
from rowlock.variants.variant import COLOURS, ROWS, Variant

FIRST = 64
"""Pairs of games before the interval is looked at."""
GROWTH = 2
"""A batch is this part of all games so far."""
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


class Table(NamedTuple):
    """What the games of one decision have in common."""

    variant: Variant
    seat: int
    players: int
    judges: Judges
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


def arm_of(table: Table, move: str, scenarios: list[Scenario], place: int, closed: int) -> Arm:
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


def _end_line(positions: Positions, place: int, table: Table, closed: int) -> NDArray[np.int64]:
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


def facts(lines: NDArray[np.int64], table: Table) -> Values:
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


def played_on(arm: Arm, table: Table, keys: NDArray[np.int64]) -> Values:
    """[key, fact] of games with these dice after an answer."""
    found = np.tile(arm.ended, (len(keys), 1))
    if len(arm.states):
        lines = noted_ends(table.judges, arm.states, table.seat, keys)
        for number, weight in enumerate(arm.weights):
            found += weight * facts(lines[:, number], table)
    return found


def warm_up(table: Table, arm: Arm) -> None:
    """Compile, or load what was compiled before: not on the time of the games."""
    played_on(arm, table, np.zeros(0, dtype=np.int64))


def compare(
    chosen: Arm,
    best: Arm,
    table: Table,
    seed: int,
    budget: float,
    clock: Callable[[], float] = perf_counter,
    most: int = MOST,
) -> Compared:
    """Both answers played on for so many seconds, or until the loss is settled."""
    rng = np.random.default_rng(seed)
    arms = (chosen, best)
    sums = np.zeros((2, ENDS + table.players))
    games, total, squares, began = 0, 0.0, 0.0, clock()
    while True:
        size = min(most - games, max(FIRST, games // GROWTH))
        keys = rng.integers(0, 1 << 62, size)
        found = [played_on(arm, table, keys) for arm in arms]
        differences = found[1][:, table.value] - found[0][:, table.value]
        sums += [each.sum(axis=0) for each in found]
        games += size
        total += float(differences.sum())
        squares += float((differences**2).sum())
        loss, se = total / games, _spread(total, squares, games, table.unit) / games**0.5
        settled = is_settled(loss, se, table.unit)
        if settled or games >= most or clock() - began >= budget:
            break
    cost = table.variant.penalty_points
    outlooks = [
        outlook_of(arm.move, games, sum_ / games, cost)
        for arm, sum_ in zip(arms, sums, strict=True)
    ]
    return Compared(games, loss, se, settled, (outlooks[0], outlooks[1]))


def _spread(total: float, squares: float, games: int, unit: Unit) -> float:
    around = squares - total**2 / games
    return float(((FEW * SPREADS[unit] ** 2 + around) / (FEW + games)) ** 0.5)


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
