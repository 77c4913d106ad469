"""Runs work in small pieces on many processes, and saves each piece to a file when it is done.

An interrupted run loses only its unfinished pieces; `noted` reads the others from the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from rowlock.runners.pools import processes

Rows = list[list[float]]


class Piece(Struct, frozen=True):
    """A range of games of one kind."""

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
        """The piece without its range, equal for all pieces of a kind."""
        return msgspec.structs.replace(self, first=0, games=0)


class Done(Struct, frozen=True):
    """The result rows of a piece."""

    piece: Piece
    rows: Rows


def spread_out(
    work: Callable[[Piece], Rows], pieces: list[Piece], count: int, file: Path | None
) -> Iterator[Done]:
    """Run the pieces on `count` processes; yields the results in order."""
    if count == 1:
        yield from _noted_down(map(work, pieces), pieces, file)
        return
    for topic in dict.fromkeys(piece.topic for piece in pieces):
        first = next(piece for piece in pieces if piece.topic == topic)
        work(msgspec.structs.replace(first, games=1))  # compile once for all processes
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
    """The results of earlier runs; incomplete lines are ignored."""
    for file in files:
        for line in file.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Done)


def by_kind(done: Iterable[Done]) -> dict[Piece, Rows]:
    """All rows by kind of work, in the order of the games."""
    found: dict[Piece, dict[int, Rows]] = {}
    for each in done:
        found.setdefault(each.piece.kind, {})[each.piece.first] = each.rows
    return {
        kind: [row for _, rows in sorted(pieces.items()) for row in rows]
        for kind, pieces in found.items()
    }
