"""Files that only their owner may read, because they hold names, chat and seeds of running games.

New files get these permissions whatever the umask is; older ones are corrected when they are
opened. The permissions of a folder with other contents are not changed, because other users may
need access.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

OURS = "rowlock."
"""Prefix of the names of all our files in a data folder."""
_BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's files beside the database; new ones get the permissions of the database."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """Create a private folder for our files."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if all(path.name.startswith(OURS) for path in folder.iterdir()):
        _close(folder)


def private_file(path: Path) -> None:
    """Make a file and SQLite's files beside it private; creates it if it does not exist."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for name in (path.name, *(path.name + end for end in _BESIDE)):
        with suppress(FileNotFoundError):
            _close(path.with_name(name))


def _close(path: Path) -> None:
    """Remove the permissions of other users from a file that we own."""
    found = path.stat()
    if sys.platform != "win32" and found.st_mode & _OTHERS and found.st_uid == os.geteuid():
        path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
