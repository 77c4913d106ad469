"""Counts of Python code: names, parameters, files, imports."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Container, Iterator
from pathlib import Path

from scripts.prose_counts.sources import nodes, tracked, tree

PACKAGE = "src/rowlock"
MAX_POSITIONAL = 5


def classes_of_one_name(root: Path, intended: Container[str] = ()) -> list[str]:
    """Class names that the package defines more than once, one place per name."""
    places = defaultdict[str, list[str]](list)
    for file in tracked(root, f"{PACKAGE}/*.py"):
        for node in nodes(root / file):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file}:{node.lineno}")
    return [
        f"{', '.join(found)}: {name}"
        for name, found in sorted(places.items())
        if len(found) > 1 and name not in intended
    ]


def functions_with_many_positional_parameters(root: Path) -> list[str]:
    """More than five parameters that a caller may pass by position; `self` does not count."""
    return [
        f"{file}:{node.lineno}: {name} has {count}"
        for file in tracked(root, f"{PACKAGE}/*.py")
        for name, node in functions(tree(root / file))
        if (count := positional(node)) > MAX_POSITIONAL
    ]


def functions(
    node: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function below a node with its qualified name."""
    for child in ast.iter_child_nodes(node):
        name = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}."
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield name.removesuffix("."), child
        yield from functions(child, name)


def positional(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def flat_server_files(root: Path) -> list[str]:
    """Modules at the top of the server."""
    folder = Path(PACKAGE) / "server"
    return [
        f"{file}:1: {file.name}"
        for file in tracked(root, f"{folder}/*.py")
        if file.parent == folder and file.name != "__init__.py"
    ]


# Import cycles --------------------------------------------------------------------------------


def import_cycles(root: Path) -> list[str]:
    """Groups of modules that import each other, imports for type checkers included.

    Imports inside functions are left out: they are how a cycle is avoided.
    """
    files = {module_name(file): file for file in tracked(root, f"{PACKAGE}/*.py")}
    graph = {
        name: {imported for imported in imports(tree(root / file), files) if imported != name}
        for name, file in files.items()
    }
    return [
        f"{files[group[0]]}:1: {' - '.join(group)}"
        for group in strongly_connected(graph)
        if len(group) > 1
    ]


def module_name(file: Path) -> str:
    parts = file.relative_to("src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(module: ast.Module, known: Container[str]) -> Iterator[str]:
    for node in outside_functions(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known:
                    yield inner
                elif node.module in known:
                    yield node.module


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from outside_functions(child)


def strongly_connected(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of nodes that can all reach each other."""
    reach = {name: reachable(graph, name) for name in graph}
    groups = {
        tuple(sorted({name, *(other for other in reach[name] if name in reach[other])}))
        for name in graph
    }
    return [list(group) for group in sorted(groups)]


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for following in graph[waiting.pop()] - seen:
            seen.add(following)
            waiting.append(following)
    return seen
