"""`race`: compares its sheet with the others by the heuristic."""

from __future__ import annotations

import random

from msgspec import Struct

from rowlock.bots.cards import choose_cards
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.evaluation.evaluators import RaceEvaluator
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import choose_move
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.variants.variant import Variant


class Race(Struct, frozen=True):
    """Compares its sheet with the best other one, including what the others are likely to cross."""

    weights: Weights = Weights()

    def choose(self, view: View, rng: random.Random) -> Move:
        if view.cards is not None:
            return choose_cards(view, thinks_ahead=True)
        return choose_move(view, RaceEvaluator(self.weights))

    def compiled(self, variant: Variant, players: int) -> CompiledSpec:
        """The compiled version."""
        return CompiledSpec("race", self.weights, looks_around=True)
