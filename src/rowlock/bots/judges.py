"""Judges: what a joint position at the end of a turn is worth to one seat, with NumPy.

The compiled twins are in `fast.py`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.heuristic_values import Weights, row_values
from rowlock.bots.network import load_network
from rowlock.bots.position import Positions
from rowlock.bots.row_states import crosses_of, reach_of
from rowlock.variants.variant import ROWS

FAR = 1000.0
"""What a readable judge makes of a game won or lost at once."""
MARGIN_WEIGHT = 0.0005
"""What a point of margin is worth in wins: it only decides between equal chances."""

Values = NDArray[np.float64]


class PositionJudge(Protocol):
    """Higher is better; the unit is the judge's own."""

    @property
    def looks_around(self) -> bool:
        """Whether what the others are likely to do matters to it."""
        ...

    def worth(self, positions: Positions, seat: int) -> Values: ...


def sheet_worth(
    positions: Positions, seat: int, weights: Weights, horizon: float | Values = 1.0
) -> Values:
    """A seat's sheet by the heuristic's table: points now, and what may come."""
    table = row_values(positions.variant, weights)
    states = positions.row_states()[:, seat, :]
    coming = table[np.arange(len(ROWS)), states] - positions.row_points()[:, seat, :]
    extra = weights.penalty - positions.variant.penalty_points
    worth: Values = positions.totals()[:, seat] + horizon * coming.sum(axis=1)
    return worth - extra * positions.penalties[:, seat]


def ended_worth(positions: Positions, seat: int) -> Values:
    """A game that is over, for a readable judge: everything or nothing."""
    share, lead = positions.shares(seat)
    return FAR * (share - 0.5) + lead


class HeuristicJudge(Struct, frozen=True):
    """Its own sheet alone; but it knows who has won when the game is over."""

    weights: Weights = Weights()
    looks_around: bool = False

    def worth(self, positions: Positions, seat: int) -> Values:
        own = sheet_worth(positions, seat, self.weights)
        return np.where(positions.over, ended_worth(positions, seat), own)


class RaceJudge(Struct, frozen=True):
    """Its own sheet against the best other one; the nearer the end, the less the future counts."""

    weights: Weights = Weights()
    looks_around: bool = True

    def worth(self, positions: Positions, seat: int) -> Values:
        weights = self.weights
        horizon = 1.0 + weights.haste * (weights.middle - nearness(positions))
        horizon = np.clip(horizon, 0.0, weights.patience)
        own = sheet_worth(positions, seat, weights, horizon)
        others = [
            sheet_worth(positions, q, weights, horizon)
            for q in range(positions.players)
            if q != seat
        ]
        lead = own - np.max(others, axis=0) if others else own
        return np.where(positions.over, ended_worth(positions, seat), lead)


def nearness(positions: Positions) -> Values:
    """How near the end is: the two rows that anybody is furthest in, and the penalties."""
    variant = positions.variant
    lengths = np.array([len(row) for row in variant.rows])
    ready = np.minimum(crosses_of(positions.rows), 5) / 5.0
    near = (ready * reach_of(positions.rows) / lengths).max(axis=1)
    shut = positions.closed[:, None] >> np.arange(len(ROWS)) & 1
    near = np.sort(np.where(shut == 1, 1.0, near), axis=1)
    penalties = positions.penalties.max(axis=1) / variant.penalties_to_end
    nearest: Values = np.maximum(0.5 * (near[:, -1] + near[:, -2]), penalties**2)
    return nearest


class NetworkJudge(Struct, frozen=True):
    """The trained network of the variant."""

    looks_around: bool = True

    def worth(self, positions: Positions, seat: int) -> Values:
        win, margin = load_network(positions.variant).expect(positions, seat)
        share, lead = positions.shares(seat)
        going = win + MARGIN_WEIGHT * margin
        return np.where(positions.over, share + MARGIN_WEIGHT * lead, going)
