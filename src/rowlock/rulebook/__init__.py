"""The rules in our own words: one numbered page for each sheet and the card game."""

from __future__ import annotations

from pathlib import Path

LANGUAGES = ("en", "de", "fr", "it")
PAGES = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "double_b", "cards")


def page(name: str, language: str = "en") -> str:
    """The Markdown text of a rule page.

    >>> page("cards", "fr").splitlines()[0]
    '# Qwixx, le jeu de cartes'
    """
    return (Path(__file__).parent / language / f"{name}.md").read_text("utf-8")
