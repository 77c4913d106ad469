"""Erases the text of chat lines that no view shows any more, some lines at a time."""

from __future__ import annotations

from rowlock.server.monitoring.logging import logger
from rowlock.server.store import Store, StoreFailure
from rowlock.table import log_entries
from rowlock.table.events import ChatEntry
from rowlock.table.state import Table

LINES_AT_A_TIME = 10


class OldChat:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: dict[int, bytes] = {}
        """The entries without their text, by number."""

    async def erase(self, before: Table, after: Table) -> None:
        """Note the lines that an entry has displaced, and erase them if there are enough.

        The entries themselves stay: the log is numbered, and a line that is sent again must be
        recognized.
        """
        if before.chat is after.chat:
            return
        first = after.chat[0].seq
        self._due |= {line.seq: _without_text(line) for line in before.chat if line.seq < first}
        if len(self._due) < LINES_AT_A_TIME:
            return
        try:
            await self._store.rewrite(after.id, self._due)
        except StoreFailure as failure:
            logger.warning("chat_not_erased", reason=str(failure))  # retried with the next line
        else:
            self._due = {}


def _without_text(line: ChatEntry) -> bytes:
    entry = log_entries.LineSaid(line.member, line.key, "", line.at, who=line.member)
    return log_entries.encode(entry)
