"""Cleans names and chat: short, and without invisible or confusable characters."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Collection, Iterator

from rowlock.errors import Unreadable
from rowlock.table.confusable_names import INVISIBLE, one_script, skeleton

MAX_NAME = 20
MAX_CHAT = 200

BOT_NAMES = {
    "gentle": ("Iris", "Viola", "Rosa", "Lilia", "Malva"),
    "easy": ("Lulu", "Momo", "Coco", "Toto", "Pippo"),
    "medium": ("Ada", "Emmy", "Jakob", "Sofia", "Blaise"),
    "hard": ("Lynx", "Orca", "Puma", "Falco", "Cobra"),
    "champion": ("Rex", "Leo", "Regina", "Victor", "Gloria"),
}
"""Names of bots by level, with a theme for each: flowers, pet names, people who thought about
chance, hunters, winners. Five per level are enough, even if people at the table have the other
four. They are short, because cards on a phone are narrow, and the same in all languages."""

# Cc controls, Cf invisible and bidirectional marks, Cs Co Cn no characters at all, Zl Zp breaks.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_EMOJI = "\u200d\ufe0f"  # join and colour emoji: allowed in chat, not in names
_ERASED = "?"
"""Prefix of the names of erased players; no other name may have it."""
_MAX_MARKS = 2


def clean(text: str) -> str:
    """The text as one normalized line without invisible characters."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if category in ("Zs", "Cc"):
            letter = " "  # also tabs and line breaks
        elif (category in _HIDDEN or letter in INVISIBLE) and letter not in _EMOJI:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= _MAX_MARKS:  # no stacks of accents
            letters.append(letter)
    return " ".join("".join(letters).split())


def clean_name(text: str, taken: Collection[str]) -> str:
    """A name for a seat, or `Unreadable`: records allow no comma and no quote."""
    name = clean(text).translate({ord(","): " ", ord('"'): " ", **dict.fromkeys(map(ord, _EMOJI))})
    name = " ".join(name.split())[:MAX_NAME].rstrip()
    if not any(letter.isalnum() or unicodedata.category(letter) == "So" for letter in name):
        raise Unreadable("bad_name", f"{text!r} cannot be a name")
    if not one_script(name) or alike(name).startswith(_ERASED):
        raise Unreadable("bad_name", f"{text!r} cannot be a name: it mixes scripts")
    if alike(name) in {alike(other) for other in taken}:
        raise Unreadable("name_twice", f"the name {name} is already taken at this table")
    return name


def alike(name: str) -> str:
    """A key that is the same for names that look the same."""
    return skeleton(name)


def erased_name(seat: int, others: Collection[str]) -> str:
    """The name that replaces the one of an erased player."""
    seen = {alike(name) for name in others}
    plain = f"{_ERASED} {seat + 1}"
    longer = (f"{plain}.{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([plain], longer) if alike(name) not in seen)


def clean_chat(text: str) -> str:
    return clean(text)[:MAX_CHAT].rstrip()


def bot_name(level: str, taken: Collection[str]) -> str:
    """A name for the next bot at a table: one of its level, or the class name of a custom bot."""
    seen = {alike(name) for name in taken}
    return next(name for name in _names_of(level) if alike(name) not in seen)


def _names_of(level: str) -> Iterator[str]:
    if level in BOT_NAMES:
        yield from BOT_NAMES[level]
    last = level.rpartition(":")[2]
    plain = clean_name(last if last.isidentifier() else level, ())
    yield plain
    for number in itertools.count(2):
        tail = f" {number}"
        yield plain[: MAX_NAME - len(tail)] + tail
