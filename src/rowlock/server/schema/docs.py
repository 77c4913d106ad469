"""Docstrings of the protocol's types and fields, read from their source."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap

JSON_WORDS = {"None": "`null`", "True": "`true`", "False": "`false`"}


def own_doc(cls: type) -> str:
    return prose(inspect.cleandoc(cls.__dict__.get("__doc__") or ""))


def prose(doc: str) -> str:
    """The text before the examples, with the constants of JSON instead of Python's."""
    text = doc.partition(">>>")[0].rstrip()
    return re.sub(r"\b(?:None|True|False)\b", lambda word: JSON_WORDS[word[0]], text)


def field_docs(cls: type) -> dict[str, str]:
    """The docstrings of the fields of a class and its bases."""
    docs: dict[str, str] = {}
    for base_class in reversed(cls.__mro__):
        if not base_class.__module__.startswith("rowlock."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base_class))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for line, below in zip(tree.body, tree.body[1:], strict=False):
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                docs[line.target.id] = prose(inspect.cleandoc(str(below.value.value)))
    return docs
