"""The rules in our own words: one page of numbered sentences for each sheet, one for the cards."""

from __future__ import annotations

from functools import cache

from rowlock.languages import text
from rowlock.variants import NAMES, load_variant

CARDS = "cards"


@cache
def pages() -> tuple[str, ...]:
    """The rule pages: those that the built-in sheets name, in their order, and the card game's.

    >>> pages()[0], pages()[-1]
    ('classic', 'cards')
    """
    return (*dict.fromkeys(load_variant(name).rules_page for name in NAMES), CARDS)


def page(name: str, language: str = "en") -> str:
    """The Markdown text of a rule page.

    >>> page("cards", "fr").splitlines()[0]
    '# Qwixx, le jeu de cartes'
    """
    return text(language, f"rules/{name}.md")
