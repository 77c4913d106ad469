"""Every public name has a docstring with an example, and every example of a docstring runs."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import pytest

import rowlock

PACKAGE = Path(rowlock.__file__).parent

WRITTEN_BESIDE = {
    "Event": "core/event.py",  # a union has no docstring of its own
    "Move": "core/move.py",  # likewise
    "NOTHING": "core/move.py",  # a value, which would show the docstring of its class
    "__version__": "__init__.py",  # a text
}
"""Public names that cannot carry a docstring: theirs stands below them in this file."""

ROOT = Path(__file__).parents[2]

MODULES = [
    ".".join(path.relative_to(above).with_suffix("").parts).removesuffix(".__init__")
    for above, folder in ((PACKAGE.parent, "rowlock"), (ROOT, "training"), (ROOT, "bench"))
    for path in sorted((above / folder).rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]
CLASSES = [name for name in rowlock.__all__ if inspect.isclass(getattr(rowlock, name))]


def text_below(path: Path, name: str) -> str:
    """The string that stands right below the first line that gives `name` its value or type."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    for body in (node.body for node in nodes if isinstance(node, ast.Module | ast.If)):
        for node, below in pairwise(body):
            match node, below:
                case (
                    (
                        ast.Assign(targets=[ast.Name(id=found)])
                        | ast.AnnAssign(target=ast.Name(id=found))
                    ),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ) if found == name:
                    return inspect.cleandoc(text)
    return ""


def documents(name: str) -> list[doctest.DocTest]:
    """The examples of a public name, each to be run in an empty Python, as a reader pastes them."""
    if name in WRITTEN_BESIDE:
        text = text_below(PACKAGE / WRITTEN_BESIDE[name], name)
        return [doctest.DocTestParser().get_doctest(text, {}, name, None, None)]
    thing = getattr(rowlock, name)
    return doctest.DocTestFinder(exclude_empty=False).find(thing, name, globs={})


def run(document: doctest.DocTest) -> None:
    said: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(document, out=said.append)
    assert outcome.failed == 0, "".join(said)


@pytest.mark.parametrize("name", rowlock.__all__)
def test_a_public_name_has_a_docstring_with_an_example_that_can_be_pasted(name: str) -> None:
    found = documents(name)
    [own] = [document for document in found if document.name == name]
    assert own.docstring, "no docstring"
    assert own.examples, "no example"
    for document in found:
        run(document)


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_method_has_a_docstring(name: str) -> None:
    offered = {
        key: value
        for key, value in vars(getattr(rowlock, name)).items()
        if not key.startswith("_")
        and (inspect.isfunction(value) or isinstance(value, property | cached_property))
    }
    assert [key for key, value in offered.items() if not inspect.getdoc(value)] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_example_of_a_module_runs(name: str) -> None:
    found = [
        document
        for document in doctest.DocTestFinder().find(importlib.import_module(name))
        if document.examples
    ]
    assert found, "examples stand where nobody would find them"
    for document in found:
        run(document)
