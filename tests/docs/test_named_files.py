"""Files that documents and docstrings name exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|svelte|css|cu|c))`")
"""A file in backticks, by its name or the end of its path."""

MADE_UP = {"careful.py": "docs/tutorials/bot.md", "src/rowlock/cli/NAME.py": "CONTRIBUTING.md"}
"""Files that a reader of these pages is told to write."""


FOLDERS = ("src", "web/src", "tests", "docs", "examples", "scripts", "bench", "training")
READ = ("src", "docs", "scripts", "bench", "training")


def files_below(*folders: str) -> list[str]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    return [path.relative_to(ROOT).as_posix() for path in found]


def readers() -> list[str]:
    """Pages and sources. The decisions describe what was there when they were made."""
    names = [name for name in files_below(*READ) if name.endswith((".md", ".py"))]
    return ["README.md", "CONTRIBUTING.md", *(n for n in names if not n.startswith("docs/adr/"))]


def test_files_that_are_named_exist() -> None:
    known = {f"/{name}" for name in files_below(*FOLDERS)}
    ends = {name[at:] for name in known for at, letter in enumerate(name) if letter == "/"}
    missing = [
        f"{reader} names {name}"
        for reader in readers()
        for name in NAMED.findall((ROOT / reader).read_text("utf-8"))
        if f"/{name}" not in ends and MADE_UP.get(name) != reader
    ]
    assert missing == []


def test_a_name_is_found_in_backticks() -> None:
    assert NAMED.findall("see `core/rules.py`, `a b.py`, not core/game.py") == ["core/rules.py"]
