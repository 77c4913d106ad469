"""Renders the public state of a table as text or as a picture (C-11, K-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from rowlock.core.state import Game
from rowlock.draw import draw_table
from rowlock.envs.pixels import pixels_of
from rowlock.errors import Unreadable
from rowlock.terminal.draw import plain, table_pieces
from rowlock.variants.together import variant_names

RENDER_MODES = ["ansi", "svg", "rgb_array"]

Rendered: TypeAlias = str | NDArray[np.uint8]
"""Text, or the pixels of a picture as [line, column, channel]."""


def check_render_mode(mode: str | None) -> str | None:
    """The mode; refused if it does not exist."""
    if mode in (None, *RENDER_MODES):
        return mode
    raise Unreadable(
        "bad_render_mode", f"{mode!r} is not a render mode (expected {', '.join(RENDER_MODES)})"
    )


@overload
def picture(game: Game, mode: Literal["ansi", "svg"]) -> str: ...


@overload
def picture(game: Game, mode: str) -> Rendered: ...


def picture(game: Game, mode: str) -> Rendered:
    """The table as plain text as in the terminal (`ansi`), as an SVG document (`svg`), or as pixels
    (`rgb_array`)."""
    if mode == "ansi":
        return "\n".join(_lines(game))
    svg = draw_table(game).svg()
    return svg if mode == "svg" else pixels_of(svg)


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
    yield f"{variant_names(game.variants)}, turn {game.turn}, {game.stage}: {what}"
    yield from map(plain, table_pieces(game))
