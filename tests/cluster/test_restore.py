"""A dump of PostgreSQL's own tools, brought back: docs/operations.md tells how."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
from pathlib import Path

from rowlock.server.cluster.leased_store import LeasedStore
from tests.cluster.processes import new_database
from tests.server.databases import programs

GUIDE = Path(__file__).parents[2] / "docs/operations.md"


def told(program: str, database: str, folder: Path) -> list[str]:
    """The command of the guide, for this database."""
    found = re.search(rf"^    ({program} .*)$", GUIDE.read_text("utf-8"), re.M)
    assert found is not None
    line = found[1].replace("postgresql://.../rowlock", database)
    words = shlex.split(line.replace("rowlock.dump", str(folder / "rowlock.dump")))
    where = programs()
    assert where is not None
    return [str(where / words[0]), *words[1:]]


def test_games_come_back_from_a_dump_of_a_server_that_runs(database: str, tmp_path: Path) -> None:
    before, after = new_database(database), new_database(database)

    async def play() -> None:
        store = LeasedStore(before, "http://one:1", 60.0)
        await store.open()
        await store.append("KEPT", 0, [b"a", b"b"], 1.0)
        subprocess.run(told("pg_dump", before, tmp_path), check=True)
        await store.close()

    async def go_on() -> None:
        store = LeasedStore(after, "http://one:1", 60.0)
        await store.open()
        assert await store.claim("KEPT") is not None
        await store.append("KEPT", 2, [b"c"], 1.0)
        found = await store.read("KEPT")
        assert found is not None
        assert found.payloads == (b"a", b"b", b"c")
        await store.close()

    asyncio.run(play())
    subprocess.run(told("pg_restore", after, tmp_path), check=True)
    asyncio.run(go_on())
