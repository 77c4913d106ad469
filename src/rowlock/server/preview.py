"""What each legal move would do, so that the page can show it before it is chosen."""

from __future__ import annotations

from functools import lru_cache

from rowlock.core.event import Crossed, Event, LockCrossed, PenaltyTaken
from rowlock.core.game import previews
from rowlock.core.move import ColourCross, Move
from rowlock.core.rules import count
from rowlock.core.score import is_earned, score, steps_crossed
from rowlock.core.sheet import Sheet, is_crossed, row_mask
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Game
from rowlock.server.protocol import news
from rowlock.variants import Variant

SHEETS_KEPT = 2000
"""Half a KiB each. A sheet that somebody may get is shown again when they have it."""


def sheet_view(variant: Variant, sheet: Sheet) -> news.SheetView:
    """A sheet with its points, as it goes over the wire."""
    return _sheet_view(variant, sheet.rows, sheet.penalties, sheet.bar)


@lru_cache(maxsize=SHEETS_KEPT)
def _sheet_view(
    variant: Variant, rows: tuple[int, ...], penalties: int, bar: int
) -> news.SheetView:
    sheet = Sheet(rows, penalties, bar)
    points = score(variant, sheet)
    return news.SheetView(
        rows=rows,
        crosses=tuple(map(count, rows)),
        penalties=penalties,
        points=points.rows,
        bonus=points.bonus,
        total=points.total,
        bar=0 if variant.bonus_rows else bar,
        bonus_rows=tuple(row_mask(sheet, row[0].row) for row in variant.bonus_rows),
        earned=tuple(b.symbol for b in variant.bonuses if is_earned(sheet, b)),
        symbols=tuple(sum(is_crossed(sheet, c) for c in b.cells) for b in variant.bonuses),
        steps=steps_crossed(variant, sheet),
        penalties_cost=points.penalties,
    )


def options(game: Game, seat: int) -> tuple[news.Option, ...]:
    """Every legal move of a seat with its consequences, in the order of the core."""
    before = sheet_view(game.variant, game.sheets[seat]).total
    answer = game.answers[seat]
    old = len(answer.draft.events) if answer else 0
    return tuple(
        [
            _option(game, move, draft, draft.events[old:], before)
            for move, draft in previews(game, seat)
        ]
    )


def _option(
    game: Game, move: Move, draft: Draft, new: tuple[Event, ...], before: int
) -> news.Option:
    shown = sheet_view(game.variant, draft.sheet)
    return news.Option(
        move=str(move),
        crosses=tuple([event.cell for event in new if isinstance(event, Crossed)]),
        sheet=shown,
        gain=shown.total - before,
        closes=tuple([event.row for event in new if isinstance(event, LockCrossed)]),
        tied=draft.tied,
        dice=_dice(game, move),
        penalty=PenaltyTaken in map(type, new),
    )


def _dice(game: Game, move: Move) -> tuple[tuple[int, int], ...]:
    """The white and the coloured dice that make a coloured sum."""
    if game.roll is None or not isinstance(move, ColourCross):
        return ()
    cell = game.variant.cell[move.cell]
    beside = game.variant.neighbours.get(cell.name, (cell,))
    dice = [(each.colour, game.roll.colours[each.colour]) for each in beside]
    return tuple(
        (n, colour)
        for colour, die in dice
        for n, white in enumerate(game.roll.white)
        if die is not None and white + die == cell.number
    )
