"""The nearly equal candidates of a decision, and the states after them.

The few candidates that the network values most are continued from the end of the turn: one turn by
`next_turn.py`, to the end of the game by `rollouts.py`. If there are two predictions of the others'
answers (`evaluation/lookahead.py`), a candidate is continued after both, and its value is their
weighted mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.network_spec import network_spec
from rowlock.bots.compiled.next_turn import States
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.lookahead import Scenario, mean_values
from rowlock.bots.evaluation.positions import Positions
from rowlock.kernel.state import (
    ACTIVE,
    BAR,
    CLOSED,
    HEAD,
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
from rowlock.kernel.variant_tables import LUCKY_MASK, ROW_SQUARES, compile_variant
from rowlock.variants.together import Sheets
from rowlock.variants.variant import Variant

MOST = 4
"""Maximum number of candidates that are evaluated again."""
NEAR = 0.04
"""How far below the best one a candidate may be, in win probability."""
HALF = 0xFFFFFFFF


class CloseCandidates(NamedTuple):
    """Some candidates, and the states of the kernel after them."""

    variants: tuple[Variant, ...]
    """The sheet of each seat."""
    places: NDArray[np.int64]
    """[candidate] their indexes among all candidates, the best first."""
    values: Values
    """[candidate] their values by the network."""
    states: States
    """One per candidate and prediction of the others, except if the game is over."""
    weights: Values
    """[state, candidate] the weight of a state in the value of a candidate."""
    known: Values
    """[candidate] the part of its value that comes from finished games, which is exact."""

    @property
    def decided(self) -> bool:
        """Whether there is nothing to compare, or all values are exact."""
        return len(self.places) < 2 or len(self.states) == 0

    def worth(self, later: Values) -> Values:
        """[..., candidate] their values from the values of the states, [..., state]."""
        worth: Values = self.known + later @ self.weights
        return worth

    def among(self, all_values: Values, better: Values) -> Values:
        """The values of all candidates with the better ones; the others cannot become the best."""
        seen = np.full(len(all_values), -np.inf)
        seen[self.places] = better
        return seen


def find_close_candidates(scenarios: list[Scenario]) -> CloseCandidates:
    """The candidates that may turn out to be the best."""
    values = mean_values(scenarios)
    best = np.argsort(-values, kind="stable")[:MOST]
    best = best[values[best] >= values[best[0]] - NEAR]
    known = np.zeros(len(best))
    states, weights = list[States](), list[Values]()
    for scenario in scenarios:
        over = scenario.positions.over[best]
        known += np.where(over, scenario.weight * scenario.values[best], 0.0)
        states.append(kernel_states(scenario.positions, best[~over]))
        weights.append(scenario.weight * np.eye(len(best))[~over])
    return CloseCandidates(
        scenarios[0].positions.sheets,
        best,
        values[best],
        np.concatenate(states),
        np.concatenate(weights),
        known,
    )


def kernel_states(positions: Positions, index: NDArray[np.int64]) -> States:
    """These positions as states of the kernel before a roll."""
    players = positions.players
    states = np.zeros((len(index), stride(players)), dtype=np.int64)
    states[:, PLAYERS], states[:, TURN] = players, 1
    states[:, ACTIVE], states[:, CLOSED] = positions.following[index], positions.closed[index]
    for seat, variant in enumerate(positions.sheets):
        flat = compile_variant(variant).flat
        struck = np.zeros((len(index), 2), dtype=np.int64)  # by closed rows (BA-05)
        for row in range(4):
            squares = flat[ROW_SQUARES + 2 * row : ROW_SQUARES + 2 * row + 2]
            struck |= np.outer(positions.closed[index] >> row & 1, squares)
        b = HEAD + SEAT * seat
        bar = positions.bar[index, seat]
        for rows, low in ((ROWS, BAR), (SHOWN, SHOWN_BAR)):
            states[:, b + rows : b + rows + 4] = positions.rows[index, seat]
            states[:, b + low] = bar & HALF | struck[:, 0]
            states[:, b + low + 1] = bar >> 32 | struck[:, 1]
        states[:, b + PENALTIES] = positions.penalties[index, seat]
        if variant.lucky_pairs:
            states[:, b + LUCKY] = flat[LUCKY_MASK + positions.lucky[seat]]
    return states


@lru_cache
def network_evaluators(sheets: Sheets) -> EvaluatorArrays:
    """The champion's evaluator in compiled form, which plays all seats afterwards."""
    spec = network_spec([sheets] if isinstance(sheets, Variant) else sheets)
    return compile_evaluators(sheets, [spec])
