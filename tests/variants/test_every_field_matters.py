"""Every field of a variant file outside of [about] changes the game, or the file is refused."""

from __future__ import annotations

import pytest

from rowlock import Unreadable, Variant, load_variant
from rowlock.variants import BUILT_IN, NAMES, from_text
from tests.variants.behaviour import first_difference
from tests.variants.toml_text import FOLDER, changes, parsed, written

GAMES = 400  # of each kind; nearly every change shows in one of the first ten


@pytest.mark.parametrize("name", NAMES)
def test_every_change_of_a_field_is_refused_or_changes_the_game(name: str) -> None:
    original = load_variant(name)
    without_effect, shown = [], 0
    for what, raw in changes(parsed(name)):
        variant = loaded(written(raw))
        if variant is None:
            continue
        if first_difference(original, variant, GAMES) is None:
            without_effect.append(what)
        shown += 1
        assert variant.digest != original.digest, what
    assert without_effect == []
    assert shown >= 3


def loaded(text: str) -> Variant | None:
    """The variant of a text; None when the loader refuses it, in its own way."""
    try:
        return from_text(text, "changed.toml")
    except Unreadable as error:
        refusal = error
    assert refusal.code == "bad_variant"
    file, key, what = refusal.message.split(": ", 2)
    assert file == "changed.toml"
    assert key
    assert what
    return None


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_unchanged_file_plays_the_same(name: str) -> None:
    """Otherwise the test above would notice everything."""
    again = from_text(written(parsed(name)), f"{name}.toml")
    assert again.digest == load_variant(name).digest
    assert first_difference(load_variant(name), again, 10) is None


def test_a_file_for_every_sheet_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(NAMES)


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "other"),
        ("name", "Another title"),
        ("rules", "bonus_b"),
        ("large_print", True),
        ("description", "Something about it"),
        ("inferred", None),
    ],
)
def test_the_about_section_changes_nothing(name: str, key: str, value: object) -> None:
    raw = parsed(name)
    if value is None:
        raw["about"].pop(key, None)
    else:
        raw["about"][key] = value
    other = from_text(written(raw), "other.toml")
    assert other.digest == load_variant(name).digest
    assert first_difference(load_variant(name), other, 1) is None
