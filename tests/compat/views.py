"""What everyone is shown of stored logs, at every twentieth entry, and how these were made.

`logs.json.xz` has a log of each kind of game, written by `tests/table/whole_games.py`;
`expected/views.json.xz` has the views that the server of commit fcbf5a0 showed of them and of
the logs of `rowlock.sqlite3`. To make them again:

    .venv/bin/python -m tests.compat.views logs
    PYTHONPATH=/path/to/fcbf5a0/src:. .venv/bin/python -m tests.compat.views views
"""

from __future__ import annotations

import importlib
import json
import lzma
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
LOGS = HERE / "logs.json.xz"
VIEWS = HERE / "expected" / "views.json.xz"
EVERY = 20
NOW = 1_800_000_000.0
"""Long after every stroke of real dice."""


def module(now: str, once: str) -> Any:
    """A module by its name of today, or by that of commit fcbf5a0."""
    try:
        return importlib.import_module(now)
    except ModuleNotFoundError:
        return importlib.import_module(once)


def read(file: Path) -> Any:
    return json.loads(lzma.decompress(file.read_bytes()))


def write(file: Path, content: Any) -> None:
    file.write_bytes(lzma.compress(json.dumps(content).encode(), preset=9))


def stored_logs() -> dict[str, list[str]]:
    """Every log by its name, as the JSON of its entries."""
    logs: dict[str, list[str]] = read(LOGS)
    database = sqlite3.connect(f"file:{HERE / 'rowlock.sqlite3'}?mode=ro&immutable=1", uri=True)
    for log, payload in database.execute("SELECT log, payload FROM entries ORDER BY log, seq"):
        logs.setdefault(log, []).append(payload.decode())
    database.close()
    return logs


def views(payloads: Sequence[str]) -> Iterator[Any]:
    """What each member and a spectator see, with what has happened since the last time."""
    state = module("rowlock.table.state", "rowlock.server.table")
    entries = module("rowlock.table.log_entries", "rowlock.server.entries")
    view = module("rowlock.table.view", "rowlock.server.view")
    drafts = module("rowlock.table.drafts", "rowlock.server.view").Drafts()
    messages = module("rowlock.table.event_messages", "rowlock.server.view")
    event_messages = getattr(messages, "event_messages", tuple)
    table = state.Table()
    shown = 0
    for seq, payload in enumerate(payloads, start=1):
        table.apply(entries.decode(payload.encode()))
        if seq % EVERY == 0 or seq == len(payloads):
            scene = view.Scene(NOW, None, frozenset(table.members), {}, 1, drafts)
            events = event_messages(
                event for n, happened in table.history if n > shown for event in happened
            )
            shown = seq
            for member in (None, *table.members):
                seen = view.view_of(table, member, scene, events, complete=True)
                yield msgspec.json.decode(msgspec.json.encode(seen))


def main(what: str) -> None:
    if what == "logs":
        from tests.table.whole_games import GAMES

        logs = {}
        for kind in sorted(GAMES.keys() - {"big_points"}):  # its former rule: `other_rules`
            entries = GAMES[kind]().log
            logs[kind] = [msgspec.json.encode(entry).decode() for entry in entries]
        write(LOGS, logs)
    else:
        write(VIEWS, {name: list(views(payloads)) for name, payloads in stored_logs().items()})


if __name__ == "__main__":
    main(sys.argv[1])
