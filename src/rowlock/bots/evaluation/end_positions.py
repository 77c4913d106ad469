"""Positions at the end of a turn as plain integers, which every engine can evaluate."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.bots.compiled.position_layout import (
    V_BAR,
    V_CLOSED,
    V_LUCKY,
    V_NEXT,
    V_OVER,
    V_PENALTIES,
    V_ROWS,
    V_SIZE,
)
from rowlock.core.sheet import Sheet
from rowlock.variants.variant import MARK_BITS, LuckyPair, Variant


class EndPositions(NamedTuple):
    """Positions with the same players; each has the numbers of `compiled/position_layout.py`."""

    variant: Variant
    players: int
    lucky: tuple[int, ...]
    """The number of each seat's lucky pair; zeros if there are none."""
    lines: list[list[int]]
    variants: tuple[Variant, ...] = ()
    """The sheet of each seat if they differ; `variant` is then that of the first seat."""


def alone(ends: EndPositions, seat: int) -> EndPositions:
    """The sheets of one seat as positions with one player, in games that continue."""
    lines = []
    for line in ends.lines:
        own = [0] * V_SIZE
        own[V_ROWS : V_ROWS + 4] = line[V_ROWS + 4 * seat : V_ROWS + 4 * seat + 4]
        own[V_BAR : V_BAR + 2] = line[V_BAR + 2 * seat : V_BAR + 2 * seat + 2]
        own[V_PENALTIES], own[V_LUCKY] = line[V_PENALTIES + seat], line[V_LUCKY + seat]
        own[V_CLOSED] = line[V_CLOSED]
        lines.append(own)
    return EndPositions(ends.variants[seat], 1, ends.lucky[seat : seat + 1], lines)


def line_of(
    sheets: list[Sheet], closed: int, following: int, lucky: tuple[LuckyPair, ...]
) -> list[int]:
    """A position that is not over."""
    line = [0] * V_SIZE
    for seat, sheet in enumerate(sheets):
        put_sheet(line, seat, sheet)
        line[V_PENALTIES + seat] = sheet.penalties
    for seat, (one, other) in enumerate(lucky):
        line[V_LUCKY + seat] = 1 << one | 1 << other if one else 0
    line[V_CLOSED], line[V_NEXT] = closed, following
    return line


def put_sheet(line: list[int], seat: int, sheet: Sheet) -> None:
    """Set a seat's rows and marks."""
    line[V_ROWS + 4 * seat : V_ROWS + 4 * seat + 4] = sheet.rows
    line[V_BAR + 2 * seat] = sheet.bar & ((1 << MARK_BITS) - 1)
    line[V_BAR + 2 * seat + 1] = sheet.bar >> MARK_BITS


def end(line: list[int], closed: int, *, over: bool) -> None:
    """Set the closed rows and whether the game is over."""
    line[V_CLOSED], line[V_OVER] = closed, over
