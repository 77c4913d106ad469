"""What is done so far, in a file: a run that has ended in any way goes on from there.

The first line says what was asked, every further one is an answer, all in JSON. Only whole lines
count: what a crash has cut off is taken away before the next answer is written. A file that
answers another question, or is no such file at all, is refused and left as it is.
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
"""Of the file; another one will be refused."""
MOST_HEAD = 1 << 20
"""Bytes of the first line, at most."""
SAFE_SECONDS = 1.0
"""How often the disk is waited for: a machine that fails loses no more than this."""


class Journal:
    """The answers of a file; new ones are added to it.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "match.journal")
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.note({"games": 20})
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.found
    [{'games': 20}]
    """

    def __init__(self, path: Path, question: dict[str, Any]) -> None:
        """Open the file, or make it; `question` is all that decides the answers."""
        self.path = path
        self.found: list[Any] = []
        """What was there already, in the order in which it was noted."""
        self._safe = time.monotonic()
        asked = {"rowlock": version("rowlock"), "form": FORM, **question}
        head = msgspec.json.encode(asked) + b"\n"
        try:
            whole = self._read(head) if path.exists() else 0
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(whole)
            self._file.seek(whole)
            if whole == 0:
                self._write(head)
        except OSError as error:
            message = f"{path} cannot be used: {error.strerror or error}"
            raise Unreadable("bad_file", message) from None

    def note(self, answer: object) -> None:
        """Add an answer."""
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
        """Read the answers; how many bytes of the file are whole lines."""
        with self.path.open("rb") as file:
            first = file.readline(MOST_HEAD)  # whatever else it may be, it is not read whole
            if head.startswith(first) and first != head and not file.read(1):
                return 0  # new, or cut off within its first line
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
    """The answer of a whole line; None where it was cut off or spoilt."""
    try:
        return msgspec.json.decode(line) if line.endswith(b"\n") else None
    except msgspec.DecodeError:
        return None


def _difference(path: Path, first: bytes, head: bytes) -> str:
    """What the file was asked that is not asked now."""
    asked = msgspec.json.decode(head)
    try:
        before = msgspec.json.decode(first)
    except msgspec.DecodeError:
        before = None
    if not isinstance(before, dict) or "form" not in before:
        return f"{path} is no file of --resume; choose another one"
    key = next(key for key in [*asked, *before] if asked.get(key) != before.get(key))
    then, now = (str(each.get(key, "nothing")) for each in (before, asked))
    return f"{path} belongs to another run: there {key} was {then}, here it is {now}"
