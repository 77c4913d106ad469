"""Chooses the evaluator of a position, for bots, compiled bots, reviews, coach, advice and exams.

    cards, sheet with a network for them    `card_network`  chance of winning
    cards                                   `card_rules`    the heuristic's points
    one player, exact table stored here     `table`         points, exact
    one player, sheet with a solo network   `solo_network`  points
    one player                              `sheet`         the heuristic's points
    two to five, sheet with a network       `network`       chance of winning
    two to five                             `race`          the heuristic's points, compared

The endgame of two-player games with dice can be solved exactly: `judge_at` adds the solution if it
fits the caller's `SearchLimit`.

A `Judge` only names the evaluator and its data. `champion.py` evaluates positions with it in NumPy
or in compiled code, `reviews/evaluators.py` computes calibrated values with an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from rowlock.bots.evaluation.engine import engine
from rowlock.bots.exact_ends import SearchLimit, exact_end
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.variants.together import are_equal, for_seats
from rowlock.variants.variant import LuckyPair, Variant

if TYPE_CHECKING:
    from rowlock.bots.evaluation.card_network import CardNetwork
    from rowlock.endgame.solve_endgame import EndgameValues
    from rowlock.solver.value_table import ValueTable

JudgeKind: TypeAlias = Literal[
    "card_network", "card_rules", "table", "solo_network", "sheet", "network", "race"
]


class Judge(NamedTuple):
    """The kind of evaluator for the positions of a game, with its data."""

    kind: JudgeKind
    table: ValueTable | None = None
    """The exact table, for `table`."""
    card_network: CardNetwork | None = None
    """The network, for `card_network`."""
    end: EndgameValues | None = None
    """The solved endgame. If there is one, it has priority."""


def judge_of(
    variant: Variant | Sequence[Variant],
    players: int,
    *,
    cards: bool = False,
    lucky: LuckyPair | None = None,
    table: ValueTable | None = None,
) -> Judge:
    """The evaluator of a whole game, on one sheet or on each seat's.

    `table` replaces the stored exact table of a solo game.
    """
    sheets = for_seats(variant, players)
    variant = sheets[0]
    if cards:
        network = _card_network(variant) if players > 1 and are_equal(sheets) else None
        return Judge("card_rules") if network is None else Judge("card_network", None, network)
    if players == 1:
        table = table or _stored_table(variant, lucky)
        return Judge(untabled_kind(variant)) if table is None else Judge("table", table)
    known = (are_equal(sheets) or engine().has_numpy) and all(
        map(engine().has_network, dict.fromkeys(sheets))
    )
    return Judge("network" if known else "race")


def _card_network(variant: Variant) -> CardNetwork | None:
    if not engine().has_numpy:
        return None
    from rowlock.bots.evaluation.card_network import card_network

    return card_network(variant)


def _stored_table(variant: Variant, lucky: LuckyPair | None) -> ValueTable | None:
    if not engine().has_numpy:
        return None
    from rowlock.bots.solved_tables import stored_table

    return stored_table(variant, lucky)


def untabled_kind(variant: Variant) -> Literal["solo_network", "sheet"]:
    """The evaluator of a solo game without an exact table."""
    if not engine().has_numpy:
        return "sheet"
    from rowlock.bots.evaluation.solo_network import solo_network

    return "sheet" if solo_network(variant) is None else "solo_network"


def judge_of_game(game: Game | View, table: ValueTable | None = None) -> Judge:
    """The same for a game, or for a seat's view of one."""
    lucky = game.lucky[0] if game.lucky else None
    cards = game.cards is not None
    return judge_of(game.variants, len(game.names), cards=cards, lucky=lucky, table=table)


def judge_at(seen: Game | View, limit: SearchLimit) -> Judge:
    """The evaluator of a position: that of its game, with the solved endgame if it fits the
    limit."""
    judge = judge_of_game(seen)
    return judge._replace(end=exact_end(seen, limit)) if engine().has_numpy else judge
