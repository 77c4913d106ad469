"""Inside the server imports point one way, too (docs/architecture.md)."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rowlock.server.config import Settings
from rowlock.server.limits.address_limits import AddressLimits
from rowlock.server.monitoring.metrics import Metrics
from rowlock.server.rooms.room import Room
from rowlock.server.rooms.safe_clock import SafeClock
from rowlock.server.rooms.table_use import TableUse
from tests.layers.test_levels import ROOT, imports
from tests.table.test_whole_games import parts as parts_of
from tests.table.whole_games import GAMES

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


def test_only_the_registry_holds_rooms() -> None:
    """What computes gets a table, presence and time, and never the room that asks."""
    holding = {
        f"{path.relative_to(SERVER)}: {ast.unparse(node)}"
        for path in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if keeps_a_room(node)
    }
    assert holding == {
        "rooms/registry.py: self.rooms = OpenRooms() if open_rooms is None else open_rooms",
        "rooms/registry.py: self._waking: dict[str, asyncio.Task[Room | None]] = {}",
    }


def keeps_a_room(node: ast.AST) -> bool:
    """Whether a statement puts a room, or something named like one, into an object."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    held: list[ast.AST] = [node.value]
    held += [node.annotation] if isinstance(node, ast.AnnAssign) else []
    names = {each.id for part in held for each in ast.walk(part) if isinstance(each, ast.Name)}
    return any(isinstance(each, ast.Attribute) for each in targets) and bool(
        names & {"Room", "OpenRooms", "room", "open_rooms"}
    )


@pytest.mark.parametrize(
    "line", ["self.room = room", "self.a: Room = b", "self.f = partial(g, room)"]
)
def test_a_held_room_is_noticed(line: str) -> None:
    assert keeps_a_room(ast.parse(line).body[0])


def test_the_room_cannot_be_reached_from_its_parts() -> None:
    async def reached() -> bool:
        host = GAMES["with everything"]()
        shared: Any = SimpleNamespace(
            metrics=Metrics(), push=None, clock=SafeClock(), store=None, slow=None, webhooks=None
        )
        use = TableUse(AddressLimits(Settings(), lambda: 0), 0)
        room = Room(host.table, 0.0, use, shared)
        await room.advance()
        kept = (room.table, room.timing, room.drafts, room.audience)
        return any(part is room for each in kept for part in parts_of(each))

    assert not asyncio.run(reached())
