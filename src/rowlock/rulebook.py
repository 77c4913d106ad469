"""The rule pages: numbered sentences for each sheet, and for the card game."""

from __future__ import annotations

from functools import cache

from rowlock.languages import text
from rowlock.variants import NAMES, load_variant

CARDS = "cards"


@cache
def pages() -> tuple[str, ...]:
    """The ids of all rule pages: those of the built-in sheets in their order, then the card game.

    >>> pages()[0], pages()[-1]
    ('classic', 'cards')
    """
    return (*dict.fromkeys(load_variant(name).rules_page for name in NAMES), CARDS)


def page(name: str, language: str = "en") -> str:
    """The Markdown text of a rule page in a language.

    >>> page("cards", "fr").splitlines()[0]
    '# Qwixx, le jeu de cartes'
    """
    return text(language, f"rules/{name}.md")
