"""Inside the server imports point one way, too (docs/architecture.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers.test_levels import ROOT, imports

SERVER = ROOT / "server"

LEVELS = (
    ("config",),
    ("limits", "monitoring", "process"),
    ("store",),
    ("texts",),
    ("bots", "study"),
    ("cluster", "push"),
    ("rooms",),
    ("services",),
    ("http", "transport"),
    ("app", "preflight", "schema"),
    ("wiring",),
    ("workers",),
    ("serve",),
)
"""Each sees itself and those before it. A new part of the server gets its place here."""

LEVEL_OF = {part: level for level, parts in enumerate(LEVELS) for part in parts}

MAX_FILES = 8
"""Python files at the top of the server; what has company belongs in a folder."""


def parts() -> list[str]:
    folders = [path.name for path in SERVER.iterdir() if list(path.glob("*.py"))]
    return sorted(folders + [path.stem for path in SERVER.glob("*.py") if path.stem != "__init__"])


def sources(part: str) -> list[Path]:
    file = SERVER / f"{part}.py"
    return [file] if file.is_file() else sorted((SERVER / part).rglob("*.py"))


def server_parts(path: Path) -> list[tuple[int, str]]:
    """The parts of the server that a file imports, with the line."""
    names = [(line, name.split(".")) for line, name in imports(path)]
    return [(line, name[2]) for line, name in names if name[:2] == ["rowlock", "server"]]


@pytest.mark.parametrize("part", parts())
def test_no_part_of_the_server_imports_one_above_it(part: str) -> None:
    assert part in LEVEL_OF, f"give {part} its level in {Path(__file__).name}"
    for path in sources(part):
        for line, name in server_parts(path):
            where = f"{path.relative_to(ROOT)}:{line} imports {name}"
            assert LEVEL_OF[name] <= LEVEL_OF[part], where


def test_every_part_of_the_server_that_has_a_level_exists() -> None:
    assert sorted(LEVEL_OF) == parts()


def test_few_files_stand_at_the_top_of_the_server() -> None:
    assert len(list(SERVER.glob("*.py"))) <= MAX_FILES


def test_the_test_itself_notices_an_upward_import(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def late():\n    from rowlock.server.rooms.room import Room\n")
    assert server_parts(file) == [(2, "rooms")]
