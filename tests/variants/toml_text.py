"""Variant files taken apart, changed and written again."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec

import rowlock.variants
from rowlock.variants import BUILT_IN, LETTERS, SYMBOLS, Effect

FOLDER = Path(rowlock.variants.__file__).parent

WORDS = {"extends": BUILT_IN, "symbol": SYMBOLS, "effect": get_args(Effect)}
"""Keys whose value is one word of a closed list."""


def parsed(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def written(raw: dict[str, Any]) -> str:
    """The TOML text of strings, numbers, tables and lists of tables."""
    lines = [_line(key, value) for key, value in raw.items() if not isinstance(value, dict | list)]
    for key, value in raw.items():
        tables = value if isinstance(value, list) else [value] if isinstance(value, dict) else []
        for table in tables:
            lines.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            lines += [_line(name, entry) for name, entry in table.items()]
    return "\n".join(lines) + "\n"


def _line(key: str, value: object) -> str:
    return f"{key} = {msgspec.json.encode(value).decode()}"


def places(raw: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value outside of [about], tables included."""
    items = raw.items() if isinstance(raw, dict) else enumerate(raw)
    for key, value in items:
        if (*path, key) != ("about",):
            yield (*path, key)
            if isinstance(value, dict | list):
                yield from places(value, (*path, key))


def changes(raw: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every small change of a file outside of [about], each with a word on what it is."""
    for path in places(raw):
        where = ".".join(map(str, path))
        yield f"{where} deleted", _with(raw, path, None)
        value = _at(raw, path)
        if isinstance(value, int):
            yield f"{where} + 1", _with(raw, path, value + 1)
            yield f"{where} - 1", _with(raw, path, value - 1)
        elif isinstance(value, list):
            for first, second in pairwise(range(len(value))):
                yield f"{where} swapped", _with(raw, path, _swapped(value, first, second))
        elif isinstance(value, str):
            for text in _other_texts(str(path[-1]), value):
                yield f"{where} = {text!r}", _with(raw, path, text)


def _at(raw: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        raw = raw[key]
    return raw


def _with(raw: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(raw)
    table = _at(changed, path[:-1])
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return changed


def _swapped(words: list[Any], first: int, second: int) -> list[Any]:
    other = list(words)
    other[first], other[second] = words[second], words[first]
    return other


def _other_texts(key: str, value: str) -> Iterator[str]:
    if key in WORDS:
        yield from (word for word in (*WORDS[key], "", "other") if word != value)
        return
    words = value.split()
    for place, word in enumerate(words):
        before, after = words[:place], words[place + 1 :]
        yield " ".join([*before, *after])
        yield " ".join([*before, word, word, *after])
        if after:
            yield " ".join(_swapped(words, place, place + 1))
        for other in _other_words(word):
            yield " ".join([*before, other, *after])


def _other_words(word: str) -> Iterator[str]:
    """A cell with another number or colour, a pair with another part, another letter."""
    if "&" in word:
        low, high = map(int, word.split("&"))
        yield from (f"{low - 1}&{high}", f"{low + 1}&{high}", f"{high}&{low}")
        yield from (f"{low}&{high - 1}", f"{low}&{high + 1}")
        return
    if "/" in word:
        high, low = map(int, word.split("/"))
        yield from (f"{high}/{low - 1}", f"{high}/{low + 1}", f"{low}/{high}")
        yield from (f"{high - 1}/{low}", f"{high + 1}/{low}")
        return
    if "-" in word:
        one, other = word.split("-")
        yield f"{other}-{one}"
        yield from (f"{changed}-{other}" for changed in _other_words(one))
        yield from (f"{one}-{changed}" for changed in _other_words(other))
        return
    yield from (other + word[1:] for other in LETTERS if other != word[0])
    if word[1:]:
        yield from (f"{word[0]}{int(word[1:]) + 1}", f"{word[0]}{int(word[1:]) - 1}")
