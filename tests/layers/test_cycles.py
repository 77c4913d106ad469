"""No module imports, directly or through others, one that imports it."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.layers.test_levels import ROOT


def modules(root: Path) -> dict[str, Path]:
    """Every module of a package by its full name."""
    found = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(root.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """The known modules that a file imports, in functions and for types as well."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                found.add(module if module in known else node.module)
    return found & known.keys()


def sorted_by_imports(root: Path) -> list[str]:
    """All modules, each after those that it imports; `CycleError` if there is no such order."""
    known = modules(root)
    graph = {name: imported(path, known) - {name} for name, path in known.items()}
    return list(TopologicalSorter(graph).static_order())


def test_no_modules_import_each_other() -> None:
    assert len(sorted_by_imports(ROOT)) > 400


def test_a_cycle_is_noticed_wherever_the_imports_stand(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("from package.two import TWO\n")
    (package / "two.py").write_text("TWO = 2\n")
    assert sorted_by_imports(package)[-1] == "package.one"
    (package / "two.py").write_text("def late():\n    from package import one\n")
    with pytest.raises(CycleError):
        sorted_by_imports(package)
