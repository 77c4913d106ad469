"""The card game, judged as its best bot judges it: approximate, and without luck.

In company that is the network of the sheet where there is one. It sees what the seat could see, and
colours that are hidden count with their mean. How far off it is was never measured. Elsewhere it is
the rules of thumb: what a move is worth in the heuristic's points is read as a chance of winning
against the other sheets, as with dice on sheets without a network.

Nobody knows what a card drawn is worth on average, so there is no luck here.
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
from rowlock.reviews.evaluator_error import OTHER_ERROR, POINTS_ERROR
from rowlock.reviews.evaluators import Evaluator, chances, dice_evaluator
from rowlock.reviews.model import JudgeName, Unit
from rowlock.solver.value_table import ValueTable


class CardEvaluator(Struct, frozen=True):
    """A judge of moves in the card game."""

    unit: Unit
    error: float
    network: CardNetwork | None = None
    name: JudgeName = "cards"

    def ways(self, seen: View) -> Answers:
        """Every legal move of a seat with its value."""
        moves = [(*seen.moves, move) for move in seen.legal]
        return Answers(moves, self._values(seen), False, [])

    def _values(self, seen: View) -> Values:
        if self.network is not None:
            return move_chances(seen, self.network)
        return self._by_rules_of_thumb(seen)

    def _by_rules_of_thumb(self, seen: View) -> Values:
        sheets = sheet_worths(seen)
        worths = np.array(move_worths(seen, thinks_ahead=True))
        if any(isinstance(move, Take | ChooseRow) for move in seen.legal):
            worths += sheets[seen.seat or 0]  # these say only what is gained
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
        return dice_evaluator(judge, game.variant, len(game.names))
    if len(game.names) == 1:
        return CardEvaluator("points", POINTS_ERROR)
    return CardEvaluator("wins", OTHER_ERROR, judge.card_network)
