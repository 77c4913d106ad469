"""Texts of the server in the client's language (`languages/*/server.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache

from rowlock.languages import LANGUAGES, page_texts, text
from rowlock.table.options import TableOptions
from rowlock.table.sheets import variant_of


class ServerTexts:
    """`words("invites", name="Ann")`; see `server_texts`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._own: dict[str, str] = tomllib.loads(text(language, "server.toml"))
        self._page = page_texts(language)

    def __call__(self, key: str, **values: object) -> str:
        return self._own[key].format(**values)

    def page(self, key: str) -> str:
        """A text of the page."""
        return str(self._page[key])

    def sheet(self, options: TableOptions) -> str:
        """The page's name for the game with these options."""
        name = "cards" if options.cards else options.variant
        found = self._page.get(f"variant.{name}")
        return str(found or variant_of(options).name)


@cache
def server_texts(language: str) -> ServerTexts:
    """The texts of a language by its folder; English if there is no such folder."""
    return ServerTexts(language if language in LANGUAGES else "en")


def accepted_language(header: str) -> str:
    """The best of our languages for an Accept-Language header, or English.

    >>> accepted_language("sv, fr-CH;q=0.8, de;q=0.9")
    'de'
    """
    wishes = []
    for place, wish in enumerate(header[:200].split(",")):
        tag, _, quality = wish.strip().partition(";q=")
        language = tag[:2].lower()
        if language in LANGUAGES and tag[2:3] in ("", "-"):
            wishes.append((-_number(quality), place, language))
    return min(wishes)[2] if wishes else "en"


def _number(quality: str) -> float:
    try:
        return float(quality) if quality else 1.0
    except ValueError:
        return 0.0
