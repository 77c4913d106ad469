"""Evaluators: the value of a joint position at the end of a turn to one seat.

`worth` is the version in NumPy, which is imported when it is called; `compiled/evaluators.py` is
the compiled version. An engine (`engine.py`) decides which of them runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from msgspec import Struct

from rowlock.bots.evaluation.heuristic_values import beside_values, row_values
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.errors import Unreadable
from rowlock.variants.variant import ROWS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rowlock.bots.evaluation.positions import Positions

    Values: TypeAlias = NDArray[np.float64]
else:
    Values = Any  # in the browser, which has no NumPy, a list

FAR = 1000.0
"""Value of a game won or lost, for evaluators in points."""
MARGIN_WEIGHT = 1e-6
"""Value of a point of margin in wins: so little that it only breaks ties."""

PEOPLE = 0.5
"""Weight that the champion gives to the answers of a good human player.

The other half goes to what its own network would answer. People seldom answer like a network, so
the network alone would predict the wrong crosses. Half and half wins more games against the
heuristic, and as many against the network (`bench/bots_figures.py people`).
"""


class PositionEvaluator(Protocol):
    """Evaluates positions; higher is better, each in its own unit."""

    @property
    def looks_around(self) -> bool:
        """Whether it depends on what the others are likely to do."""
        ...

    @property
    def people(self) -> float:
        """Weight, from 0 to 1, of a human-like answer in predictions of what the others do."""
        ...

    def worth(self, positions: Positions, seat: int) -> Values: ...

    def __hash__(self) -> int:
        """Evaluators are values, so their results can be cached."""
        ...


def sheet_worth(positions: Positions, seat: int, weights: Weights) -> Values:
    """The value of a seat's sheet by the heuristic: points now, and expected points."""
    import numpy as np

    if positions.variants:
        positions, seat = positions.alone(seat), 0
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
    """The values `going`, with `FAR` added or subtracted where the game is over.

    A solo game has no winner: its end is worth the total.
    """
    if not positions.over.any():  # the usual case
        return going
    import numpy as np

    share, lead = positions.shares(seat)
    if positions.players == 1:
        return np.where(positions.over, lead, going)
    return np.where(positions.over, FAR * (share - 0.5) + lead, going)


class HeuristicEvaluator(Struct, frozen=True):
    """Values only its own sheet, except that it knows who has won when the game is over."""

    weights: Weights = Weights()
    looks_around: bool = False
    people: float = 0.0

    def worth(self, positions: Positions, seat: int) -> Values:
        return with_ends(sheet_worth(positions, seat, self.weights), positions, seat)


class RaceEvaluator(Struct, frozen=True):
    """Values its own sheet less the best other one."""

    weights: Weights = Weights()
    looks_around: bool = True
    people: float = 0.0

    def worth(self, positions: Positions, seat: int) -> Values:
        import numpy as np

        own = sheet_worth(positions, seat, self.weights)
        others = [
            sheet_worth(positions, q, self.weights) for q in range(positions.players) if q != seat
        ]
        lead = own - np.max(others, axis=0) if others else own
        return with_ends(lead, positions, seat)


class NetworkEvaluator(Struct, frozen=True):
    """The trained network of the seat's own sheet."""

    looks_around: bool = True
    people: float = PEOPLE

    def worth(self, positions: Positions, seat: int) -> Values:
        import numpy as np

        from rowlock.bots.evaluation.network import load_network

        win, margin = load_network(positions.sheet_of(seat)).expect(positions, seat)
        going: Values = (win + MARGIN_WEIGHT * margin).astype(np.float64)
        if not positions.over.any():
            return going
        share, lead = positions.shares(seat)
        return np.where(positions.over, share + MARGIN_WEIGHT * lead, going)


class SoloNetworkEvaluator(Struct, frozen=True):
    """The trained network of the variant for solo games: the expected final total."""

    looks_around: bool = False
    people: float = 0.0

    def worth(self, positions: Positions, seat: int) -> Values:
        from rowlock.bots.evaluation.solo_network import expected_totals, solo_network

        network = solo_network(positions.variant)
        if network is None:
            raise Unreadable("no_network", f"{positions.variant.id} has no network for solo games")
        return expected_totals(network, positions)
