"""Rolls: parsing, and checking against the dice still in play."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rowlock.core.state import Game, Roll
from rowlock.errors import Illegal, Unreadable
from rowlock.variants.variant import COLOURS

_DICE = r"(\S)(\S)\s+(\S)(\S)(\S)(\S)"


def parse_roll(text: str, sides: int = 9) -> Roll:
    """Parse a roll such as `41 3256`; `-` stands for a removed coloured die.

    >>> from rowlock import parse_roll
    >>> parse_roll("63 12-5")
    Roll(white=(6, 3), colours=(1, 2, None, 5))
    """
    match = re.fullmatch(_DICE, text)
    if not match:
        message = f"{text!r} is not a roll (expected one like 41 3256){_lacks(text)}"
        raise Unreadable("bad_dice", message, move=text)
    digits = "123456789"[:sides]
    dice = match.groups()
    for place, die in enumerate(dice):
        if die not in digits and not (die == "-" and place >= 2):
            raise Unreadable("bad_die", f"no die of this game shows {die!r}", move=text)
    white = (int(dice[0]), int(dice[1]))
    return Roll(white, tuple(None if die == "-" else int(die) for die in dice[2:]))


def _lacks(text: str) -> str:
    """Says which dice are missing, for the end of an error message; empty if unknown."""
    match = re.fullmatch(r"([1-9]{1,2})(?: ([1-9-]{0,4}))?", text)
    if not match:
        return ""
    coloured = match[2] or ""
    if len(match[1]) == 1:
        return ": a white die is missing"
    if not coloured:
        return ": the four coloured dice are missing"
    missing = COLOURS[len(coloured) :]
    named = " and ".join(filter(None, [", ".join(missing[:-1]), missing[-1]]))
    verb = "die is" if len(missing) == 1 else "dice are"
    return f": the {named} {verb} missing (write - for a die that has left the game)"


def roll(game: Game, dice: Roll) -> Game:
    """The game with these dice on the table: action 1 begins (C-05)."""
    if len(dice.white) != 2 or len(dice.colours) != len(COLOURS):
        raise Illegal("bad_die", "a roll has two white dice and four coloured dice")
    sides, closed = game.sides, game.closed
    for white in dice.white:
        if not 1 <= white <= sides:
            raise Illegal("bad_die", f"no die of this game shows {white}", move=str(dice))
    for colour, die in enumerate(dice.colours):
        if die is None:
            if not closed >> colour & 1:
                message = f"the {COLOURS[colour]} die is still in play and must be rolled"
                raise Illegal("die_missing", message, move=str(dice))
        elif not 1 <= die <= sides:
            raise Illegal("bad_die", f"no die of this game shows {die}", move=str(dice))
        elif closed >> colour & 1:
            message = f"the {COLOURS[colour]} die has left the game"
            raise Illegal("die_removed", message, move=str(dice))
    return replace(game, stage="action1", roll=dice)
