"""Judges: what a joint position at the end of a turn is worth to one seat, with NumPy.

The compiled twins are in `compiled/evaluators.py`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.evaluation.heuristic_values import beside_values, row_values
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.variants.variant import ROWS

FAR = 1000.0
"""What a readable judge makes of a game won or lost at once."""
MARGIN_WEIGHT = 1e-6
"""What a point of margin is worth in wins: next to nothing, so that it only breaks ties."""

PEOPLE = 0.5
"""How much of the weight the champion gives to the answers of a good human player.

The other half goes to what its own network would answer. People seldom answer like a network: by
that alone it would prepare for the wrong crosses. Half and half wins more games against the
heuristic and as many against the network without it (`bench/bots_figures.py people`).
"""

Values = NDArray[np.float64]


class PositionEvaluator(Protocol):
    """Higher is better; the unit is the judge's own."""

    @property
    def looks_around(self) -> bool:
        """Whether what the others are likely to do matters to it."""
        ...

    @property
    def people(self) -> float:
        """The weight of what a good human player would cross, among what the others may do."""
        ...

    def worth(self, positions: Positions, seat: int) -> Values: ...

    def __hash__(self) -> int:
        """Judges are values: what one of them found can be remembered."""
        ...


def sheet_worth(positions: Positions, seat: int, weights: Weights) -> Values:
    """A seat's sheet by the heuristic's table: points now, and what may come."""
    table = row_values(positions.variant, weights)
    states = positions.row_shapes()[:, seat, :]
    coming = table[np.arange(len(ROWS)), states] - positions.row_points()[:, seat, :]
    extra = weights.penalty - positions.variant.penalty_points
    worth: Values = positions.totals()[:, seat] + coming.sum(axis=1)
    if positions.variant.beside[0]:
        beside = beside_values(positions.variant, weights)
        worth += sum(
            beside[word][first_free_place]
            for word, first_free_place in enumerate(positions.reach_beside(seat))
        )
    return worth - extra * positions.penalties[:, seat]


def with_ends(going: Values, positions: Positions, seat: int) -> Values:
    """The worth for a readable judge, with everything or nothing where the game is over."""
    if not positions.over.any():  # as nearly always
        return going
    share, lead = positions.shares(seat)
    return np.where(positions.over, FAR * (share - 0.5) + lead, going)


class HeuristicEvaluator(Struct, frozen=True):
    """Its own sheet alone; but it knows who has won when the game is over."""

    weights: Weights = Weights()
    looks_around: bool = False
    people: float = 0.0

    def worth(self, positions: Positions, seat: int) -> Values:
        return with_ends(sheet_worth(positions, seat, self.weights), positions, seat)


class RaceEvaluator(Struct, frozen=True):
    """Its own sheet against the best other one."""

    weights: Weights = Weights()
    looks_around: bool = True
    people: float = 0.0

    def worth(self, positions: Positions, seat: int) -> Values:
        own = sheet_worth(positions, seat, self.weights)
        others = [
            sheet_worth(positions, q, self.weights) for q in range(positions.players) if q != seat
        ]
        lead = own - np.max(others, axis=0) if others else own
        return with_ends(lead, positions, seat)


class NetworkEvaluator(Struct, frozen=True):
    """The trained network of the variant."""

    looks_around: bool = True
    people: float = PEOPLE

    def worth(self, positions: Positions, seat: int) -> Values:
        win, margin = load_network(positions.variant).expect(positions, seat)
        going: Values = (win + MARGIN_WEIGHT * margin).astype(np.float64)
        if not positions.over.any():
            return going
        share, lead = positions.shares(seat)
        return np.where(positions.over, share + MARGIN_WEIGHT * lead, going)
