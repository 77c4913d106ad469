"""A page for the results of many games: one column per player, one line per game."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.draw.box import Box
from rowlock.draw.colours import INK, INK_2, LINE, SHADE
from rowlock.draw.shapes import LineShape, Rect, Shape
from rowlock.draw.text import level, width_of
from rowlock.draw.texts import DrawTexts
from rowlock.variants.variant import MAX_SEATS

ROW = 8.5  # height of a line in millimetres; less in small places


def draw_history(words: DrawTexts, place: Box) -> Iterator[Shape]:
    size = min(6.5, place.height * 0.07)
    row = max(6.0, ROW * min(1, place.height / 130))
    yield level(place.x, place.y + size / 2, words("scores"), size, INK, anchor="start")
    top = place.y + size * 1.7
    games = int((place.bottom - top) / row) - 2  # names and total take one line each
    table = Box(place.x, top, place.width, (games + 2) * row)
    small = size * 0.56
    head = max(width_of(words.page("total"), small), width_of(words("game"), small)) + 4
    yield Rect(table.x, table.y, table.width, row, 1.5, fill=SHADE)
    yield level(table.x + 2, table.y + row / 2, words("game"), small, INK_2, anchor="start")
    for line in range(1, games + 2):
        y = table.y + line * row
        yield LineShape(table.x, y, table.right, y, LINE, 0.25)
        if line <= games:
            yield level(
                table.x + 2, y + row / 2, str(line), small, INK_2, anchor="start", bold=False
            )
    last = table.bottom - row
    yield LineShape(table.x, last, table.right, last, INK, 0.5)
    yield level(table.x + 2, last + row / 2, words.page("total"), small, INK, anchor="start")
    column = (table.width - head) / MAX_SEATS
    for seat in range(MAX_SEATS):
        x = table.x + head + seat * column
        yield LineShape(x, table.y, x, table.bottom, LINE, 0.25)
    yield table.rect(1.5, stroke=INK, line=0.4)
