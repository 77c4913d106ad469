"""A sheet written as a file, whole, and read again."""

from __future__ import annotations

import random
import tomllib

import pytest

from rowlock.notation.headers import carry
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import NAMES, Variant, from_text, load_variant
from rowlock.variants.to_toml import sheet_file

PRINTED = [load_variant(name) for name in NAMES]
OWN = [from_text(own_sheet(random.Random(seed)), f"own{seed}.toml") for seed in range(300)]


@pytest.mark.parametrize("variant", [*PRINTED, *OWN], ids=lambda variant: variant.id)
def test_read_again_it_is_the_same_sheet(variant: Variant) -> None:
    text = sheet_file(variant)
    assert "extends" not in tomllib.loads(text)
    assert from_text(text) == variant
    assert from_text(text).digest == variant.digest
    assert '"' not in carry(variant)


def test_a_name_with_odd_letters_stays_one_line() -> None:
    odd = from_text('''
extends = "classic"
[about]
id = "odd"
name = """a'b"c\\\\n
d"""
[penalty]
points = 6
''')
    again = from_text(sheet_file(odd))
    assert again.name == "a’b”c/nd"
    assert again.digest == odd.digest
