"""Resume files: a run that was interrupted in any way continues from its journal.

The first line contains the parameters of the run, every further line an answer, all as JSON. Only
complete lines count: an incomplete last line is removed before the next answer is written. A file
of another run, or any other file, is refused and left unchanged.
"""

from __future__ import annotations

import os
import time
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from rowlock.errors import Unreadable

FORM = 1
"""Version of the file format; others are refused."""
MAX_HEAD = 1 << 20
"""Maximum length of the first line in bytes."""
SAFE_SECONDS = 1.0
"""Seconds between fsyncs: the most work that a crash of the machine can lose."""


class Journal:
    """The answers in a file; new ones are appended.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "match.journal")
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.note({"games": 20})
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.found
    [{'games': 20}]
    """

    def __init__(self, path: Path, question: dict[str, Any]) -> None:
        """Open or create the file; `question` is all parameters that determine the answers."""
        self.path = path
        self.found: list[Any] = []
        """The answers that were in the file, in their order."""
        self._safe = time.monotonic()
        header = {"rowlock": version("rowlock"), "form": FORM, **question}
        head = msgspec.json.encode(header) + b"\n"
        try:
            whole = self._read(head) if path.exists() else 0
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(whole)
            self._file.seek(whole)
            if whole == 0:
                self._write(head)
        except OSError as error:
            message = f"{path} cannot be opened: {error.strerror or error}"
            raise Unreadable("bad_file", message) from None

    def note(self, answer: object) -> None:
        """Append an answer."""
        self._write(msgspec.json.encode(answer) + b"\n")

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _read(self, head: bytes) -> int:
        """Read the answers; returns the length of all complete lines in bytes."""
        with self.path.open("rb") as file:
            first = file.readline(MAX_HEAD)  # the file may be anything, so do not read all of it
            if head.startswith(first) and first != head and not file.read(1):
                return 0  # new, or incomplete first line
            if first != head:
                raise Unreadable("foreign_journal", _difference(self.path, first, head))
            whole = len(first)
            for line in file:
                answer = _decoded(line)
                if answer is None:
                    break
                self.found.append(answer)
                whole += len(line)
        return whole

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        if time.monotonic() - self._safe > SAFE_SECONDS:
            os.fsync(self._file.fileno())
            self._safe = time.monotonic()


def _decoded(line: bytes) -> Any:
    """The answer of a complete line; None if it is incomplete or damaged."""
    try:
        return msgspec.json.decode(line) if line.endswith(b"\n") else None
    except msgspec.DecodeError:
        return None


def _difference(path: Path, first: bytes, head: bytes) -> str:
    """The error message for a file of another run: names the first different parameter."""
    expected = msgspec.json.decode(head)
    try:
        before = msgspec.json.decode(first)
    except msgspec.DecodeError:
        before = None
    if not isinstance(before, dict) or "form" not in before:
        return f"{path} is not a file of --resume (expected a new file or one of the same run)"
    key = next(key for key in [*expected, *before] if expected.get(key) != before.get(key))
    then, now = (str(each.get(key, "nothing")) for each in (before, expected))
    return f"{path} belongs to a run with {key} {then} (expected {now})"
