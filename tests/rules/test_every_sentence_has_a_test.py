"""Every numbered sentence of the rule pages is cited by a test of this folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "src" / "rowlock" / "languages" / "en" / "rules"
NUMBER = re.compile(r"\b(C|L|M|BA|BB|K|S|DA|DB|CC|CS|X|BP)-(\d\d)\b")

LAST = {"C": 17, "L": 8, "M": 4, "BA": 8, "BB": 4, "K": 6, "S": 4, "DA": 8, "DB": 5}
LAST |= {"CC": 4, "CS": 3, "X": 5, "BP": 6}
"""How many sentences each chapter of the rules has."""


def sentences() -> set[str]:
    """The numbers that begin a sentence of an English rule page."""
    texts = (page.read_text("utf-8") for page in PAGES.glob("*.md"))
    return {
        number for text in texts for number in re.findall(r"^\*\*([A-Z]+-\d\d)\*\*", text, re.M)
    }


@cache
def cited() -> frozenset[str]:
    """The numbers in the names and docstrings of all rule tests."""
    return frozenset(citations())


def citations() -> Iterator[str]:
    for file in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for chapter, number in re.findall(r"_([a-z]{1,2})(\d\d)(?=_)", node.name):
                    yield f"{chapter.upper()}-{number}"
                for chapter, number in NUMBER.findall(ast.get_docstring(node) or ""):
                    yield f"{chapter}-{number}"


def test_the_rule_pages_hold_every_sentence() -> None:
    whole = {f"{chapter}-{n:02}" for chapter, last in LAST.items() for n in range(1, last + 1)}
    assert sentences() == whole


@pytest.mark.parametrize("number", sorted(sentences()))
def test_a_test_cites_the_sentence(number: str) -> None:
    assert number in cited()


def test_tests_cite_existing_sentences_only() -> None:
    assert cited() <= sentences()
