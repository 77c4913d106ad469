"""Evaluates choices in the card game, approximately and without luck.

With two or more players the network of the sheet is used if there is one. It sees what the seat
could see; hidden colours count with their mean. Its error has not been measured. Otherwise the
heuristic is used: its points are read as win probabilities against the other sheets, as with dice
on sheets without a network.

The average value of drawing a card is not known, so luck is not measured.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rowlock.bots.cards import move_chances, move_worths, sheet_worths
from rowlock.bots.evaluation.card_network import CardNetwork
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.judges import judge_of_game
from rowlock.core.move import ChooseRow, Take
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.reviews.answers import Answers
from rowlock.reviews.evaluator_error import OTHER_ERROR, POINTS_ERROR, measured_solo_errors
from rowlock.reviews.evaluators import (
    Evaluator,
    SoloNetworkReviewEvaluator,
    chances,
    dice_evaluator,
)
from rowlock.reviews.model import JudgeName, Unit
from rowlock.solver.value_table import ValueTable


class CardEvaluator(Struct, frozen=True):
    """An evaluator of moves in the card game."""

    unit: Unit
    error: float
    network: CardNetwork | None = None
    name: JudgeName = "cards"

    def ways(self, seen: View) -> Answers:
        """The value of every legal move of a seat."""
        moves = [(*seen.moves, move) for move in seen.legal]
        return Answers(moves, self._values(seen), False, [])

    def _values(self, seen: View) -> Values:
        if self.network is not None:
            return move_chances(seen, self.network)
        return self._by_heuristic(seen)

    def _by_heuristic(self, seen: View) -> Values:
        sheets = sheet_worths(seen)
        worths = np.array(move_worths(seen, thinks_ahead=True))
        if any(isinstance(move, Take | ChooseRow) for move in seen.legal):
            worths += sheets[seen.seat or 0]  # these bots value a move by its gain only
        if self.unit == "points":
            return worths
        table = np.tile(np.array(sheets), (len(worths), 1))
        table[:, seen.seat] = worths
        return chances(table)[:, seen.seat or 0]


def any_evaluator_for(
    game: Game | View, table: ValueTable | None = None
) -> Evaluator | CardEvaluator:
    """The evaluator of a game with dice or cards."""
    judge = judge_of_game(game, table)
    if judge.kind not in ("card_network", "card_rules"):
        return dice_evaluator(judge, game.variants)
    if len(game.names) == 1:
        return CardEvaluator("points", POINTS_ERROR)
    return CardEvaluator("wins", OTHER_ERROR, judge.card_network)


def is_approximate(evaluator: Evaluator | CardEvaluator) -> bool:
    """Whether the error of the evaluator has not been measured."""
    if isinstance(evaluator, SoloNetworkReviewEvaluator):
        return evaluator.variant.id not in measured_solo_errors()
    return evaluator.name not in ("table", "network")
