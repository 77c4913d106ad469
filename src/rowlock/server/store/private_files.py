"""Files that only their owner may read: they hold names, chat and the seeds of running games.

New ones are made like that, whatever the system's mask says; older ones are mended when they are
opened. A folder that holds other things too is left as it is, for others may need a way into it.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

OURS = "rowlock."
"""How the names of all our files in a data folder begin."""
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside its file; it gives new ones the rights of the file itself."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """A folder for our files."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if all(path.name.startswith(OURS) for path in folder.iterdir()):
        _close(folder)


def private_file(path: Path) -> None:
    """A file, empty if it was not there, and what SQLite keeps beside it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for name in (path.name, *(path.name + end for end in _BESIDE)):
        with suppress(FileNotFoundError):
            _close(path.with_name(name))


def _close(path: Path) -> None:
    """Take everybody else's rights away, where they are ours to take."""
    found = path.stat()
    if sys.platform != "win32" and found.st_mode & _OTHERS and found.st_uid == os.geteuid():
        path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
