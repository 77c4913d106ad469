"""`rowlock backup`: save all data of a server in one file."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import add_json, check_new_file, print_json
from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.server.store import Store


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock backup games.sqlite3\n\n"
        "The server may be running. To restore a backup, copy it into a data folder as\n"
        "rowlock.sqlite3."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="file to write")
    parser.add_argument("--data", metavar="DIR", help="folder with the database")
    parser.add_argument("--database", metavar="URL", help="postgresql://... instead of a file")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="read settings from a TOML file"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.server.config import load_settings
    from rowlock.server.store.open import FILE

    flags = {"data": args.data, "database": args.database}
    settings = load_settings(flags, os.environ, args.config)
    if not settings.database and not (settings.data_path() / FILE).exists():
        raise Unreadable("no_data", f"there is no database in {settings.data_path()}")
    check_new_file(args.file)
    tables = asyncio.run(_backup(settings.data_path(), settings.database, args.file))
    if args.json:
        print_json({"file": str(args.file), "tables": tables, "bytes": args.file.stat().st_size})
    else:
        print(f"{args.file}: {tables} tables, {args.file.stat().st_size / 1024:.0f} KiB")
    return 0


async def _backup(data: Path, database: str, file: Path) -> int:
    from rowlock.server.store import StoreFailure

    part = file.with_name(f"{file.name}.part")
    _clear(part)
    try:
        tables = await _copied(data, database, part)
        part.replace(file)  # atomically
        return tables
    except StoreFailure as failure:
        raise Unreadable("no_backup", f"backup failed: {failure}") from None
    finally:
        _clear(part)


async def _copied(data: Path, database: str, part: Path) -> int:
    from rowlock.server.store.open import FILE
    from rowlock.server.store.sqlite import copy_read_only

    if not database and not os.access(data, os.W_OK):
        return copy_read_only(data / FILE, part)
    async with _opened(data, database) as store:
        return await store.backup(part)


def _clear(part: Path) -> None:
    """Delete what a backup that was killed may have left."""
    for end in ("", "-wal", "-shm"):
        part.with_name(part.name + end).unlink(missing_ok=True)


@asynccontextmanager
async def _opened(data: Path, database: str) -> AsyncIterator[Store]:
    from rowlock.server.store import open_store

    store = open_store(data, database)
    try:
        await store.open()
        yield store
    finally:
        await store.close()
