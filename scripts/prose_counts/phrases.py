"""Phrases that make readers stop, in docstrings and comments and in sentences of the docs."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from scripts.prose_counts.sources import nodes, text, tracked

NO_OBJECT = r"(?! (a|an|all|any|each|every|its?|that|the|their|these|this|those|which|your)\b)"
"""After "play on" and the like: not "play on a sheet"."""

PHRASES = {
    "whoever": r"\bwhoever\b|\bwhomever\b",
    "nobody, somebody": r"\b(nobody|somebody)\b",
    "so many, so often": r"\bso (many|often|much|few|long|soon)\b(?! (as|that)\b)",
    "anew": r"\banew\b",
    "of before": r"\b(of|the one|than|from|those) before\b(?! (the|a|an|it|that|this|any)\b)",
    "once more": r"\bonce more\b",
    "no more": r"\bno more\b(?! (than|\w+s)\b)",
    "another than": r"\b(another|other|others) than\b",
    "is no …": r"(?<!there )\b(is|are|was|were) no\b(?! (longer|more)\b)",
    "of one's own": r"\bone['’]s own\b",
    "go on, pass on": (
        rf"\b(play|go|pass|carri|carry)(e?s|e?d|ing)? on\b{NO_OBJECT}|\b(went|gone) on\b"
    ),
    "awaited": r"\bawaited\b",
    "answers for returns": r"\b(answers?|answering) (whether|how|what|which|its|their|None|True)\b",
    "95 % for 95%": r"\d %(?!')",
    "a second for per second": (
        r"\b(answers|moves|games|messages|requests|times|\d) a (second|minute|hour|game)\b"
    ),
    "a game of two": r"\b(games?|tables?) of (two|three|four|five)\b",
    "twin, eyes": r"\b(twins?|eyes)\b",
}
"""By name: a regular expression, matched without regard to case."""

_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in PHRASES.values()), re.IGNORECASE)
DOCS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md")


def in_code(root: Path) -> list[str]:
    """Docstrings and comments of the package with such a phrase."""
    return [
        place
        for file in tracked(root, "src/*.py")
        for line, words in texts(root / file)
        for place in found(f"{file}:{line}", words)
    ]


def in_docs(root: Path) -> list[str]:
    """Sentences of the documentation with such a phrase."""
    return [
        place
        for file in tracked(root, *DOCS)
        for line, words in sentences(text(root / file))
        for place in found(f"{file}:{line}", words)
    ]


def found(where: str, words: str) -> Iterator[str]:
    if _ANY.search(words):
        names = [name for name, pattern in PHRASES.items() if re.search(pattern, words, re.I)]
        yield f"{where}: {'; '.join(names)}"


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """Strings that are statements, which docstrings are, and comments."""
    for node in nodes(file):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            words = node.value.value
            if isinstance(words, str):
                yield node.lineno, " ".join(words.split())
    for token in tokenize.generate_tokens(io.StringIO(text(file)).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def sentences(page: str) -> Iterator[tuple[int, str]]:
    """Sentences of Markdown, without code; a table row and a list item end one, too."""
    page = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), page, flags=re.DOTALL)
    page = re.sub(r"`[^`\n]*`", "CODE", page)
    start = 0
    for match in re.finditer(r"[.!?:;](?=\s)|\n\s*\n|\n(?=\s*[-*|#\d])|\Z", page):
        words = " ".join(page[start : match.end()].split())
        if words:
            lead = len(page[start:]) - len(page[start:].lstrip())
            yield page.count("\n", 0, start + lead) + 1, words
        start = match.end()
