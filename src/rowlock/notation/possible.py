"""Whether a position that was read can come about in a game.

A line typed by hand may say anything; what the core relies on is looked at here, so that a
position is either refused or can be played on.
"""

from __future__ import annotations

from typing import NoReturn

from rowlock.core.cards import DISPLAY, HAND, CardTable, deck
from rowlock.core.ending import ending
from rowlock.core.state import Game
from rowlock.errors import Unreadable

DICE_STAGES = ("roll", "action1", "action2", "over")
CARD_STAGES = ("deal", "take", "action1", "action2", "over")
MOST_PLAYED = 3  # K-03: so many cards may be missing in a hand


def check_possible(game: Game) -> None:
    """Refuse what no game can reach: stage, end, dice or cards that do not fit."""
    table = game.cards
    if game.stage not in (DICE_STAGES if table is None else CARD_STAGES):
        _refuse(f"{game.stage} is no stage of this game")
    if game.crossed and game.stage not in ("action2", "over"):
        _refuse("only action 2 knows of a cross of action 1")
    _check_end(game)
    if table is None:
        _check_dice(game)
    else:
        _check_cards(game, table)


def _refuse(message: str) -> NoReturn:
    raise Unreadable("bad_position", message)


def _check_end(game: Game) -> None:
    """The game is over exactly when its reason holds (C-13, K-05)."""
    reason = ending(game.variant, game.sheets, game.closed if game.cards is None else None)
    if game.reason != reason:
        _refuse(f"the end of the game should be {reason}, not {game.reason}")


def _check_dice(game: Game) -> None:
    """The dice of the turn; one removed in this turn's action 1 still lies there later."""
    if game.roll is None:
        if game.stage != "roll":
            _refuse(f"the dice are missing: they follow the stage, as in {game.stage} 41 3256")
        return
    if game.stage == "roll":
        _refuse("before a roll there are no dice; with dice the stage is action1")
    for row, die in enumerate(game.roll.colours):
        is_closed = bool(game.closed >> row & 1)
        if (die is None) != is_closed and (die is None or game.stage == "action1"):
            _refuse(f"the dice {game.roll} do not fit the closed rows")
    if any(die is not None and die > game.variant.sides for die in _all_dice(game)):
        _refuse(f"no dice of this game show {game.roll}")


def _all_dice(game: Game) -> tuple[int | None, ...]:
    return (*game.roll.white, *game.roll.colours) if game.roll else ()


def _check_cards(game: Game, table: CardTable) -> None:
    if game.roll is not None:
        _refuse("there are no dice in the card game")
    if game.stage == "deal" and table == CardTable(table.jokers):
        return  # before the first deal
    cards = [*table.display, *table.pile, *table.discards, *sum(table.hands, ())]
    if sorted(map(str, cards)) != sorted(map(str, deck(jokers=table.jokers))):
        _refuse("the cards of the game are not all there once")
    if len(table.hands) != len(game.names):
        _refuse("every seat has a hand")
    if (game.stage == "deal") != (not table.pile) or len(table.display) > DISPLAY:
        _refuse("the pile is empty exactly when a new one is awaited")
    if game.stage != "deal" and len(table.display) != DISPLAY:
        _refuse(f"{DISPLAY} cards lie in the display")
    for seat, hand in enumerate(table.hands):
        if len(hand) not in _hand_sizes(game, seat):
            _refuse(f"{game.names[seat]} cannot hold {len(hand)} cards now")


def _hand_sizes(game: Game, seat: int) -> range:
    """The active player has taken cards and not yet played; when it is over, perhaps."""
    if seat == game.active and game.stage in ("deal", "action1", "action2"):
        return range(HAND, HAND + 1)
    if seat == game.active and game.stage == "over":
        return range(HAND - MOST_PLAYED, HAND + 1)
    return range(HAND - MOST_PLAYED, HAND)
