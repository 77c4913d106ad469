"""`heuristic`: plays like a good human player, by a few weights, on every sheet."""

from __future__ import annotations

import random

from msgspec import Struct

from rowlock.bots.cards import choose_cards
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.evaluation.evaluators import HeuristicEvaluator
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import choose_move
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.variants.variant import Variant


class Heuristic(Struct, frozen=True):
    """Evaluates its own sheet after the turn: points, expected points, penalties.

    It ignores the other sheets, except that it does not end a game that it would lose.
    """

    weights: Weights = Weights()

    def choose(self, view: View, rng: random.Random) -> Move:
        if view.cards is not None:
            return choose_cards(view, thinks_ahead=False)
        return choose_move(view, HeuristicEvaluator(self.weights))

    def compiled(self, variant: Variant, players: int) -> CompiledSpec:
        """The compiled version."""
        return CompiledSpec("heuristic", self.weights)
