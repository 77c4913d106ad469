"""Names of sheets and levels as the page gives them, for whoever else wants to say them."""

from __future__ import annotations

from rowlock.languages import page_texts


def sheet_name(language: str, sheet: str) -> str:
    """A printed sheet by its name; one of somebody's own keeps the name it has.

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
