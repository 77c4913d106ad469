"""Checks a configuration at startup, and for `rowlock serve --check`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from rowlock.server.cluster.address_conflicts import (
    conflict_message,
    find_conflicts,
    running_servers,
    this_machine,
)
from rowlock.server.config import Settings
from rowlock.server.limits.connection_limits import OTHERS
from rowlock.server.monitoring.logging import logger
from rowlock.server.process.data_lock import DataFolderInUse, DataFolderLock
from rowlock.server.process.file_limit import raise_file_limit
from rowlock.server.process.network_addresses import peer_url, worker_url
from rowlock.server.store import StoreFailure, open_store
from rowlock.server.store.private_files import private_folder
from rowlock.server.store.sql import SqlStore

SPARE_FILES = 100
"""Open files to reserve in addition to the connections."""


def warnings(settings: Settings) -> Iterator[str]:
    """Warnings about settings that are valid but probably a mistake."""
    limit = raise_file_limit()
    if limit < settings.max_connections + OTHERS + SPARE_FILES:
        yield (
            f"this system allows {limit} open files, too few for max_connections = "
            f"{settings.max_connections}; raise the limit (ulimit -n) or lower the setting"
        )


def fit_connections_to_file_limit(settings: Settings) -> None:
    """Lower `max_connections` to what the file limit of this process allows."""
    possible = raise_file_limit() - OTHERS - SPARE_FILES
    if possible < settings.max_connections:
        settings.max_connections = max(1, possible)
        logger.warning("fewer_connections", max_connections=settings.max_connections)


def startup_problems(settings: Settings) -> Iterator[str]:
    """Problems on this machine now: data folder, lock, database."""
    fault = _folder_fault(settings.data_path()) if not settings.database else ""
    fault = fault or asyncio.run(_store_fault(settings))
    if fault:
        yield fault


def _folder_fault(folder: Path) -> str:
    try:
        private_folder(folder)
        with DataFolderLock(folder):
            return ""
    except DataFolderInUse as taken:
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
    """The address conflict with another machine, if there is one."""
    many = settings.workers > 1
    address = worker_url(settings, settings.port) if many else peer_url(settings)
    here = this_machine()
    rival = await running_servers(lambda: store.run(lambda run: find_conflicts(run, address, here)))
    return conflict_message(address, rival) if rival is not None else ""
