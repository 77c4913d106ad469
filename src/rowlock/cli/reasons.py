"""What a turn does to a sheet, in a few words: the reason beside a figure of `rowlock advise`."""

from __future__ import annotations

from rowlock.core.ending import ending
from rowlock.core.game import preview
from rowlock.core.move import NOTHING, Move
from rowlock.core.score import score
from rowlock.core.sheet import (
    Sheet,
    crossed_cells,
    crosses_in_row,
    is_locked,
    left_out,
    locked_rows,
)
from rowlock.core.state import Game
from rowlock.variants import COLOURS, ROWS, Variant

NUMBERED = ("no", "first", "second", "third", "fourth", "fifth", "sixth")


def what_it_does(variant: Variant, before: Sheet, after: Sheet, closed: int = 0) -> str:
    """The crosses, what they leave out, locks, penalties, the end of the game, and the points.

    >>> from rowlock import load_variant, parse_sheet
    >>> classic = load_variant("classic")
    >>> old, new = (parse_sheet(classic, s) for s in ("r2,3 y- g- b- x0", "r2,3,6 y- g- b- x0"))
    >>> what_it_does(classic, old, new)
    'third cross in red, 2 cells left out, 3 points more'
    """
    parts = [part for row in ROWS for part in _in_row(variant, before, after, row)]
    if after.penalties > before.penalties:
        parts.append(f"{numbered(after.penalties)} penalty")
    if ending(variant, [after], closed | locked_rows(variant, after)):
        parts.append("ends the game")
    gain = score(variant, after).total - score(variant, before).total
    if gain:
        points = "point" if abs(gain) == 1 else "points"
        parts.append(f"{abs(gain)} {points} {'more' if gain > 0 else 'less'}")
    return ", ".join(parts) or "nothing crossed"


def what_a_move_does(game: Game, seat: int, move: Move) -> str:
    """The same for one answer of a seat in a game."""
    given, draft = game.answers[seat], preview(game, seat, move)
    before = given.draft.sheet if given else game.sheets[seat]
    said = what_it_does(game.variant, before, draft.sheet, game.closed)
    if draft.tied:
        return f"{said}, then a row to choose"
    is_due = seat == game.active and game.stage == "action1" and move == NOTHING
    return f"{said}; a penalty if action 2 crosses nothing either" if is_due else said


def _in_row(variant: Variant, before: Sheet, after: Sheet, row: int) -> list[str]:
    old = crossed_cells(variant, before, row)
    new = [cell for cell in crossed_cells(variant, after, row) if cell not in old]
    if not new:
        return []
    colour = COLOURS[row]
    if is_locked(variant, after, row):
        parts = [f"locks {colour} with {crosses_in_row(after, row)} crosses"]
    else:
        parts = [f"{numbered(crosses_in_row(after, row))} cross in {colour}"]
    if gap := left_out(before, new[0]):
        parts.append(f"{gap} {'cell' if gap == 1 else 'cells'} left out")
    return parts


def numbered(number: int) -> str:
    """`third`, `7th`."""
    return NUMBERED[number] if number < len(NUMBERED) else f"{number}th"
