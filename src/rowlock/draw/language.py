"""The words of pictures and paper in one language.

A language's `draw.toml` holds what only they say; colours, rows and sheets are called what the page
calls them (`page.json`).

>>> german = words_of("de")
>>> german("waiting", names="Ann"), german.page("colour.red"), german.count("points", 1)
('Es fehlt noch: Ann', 'Rot', '1 Punkt')
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES, text
from rowlock.variants.variant import COLOURS, Variant


class Words:
    """`words("waiting", names="Ann")`; see `words_of`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._own: dict[str, Any] = tomllib.loads(text(language, "draw.toml"))
        self._page: dict[str, Any] = msgspec.json.decode(text(language, "page.json"))

    def __call__(self, key: str, **values: object) -> str:
        return str(self._own[key]).format(**values)

    def count(self, key: str, number: int) -> str:
        """The form of a key that goes with a number; its minus is a real one."""
        forms: dict[str, str] = self._own[key]
        return forms.get(str(abs(number)), forms["other"]).format(n=minus(number))

    def page(self, key: str, **values: object) -> str:
        """A name as the page has it."""
        return str(self._page[key]).format(**values)

    def sheet(self, variant: Variant) -> str:
        """What the page calls a sheet; an own one has a name of its own."""
        from rowlock.variants.load import BUILT_IN

        return self.page(f"variant.{variant.id}") if variant.id in BUILT_IN else variant.name

    def row(self, variant: Variant, row: int) -> str:
        """Rows of mixed colours go by their number."""
        if variant.mixed_colours:
            return self.page("row.number", n=row + 1)
        return self.page(f"colour.{COLOURS[row]}")

    def listed(self, words: Sequence[str]) -> str:
        """
        >>> words_of("en").listed(["Ann", "Ben", "Cid"])
        'Ann, Ben and Cid'
        """
        return self("and").join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@cache
def words_of(language: str) -> Words:
    """The words of a language by its folder: `words_of("fr")`."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Unreadable("unknown_language", f"there is no language {language!r}: use {known}")
    return Words(language)


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")
