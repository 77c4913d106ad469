"""The languages that Rowlock speaks: one folder each, and no other list of them.

    languages/de/language.json   its name, and the locale that lists and plurals follow
                 page.json       the texts of the page
                 lazy.json       those of screens that are not part of the first load
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
from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(file.parent.name for file in FOLDER.glob("*/language.json")))


def system_language() -> str:
    """The language of the terminal if we speak it, otherwise English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def text(language: str, file: str) -> str:
    """A file of a language: `text("de", "rules/longo.md")`."""
    return (FOLDER / language / file).read_text("utf-8")
