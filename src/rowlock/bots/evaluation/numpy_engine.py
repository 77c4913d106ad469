"""The engine on a computer: evaluators in NumPy."""

from __future__ import annotations

import numpy as np

from rowlock.bots.evaluation.end_positions import EndPositions
from rowlock.bots.evaluation.evaluators import PositionEvaluator, Values
from rowlock.bots.evaluation.network import has_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.variants.variant import Variant


class NumpyEngine:
    """Evaluates with `PositionEvaluator.worth` (see `Engine`)."""

    has_numpy = True

    def values(self, evaluator: PositionEvaluator, ends: EndPositions, seat: int) -> Values:
        return evaluator.worth(Positions.of(ends), seat)

    def evaluate(
        self, evaluator: PositionEvaluator, parts: list[EndPositions], seat: int
    ) -> list[tuple[Positions, Values]]:
        positions = [Positions.of(part) for part in parts]
        values = np.split(evaluator.worth(Positions.joined(positions), seat), len(parts))
        return list(zip(positions, values, strict=True))

    def mean(self, weighted: list[tuple[float, Values]]) -> Values:
        first, *more = (weight * values for weight, values in weighted)
        return sum(more, first)

    def has_network(self, variant: Variant) -> bool:
        return has_network(variant)
