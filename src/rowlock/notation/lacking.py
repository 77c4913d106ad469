"""What is missing in a line that is no position, in words.

Nothing is asked here before a line was refused: these functions only look for the first thing that
its writer forgot, or put where it does not belong.
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
    """Several words as one.

    >>> listed(["roll", "action1", "over"], "or")
    'roll, action1 or over'
    """
    *first, last = words
    return f"{', '.join(first)} {link} {last}" if first else last


def example_of(variant: Variant) -> str:
    """A sheet as it is written."""
    bar = f" ={'.' * len(variant.bar)}" if variant.bar else ""
    strip = f" ~{'.' * len(variant.swaps)}" if variant.swaps else ""
    bonus = " o- c11" if variant.bonus_rows else ""
    return f"r2,3,5 y- g12,11 b-{bonus} x1{bar}{strip}"


def sheet_lacks(variant: Variant, words: Sequence[str]) -> str:
    """Which parts of a sheet are not there; nothing if all are."""
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
_SHEET = r"[a-z][a-z0-9_-]*(@[0-9a-f]{16})?(\+cards|\+jokers)?"
_STAGES = ", ".join(get_args(Stage))


def head_lacks(text: str) -> str:
    """What is not there of the words that a position begins with."""
    words = text.partition(";")[0].split()
    patterns = (_SHEET, _NUMBER, "[1-5]", _STAGE)
    names = ("the name of the sheet", "the turn", "the seat whose turn it is")
    if re.fullmatch(rf"{_SHEET} {_NUMBER} {_STAGE}.*", " ".join(words)):
        return ": what is missing is the turn or the seat whose turn it is, as in classic 9 1 roll"
    for place, pattern in enumerate(patterns):
        if place >= len(words) or not re.fullmatch(pattern, words[place]):
            name = (*names, f"the stage ({_STAGES})")[place]
            return f": what is missing is {name}, as in classic 9 1 roll"
    return ""


def seat_lacks(variant: Variant, rest: str) -> str:
    """Why what follows the seats that could be read is no seat."""
    if not rest.startswith(";"):
        return _before_the_seats(rest.partition(";")[0].strip())
    part = rest[1:].strip()
    example = f'"Ann" {example_of(variant)}'
    if not part:
        return f"what is missing behind the last ; is a seat, as in {example}"
    if part.startswith(("display", "pile", "discards")):
        return f"{part[:60]!r} is not part of a position: the table of the card game ends it"
    if not part.startswith('"'):
        return f"{part[:60]!r}: a seat begins with a name in quotes, as in {example}"
    name, quote, behind = part[1:].partition('"')
    if not quote:
        return f"{part[:60]!r}: the quote behind the name is missing"
    words = behind.partition(";")[0].split()
    sheet = _sheet_words(words)
    if not sheet:
        return f"{name}: the sheet is missing, as in {example}"
    if missing := sheet_lacks(variant, sheet):
        return f"{name}{missing}, as in {example_of(variant)}"
    return f"{rest[:60]!r} is not part of a position: a seat is written {example}"


def _sheet_words(words: Sequence[str]) -> list[str]:
    """Those that stand before a lucky pair, a hand or answers."""
    found = []
    for word in words:
        if word in (":", "hand") or "&" in word:
            break
        found.append(word)
    return found


def _before_the_seats(words: str) -> str:
    """What stands between the stage and the first seat and is neither dice nor a reason."""
    try:
        parse_roll(words)
    except Refusal as refusal:
        return refusal.message
    return f"{words!r} does not stand behind the stage"
