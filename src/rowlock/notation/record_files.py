"""Reads and writes files of records; a file may hold one game or many, one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike

from rowlock.errors import Refusal, Unreadable
from rowlock.files import KIB, read_file
from rowlock.notation.read import MAX_BYTES, parse_record
from rowlock.notation.record import Record, format_record
from rowlock.variants import Variant

MAX_FILE_BYTES = 256 * 1024 * KIB
"""Size limit of a file of many records: about 250,000 games."""

_START = re.compile(rb"^[ \t]*\[[ \t]*Rowlock[ \t]", re.MULTILINE)


def read_record(path: str | PathLike[str], *, own: Mapping[str, Variant] | None = None) -> Record:
    """Read a file with one game; `own` maps ids of custom sheets to their variants.

    >>> import rowlock
    >>> rowlock.read_record("examples/evening.rowlock").setup.names
    ('Max', 'Emma', 'Laura', 'Linus')
    """
    content = read_file(str(path), MAX_BYTES)
    if len(_START.findall(content)) > 1:
        message = f"{path} holds several games (expected one; read_records reads them all)"
        raise Unreadable("many_games", message)
    return parse_record(content, own)


def read_records(
    path: str | PathLike[str], *, own: Mapping[str, Variant] | None = None
) -> Iterator[Record]:
    """Read a file of any number of games, one after another.

    >>> import rowlock
    >>> len(list(rowlock.read_records("examples/evening.rowlock")))
    1
    """
    for line, text in games_in(read_file(str(path), MAX_FILE_BYTES)):
        try:
            yield parse_record(text, own)
        except Refusal as refusal:
            raise refusal.below(line) from None


def games_in(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The text of every game of a file, and the number of lines before it.

    Lines before the first header, such as comments, belong to the first game.
    """
    starts = [match.start() for match in _START.finditer(content)][1:]
    for start, end in zip([0, *starts], [*starts, len(content)], strict=True):
        yield content.count(b"\n", 0, start), content[start:end]


def write_record(path: str | PathLike[str], record: Record) -> None:
    """Write a game to a file, which is replaced.

    >>> import rowlock, tempfile, pathlib
    >>> record = rowlock.read_record("examples/evening.rowlock")
    >>> file = pathlib.Path(tempfile.mkdtemp(), "copy.rowlock")
    >>> rowlock.write_record(file, record)
    >>> str(rowlock.read_record(file)) == str(record)
    True
    """
    write_records(path, [record])


def write_records(path: str | PathLike[str], records: Iterable[Record]) -> None:
    """Write any number of games to one file, separated by empty lines.

    >>> import rowlock, tempfile, pathlib
    >>> record = rowlock.read_record("examples/evening.rowlock")
    >>> file = pathlib.Path(tempfile.mkdtemp(), "season.rowlock")
    >>> rowlock.write_records(file, [record, record])
    >>> len(list(rowlock.read_records(file)))
    2
    """
    from pathlib import Path

    texts = (format_record(record).rstrip("\n") + "\n" for record in records)
    Path(path).write_text("\n".join(texts), "utf-8", newline="\n")
