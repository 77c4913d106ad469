"""Names of sheets and levels, the same as on the page."""

from __future__ import annotations

from rowlock.languages import page_texts


def sheet_name(language: str, sheet: str) -> str:
    """The name of a printed sheet in this language; custom sheets keep their name.

    >>> sheet_name("en", "connected_chain"), sheet_name("de", "classic"), sheet_name("de", "mine")
    ('Connected, chain', 'Klassisch', 'mine')
    """
    return str(page_texts(language).get(f"variant.{sheet}", sheet))


def level_name(language: str, level: str) -> str:
    """A level of the bots.

    >>> level_name("fr", "medium")
    'moyen'
    """
    return str(page_texts(language).get(f"level.{level}", level))
