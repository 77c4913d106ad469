"""Explains what is missing in a text that is not a valid position.

Called only after parsing has failed, to find the first part that was forgotten or misplaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from rowlock.core.state import Stage
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Refusal
from rowlock.variants import COLOURS, LETTERS, Variant
from rowlock.variants.variant import BONUS_LETTERS


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join words: `a, b and c`.

    >>> listed(["roll", "action1", "over"], "or")
    'roll, action1 or over'
    """
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


def example_of(variant: Variant) -> str:
    """An example of a sheet in its text form, for error messages."""
    bar = f" ={'.' * len(variant.bar)}" if variant.bar else ""
    strip = f" ~{'.' * len(variant.swaps)}" if variant.swaps else ""
    bonus = " o- c11" if variant.bonus_rows else ""
    return f"r2,3,5 y- g12,11 b-{bonus} x1{bar}{strip}"


def sheet_lacks(variant: Variant, words: Sequence[str]) -> str:
    """Says which parts of a sheet are missing; empty if none is."""
    parts = {letter: f"the {colour} row" for letter, colour in zip(LETTERS, COLOURS, strict=True)}
    names = ("the upper bonus row", "the lower bonus row")
    parts |= dict(zip(BONUS_LETTERS, names, strict=True)) if variant.bonus_rows else {}
    parts["x"] = "the penalties"
    if variant.bar:
        parts["="] = "the bonus bar"
    if variant.swaps:
        parts["~"] = "the strip of swap fields"
    missing = [name for sign, name in parts.items() if not any(w.startswith(sign) for w in words)]
    if not missing:
        return ""
    verb = "are" if len(missing) > 1 or missing == ["the penalties"] else "is"
    return f": {listed(missing)} {verb} missing"


_NUMBER = r"[1-9][0-9]{0,5}"
_STAGE = r"[a-z][a-z0-9]*\+?"
_ID = r"[a-z][a-z0-9_-]*(@[0-9a-f]{16})?"
_SHEET = rf"{_ID}(,{_ID})*(\+cards|\+jokers)?"
_STAGES = ", ".join(get_args(Stage))


def head_lacks(text: str) -> str:
    """Says which word is missing at the start of a position; empty if none is."""
    words = text.partition(";")[0].split()
    patterns = (_SHEET, _NUMBER, "[1-5]", _STAGE)
    names = ("the name of the sheet", "the turn", "the seat whose turn it is")
    if re.fullmatch(rf"{_SHEET} {_NUMBER} {_STAGE}.*", " ".join(words)):
        return ": the turn or the active seat is missing, as in classic 9 1 roll"
    for place, pattern in enumerate(patterns):
        if place >= len(words) or not re.fullmatch(pattern, words[place]):
            name = (*names, f"the stage ({_STAGES})")[place]
            return f": {name} is missing, as in classic 9 1 roll"
    return ""


def seat_lacks(variant: Variant, rest: str) -> str:
    """Explains why the text after the last valid seat is not a seat."""
    if not rest.startswith(";"):
        return _before_the_seats(rest.partition(";")[0].strip())
    part = rest[1:].strip()
    example = f'"Ann" {example_of(variant)}'
    if not part:
        return f"a seat is missing after the last ; as in {example}"
    if part.startswith(("display", "pile", "discards")):
        return f"{part[:60]!r} is out of place: only the card game has it, after the seats"
    if not part.startswith('"'):
        return f"{part[:60]!r} is not a seat (expected a name in quotes, as in {example})"
    name, quote, behind = part[1:].partition('"')
    if not quote:
        return f"{part[:60]!r}: the quote after the name is missing"
    words = behind.partition(";")[0].split()
    sheet = _sheet_words(words)
    if not sheet:
        return f"{name}: the sheet is missing, as in {example}"
    if missing := sheet_lacks(variant, sheet):
        return f"{name}{missing}, as in {example_of(variant)}"
    return f"{rest[:60]!r} is not a seat (expected one like {example})"


def _sheet_words(words: Sequence[str]) -> list[str]:
    """The words before a lucky pair, a hand or answers."""
    sheet_words = []
    for word in words:
        if word in (":", "hand") or "&" in word:
            break
        sheet_words.append(word)
    return sheet_words


def _before_the_seats(words: str) -> str:
    """Explains what is wrong with words between the stage and the first seat."""
    try:
        parse_roll(words)
    except Refusal as refusal:
        return refusal.message
    return f"{words!r} does not belong after the stage (expected dice or the reason of the end)"
