"""Lock of a data folder, which the operating system releases when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

FILE = "rowlock.lock"


class DataFolderInUse(Exception):
    """Another server uses this folder."""


class DataFolderLock:
    """Held while it is entered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def __enter__(self) -> DataFolderLock:
        self._descriptor = os.open(self.path / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            message = f"another server uses the data folder {self.path}; stop it or choose --data"
            raise DataFolderInUse(message) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
