"""What the source says about the wire's types."""

from __future__ import annotations

import ast
import inspect
import textwrap


def own_doc(cls: type) -> str:
    return prose(inspect.cleandoc(cls.__dict__.get("__doc__") or ""))


def prose(doc: str) -> str:
    """What stands before the examples in Python, which are for no reader of these files."""
    return doc.partition(">>>")[0].rstrip()


def field_docs(cls: type) -> dict[str, str]:
    """The strings that stand below the fields of a class and its bases."""
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
                docs[line.target.id] = inspect.cleandoc(str(below.value.value))
    return docs
