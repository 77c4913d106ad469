"""The languages that Rowlock speaks: one folder each, and no other list of them.

    languages/de/language.json   its name, and the locale that lists and plurals follow
                 page.json       the texts of the page's first screen
                 lazy.json       those of all other screens
                 terminal.toml   the sentences of the terminal
                 draw.toml       the words of pictures and paper
                 offline.json    the page that is shown while there is no server
                 server.toml     what the server says: previews of links, notifications
                 rules/*.md      the rule pages

Page, server, terminal and rule book all find a new folder by themselves; the tests say what is
missing in it. English is the language that the others are held to.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

_FOLDER = files("rowlock.languages")
PageText: TypeAlias = str | dict[str, str]
"""A text, or one for each plural form."""
LANGUAGES = tuple(
    sorted(folder.name for folder in _FOLDER.iterdir() if (folder / "language.json").is_file())
)


def system_language() -> str:
    """The language of the terminal if we speak it, otherwise English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def text(language: str, file: str) -> str:
    """A file of a language: `text("de", "rules/longo.md")`."""
    return _FOLDER.joinpath(language).joinpath(file).read_text("utf-8")


@cache
def page_texts(language: str) -> dict[str, PageText]:
    """All texts of the page by their keys.

    >>> page_texts("de")["colour.red"]
    'Rot'
    """
    files = (text(language, name) for name in ("page.json", "lazy.json"))
    first, others = (msgspec.json.decode(file, type=dict[str, PageText]) for file in files)
    return first | others
