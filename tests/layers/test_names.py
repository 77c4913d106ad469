"""One name for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.layers.test_levels import ROOT, parts_of_the_package

MEANT_TWICE = {
    "Answer": "a client's answer on the wire, and the same answer in the state of the game",
    "StartFailed": "an entry of the log, and the message that tells clients of it",
}
"""Classes that stand in two files because both are the same thing."""

FUNCTIONS = ("simulate", "arena", "review", "solve", "advise")
"""A submodule of such a name would replace the function as soon as it is imported."""


def test_no_two_classes_have_the_same_name() -> None:
    files = defaultdict(list)
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                files[node.name].append(path.relative_to(ROOT).as_posix())
    twice = {name: where for name, where in files.items() if len(where) > 1}
    assert sorted(twice) == sorted(MEANT_TWICE), twice


def test_no_module_shadows_a_function_of_the_package() -> None:
    assert not set(FUNCTIONS) & set(parts_of_the_package())
