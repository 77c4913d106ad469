"""What a list of games can show of a record; nothing checks it."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.core.sheet import locked_rows
from rowlock.core.state import Game

PERSON = "-"
"""What stands for a person where bots are named."""
YOU = "You"


def about(date: str, bots: Iterable[str], game: Game) -> dict[str, str]:
    """The headers for the day, for the bot of every seat, and for how many locks each has crossed.

    >>> from rowlock import new_game
    >>> about("2026-11-16", ["-", "hard"], new_game("classic", ["Ann", "Rex"]))
    {'Date': '2026-11-16', 'Bots': '-, hard', 'Locks': '0 0'}
    """
    locks = (locked_rows(game.variant, sheet).bit_count() for sheet in game.sheets)
    return {"Date": date, "Bots": ", ".join(bots), "Locks": " ".join(map(str, locks))}


def you(seat: int) -> dict[str, str]:
    """The header for the seat, from 0, of whose record it is."""
    return {YOU: str(seat + 1)}
