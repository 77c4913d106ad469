"""Load variants by name or file: read, resolve `extends`, validate."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any

from rowlock.errors import Unreadable
from rowlock.files import KIB, read_text
from rowlock.variants.variant import Variant

BUILT_IN = (
    "classic",
    "longo",
    "mixx_a",
    "mixx_b",
    "bonus_a",
    "bonus_b",
    "double_a",
    "double_b",
    "connected_steps",
    "connected_chain",
    "x_change",
    "big_points",
)
"""Ids of the sheets in the rule books."""

MAX_BYTES = 64 * KIB
"""Size limit of a sheet file; the built-in ones have two or three KiB."""

NAMES = (*BUILT_IN, "xl")
"""All names that `load_variant` accepts; `xl` is `classic` in large print."""


def load_variant(name: str) -> Variant:
    """Load a built-in variant by name, or a custom one from a TOML file.

    >>> from rowlock import load_variant
    >>> load_variant("mixx_a").name
    'Qwixx gemixxt A'
    >>> load_variant("xl").id  # the same sheet in large print
    'classic'
    """
    if name in NAMES:
        return _built_in(name)
    if name.endswith(".toml"):
        return _own(name)
    raise Unreadable(
        "unknown_variant",
        f"there is no variant {name!r} (expected {', '.join(NAMES)} or a .toml file)",
    )


def from_text(text: str, file: str = "sheet.toml") -> Variant:
    """The variant of a TOML text; `file` is its name in error messages."""
    if len(text) > MAX_BYTES:
        raise Unreadable(
            "bad_variant", f"{file}: file: too long (expected at most {MAX_BYTES // KIB} KiB)"
        )
    return _checked(_parse(text, file), file)


def make_variant(source: str | Mapping[str, Any]) -> Variant:
    """A custom variant from the text of a TOML file, or from its tables as a dict.

    >>> from rowlock import make_variant
    >>> four = {"extends": "classic", "about": {"id": "four"}, "lock": {"crosses_before": 4}}
    >>> make_variant(four).id
    'four'
    """
    if isinstance(source, str):
        return _own_id(from_text(source), "sheet.toml")
    return _own_id(_checked(deepcopy(dict(source)), "sheet.toml"), "sheet.toml")


def variant_names() -> tuple[str, ...]:
    """The names that `load_variant` accepts.

    >>> from rowlock import variant_names
    >>> variant_names()[:3]
    ('classic', 'longo', 'mixx_a')
    """
    return NAMES


def _checked(raw: dict[str, Any], file: str) -> Variant:
    # Imported here to keep `import rowlock` fast.
    from pathlib import Path

    from rowlock.variants.check import check

    about = raw.setdefault("about", {})
    if isinstance(about, dict):
        about.setdefault("name", about.setdefault("id", Path(file).stem))
    return check(_resolve(raw, file), file)


@lru_cache
def _built_in(name: str) -> Variant:
    variant = from_text(_built_in_text(name), f"{name}.toml")
    # xl claims to be classic in large print: check that.
    if variant.id != name and variant.digest != _built_in(variant.id).digest:
        raise Unreadable(
            "bad_variant", f"{name}.toml: about.id: its rules differ from {variant.id}"
        )
    return variant


def _built_in_text(name: str) -> str:
    from importlib.resources import files  # here to keep `import rowlock` fast

    return files("rowlock.variants").joinpath(f"{name}.toml").read_text("utf-8")


def _own(name: str) -> Variant:
    return _own_id(from_text(read_text(name, MAX_BYTES, "no_variant_file"), name), name)


def _own_id(variant: Variant, name: str) -> Variant:
    """Refuse the id of a built-in sheet for other rules."""
    if variant.id in NAMES and variant.digest != load_variant(variant.id).digest:
        raise Unreadable(
            "bad_variant",
            f"{name}: about.id: {variant.id} is the id of a built-in sheet; choose another one",
        )
    return variant


def _parse(text: str, file: str) -> dict[str, Any]:
    import tomllib  # here to keep `import rowlock` fast

    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # ValueError for huge numbers, RecursionError for deep nesting
        raise Unreadable("bad_variant", f"{file}: file: not valid TOML: {error}") from None


def _resolve(raw: dict[str, Any], file: str) -> dict[str, Any]:
    """Merge the file into the built-in sheet that it extends, table by table."""
    base_name = raw.pop("extends", None)
    if base_name is None:
        return raw
    if base_name not in BUILT_IN:
        raise Unreadable(
            "bad_variant", f"{file}: extends: {base_name!r} is not one of {', '.join(BUILT_IN)}"
        )
    base = _parse(_built_in_text(base_name), f"{base_name}.toml")
    if _keys(base) <= _keys(raw):
        raise Unreadable("bad_variant", f"{file}: extends: the file replaces all of {base_name}")
    return _overlay(_resolve(base, f"{base_name}.toml"), raw)


def base_for(name: str, written: set[tuple[str, str]]) -> str:
    """The sheet that a file must extend if it overrides these keys of a built-in sheet.

    >>> base_for("double_b", {("double", "cells")}), base_for("bonus_b", {("bonus", "")})
    ('double_b', 'classic')
    """
    raw = _parse(_built_in_text(name), f"{name}.toml")
    return name if _keys(raw) - written else str(raw["extends"])


def _keys(raw: dict[str, Any]) -> set[tuple[str, str]]:
    """The keys that a file sets, except those without effect on the game."""
    return {
        (table, key)
        for table, values in raw.items()
        if table not in ("about", "extends")
        for key in (values if isinstance(values, dict) else [""])
    }


def _overlay(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in top.items():
        below = merged.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            merged[key] = _overlay(below, value)
        else:
            merged[key] = value
    return merged
