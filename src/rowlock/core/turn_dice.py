"""The dice of a turn: what a roll must look like."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.core.state import Game, Roll
from rowlock.errors import Illegal
from rowlock.variants.variant import COLOURS


def roll(game: Game, dice: Roll) -> Game:
    """The game with these dice on the table: action 1 begins (C-05)."""
    if len(dice.white) != 2 or len(dice.colours) != len(COLOURS):
        raise Illegal("bad_die", "a roll is two white dice and four coloured ones")
    for die in (*dice.white, *dice.colours):
        if die is not None and not 1 <= die <= game.variant.sides:
            raise Illegal("bad_die", f"no die of this game shows {die}", move=str(dice))
    for colour, die in enumerate(dice.colours):
        removed = bool(game.closed >> colour & 1)
        if removed and die is not None:
            message = f"the {COLOURS[colour]} die has left the game"
            raise Illegal("die_removed", message, move=str(dice))
        if not removed and die is None:
            message = f"the {COLOURS[colour]} die is still in play"
            raise Illegal("die_missing", message, move=str(dice))
    return replace(game, stage="action1", roll=dice)
