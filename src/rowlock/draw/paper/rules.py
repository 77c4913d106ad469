"""Draws the back of a sheet: its rules in short, generated from the variant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from rowlock.draw.box import Box
from rowlock.draw.colours import INK, INK_2
from rowlock.draw.outlines import symbol
from rowlock.draw.shapes import Shape, Text
from rowlock.draw.text import level, width_of, wrapped
from rowlock.draw.texts import DrawTexts
from rowlock.variants.variant import Bonus, Variant

LARGEST, SMALLEST, STEP = 4.6, 1.4, 0.1  # font sizes to try
LEADING = 1.32
BETWEEN = 0.55  # space between rules, in font sizes
GUTTER = 7.0
INDENT = 1.6  # indentation of text with a symbol, in font sizes

FEATURES = (
    "mixed_colours",
    "double_cells",
    "second_boxes",
    "steps",
    "chain",
    "swap_fields",
    "bonus_rows",
    "lucky_numbers",
    "boxes",
)
"""Features with a rule of their own, in the order in which they are explained."""


class Rule(Struct, frozen=True):
    heading: str
    text: str
    bonus: Bonus | None = None
    """Bonus B: the symbol that the rule explains."""


class TextLine(Struct, frozen=True):
    """A line of text; the first line of a rule about a symbol starts with the symbol."""

    text: str
    bold: bool = False
    symbol: str | None = None
    indented: bool = False


Column: TypeAlias = list[tuple[float, TextLine]]
"""Lines with their distance from the top."""


def rules_of(variant: Variant, words: DrawTexts) -> list[Rule]:
    """All rules needed to play on the sheet."""
    values = {
        "n": variant.crosses_before_lock,
        "cells": variant.lock_cells,
        "points": variant.penalty_points,
        "penalties": variant.penalties_to_end,
        "rows": variant.closed_rows_to_end,
        "most": variant.most_counted,
    }
    lock = "lock" if variant.lock_cells == 1 else "locks"
    features = [name for name in FEATURES if name in variant.features]
    names = ["aim", "action1", "action2", "penalty", lock, *features, "end", "points"]
    rules = [Rule(words(f"rule_{name}"), words(f"rule_{name}_text", **values)) for name in names]
    if variant.bonuses:
        rules.append(Rule(words("rule_symbols"), words("rule_symbols_text")))
        rules += [Rule("", _bonus(words, bonus), bonus) for bonus in variant.bonuses]
    return rules


def _bonus(words: DrawTexts, bonus: Bonus) -> str:
    match bonus.effect:
        case "points":
            return words("rule_points_bonus", n=bonus.points)
        case effect:
            return words(f"rule_{effect}", n=bonus.times)


def draw_rules(variant: Variant, words: DrawTexts, place: Box) -> Iterator[Shape]:
    """Title and two columns, in the largest font size that fits the place."""
    size = min(6.5, place.height * 0.065)
    title = f"{words.sheet(variant)} · {words('rules')}"
    while width_of(title, size) > place.width:
        size *= 0.95
    yield level(place.x, place.y + size / 2, title, size, INK, anchor="start")
    top = place.y + size * 1.9
    room = Box(place.x, top, (place.width - GUTTER) / 2, place.bottom - top)
    type_size, columns = _set(rules_of(variant, words), room)
    for number, column in enumerate(columns):
        x = room.x + number * (room.width + GUTTER)
        yield from _column(column, x, room.y, type_size)


def _set(rules: list[Rule], room: Box) -> tuple[float, list[Column]]:
    """The largest font size with which all rules fit into two columns."""
    sizes = [LARGEST - STEP * n for n in range(round((LARGEST - SMALLEST) / STEP) + 1)]
    first = bisect_left(sizes, -2, key=lambda size: -len(_columns(rules, room, size)))
    size = sizes[min(first, len(sizes) - 1)]
    return size, _columns(rules, room, size)


def _columns(rules: list[Rule], room: Box, size: float) -> list[Column]:
    columns: list[Column] = [[]]
    y, high = 0.0, size * LEADING
    for rule in rules:
        lines = _lines(rule, room.width, size)
        if columns[-1] and y + len(lines) * high > room.height:  # rules are not split
            columns.append([])
            y = 0.0
        for line in lines:
            columns[-1].append((y, line))
            y += high
        y += size * BETWEEN
    return columns


def _lines(rule: Rule, width: float, size: float) -> list[TextLine]:
    if rule.bonus is None:
        body = wrapped(rule.text, size, width, bold=False)
        return [TextLine(rule.heading, bold=True), *map(TextLine, body)]
    body = wrapped(rule.text, size, width - size * INDENT, bold=False)
    sign = rule.bonus.symbol
    return [TextLine(t, symbol=None if n else sign, indented=True) for n, t in enumerate(body)]


def _column(column: Column, x: float, y: float, size: float) -> Iterator[Shape]:
    for down, line in column:
        base = y + down + size * 0.9
        if line.symbol:
            yield symbol(line.symbol, x + size * 0.5, base - size * 0.34, size * 0.95, INK)
        left = x + (size * INDENT if line.indented else 0)
        yield Text(left, base, line.text, size, INK if line.bold else INK_2, bold=line.bold)
