"""A sheet and a position on one line each, so that a bug report is one line.

    sheet      r2,3,5 y- g12,11 b- x1            Bonus A adds its bar: =xxx.........
    locked     r2,3,5,7,8,12#
    position   classic 5 2 action1 41 3256; "Ann" r2,3 y- g- b- x0 : r5; "Ben" r- y- g- b- x1

A position is: variant (`id@digest` for an own sheet; `+cards` or `+jokers` for the card game),
turn, active seat, stage (`action2+` when the active player crossed in action 1), dice; then one
part for each seat: name, sheet, lucky pair, hand, and behind a colon what it has answered in
the action under way. The card game ends in display, pile and discards.
"""

from __future__ import annotations

from rowlock.core.cards import CardTable
from rowlock.core.sheet import format_sheet
from rowlock.core.state import Game
from rowlock.variants.load import BUILT_IN


def format_position(game: Game) -> str:
    """The whole state on one line, hidden answers and cards included.

    >>> from rowlock import format_position, new_game
    >>> format_position(new_game("longo", ["Ann"]))
    'longo 1 1 roll; "Ann" r- y- g- b- x0 5&10'
    """
    return "; ".join([_format_head(game), *(_format_seat(game, s) for s in game.seats)]) + (
        _format_table(game.cards) if game.cards is not None else ""
    )


def _format_head(game: Game) -> str:
    variant = game.variant
    name = variant.id if variant.id in BUILT_IN else f"{variant.id}@{variant.digest}"
    if game.cards is not None:
        name += "+jokers" if game.cards.jokers else "+cards"
    stage = game.stage + ("+" if game.crossed else "")
    words = [name, str(game.turn), str(game.active + 1), stage]
    if game.roll is not None:
        words.append(str(game.roll))
    if game.reason is not None:
        words.append(game.reason)
    return " ".join(words)


def _format_seat(game: Game, seat: int) -> str:
    words = [f'"{game.names[seat]}"', format_sheet(game.variant, game.sheets[seat])]
    if game.lucky:
        words.append("{}&{}".format(*game.lucky[seat]))
    if game.cards is not None and game.cards.hands:
        words.append("hand " + " ".join(map(str, game.cards.hands[seat])))
    answer = game.answers[seat]
    if answer is not None:
        words += [":", *map(str, answer.moves)]
    return " ".join(words)


def _format_table(table: CardTable) -> str:
    parts = (("display", table.display), ("pile", table.pile), ("discards", table.discards))
    return "".join("; " + " ".join([name, *map(str, cards)]) for name, cards in parts)
