"""Finds out whether SQLite's write-ahead log was damaged while no server was running.

SQLite drops what follows the first bad frame and says nothing. The log is a header of 32 bytes,
then frames: 24 bytes with page number, database size (0 except in the last frame of a transaction)
and two salts, then a page. Frames of this log have the salts of its header.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HEADER = struct.Struct(">4I8s8s")
_FRAME = struct.Struct(">2I8s")
_FRAME_BYTES = 24
_MAGIC = (0x377F0682, 0x377F0683)
_USUAL_PAGE = 4096


def lost_transactions(database: Path) -> int:
    """The number of transactions in the log that SQLite does not read; call it before others open
    the database."""
    ends = list(_ends(database.with_name(f"{database.name}-wal")))
    if not ends:
        return 0
    try:
        with closing(sqlite3.connect(database, timeout=10)) as connection:
            _, read, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.Error:
        return 0  # opening the store says what is wrong
    return sum(frame > read for frame in ends)


def _ends(path: Path) -> Iterator[int]:
    """The numbers, from 1, of the frames that end a transaction."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(32)
            if len(header) < _HEADER.size:
                return
            magic, _, page, _, salts, _ = _HEADER.unpack(header)
            is_header = magic in _MAGIC and page in {1 << power for power in range(9, 17)}
            step = _FRAME_BYTES + (page if is_header else _USUAL_PAGE)
            for number in range(1, (size - 32) // step + 1):
                file.seek(32 + (number - 1) * step)
                _, pages, own = _FRAME.unpack(file.read(_FRAME.size))
                if pages and (own == salts or not is_header):
                    yield number
    except OSError:
        return
