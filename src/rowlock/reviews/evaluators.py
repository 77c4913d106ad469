"""Evaluators of reviews, advice and coach, based on those of the bots (`bots/judges.py`).

    table         the exact table                         points, exact
    solo_network  the trained network for solo games      points
    sheet         the heuristic                           points, approximate
    network       the trained network, calibrated         wins
    race          the heuristic's points of all sheets    wins, approximate

Card games have their own (`cards.py`).
"""

from __future__ import annotations

from statistics import fmean
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.network_spec import network_spec
from rowlock.bots.evaluation.evaluators import (
    HeuristicEvaluator,
    NetworkEvaluator,
    PositionEvaluator,
    RaceEvaluator,
    SoloNetworkEvaluator,
    Values,
    sheet_worth,
)
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.solo_network import solo_network
from rowlock.bots.judges import Judge, judge_of_game
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.reviews.calibration import calibrated, slope_of
from rowlock.reviews.evaluator_error import (
    OTHER_ERROR,
    POINTS_ERROR,
    error_of,
    solo_error_of,
)
from rowlock.reviews.model import JudgeName, Unit
from rowlock.solver.value_table import ValueTable
from rowlock.variants.together import are_equal
from rowlock.variants.variant import Variant

POINTS_OF_LEAD = 25.0
"""Heuristic points of a lead that counts as odds of e to 1. Near an even game one point is then one
percent. This is not measured.

Around an even game a point is then a percent; it was not measured.
"""


class Evaluator(Protocol):
    """Evaluates positions at the end of a turn, in the unit of the review."""

    @property
    def name(self) -> JudgeName: ...
    @property
    def unit(self) -> Unit: ...
    @property
    def error(self) -> float:
        """Standard error of the difference between two answers."""
        ...

    @property
    def supposes(self) -> PositionEvaluator:
        """The bot evaluator that predicts the others' answers."""
        ...

    @property
    def twin(self) -> CompiledSpec:
        """The compiled version, for luck and rollouts."""
        ...

    def of_twin(self, worths: Values) -> Values:
        """[n, seat] values in the unit of the review, from values of the compiled version for
        positions of unfinished games.
        """
        ...

    def values(self, positions: Positions, seat: int) -> Values:
        """The value of each position to the seat."""
        ...


class TableEvaluator(Struct, frozen=True):
    """Solo: the expected final total under perfect play, from the exact table."""

    table: ValueTable
    name: JudgeName = "table"
    unit: Unit = "points"
    error: float = 0.0
    supposes: PositionEvaluator = HeuristicEvaluator()
    twin: CompiledSpec = CompiledSpec("heuristic")

    def of_twin(self, worths: Values) -> Values:
        return worths

    def values(self, positions: Positions, seat: int) -> Values:
        return np.array([self._total(positions, i) for i in range(len(positions.closed))])

    def _total(self, positions: Positions, i: int) -> float:
        rows = tuple(map(int, positions.rows[i, 0]))
        sheet = Sheet(rows, int(positions.penalties[i, 0]), int(positions.bar[i, 0]))
        return self.table.total(sheet, int(positions.closed[i]))


class CalibratedNetworkEvaluator(Struct, frozen=True):
    """The win probability by the calibrated network, at a table with different sheets by that of
    the seat's own sheet."""

    variants: tuple[Variant, ...]
    """The sheet of each seat."""
    players: int
    slope: float
    error: float
    name: JudgeName = "network"
    unit: Unit = "wins"
    supposes: PositionEvaluator = NetworkEvaluator()

    @property
    def twin(self) -> CompiledSpec:
        return network_spec(self.variants)

    def of_twin(self, worths: Values) -> Values:
        return calibrated(worths, self.slope, self.players)

    def values(self, positions: Positions, seat: int) -> Values:
        win, _ = load_network(self.variants[seat]).expect(positions, seat)
        return _ended(positions, seat, self.of_twin(win.astype(np.float64)))


class RaceReviewEvaluator(Struct, frozen=True):
    """The heuristic applied to all sheets: a lead in its points read as a win probability."""

    name: JudgeName = "heuristic"
    unit: Unit = "wins"
    error: float = OTHER_ERROR
    supposes: PositionEvaluator = RaceEvaluator()
    twin: CompiledSpec = CompiledSpec("race", looks_around=True)

    def of_twin(self, worths: Values) -> Values:
        return chances(worths)

    def values(self, positions: Positions, seat: int) -> Values:
        worths = [sheet_worth(positions, q, Weights()) for q in range(positions.players)]
        return _ended(positions, seat, chances(np.stack(worths, axis=1))[:, seat])


class SoloNetworkReviewEvaluator(Struct, frozen=True):
    """Solo without a table: the expected final total by the network for solo games."""

    variant: Variant
    error: float
    name: JudgeName = "network"
    unit: Unit = "points"
    supposes: PositionEvaluator = SoloNetworkEvaluator()

    @property
    def twin(self) -> CompiledSpec:
        return CompiledSpec("solo_network", network=solo_network(self.variant))

    def of_twin(self, worths: Values) -> Values:
        return worths

    def values(self, positions: Positions, seat: int) -> Values:
        return self.supposes.worth(positions, seat)


class SheetEvaluator(Struct, frozen=True):
    """Solo on a custom sheet: points now and expected points, by the heuristic."""

    name: JudgeName = "heuristic"
    unit: Unit = "points"
    error: float = POINTS_ERROR
    supposes: PositionEvaluator = HeuristicEvaluator()
    twin: CompiledSpec = CompiledSpec("heuristic")

    def of_twin(self, worths: Values) -> Values:
        return worths

    def values(self, positions: Positions, seat: int) -> Values:
        coming = sheet_worth(positions, seat, Weights())
        return np.where(positions.over, positions.totals()[:, seat], coming)


def chances(worths: NDArray[np.float64]) -> Values:
    """[n, seat] win probabilities from the values of the sheets; they add up to 1.

    >>> chances(np.array([[50.0, 50.0], [75.0, 50.0]])).round(2).tolist()
    [[0.5, 0.5], [0.73, 0.27]]
    """
    odds = np.exp((worths - worths.max(axis=1, keepdims=True)) / POINTS_OF_LEAD)
    share: Values = odds / odds.sum(axis=1, keepdims=True)
    return share


def _ended(positions: Positions, seat: int, going: Values) -> Values:
    """The values, with the final share of the win for finished games."""
    if not positions.over.any():
        return going
    return np.where(positions.over, positions.shares(seat)[0], going)


def evaluator_for(game: Game | View, table: ValueTable | None = None) -> Evaluator:
    """The evaluator of a game with dice. In a solo game, `table` replaces the stored table."""
    return dice_evaluator(judge_of_game(game, table), game.variants)


def dice_evaluator(judge: Judge, variants: tuple[Variant, ...]) -> Evaluator:
    """The review evaluator for a bot evaluator of dice games.

    At a table with different sheets, the calibration is the mean of theirs and the error that of
    a network without a measurement.
    """
    players = len(variants)
    match judge.kind:
        case "network":
            slope = fmean(slope_of(variant, players) for variant in variants)
            error = error_of(variants[0], players) if are_equal(variants) else OTHER_ERROR
            return CalibratedNetworkEvaluator(variants, players, slope, error)
        case "race":
            return RaceReviewEvaluator()
        case "solo_network":
            return SoloNetworkReviewEvaluator(variants[0], solo_error_of(variants[0]))
        case _:
            return SheetEvaluator() if judge.table is None else TableEvaluator(judge.table)
