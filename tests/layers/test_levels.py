"""Imports point one way, from the rules outward (docs/architecture.md)."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rowlock

ROOT = Path(rowlock.__file__).parent

LEVELS = (
    ("errors", "languages", "tabular"),
    ("files",),
    ("variants",),
    ("core",),
    ("notation", "rulebook"),
    ("draw",),
    ("protocol",),
    ("table",),
    ("kernel",),
    ("runners",),
    ("solver", "endgame"),
    ("bots",),
    ("simulation",),
    ("reviews",),
    ("daily",),
    ("matches", "server", "terminal", "testing", "bench", "envs", "cli", "__main__"),
    ("browser",),
    ("api",),
)
"""Each sees itself and those before it. A new part of the package gets its place here."""

LEVEL_OF = {part: level for level, parts in enumerate(LEVELS) for part in parts}

PURE = (
    *("errors", "languages", "files", "variants", "core", "notation", "rulebook", "draw"),
    *("protocol", "table", "tabular"),
)
"""These need nothing but the standard library and msgspec."""

PENS = {"draw/pdf.py": {"fpdf"}, "draw/png.py": {"resvg_py"}, "draw/qr.py": {"segno"}}
"""Only some files need more; nothing imports these before such a file is written."""


def parts_of_the_package() -> list[str]:
    folders = [path.name for path in ROOT.iterdir() if list(path.glob("*.py"))]
    files = [path.stem for path in ROOT.glob("*.py") if path.stem != "__init__"]
    return sorted(folders + files)


def sources(part: str) -> list[Path]:
    file = ROOT / f"{part}.py"
    return [file] if file.is_file() else sorted((ROOT / part).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
            module = node.module or ""
            # `from rowlock import core` names the part in its second half.
            whole = [f"{module}.{a.name}" for a in node.names] if module == "rowlock" else [module]
            for name in whole:
                yield node.lineno, name


@pytest.mark.parametrize("part", parts_of_the_package())
def test_no_part_imports_one_above_it(part: str) -> None:
    assert part in LEVEL_OF, f"give {part} its level in {Path(__file__).name}"
    for path in sources(part):
        for line, name in imports(path):
            words = name.split(".")
            if words[0] != "rowlock":
                continue
            # A name of the front door (`from rowlock import play`) comes from the rules.
            level = LEVEL_OF.get(words[1], LEVEL_OF["notation"]) if len(words) > 1 else 0
            assert level <= LEVEL_OF[part], f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_every_part_that_has_a_level_exists() -> None:
    assert sorted(LEVEL_OF) == parts_of_the_package()


@pytest.mark.parametrize("part", PURE)
def test_the_rules_need_only_the_standard_library_and_msgspec(part: str) -> None:
    allowed = {"rowlock", "msgspec", *sys.stdlib_module_names}
    for path in sources(part):
        more = PENS.get(path.relative_to(ROOT).as_posix(), set())
        for line, name in imports(path):
            assert name.split(".")[0] in allowed | more, f"{path.relative_to(ROOT)}:{line}: {name}"


IMPURE = {"asyncio", "random", "secrets", "socket", "sqlite3", "threading", "time"}
"""Time, randomness and connections are arguments of a table."""


@pytest.mark.parametrize("part", ["protocol", "table"])
def test_a_table_has_no_clock_no_randomness_and_no_connection(part: str) -> None:
    for path in sources(part):
        for line, name in imports(path):
            assert name.split(".")[0] not in IMPURE, f"{path.relative_to(ROOT)}:{line}: {name}"


def test_importing_the_package_loads_only_the_rules() -> None:
    code = "import sys, rowlock; print(*(name for name in sys.modules if 'rowlock.' in name))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in done.stdout.split()}
    assert "core" in loaded
    assert loaded <= set(PURE)


def test_only_the_strategies_import_hypothesis() -> None:
    using = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for _, name in imports(path)
        if name.split(".")[0] == "hypothesis"
    }
    assert using == {"testing/strategies.py"}


def test_the_test_itself_notices_an_upward_import(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def late():\n    from rowlock import cli\n    import rowlock.bots.bot\n")
    assert list(imports(file)) == [(2, "rowlock.cli"), (3, "rowlock.bots.bot")]
