"""The network for solo games in NumPy: the expected final total of a sheet.

It has the layers of the network for several players with a single slot, and predicts the points
still to come. The total so far is added, so a finished game needs no network. The files are in
`weights/solo/`, one for each printed sheet.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.evaluation.input_layout import MARGIN_UNIT
from rowlock.bots.evaluation.network import Network, read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.errors import Unreadable
from rowlock.variants.variant import Variant


def expected_totals(network: Network, positions: Positions) -> NDArray[np.float64]:
    """[n] the final totals that the network expects in solo games."""
    totals = positions.totals()[:, 0].astype(np.float64)
    to_come = MARGIN_UNIT * network.out(network.first_layer(positions, 0))[:, 1]
    return totals + np.where(positions.over, 0.0, to_come)


@lru_cache
def solo_network(variant: Variant) -> Network | None:
    """The network for solo games on exactly this sheet, or None."""
    place = files("rowlock.bots").joinpath("weights", "solo", f"{variant.id}.npz")
    if not place.is_file():
        return None
    with place.open("rb") as file:
        try:
            return read_network(variant, file)
        except Unreadable:  # for other rules, or an older layout
            return None
