"""Choose what evaluates a position. Bots, compiled bots, reviews, coach, advice and exams ask here.

    cards, sheet with a network for them    `card_network`  chance of winning
    cards                                   `card_rules`    the heuristic's points
    one player, exact table stored here     `table`         points, exact
    one player                              `sheet`         the heuristic's points
    two to five, sheet with a network       `network`       chance of winning
    two to five                             `race`          the heuristic's points, compared

Whatever evaluates a two-player game with dice, its last moves can be computed exactly: `judge_at`
adds them if they fit the caller's `SearchLimit`.

The caller turns the judge into what it computes with: `champion.py` into positions evaluated with
NumPy or in compiled code, `reviews/evaluators.py` into calibrated values with an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from rowlock.bots.evaluation.card_network import CardNetwork, card_network
from rowlock.bots.evaluation.network import has_network
from rowlock.bots.exact_ends import SearchLimit, exact_end
from rowlock.bots.solved_tables import stored_table
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.solver.value_table import ValueTable
from rowlock.variants.variant import LuckyPair, Variant

if TYPE_CHECKING:
    from rowlock.endgame.solve_endgame import EndgameValues

JudgeKind: TypeAlias = Literal["card_network", "card_rules", "table", "sheet", "network", "race"]


class Judge(NamedTuple):
    """What evaluates the positions of a game, with the data that it reads."""

    kind: JudgeKind
    table: ValueTable | None = None
    """For `table`."""
    card_network: CardNetwork | None = None
    """For `card_network`."""
    end: EndgameValues | None = None
    """The exact rest of the game. If there is one, it comes before the judge."""


def judge_of(
    variant: Variant,
    players: int,
    *,
    cards: bool = False,
    lucky: LuckyPair | None = None,
    table: ValueTable | None = None,
) -> Judge:
    """The judge of a whole game. `table` replaces the stored table of a solo player."""
    if cards:
        network = card_network(variant) if players > 1 else None
        return Judge("card_rules") if network is None else Judge("card_network", None, network)
    if players == 1:
        table = table or stored_table(variant, lucky)
        return Judge("sheet") if table is None else Judge("table", table)
    return Judge("network" if has_network(variant) else "race")


def judge_of_game(game: Game | View, table: ValueTable | None = None) -> Judge:
    """The same for a game, or for a seat's view of one."""
    lucky = game.lucky[0] if game.lucky else None
    cards = game.cards is not None
    return judge_of(game.variant, len(game.names), cards=cards, lucky=lucky, table=table)


def judge_at(seen: Game | View, limit: SearchLimit) -> Judge:
    """The judge of a position: that of its game, and the exact rest if it fits the limit."""
    return judge_of_game(seen)._replace(end=exact_end(seen, limit))
