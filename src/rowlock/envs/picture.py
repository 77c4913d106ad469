"""A table as text or as a picture: what everybody at it may see (C-11, K-01)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.core.game import result
from rowlock.core.sheet import Sheet, is_locked
from rowlock.core.state import Game
from rowlock.draw import draw_table
from rowlock.draw.language import words_of
from rowlock.errors import Unreadable
from rowlock.variants.variant import ROWS, Variant

RENDER_MODES = ["ansi", "svg"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode in (None, *RENDER_MODES):
        return mode
    raise Unreadable("bad_render_mode", f"{mode!r} is none of {', '.join(RENDER_MODES)}")


def picture(game: Game, mode: str) -> str:
    """The table as plain text (`ansi`) or as an SVG document (`svg`)."""
    return draw_table(game).svg() if mode == "svg" else "\n".join(_lines(game)) + "\n"


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
    for seat, total in enumerate(result(game).totals):
        sheet = game.sheets[seat]
        turn = ", at turn" if seat == game.active and not game.over else ""
        yield f"{game.names[seat]}{turn}: {total} points, penalties {sheet.penalties}"
        for row in ROWS:
            yield _row(game.variant, sheet, row, closed=bool(game.closed >> row & 1))


def _row(variant: Variant, sheet: Sheet, row: int, *, closed: bool) -> str:
    cells = []
    for cell in variant.rows[row]:
        name = cell.name if variant.mixed_colours else str(cell.number)
        cells.append(f"[{name}]" if sheet.rows[row] & cell.bits == cell.bits else f" {name} ")
    lock = "[lock]" if is_locked(variant, sheet, row) else "closed" if closed else "lock"
    name = words_of("en").row(variant, row)
    return f"  {name:<7}{''.join(cells)} {lock}"
