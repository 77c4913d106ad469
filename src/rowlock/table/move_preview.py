"""What each legal move would do, so that the page can show it before it is chosen."""

from __future__ import annotations

from functools import lru_cache

from rowlock.core.event import Crossed, Event, LockCrossed, PenaltyTaken
from rowlock.core.game import previews
from rowlock.core.legality import usable_colours
from rowlock.core.move import ColourCross
from rowlock.core.rules import count
from rowlock.core.score import is_earned, score, steps_crossed
from rowlock.core.sheet import Sheet, is_crossed, row_mask
from rowlock.core.state import Game
from rowlock.protocol import server_messages
from rowlock.variants import Variant

SHEETS_KEPT = 2000
"""Size of the cache of sheet views, half a KiB each. A previewed sheet is shown again after the
move."""


def sheet_view(variant: Variant, sheet: Sheet) -> server_messages.SheetView:
    """A sheet with its points, as it is sent."""
    return _sheet_view(variant, sheet.rows, sheet.penalties, sheet.bar)


@lru_cache(maxsize=SHEETS_KEPT)
def _sheet_view(
    variant: Variant, rows: tuple[int, ...], penalties: int, bar: int
) -> server_messages.SheetView:
    sheet = Sheet(rows, penalties, bar)
    points = score(variant, sheet)
    view = server_messages.SheetView(
        rows=rows,
        crosses=tuple([count(mask) for mask in rows]),
        penalties=penalties,
        points=points.rows,
        bonus=points.bonus,
        total=points.total,
        bar=0 if variant.bonus_rows else bar,
        penalties_cost=points.penalties,
    )
    if variant.bonus_rows:
        view.bonus_rows = tuple(row_mask(sheet, row[0].row) for row in variant.bonus_rows)
    if variant.bonuses:
        view.earned = tuple(b.symbol for b in variant.bonuses if is_earned(sheet, b))
        view.symbols = tuple(sum(is_crossed(sheet, c) for c in b.cells) for b in variant.bonuses)
    if variant.steps:
        view.steps = steps_crossed(variant, sheet)
    return view


def options(game: Game, seat: int) -> tuple[server_messages.Option, ...]:
    """Every legal move of a seat with its consequences, in the order of the core."""
    variant = game.variants[seat]
    before = sheet_view(variant, game.sheets[seat]).total
    answer = game.answers[seat]
    old = len(answer.draft.events) if answer else 0
    shown = []
    for move, draft in previews(game, seat):
        after = sheet_view(variant, draft.sheet)
        option = server_messages.Option(str(move), (), after, after.total - before, tied=draft.tied)
        if len(draft.events) > old:
            _tell(option, draft.events[old:])
        if isinstance(move, ColourCross):
            option.dice = _dice(game, move)
        shown.append(option)
    return tuple(shown)


def _tell(option: server_messages.Option, events: tuple[Event, ...]) -> None:
    """Add the effects of a move to its option."""
    option.crosses = tuple([event.cell for event in events if isinstance(event, Crossed)])
    option.closes = tuple([event.row for event in events if isinstance(event, LockCrossed)])
    option.penalty = PenaltyTaken in map(type, events)


def _dice(game: Game, move: ColourCross) -> tuple[tuple[int, int], ...]:
    """The white and the coloured dice that make a coloured sum."""
    if game.roll is None:
        return ()
    variant = game.variants[game.active]
    cell = variant.cell[move.cell]
    colours = usable_colours(variant, game.sheets[game.active], cell)
    dice = [(colour, game.roll.colours[colour]) for colour in colours]
    return tuple(
        (n, colour)
        for colour, die in dice
        for n, white in enumerate(game.roll.white)
        if die is not None and white + die == cell.number
    )
