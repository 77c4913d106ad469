"""Size-limited reading of files named by users, and the folder for caches.

A folder, an endless device or a huge file is refused in one sentence before it fills the memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from pathlib import Path

KIB = 1024


def read_file(file: str, limit: int, code: str = "no_file") -> bytes:
    """The contents of a file of at most `limit` bytes."""
    from pathlib import Path  # here to keep `import rowlock` fast

    try:
        with Path(file).open("rb") as source:
            return read_stream(source, file, limit)
    except Unreadable:
        raise
    except (OSError, ValueError) as error:  # open() raises ValueError for an invalid name
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(code, f"{file}: cannot be read: {reason}") from None


def cache_folder() -> Path:
    """The folder for tables and stopped games: ROWLOCK_CACHE, or the cache folder of the system."""
    import os
    import sys
    from pathlib import Path

    if own := os.environ.get("ROWLOCK_CACHE"):
        return Path(own)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "rowlock"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "rowlock"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "rowlock"


def read_stream(source: BinaryIO, name: str, limit: int) -> bytes:
    """The contents of an open file, such as standard input, of at most `limit` bytes."""
    content = source.read(limit + 1)
    if len(content) > limit:
        raise Unreadable("too_long", f"{name} is too long (expected at most {limit // KIB} KiB)")
    return content


def read_text(file: str, limit: int, code: str = "no_file") -> str:
    """The contents of a UTF-8 text file of at most `limit` bytes."""
    try:
        return read_file(file, limit, code).decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(code, f"{file}: cannot be read: not UTF-8 text") from None
