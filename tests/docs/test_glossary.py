"""docs/glossary.md is short, and the words that it rejects are not used."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.prose_counts import phrases
from scripts.prose_counts.sources import nodes, text, tracked

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/glossary.md"
MAX_TERMS = 40
NO_WORDS = "—"
ROW = re.compile(r"^\| (?P<term>[^|`]+) \| [^|]+ \| [^|]+ \| (?P<rejected>[^|]+) \|$", re.MULTILINE)


def rejected() -> dict[str, str]:
    """Words that are not used, with the term to use instead."""
    rows = [match for match in ROW.finditer(PAGE.read_text("utf-8")) if match["term"] != "term"]
    return {
        word: row["term"]
        for row in rows
        for word in row["rejected"].split(", ")
        if word != NO_WORDS
    }


def as_noun(word: str) -> re.Pattern[str]:
    """The word after an article or the like: other uses of the same letters are no synonyms."""
    articles = "a|an|the|this|that|its|each|every|one|no|another|both|these|those|of|by|with"
    return re.compile(rf"\b({articles}) {re.escape(word)}(s|es)?\b", re.IGNORECASE)


def prose() -> Iterator[tuple[str, str]]:
    """Every sentence or text that people read, with its place."""
    for file in tracked(ROOT, *phrases.DOCS):
        if ROOT / file != PAGE and "adr" not in file.parts:
            yield from (
                (f"{file}:{line}", words) for line, words in phrases.sentences(text(ROOT / file))
            )
    for file in tracked(ROOT, "src/*.py"):
        yield from ((f"{file}:{line}", words) for line, words in phrases.texts(ROOT / file))
    for file in tracked(ROOT, "src/rowlock/cli/*.py"):
        for node in nodes(ROOT / file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{file}:{node.lineno}", " ".join(node.value.split())
    for file in tracked(ROOT, "src/rowlock/languages/en/*.json"):
        yield from (
            (f"{file}: {key}", str(each)) for key, each in json.loads(text(ROOT / file)).items()
        )


@pytest.fixture(scope="module")
def sentences() -> list[tuple[str, str]]:
    return list(prose())


def test_the_glossary_is_short() -> None:
    assert 20 < len(ROW.findall(PAGE.read_text("utf-8"))) - 1 <= MAX_TERMS


@pytest.mark.parametrize("word", rejected())
def test_a_rejected_word_is_not_used(word: str, sentences: list[tuple[str, str]]) -> None:
    pattern = as_noun(word)
    used = [f"{place}: {words[:100]}" for place, words in sentences if pattern.search(words)]
    assert used == [], f"write {rejected()[word]}"


def test_a_rejected_word_is_found() -> None:
    assert as_noun("twin").search("Its twins play faster.")
    assert as_noun("book").search("the rule book") is None
