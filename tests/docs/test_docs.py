"""The docs name only files that exist, and the rule pages agree in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rowlock.languages import LANGUAGES
from rowlock.rulebook import page, pages

ROOT = Path(__file__).parents[2]
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_the_docs_leads_somewhere(text: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text.read_text("utf-8")):
        if "://" not in link:
            assert (text.parent / link).exists(), link


@pytest.mark.parametrize("name", pages())
def test_a_rule_page_has_the_same_numbers_in_every_language(name: str) -> None:
    numbers = {
        language: re.findall(r"^\*\*([A-Z]+-\d\d)\*\*", page(name, language), re.MULTILINE)
        for language in LANGUAGES
    }
    assert numbers["en"]
    assert all(found == numbers["en"] for found in numbers.values()), numbers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_a_rule_page_fits_a_terminal(name: str, language: str) -> None:
    assert max(map(len, page(name, language).splitlines())) <= 78
