"""Whether a configuration can work: asked at the start, and by `rowlock serve --check`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from rowlock.server.config import Settings
from rowlock.server.door import BESIDE_ALL
from rowlock.server.files import raise_file_limit
from rowlock.server.folder import Folder, FolderTaken
from rowlock.server.lan import peer_url, worker_url
from rowlock.server.peers.rivals import complaint, find_rivals, living, this_machine
from rowlock.server.store import StoreFailure, open_store
from rowlock.server.store.private import private_folder
from rowlock.server.store.sql import SqlStore

SPARE_FILES = 100
"""Files that are open beside the connections."""


def warnings(settings: Settings) -> Iterator[str]:
    """What will work, but not as well as the settings promise."""
    limit = raise_file_limit()
    if limit < settings.max_connections + BESIDE_ALL + SPARE_FILES:
        yield (
            f"this system allows {limit} open files, too few for max_connections = "
            f"{settings.max_connections}; raise the limit (ulimit -n) or lower the setting"
        )


def obstacles(settings: Settings) -> Iterator[str]:
    """What stands in the way on this machine now: folder, lock, database."""
    fault = _folder_fault(settings.data_path()) if not settings.database else ""
    fault = fault or asyncio.run(_store_fault(settings))
    if fault:
        yield fault


def _folder_fault(folder: Path) -> str:
    try:
        private_folder(folder)
        with Folder(folder):
            return ""
    except FolderTaken as taken:
        return str(taken)
    except OSError as error:
        return f"the data folder {folder} cannot be used: {error.strerror}"


async def _store_fault(settings: Settings) -> str:
    try:
        store = open_store(settings.data_path(), settings.database, full_sync=settings.full_sync)
        try:
            await store.open()
            return await _rival_fault(settings, store) if settings.database else ""
        finally:
            await store.close()
    except StoreFailure as failure:
        return str(failure)


async def _rival_fault(settings: Settings, store: SqlStore) -> str:
    """Whether another machine's process stands in the way."""
    many = settings.workers > 1
    address = worker_url(settings, settings.port) if many else peer_url(settings)
    here = this_machine()
    rival = await living(lambda: store.run(lambda run: find_rivals(run, address, here)))
    return complaint(address, rival) if rival is not None else ""
