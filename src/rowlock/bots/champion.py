"""`champion`: the value network trained by self-play, one turn ahead.

Near the end of a game of two it knows better: where the rest can be computed it gives an answer
that wins most, or draws one from the best mixture; the network only decides between answers that
win the same (`exact_ends.py`). Its compiled twin does without, to play thousands of games a second.

Alone at the table there is nobody to beat: it then plays for points, by the exact table where one
is kept, else like the heuristic. The card game has networks of its own on classic, Mixx A and B and
Double B; other sheets with cards and sheets of one's own have none, and there it plays like `race`.

`champion:0.05` errs like a person: every candidate's value, a chance of winning between 0 and 1,
gets an error of this spread, as large at each table as it takes to cost as many games
(`error_sizes.py`).
The levels for people are made of it (`levels.py`).

`deep:20` is the champion with 20 milliseconds for a second look at its best candidates, each
played one turn on; `rollout:500` has 500 to play them on to the end of the game.
"""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct

from rowlock.bots.cards import choose_by_network, choose_cards
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.error_sizes import (
    ALONE_POINTS,
    card_network_error,
    card_points_error,
    error_at,
    network_error,
    race_error,
)
from rowlock.bots.evaluation.card_network import card_network
from rowlock.bots.evaluation.evaluators import (
    PEOPLE,
    HeuristicEvaluator,
    NetworkEvaluator,
    PositionEvaluator,
    RaceEvaluator,
)
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import SecondLook, choose_move, seat_of
from rowlock.bots.evaluation.network import has_network, load_network
from rowlock.bots.exact_ends import begin_anew, drawn, find_ends
from rowlock.bots.solved_tables import best_by_table, kept_alone
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.variants.variant import Variant

CANDIDATES = 64
"""How many errors are drawn for a decision; a longer list of candidates uses them again."""


def evaluator_for(view: View) -> tuple[PositionEvaluator, float]:
    """The judge for this table, and in its unit an error of a whole win (`error_sizes.py`)."""
    variant, players = view.variant, len(view.sheets)
    if players == 1:
        return HeuristicEvaluator(Weights()), ALONE_POINTS
    if not has_network(variant):
        return RaceEvaluator(Weights()), race_error(variant, players)
    return NetworkEvaluator(), network_error(variant, players)


class Champion(Struct, frozen=True):
    """The strongest bot; `noise` makes it weaker."""

    noise: float = 0.0
    second: float = 0.0
    """Seconds for a second look at the best candidates (`search/next_turn.py`)."""
    to_the_end: bool = False
    """Whether that look goes on to the end of the game (`rollouts.py`)."""
    ends: bool = True
    """Whether it looks for the exact rest of a game of two, if it does not err anyway."""

    def choose(self, view: View, rng: random.Random) -> Move:
        if view.cards is not None:
            return self._choose_cards(view, rng)
        evaluator, unit = evaluator_for(view)
        if self.noise > 0:
            errors = [rng.gauss(0.0, self.noise * unit) for _ in range(CANDIDATES)]
            return choose_move(view, evaluator, np.array(errors))
        if len(view.sheets) == 1:
            table = kept_alone(view.variant, view.lucky[0] if view.lucky else None)
            if table is not None:
                return best_by_table(table, view)
        among = None
        if self.ends and (ends := find_ends(view)):
            among = ends.safe(seat_of(view))
            if not among:
                return drawn(ends, seat_of(view), rng)
        second_look = self._second_look(rng) if isinstance(evaluator, NetworkEvaluator) else None
        return choose_move(view, evaluator, again=second_look, among=among)

    def _choose_cards(self, view: View, rng: random.Random) -> Move:
        players = len(view.sheets)
        network = card_network(view.variant) if players > 1 else None
        if network is not None:
            return choose_by_network(view, network, rng, self.noise * card_network_error(players))
        spread = self.noise * card_points_error(view.variant, players)
        return choose_cards(view, thinks_ahead=True, rng=rng, noise=spread)

    def _second_look(self, rng: random.Random) -> SecondLook | None:
        if not self.second:
            return None
        # Compiled code, only where needed.
        if self.to_the_end:
            from rowlock.bots.search.rollouts import roll_out as look
        else:
            from rowlock.bots.search.next_turn import look_one_turn_on as look
        return lambda scenarios, seat: look(scenarios, seat, rng, self.second)

    def prepare(self, variant: Variant, players: int) -> None:
        """Get the exact ends ready before a game (`core/bot.py`)."""
        if self.ends and not self.noise and players == 2:
            begin_anew(variant)

    def compiled(self, variant: Variant, players: int) -> CompiledSpec | None:
        """The same in compiled code but for exact ends; a second look goes by the clock and has
        no twin."""
        noise = self.noise / error_at(players)  # a twin's is that of two players
        if players == 1:
            pairs = variant.lucky_pairs or (None,)
            if not self.noise and any(kept_alone(variant, lucky) for lucky in pairs):
                return None  # it plays by the table
            return CompiledSpec("heuristic", noise=noise * ALONE_POINTS)
        if not has_network(variant):
            points = noise * race_error(variant, players)
            return CompiledSpec("race", looks_around=True, noise=points)
        if self.second:
            return None
        return CompiledSpec(
            "network",
            network=load_network(variant),
            noise=noise * network_error(variant, players),
            looks_around=True,
            people=PEOPLE,
        )
