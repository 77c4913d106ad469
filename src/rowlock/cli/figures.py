"""Chances, points and how far they may be off, as a table of answers shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.languages.texts import Texts

if TYPE_CHECKING:
    from rowlock.review.shapes import Unit


def figure(texts: Texts, value: float, unit: Unit, error: float = 0.0, digits: int = 1) -> str:
    """A value with what it may be off, if that is anything.

    >>> figure(Texts("en"), 0.5432, "wins", 0.017), figure(Texts("de"), 7.25, "points", digits=2)
    ('54.3 ± 1.7 %', '7,25')
    """
    scale = 100 if unit == "wins" else 1
    said = texts.figure(scale * value, f".{digits}f")
    if error:
        said += f" ± {texts.figure(scale * error, f'.{digits}f')}"
    return texts("percent", n=said) if unit == "wins" else said
