"""Texts of pictures and paper in one language.

`draw.toml` of a language has the texts that only pictures use; names of colours, rows and sheets
come from the page.

>>> german = draw_texts("de")
>>> german("waiting", names="Ann"), german.page("colour.red"), german.count("points", 1)
('Warten auf Ann', 'Rot', '1 Punkt')
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES, page_texts, text
from rowlock.languages.lists import join_names
from rowlock.variants.variant import COLOURS, Variant


class DrawTexts:
    """`words("waiting", names="Ann")`; see `draw_texts`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._own: dict[str, Any] = tomllib.loads(text(language, "draw.toml"))
        self._page = page_texts(language)

    def __call__(self, key: str, **values: object) -> str:
        return str(self._own[key]).format(**values)

    def count(self, key: str, number: int) -> str:
        """The plural form of a key for a number, with a typographic minus sign."""
        forms: dict[str, str] = self._own[key]
        return forms.get(str(abs(number)), forms["other"]).format(n=minus(number))

    def page(self, key: str, **values: object) -> str:
        """A text of the page."""
        return str(self._page[key]).format(**values)

    def sheet(self, variant: Variant) -> str:
        """The page's name of a sheet; a custom sheet has its own name."""
        from rowlock.variants.load import BUILT_IN

        return self.page(f"variant.{variant.id}") if variant.id in BUILT_IN else variant.name

    def row(self, variant: Variant, row: int) -> str:
        """The name of a row; rows of mixed colours have numbers."""
        if variant.mixed_colours:
            return self.page("row.number", n=row + 1)
        return self.page(f"colour.{COLOURS[row]}")

    def listed(self, words: Sequence[str]) -> str:
        """
        >>> draw_texts("en").listed(["Ann", "Ben", "Cid"])
        'Ann, Ben and Cid'
        """
        return join_names(words, self("and"))


@cache
def draw_texts(language: str) -> DrawTexts:
    """The texts of a language by its code: `draw_texts("fr")`."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Unreadable("unknown_language", f"{language!r} is not a language (expected {known})")
    return DrawTexts(language)


def minus(number: int) -> str:
    """A number with a typographic minus sign."""
    return str(number).replace("-", "−")
