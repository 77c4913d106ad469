"""Reading a file that somebody names: never more than it can sensibly hold.

A folder, a device without an end, a film in place of a record: each is refused in one sentence,
before it fills the memory.
"""

from __future__ import annotations

from typing import BinaryIO

from rowlock.errors import Unreadable

KIB = 1024


def read_file(file: str, most: int, code: str = "no_file") -> bytes:
    """What is in a file of at most `most` bytes."""
    from pathlib import Path  # here, because `import rowlock` is quick without

    try:
        with Path(file).open("rb") as source:
            return read_stream(source, file, most)
    except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(code, f"{file}: cannot be read: {reason}") from None


def read_stream(source: BinaryIO, name: str, most: int) -> bytes:
    """The same of a file that is open already, such as standard input."""
    found = source.read(most + 1)
    if len(found) > most:
        raise Unreadable("too_long", f"{name} is longer than {most // KIB} KiB")
    return found


def read_text(file: str, most: int, code: str = "no_file") -> str:
    """The same for text, which is UTF-8."""
    try:
        return read_file(file, most, code).decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(code, f"{file}: cannot be read: it is not UTF-8 text") from None
