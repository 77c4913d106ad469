"""Formats chances and points with their errors, for tables of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.languages.texts import Texts

if TYPE_CHECKING:
    from rowlock.reviews.model import Unit


def figure(texts: Texts, value: float, unit: Unit, error: float = 0.0, digits: int = 1) -> str:
    """A value with its error, if there is one.

    >>> figure(Texts("en"), 0.5432, "wins", 0.017), figure(Texts("de"), 7.25, "points", digits=2)
    ('54.3 ± 1.7%', '7,25')
    """
    scale = 100 if unit == "wins" else 1
    text = texts.figure(scale * value, f".{digits}f")
    if error:
        text += f" ± {texts.figure(scale * error, f'.{digits}f')}"
    return texts("percent", n=text) if unit == "wins" else text
