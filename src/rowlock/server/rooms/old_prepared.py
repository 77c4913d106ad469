"""Erases prepared answers from the log of a game that is over, so that those that were not
used stay unknown."""

from __future__ import annotations

from msgspec.structs import replace

from rowlock.server.monitoring.logging import logger
from rowlock.server.store import Store, StoreFailure
from rowlock.table import log_entries
from rowlock.table.state import Table


async def erase_prepared(store: Store, table: Table) -> None:
    if table.stage != "over" or not table.prepared_entries:
        return
    empty = {
        number: log_entries.encode(replace(entry, answers=()))
        for number, entry in table.prepared_entries.items()
    }
    try:
        await store.rewrite(table.id, empty)
    except StoreFailure as failure:  # repeated when the table is loaded again
        logger.warning("prepared_not_erased", reason=str(failure))


def without_prepared(payload: bytes) -> bytes:
    """An entry of a log as it may be shown: without prepared answers."""
    if b'"prepared"' not in payload:
        return payload
    try:
        entry = log_entries.decode(payload)
    except ValueError:
        return b""  # damaged: it may hold anything
    if isinstance(entry, log_entries.AnswersPrepared):
        return log_entries.encode(replace(entry, answers=()))
    return payload
