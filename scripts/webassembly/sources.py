"""A digest of everything that is compiled into the module, and of nothing else.

It covers the bodies of the compiled functions, of all functions they call, and the values of the
constants they use. Comments, docstrings, type hints and other functions do not change it.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rowlock.bots.wasm.entry_points import ENTRY_POINTS, WORKSPACE

ALWAYS = (("rowlock.bots.compiled.turns", "play_turn"), ("rowlock.kernel.numba_rules", "_count"))
"""Used without being called by name: the turn, and the way to count bits."""


def digest() -> str:
    """The digest, in hexadecimal."""
    lines = sorted(described())
    lines.append(repr((ENTRY_POINTS, WORKSPACE)))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def described() -> list[str]:
    """A line per compiled function and per constant."""
    found: dict[str, str] = {}
    points = ((point.module, point.function) for point in ENTRY_POINTS)
    for module, name in (*points, *ALWAYS):
        _describe(f"{module}.{name}", getattr(import_module(module), name), found)
    return [f"{name} {text}" for name, text in found.items()]


def _describe(name: str, value: Any, found: dict[str, str]) -> None:
    function = _function(value)
    if function is not None:
        name = f"{function.__module__}.{function.__qualname__}"
        if name in found or not name.startswith("rowlock."):
            return
        found[name] = _body(function)
        for used in sorted(_names(function.__code__)):
            if used in function.__globals__:
                _describe(f"{function.__module__}.{used}", function.__globals__[used], found)
            for module in function.__globals__.values():
                if isinstance(module, ModuleType) and used in vars(module):
                    _describe(f"{module.__name__}.{used}", vars(module)[used], found)
    elif isinstance(value, type) and hasattr(value, "_fields"):
        found[name] = repr(value._fields)
    elif isinstance(value, bool | int | float | str | tuple) or hasattr(value, "dtype"):
        found[name] = repr(value)


def _function(value: Any) -> FunctionType | None:
    """The Python function behind a compiled one, an intrinsic or a wrapper."""
    for name in ("py_func", "_defn", "__wrapped__"):
        value = getattr(value, name, value)
    return value if isinstance(value, FunctionType) else None


def _names(code: CodeType) -> set[str]:
    """The global names that a function uses, and those of functions inside it."""
    names = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            names |= _names(part)
    return names


def _body(function: FunctionType) -> str:
    """Arguments and body without docstrings and type hints."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            node.decorator_list = []
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                argument.annotation = None
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(value=None)
    return ast.unparse(tree).replace("\n", "\n  ")
