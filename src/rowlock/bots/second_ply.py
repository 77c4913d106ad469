"""A second ply: the best candidates of a decision once more, each played one turn on.

One turn ahead the network judges the end of the turn. Here the few candidates that it likes best
are judged by what the next turn makes of them, as a mean over the dice (`one_turn_on.py`). All of
them meet the same dice, so that luck takes no part in the comparison. How often that is repeated
depends on the time there is, so a quicker machine may choose otherwise.

Where the others may answer in two ways (`lookahead.py`), a candidate is played on from both ends
of the turn, and its value is their mean with the same weights as at first sight.
"""

from __future__ import annotations

import random
from functools import lru_cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.judges import MARGIN_WEIGHT, PEOPLE, Values
from rowlock.bots.lookahead import Scenario, mean_values
from rowlock.bots.match import Judge, Judges, compile_judges
from rowlock.bots.network import load_network
from rowlock.bots.one_turn_on import States, expected_turn
from rowlock.bots.position import Positions
from rowlock.kernel.compile import LUCKY_MASK, ROW_SQUARES, compile_variant
from rowlock.kernel.state import (
    ACTIVE,
    BAR,
    CLOSED,
    HEAD,
    KEY,
    LUCKY,
    PENALTIES,
    PLAYERS,
    ROWS,
    SEAT,
    SHOWN,
    SHOWN_BAR,
    TURN,
    stride,
)
from rowlock.variants.variant import Variant

MOST = 4
"""Candidates that are looked at again."""
NEAR = 0.04
"""How far below the best one a candidate may be, in chances of winning."""
HALF = 0xFFFFFFFF


def second_look(scenarios: list[Scenario], seat: int, rng: random.Random, budget: float) -> Values:
    """The values with those of the best candidates looked at again for `budget` seconds.

    A candidate that is not looked at again cannot become the best.
    """
    values = mean_values(scenarios)
    best = np.argsort(-values, kind="stable")[:MOST]
    best = best[values[best] >= values[best[0]] - NEAR]
    going = [best[~scenario.positions.over[best]] for scenario in scenarios]
    if len(best) < 2 or sum(map(len, going)) == 0:  # nothing to compare, or all known exactly
        return values
    states = np.concatenate(
        [kernel_states(s.positions, index) for s, index in zip(scenarios, going, strict=True)]
    )
    seats = np.zeros((len(states), scenarios[0].positions.players), dtype=np.int64)
    judges = _network_judges(scenarios[0].positions.variant)
    means, looks, began = np.zeros(len(states)), 0, perf_counter()
    while looks == 0 or perf_counter() - began < budget * looks / (looks + 1):
        states[:, KEY] = rng.getrandbits(62)
        turn = expected_turn(judges, states, seats, 0)[:, seat]
        means += turn[:, 0] + MARGIN_WEIGHT * turn[:, 1]
        looks += 1
    again: list[Scenario] = []
    for scenario, index in zip(scenarios, going, strict=True):
        later = scenario.values.copy()  # an end of the game is known exactly
        later[index], means = means[: len(index)] / looks, means[len(index) :]
        again.append(scenario._replace(values=later))
    seen = np.full(len(values), -np.inf)
    seen[best] = mean_values(again)[best]
    return seen


def kernel_states(positions: Positions, index: NDArray[np.int64]) -> States:
    """These positions as states of the kernel before a roll."""
    players = positions.players
    states = np.zeros((len(index), stride(players)), dtype=np.int64)
    states[:, PLAYERS], states[:, TURN] = players, 1
    states[:, ACTIVE], states[:, CLOSED] = positions.following[index], positions.closed[index]
    flat = compile_variant(positions.variant).flat
    struck = np.zeros((len(index), 2), dtype=np.int64)  # by the rows that are closed (BA-05)
    for row in range(4):
        squares = flat[ROW_SQUARES + 2 * row : ROW_SQUARES + 2 * row + 2]
        struck |= np.outer(positions.closed[index] >> row & 1, squares)
    masks = flat[LUCKY_MASK:]
    has_lucky = bool(positions.variant.lucky_pairs)
    for seat in range(players):
        b = HEAD + SEAT * seat
        bar = positions.bar[index, seat]
        for rows, low in ((ROWS, BAR), (SHOWN, SHOWN_BAR)):
            states[:, b + rows : b + rows + 4] = positions.rows[index, seat]
            states[:, b + low] = bar & HALF | struck[:, 0]
            states[:, b + low + 1] = bar >> 32 | struck[:, 1]
        states[:, b + PENALTIES] = positions.penalties[index, seat]
        if has_lucky:
            states[:, b + LUCKY] = masks[positions.lucky[seat]]
    return states


@lru_cache
def _network_judges(variant: Variant) -> Judges:
    network = load_network(variant)
    judge = Judge("network", network=network, looks_around=True, people=PEOPLE)
    return compile_judges(variant, [judge])
