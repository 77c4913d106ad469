"""What a turn does to a sheet, in a few words: the reason beside a figure of `rowlock advise`."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.core.ending import ending
from rowlock.core.game import preview
from rowlock.core.move import NOTHING, Move, PlayCards, Take
from rowlock.core.score import score
from rowlock.core.sheet import (
    Sheet,
    cells_left_out,
    crossed_cells,
    crosses_in_row,
    is_locked,
    locked_rows,
    second_crosses,
    swap_fields,
)
from rowlock.core.state import Game
from rowlock.variants import COLOURS, ROWS, Variant
from rowlock.variants.variant import FIRST_BONUS_ROW

NUMBERED = ("no", "first", "second", "third", "fourth", "fifth", "sixth")
BONUS_ROWS = ("the upper bonus row", "the lower bonus row")


def what_it_does(variant: Variant, before: Sheet, after: Sheet, closed: int = 0) -> str:
    """The crosses, what they leave out, locks, penalties, the end of the game, and the points.

    >>> from rowlock import load_variant, parse_sheet
    >>> classic = load_variant("classic")
    >>> old, new = (parse_sheet(classic, s) for s in ("r2,3 y- g- b- x0", "r2,3,6 y- g- b- x0"))
    >>> what_it_does(classic, old, new)
    'third cross in red, 2 cells left out, 3 points more'
    """
    return ", ".join(_parts(variant, before, after, closed)) or "nothing crossed"


def what_a_move_does(game: Game, seat: int, move: Move) -> str:
    """The same for one answer of a seat in a game."""
    if isinstance(move, Take):
        return f"takes {_all_of(list(map(str, move.numbers)))} from the display"
    given, draft = game.answers[seat], preview(game, seat, move)
    before = given.draft.sheet if given else game.sheets[seat]
    said = what_it_does(game.variant, before, draft.sheet, game.closed)
    if isinstance(move, PlayCards):
        cards = len(move.cards) + len(move.jokers)
        said = f"{_count(cards, 'card')} played, {said}"
    if draft.tied:
        return f"{said}, then a row to choose"
    is_due = seat == game.active and game.stage == "action1" and move == NOTHING
    return f"{said}; a penalty if action 2 crosses nothing either" if is_due else said


def _parts(variant: Variant, before: Sheet, after: Sheet, closed: int) -> list[str]:
    rows = [*ROWS, *range(FIRST_BONUS_ROW, FIRST_BONUS_ROW + len(variant.bonus_rows))]
    parts = [part for row in rows for part in _in_row(variant, before, after, row)]
    parts += _beside(variant, before, after)
    if after.penalties > before.penalties:
        parts.append(f"{numbered(after.penalties)} penalty")
    if ending(variant, [after], closed | locked_rows(variant, after)):
        parts.append("ends the game")
    gain = score(variant, after).total - score(variant, before).total
    if gain:
        parts.append(f"{_count(abs(gain), 'point')} {'more' if gain > 0 else 'less'}")
    return parts


def _in_row(variant: Variant, before: Sheet, after: Sheet, row: int) -> list[str]:
    old, new = crosses_in_row(before, row), crosses_in_row(after, row)
    if new == old:
        return []
    if row >= FIRST_BONUS_ROW:
        parts = [f"{_places(old, new)} in {BONUS_ROWS[row - FIRST_BONUS_ROW]}"]
    elif is_locked(variant, after, row):
        parts = [f"locks {COLOURS[row]} with {new} crosses"]
    else:
        parts = [f"{_places(old, new)} in {COLOURS[row]}", *_twice(variant, before, after, row)]
    if gap := cells_left_out(variant, before, after, row):
        parts.append(f"{_count(gap, 'cell')} left out")
    return parts


def _twice(variant: Variant, before: Sheet, after: Sheet, row: int) -> list[str]:
    """The cells whose second box is crossed now (DA-02), and those that count twice (DB-01)."""
    known = crossed_cells(variant, before, row)
    new = set(second_crosses(variant, after, row)) - set(second_crosses(variant, before, row))
    double = (set(crossed_cells(variant, after, row)) - set(known)) & set(variant.doubles)
    return [f"the second on {cell.name}" for cell in sorted(new, key=lambda c: c.position)] + [
        f"{cell.name} counts twice" for cell in sorted(double, key=lambda c: c.position)
    ]


def _beside(variant: Variant, before: Sheet, after: Sheet) -> list[str]:
    """What is used up of a bonus bar or of the swap fields."""
    if variant.bar:
        squares = (after.bar & ~before.bar).bit_count()
        return [f"{_count(squares, 'bonus square')} struck off"] if squares else []
    states = zip(
        variant.swaps, swap_fields(variant, before), swap_fields(variant, after), strict=True
    )
    changed = [(pair, new) for pair, old, new in states if old != new]
    parts = [f"swap field {one}/{other} used" for (one, other), new in changed if new == "used"]
    if lost := sum(new == "lost" for _, new in changed):
        parts.append(f"{_count(lost, 'swap field')} lost")
    return parts


def _places(old: int, new: int) -> str:
    """Which crosses of a row are new."""
    if new - old == 1:
        return f"{numbered(new)} cross"
    link = "and" if new - old == 2 else "to"
    return f"{numbered(old + 1)} {link} {numbered(new)} crosses"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _all_of(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def numbered(number: int) -> str:
    """`third`, `7th`."""
    return NUMBERED[number] if number < len(NUMBERED) else f"{number}th"
