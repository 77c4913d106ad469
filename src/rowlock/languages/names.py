"""Names of sheets and levels as the page gives them, for whoever else wants to say them."""

from __future__ import annotations

import json
from functools import cache

from rowlock.languages import text


@cache
def _page(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads(text(language, "page.json"))
    return words


def sheet_name(language: str, sheet: str) -> str:
    """A printed sheet by its name; one of somebody's own keeps the name it has.

    >>> sheet_name("en", "connected_chain"), sheet_name("de", "classic"), sheet_name("de", "mine")
    ('Connected, chain', 'Klassisch', 'mine')
    """
    return _page(language).get(f"variant.{sheet}", sheet)


def level_name(language: str, level: str) -> str:
    """A level of the bots.

    >>> level_name("fr", "medium")
    'moyen'
    """
    return _page(language).get(f"level.{level}", level)
