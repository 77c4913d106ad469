"""Optional headers for lists of games; they are not checked."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.core.sheet import locked_rows
from rowlock.core.state import Game

PERSON = "-"
"""Stands for a person in the header `Bots`."""
YOU = "You"


def about(date: str, bots: Iterable[str], game: Game) -> dict[str, str]:
    """Headers with the date, the bot of each seat, and the number of locks each has crossed.

    >>> from rowlock import new_game
    >>> about("2026-11-16", ["-", "hard"], new_game("classic", ["Ann", "Rex"]))
    {'Date': '2026-11-16', 'Bots': '-, hard', 'Locks': '0 0'}
    """
    locks = (rows.bit_count() for rows in map(locked_rows, game.variants, game.sheets))
    return {"Date": date, "Bots": ", ".join(bots), "Locks": " ".join(map(str, locks))}


def you(seat: int) -> dict[str, str]:
    """The header with the seat (from 0) of the record's owner."""
    return {YOU: str(seat + 1)}
