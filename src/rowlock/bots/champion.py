"""`champion`: the value network trained by self-play, one turn ahead.

Near the end of a two-player game it plays exactly if the rest can be computed: it gives an optimal
answer, or draws one from the optimal mixed strategy; the network only decides between equally good
answers (`exact_ends.py`). The compiled version leaves this out, to play thousands of games per
second.

In solo games it plays for points, by the exact table if one is stored, otherwise by a network for
solo games; on custom sheets, which have none, like the heuristic. The card game has networks of its
own on classic, Mixx A and B and Double B. On other sheets with cards, and on custom sheets, there
is no network, and it plays like `race`.

`champion:0.05` makes errors like a person: the value of every candidate, a win probability, gets a
random error of this spread, scaled at each table so that it costs equally many games
(`error_sizes.py`). The levels for people use this (`levels.py`).

`deep:20` is the champion with 20 milliseconds to look one turn further at its best candidates;
`rollout:500` has 500 to play them out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rowlock.bots.cards import choose_by_network, choose_cards
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.error_sizes import (
    card_network_error,
    card_points_error,
    error_at,
    network_error,
    race_error,
    solo_error,
)
from rowlock.bots.evaluation.evaluators import (
    HeuristicEvaluator,
    NetworkEvaluator,
    PositionEvaluator,
    RaceEvaluator,
    SoloNetworkEvaluator,
)
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import SecondLook, choose_move, seat_of
from rowlock.bots.exact_ends import BOT_SEARCH, NO_SEARCH, SearchLimit, begin_anew, drawn
from rowlock.bots.judges import Judge, JudgeKind, judge_at, judge_of, untabled_kind
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.variants.variant import Variant

CANDIDATES = 64
"""Number of errors drawn per decision; a longer list of candidates reuses them."""

POSITION_EVALUATORS: dict[JudgeKind, PositionEvaluator] = {
    "solo_network": SoloNetworkEvaluator(),
    "sheet": HeuristicEvaluator(Weights()),
    "race": RaceEvaluator(Weights()),
    "network": NetworkEvaluator(),
}
"""Evaluators for the lookahead of one turn."""


def error_spread(noise: float, judge: Judge, variant: Variant, players: int) -> float:
    """The size of the errors of `champion:noise` in the evaluator's unit."""
    if judge.kind in ("table", "solo_network", "sheet"):
        return solo_error(variant, noise)
    return noise * error_of_a_win(judge, variant, players)


def error_of_a_win(judge: Judge, variant: Variant, players: int) -> float:
    """The size of an error of one win in the evaluator's unit (`error_sizes.py`), with several
    players or cards."""
    match judge.kind:
        case "race":
            return race_error(variant, players)
        case "network":
            return network_error(variant, players)
        case "card_network":
            return card_network_error(players)
        case "card_rules":
            return card_points_error(variant, players)
    raise ValueError(f"{judge.kind} has no such error (expected several players or cards)")


class Champion(Struct, frozen=True):
    """The strongest bot; `noise` makes it weaker."""

    noise: float = 0.0
    second: float = 0.0
    """Seconds for a second look at the best candidates (`search/next_turn.py`)."""
    to_the_end: bool = False
    """Whether that look plays the game out (`rollouts.py`)."""
    ends: bool = True
    """Whether it plays the end of two-player games exactly, if it makes no errors."""

    def choose(self, view: View, rng: random.Random) -> Move:
        judge = judge_at(view, self._search(view))
        sheet, players = view.variants[seat_of(view)], len(view.sheets)
        spread = error_spread(self.noise, judge, sheet, players)
        if judge.card_network is not None:
            return choose_by_network(view, judge.card_network, rng, spread)
        if judge.kind == "card_rules":
            return choose_cards(view, thinks_ahead=True, rng=rng, noise=spread)
        if judge.table is not None and not self.noise:
            from rowlock.bots.solved_tables import best_by_table

            return best_by_table(judge.table, view)
        kind = untabled_kind(view.variant) if judge.table else judge.kind
        evaluator = POSITION_EVALUATORS[kind]
        if self.noise > 0:
            errors = [rng.gauss(0.0, spread) for _ in range(CANDIDATES)]
            return choose_move(view, evaluator, errors)
        among = None
        if judge.end is not None:
            among = judge.end.safe(seat_of(view))
            if not among:
                return drawn(judge.end, seat_of(view), rng)
        second_look = self._second_look(rng) if judge.kind == "network" else None
        return choose_move(view, evaluator, again=second_look, among=among)

    def _search(self, view: View) -> SearchLimit:
        """No search for weaker levels, or if there is nothing to choose."""
        return BOT_SEARCH if self.ends and not self.noise and len(view.legal) > 1 else NO_SEARCH

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
        """Prepare the endgame search before a game (`core/bot.py`)."""
        if self.ends and not self.noise and players == 2:
            begin_anew(variant)

    def compiled_among(self, variants: Sequence[Variant]) -> Sequence[CompiledSpec | None]:
        """The compiled version for the sheet of each seat (`compiled/spec.py`)."""
        players = len(variants)
        if judge_of(variants, players).kind == "network":
            return [self.compiled(variant, players) for variant in variants]
        errors = [self.noise * race_error(each, players) / error_at(players) for each in variants]
        return [CompiledSpec("race", looks_around=True, noise=error) for error in errors]

    def compiled(self, variant: Variant, players: int) -> CompiledSpec | None:
        """The compiled version, without exact endgames. A bot with a second look has none, because
        it depends on the clock."""
        pairs = variant.lucky_pairs if players == 1 else ()
        judges = [judge_of(variant, players, lucky=pair) for pair in pairs or (None,)]
        judge = judges[0]
        # Compiled code makes the error of two players smaller at larger tables.
        noise = error_spread(self.noise, judge, variant, players) / error_at(players)
        if judge.kind == "network":
            if self.second:
                return None
            from rowlock.bots.compiled.network_spec import network_spec

            return replace(network_spec([variant]), noise=noise)
        if judge.kind == "race":
            return CompiledSpec("race", looks_around=True, noise=noise)
        if not self.noise and any(each.table is not None for each in judges):
            return None  # it plays by the table
        from rowlock.bots.evaluation.solo_network import solo_network

        network = solo_network(variant)
        if network is None:
            return CompiledSpec("heuristic", noise=noise)
        return CompiledSpec("solo_network", network=network, noise=noise)
