"""Checks whether a parsed position can occur in a game.

A position typed by hand may be inconsistent. Everything that the core relies on is checked here,
so that any accepted position can be played out.
"""

from __future__ import annotations

from typing import NoReturn

from rowlock.core.cards import DISPLAY, HAND, CardTable, deck
from rowlock.core.ending import ending
from rowlock.core.state import Game
from rowlock.errors import Unreadable

DICE_STAGES = ("roll", "action1", "action2", "over")
CARD_STAGES = ("deal", "take", "action1", "action2", "over")
MAX_PLAYED = 3  # K-03: cards that may be missing in a hand, because they were played


def check_possible(game: Game) -> None:
    """Refuse impossible combinations of stage, end, dice and cards."""
    table = game.cards
    if game.stage not in (DICE_STAGES if table is None else CARD_STAGES):
        _refuse(f"{game.stage} is not a stage of this game")
    if game.crossed and game.stage not in ("action2", "over"):
        _refuse("a cross in action 1 (+) can be noted only from action 2 on")
    _check_end(game)
    if table is None:
        _check_dice(game)
    else:
        _check_cards(game, table)


def _refuse(message: str) -> NoReturn:
    raise Unreadable("bad_position", message)


def _check_end(game: Game) -> None:
    """Check that the game is over exactly if it has a reason to be (C-13, K-05)."""
    reason = ending(game.variants, game.sheets, game.closed if game.cards is None else None)
    if game.reason != reason:
        _refuse(f"the reason of the end is {game.reason} (expected {reason})")


def _check_dice(game: Game) -> None:
    """Check the dice. A die removed in action 1 of this turn is still part of the roll."""
    if game.roll is None:
        if game.stage != "roll":
            _refuse(f"the dice are missing: they follow the stage, as in {game.stage} 41 3256")
        return
    if game.stage == "roll":
        _refuse("there are dice before the roll (with dice, the stage is action1)")
    for row, die in enumerate(game.roll.colours):
        is_closed = bool(game.closed >> row & 1)
        if (die is None) != is_closed and (die is None or game.stage == "action1"):
            _refuse(f"the dice {game.roll} do not fit the closed rows")
    if any(die is not None and die > game.sides for die in _all_dice(game)):
        _refuse(f"the dice of this game cannot show {game.roll}")


def _all_dice(game: Game) -> tuple[int | None, ...]:
    return (*game.roll.white, *game.roll.colours) if game.roll else ()


def _check_cards(game: Game, table: CardTable) -> None:
    if game.roll is not None:
        _refuse("there are no dice in the card game")
    if game.stage == "deal" and table == CardTable(table.jokers):
        return  # before the first deal
    cards = [*table.display, *table.pile, *table.discards, *sum(table.hands, ())]
    if sorted(map(str, cards)) != sorted(map(str, deck(jokers=table.jokers))):
        _refuse("hands, display, pile and discards must hold each card exactly once")
    if len(table.hands) != len(game.names):
        _refuse("every seat needs a hand")
    if (game.stage == "deal") != (not table.pile) or len(table.display) > DISPLAY:
        _refuse("the pile must be empty if the stage is deal, and only then")
    if game.stage != "deal" and len(table.display) != DISPLAY:
        _refuse(f"the display must have {DISPLAY} cards")
    for seat, hand in enumerate(table.hands):
        if len(hand) not in _hand_sizes(game, seat):
            _refuse(f"{game.names[seat]} cannot hold {len(hand)} cards at this stage")


def _hand_sizes(game: Game, seat: int) -> range:
    """Possible sizes of a hand: the active player has taken cards and may not have played them."""
    if seat == game.active and game.stage in ("deal", "action1", "action2"):
        return range(HAND, HAND + 1)
    if seat == game.active and game.stage == "over":
        return range(HAND - MAX_PLAYED, HAND + 1)
    return range(HAND - MAX_PLAYED, HAND)
