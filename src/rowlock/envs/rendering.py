"""Renders the public state of a table as text or as a picture (C-11, K-01)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core.state import Game
from rowlock.draw import draw_table
from rowlock.errors import Unreadable
from rowlock.terminal.draw import plain, table_pieces

RENDER_MODES = ["ansi", "svg"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode; refused if it does not exist."""
    if mode in (None, *RENDER_MODES):
        return mode
    raise Unreadable(
        "bad_render_mode", f"{mode!r} is not a render mode (expected {', '.join(RENDER_MODES)})"
    )


def picture(game: Game, mode: str) -> str:
    """The table as plain text as in the terminal (`ansi`), or as an SVG document (`svg`)."""
    return draw_table(game).svg() if mode == "svg" else "\n".join(_lines(game))


def _lines(game: Game) -> Iterator[str]:
    """
    >>> from rowlock import new_game, play, roll
    >>> game = play(roll(new_game("classic", ["Ann"]), "41 3256").state, 0, "r5").state
    >>> print(next(_lines(game)))
    Qwixx, turn 1, action2: dice 41 3256
    """
    what = f"dice {game.roll}" if game.roll else ""
    if game.cards is not None:
        display = " ".join(str(card.number) for card in game.cards.display)
        top = game.cards.pile[0].number if game.cards.pile else "-"
        what = f"display {display}, top {top}"
    yield f"{game.variant.name}, turn {game.turn}, {game.stage}: {what}"
    yield from map(plain, table_pieces(game))
