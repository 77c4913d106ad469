"""The back of a sheet: its rules in short, made from what the variant says."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rowlock.draw.box import Box
from rowlock.draw.colours import INK, INK_2
from rowlock.draw.language import Words
from rowlock.draw.outlines import symbol
from rowlock.draw.shapes import Shape, Text
from rowlock.draw.text import level, width_of, wrapped
from rowlock.variants.variant import Bonus, Variant

LARGEST, SMALLEST, STEP = 4.6, 1.4, 0.1  # sizes of type that are tried
LEADING = 1.32
BETWEEN = 0.55  # rules, in sizes of type
GUTTER = 7.0

FEATURES = ("mixed_colours", "double_cells", "lucky_numbers", "boxes")
"""Those with a rule of their own, in the order in which they are told."""


class Rule(Struct, frozen=True):
    heading: str
    text: str
    bonus: Bonus | None = None
    """Bonus B: the symbol that this line is about."""


class Column(Struct, frozen=True):
    """Lines of type, each with its distance from the top."""

    lines: tuple[tuple[float, str, bool, Bonus | None], ...]
    height: float


def rules_of(variant: Variant, words: Words) -> list[Rule]:
    """Everything one needs to know at the table."""
    values = {
        "n": variant.crosses_before_lock,
        "cells": variant.lock_cells,
        "points": variant.penalty_points,
        "penalties": variant.penalties_to_end,
        "rows": variant.closed_rows_to_end,
    }
    lock = "lock" if variant.lock_cells == 1 else "locks"
    features = [name for name in FEATURES if name in variant.features]
    names = ["aim", "action1", "action2", "penalty", lock, *features, "end", "points"]
    told = [Rule(words(f"rule_{name}"), words(f"rule_{name}_text", **values)) for name in names]
    if variant.bonuses:
        told.append(Rule(words("rule_symbols"), words("rule_symbols_text")))
        told += [Rule("", _bonus(words, bonus), bonus) for bonus in variant.bonuses]
    return told


def _bonus(words: Words, bonus: Bonus) -> str:
    match bonus.effect:
        case "points":
            return words("rule_points_bonus", n=bonus.points)
        case effect:
            return words(f"rule_{effect}", n=bonus.times)


def draw_rules(variant: Variant, words: Words, place: Box) -> Iterator[Shape]:
    """Title and two columns, in the largest type that fits the place."""
    size = min(6.5, place.height * 0.065)
    title = f"{words.sheet(variant)} · {words('rules')}"
    while width_of(title, size) > place.width:
        size *= 0.95
    yield level(place.x, place.y + size / 2, title, size, INK, "start")
    top = place.y + size * 1.9
    room = Box(place.x, top, (place.width - GUTTER) / 2, place.bottom - top)
    type_size, columns = _set(rules_of(variant, words), room)
    for number, column in enumerate(columns):
        x = room.x + number * (room.width + GUTTER)
        yield from _column(column, x, room.y, type_size)


def _set(rules: list[Rule], room: Box) -> tuple[float, list[Column]]:
    """The largest type with which two columns hold all rules."""
    size = LARGEST
    while True:
        columns = _columns(rules, room.width, room.height, size)
        if len(columns) <= 2 or size <= SMALLEST:
            return size, columns
        size -= STEP


def _columns(rules: list[Rule], width: float, height: float, size: float) -> list[Column]:
    columns: list[Column] = []
    lines: list[tuple[float, str, bool, Bonus | None]] = []
    y = 0.0
    for rule in rules:
        block = _lines(rule, width, size)
        if lines and y + len(block) * size * LEADING > height:  # a rule is never torn apart
            columns.append(Column(tuple(lines), y))
            lines, y = [], 0.0
        for text, bold, bonus in block:
            lines.append((y, text, bold, bonus))
            y += size * LEADING
        y += size * BETWEEN
    return [*columns, Column(tuple(lines), y)]


def _lines(rule: Rule, width: float, size: float) -> list[tuple[str, bool, Bonus | None]]:
    head: list[tuple[str, bool, Bonus | None]] = (
        [(rule.heading, True, None)] if rule.heading else []
    )
    indent = size * 1.6 if rule.bonus else 0
    body = wrapped(rule.text, size, width - indent, bold=False)
    return head + [(line, False, None if n else rule.bonus) for n, line in enumerate(body)]


def _column(column: Column, x: float, y: float, size: float) -> Iterator[Shape]:
    indented = False
    for down, text, bold, bonus in column.lines:
        base = y + down + size * 0.9
        if bold:
            indented = False
        if bonus:
            indented = True
            yield symbol(bonus.symbol, x + size * 0.5, base - size * 0.34, size * 0.95, INK)
        left = x + (size * 1.6 if indented else 0)
        yield Text(left, base, text, size, INK if bold else INK_2, bold=bold)
