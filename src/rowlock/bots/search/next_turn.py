"""Looks one turn further at the best candidates of a decision.

The few candidates that the network values most (`close_candidates.py`) are evaluated after one more
turn, as a mean over the dice (`compiled/next_turn.py`). All of them get the same dice, so that luck
does not affect the comparison. The number of repetitions depends on the time limit, so a faster
machine may choose differently.
"""

from __future__ import annotations

import random
from time import perf_counter

import numpy as np

from rowlock.bots.compiled.next_turn import expected_turn
from rowlock.bots.evaluation.evaluators import MARGIN_WEIGHT, Values
from rowlock.bots.evaluation.lookahead import Scenario, mean_values
from rowlock.bots.search.close_candidates import find_close_candidates, network_evaluators
from rowlock.kernel.state import KEY


def look_one_turn_on(
    scenarios: list[Scenario], seat: int, rng: random.Random, budget: float
) -> Values:
    """The values, improved for the best candidates within `budget` seconds."""
    values, few = mean_values(scenarios), find_close_candidates(scenarios)
    if few.decided:
        return values
    positions, states = scenarios[0].positions, few.states
    seats = np.zeros((len(states), positions.players), dtype=np.int64)
    evaluators = network_evaluators(positions.sheets)
    sums, looks, began = np.zeros(len(states)), 0, perf_counter()
    while looks == 0 or perf_counter() - began < budget * looks / (looks + 1):
        states[:, KEY] = rng.getrandbits(62)
        turn = expected_turn(evaluators, states, seats, 0)[:, seat]
        sums += turn[:, 0] + MARGIN_WEIGHT * turn[:, 1]
        looks += 1
    return few.among(values, few.worth(sums / looks))
