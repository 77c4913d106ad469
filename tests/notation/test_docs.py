"""docs/notation.md: its examples do what they say, and its codes are the codes there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rowlock import (
    Illegal,
    format_position,
    format_record,
    format_sheet,
    load_variant,
    parse_position,
    parse_record,
    parse_sheet,
)
from tests.notation.texts import final, refusal

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\S+) ?(\S*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SOURCES = [
    *(
        path
        for part in ("core", "notation", "variants")
        for path in sorted((ROOT / "src/rowlock" / part).glob("*.py"))
    ),
    ROOT / "src/rowlock/cli/records.py",
]
CODE = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def blocks(kind: str) -> list[tuple[str, str]]:
    """What the fences of this kind say and hold."""
    return [(info, text) for found, info, text in BLOCKS if found == kind]


def names(value: object) -> str:
    """Short names for the cases: what the fence says, or the last line of the block."""
    return str(value).strip().splitlines()[-1] if str(value).strip() else ""


@pytest.mark.parametrize(("outcome", "text"), blocks("rowlock"), ids=names)
def test_a_record_of_the_page(outcome: str, text: str) -> None:
    kind, _, code = outcome.partition(":")
    if kind == "legal":
        final(text)
        assert format_record(parse_record(text)) == text
    else:
        caught = refusal(text)
        assert ("illegal" if isinstance(caught, Illegal) else "unreadable") == kind
        assert caught.code == code


@pytest.mark.parametrize(("variant", "text"), blocks("rowlock-sheet"), ids=names)
def test_a_sheet_of_the_page(variant: str, text: str) -> None:
    rules = load_variant(variant)
    assert format_sheet(rules, parse_sheet(rules, text)) == text.strip()


@pytest.mark.parametrize(("_info", "text"), blocks("rowlock-position"), ids=names)
def test_a_position_of_the_page(_info: str, text: str) -> None:
    assert format_position(parse_position(text.strip())) == text.strip()


def test_every_block_is_known() -> None:
    known = {"rowlock", "rowlock-sheet", "rowlock-position", "ebnf"}
    assert {kind for kind, _, _ in BLOCKS} == known
    assert {info.partition(":")[0] for info, _ in blocks("rowlock")} == {
        "legal",
        "illegal",
        "unreadable",
    }


def codes_of_the_source() -> Iterator[str]:
    """Words with an underscore that refusals are made of, or that say what is in the way."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("Illegal", "Unreadable", "_refuse", "refuse", "read_text"):
                    yield from words(node.args)
            if isinstance(node, ast.Return) and path.name in ("explain.py", "legality.py"):
                yield from words(answers(node.value))


def answers(value: ast.expr | None) -> list[ast.expr | None]:
    """The parts of what a function gives back: of a tuple, or of a choice between two."""
    match value:
        case ast.Tuple(elts=parts):
            return [*parts]
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
    return [value]


def words(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    for node in nodes:
        word = node.value if isinstance(node, ast.Constant) else None
        if isinstance(word, str) and CODE.fullmatch(word):
            yield word


def test_the_page_lists_every_code_and_no_other() -> None:
    tables = PAGE[PAGE.index("### Illegal") :]
    listed = [
        code
        for line in tables.splitlines()
        if line.startswith("| `")
        for code in re.findall(r"`([a-z0-9_]+)`", line.split("|")[1])
    ]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(codes_of_the_source())
