"""Work for many processes in small pieces, each noted in a file as soon as it is done.

A run that is cut short loses what was under way and no more: `noted` reads the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from rowlock.runners.pools import processes

Rows = list[list[float]]


class Piece(Struct, frozen=True):
    """Some games of one kind, by their numbers."""

    topic: str
    sheet: str
    level: str
    players: int
    seed: int
    playouts: int
    first: int
    games: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.games)

    @property
    def kind(self) -> Piece:
        """What it has in common with others of its kind."""
        return msgspec.structs.replace(self, first=0, games=0)


class Done(Struct, frozen=True):
    """What came of a piece."""

    piece: Piece
    rows: Rows


def spread_out(
    work: Callable[[Piece], Rows], pieces: list[Piece], count: int, file: Path | None
) -> Iterator[Done]:
    """The pieces in their order, done by so many processes."""
    if count == 1:
        yield from _noted_down(map(work, pieces), pieces, file)
        return
    for topic in dict.fromkeys(piece.topic for piece in pieces):
        first = next(piece for piece in pieces if piece.topic == topic)
        work(msgspec.structs.replace(first, games=1))  # compiles, once for all processes
    with processes(count) as pool:
        yield from _noted_down(pool.map(work, pieces), pieces, file)


def _noted_down(answers: Iterable[Rows], pieces: list[Piece], file: Path | None) -> Iterator[Done]:
    for piece, rows in zip(pieces, answers, strict=True):
        done = Done(piece, rows)
        if file is not None:
            with file.open("ab") as notes:
                notes.write(msgspec.json.encode(done) + b"\n")
        yield done


def noted(files: Iterable[Path]) -> Iterator[Done]:
    """What earlier runs have noted; a line that was cut off does not count."""
    for file in files:
        for line in file.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Done)


def by_kind(done: Iterable[Done]) -> dict[Piece, Rows]:
    """All rows of each kind of work, in the order of their numbers."""
    found: dict[Piece, dict[int, Rows]] = {}
    for each in done:
        found.setdefault(each.piece.kind, {})[each.piece.first] = each.rows
    return {
        kind: [row for _, rows in sorted(pieces.items()) for row in rows]
        for kind, pieces in found.items()
    }
