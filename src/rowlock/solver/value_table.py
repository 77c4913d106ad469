"""The values of all positions of a solved sheet, on disk and in memory.

A file consists of a magic line, one line of JSON, and the values:

    rowlock table 1
    {"variant": "classic", "digest": "...", "players": 1, ..., "checksum": "..."}
    values as little-endian unsigned 32-bit integers, [phase, group, place, lane]

Values are points still to come in fixed point: number / 2 ** bits - shift; the shift is the highest
possible cost of penalties. With 24 bits after the point they are within 3e-8 of the solved values.
The checksum (SHA-256) covers JSON and values. Files made with other rules, or damaged, are refused.
"""

from __future__ import annotations

import hashlib
import tempfile
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.core.ending import ending
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.errors import Unreadable
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.sheet_arrays import LANES
from rowlock.variants.variant import LuckyPair, Variant

MAGIC = b"rowlock table 1\n"
MAX_BITS = 24
"""Bits after the point."""
_CHUNK = 1 << 20


class TableHeader(Struct, frozen=True, forbid_unknown_fields=True):
    variant: str
    digest: str
    players: int
    lucky: LuckyPair | None
    shape: tuple[int, int, int]
    bits: int
    shift: int
    values: tuple[float, ...]
    """Values of the empty sheet, by the number of others' turns before your roll."""
    checksum: str = ""


class ValueTable(Struct, frozen=True, dict=True):
    """All values of a solved problem."""

    problem: SolverProblem
    header: TableHeader
    numbers: NDArray[np.uint32]

    @property
    def variant(self) -> Variant:
        return self.problem.variant

    @property
    def players(self) -> int:
        return self.problem.players

    @cached_property
    def values(self) -> tuple[float, ...]:
        """Expected totals from the empty sheet, by the number of others' turns before your roll."""
        return self.header.values

    def to_come(self, sheet: Sheet, closed: int = 0, wait: int = 0) -> float:
        """Points still to come on a sheet under perfect play.

        `closed` is the mask of rows closed for the table, `wait` the number of others' turns before
        your roll.
        """
        closed |= locked_rows(self.variant, sheet)
        if ending(self.variant, [sheet], closed):
            return 0.0
        group, lane = divmod(sheet.penalties, LANES)
        place = self.problem.place(sheet, closed)
        number = int(self.numbers[wait, group, place * LANES + lane])
        return number / (1 << self.header.bits) - self.header.shift

    def total(self, sheet: Sheet, closed: int = 0, wait: int = 0) -> float:
        """The expected final total of a sheet under perfect play."""
        return score(self.variant, sheet).total + self.to_come(sheet, closed, wait)

    def save(self, path: Path) -> None:
        """Write a temporary file and rename it, so that no partial file is left."""
        header = msgspec.structs.replace(self.header, checksum=checksum_of(self))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}-", delete=False
        ) as file:
            unfinished = Path(file.name)
            try:
                file.write(MAGIC + msgspec.json.encode(header) + b"\n")
                for piece in _pieces(self.numbers):
                    file.write(piece.tobytes())
                file.close()
                unfinished.chmod(0o644)
                unfinished.replace(path)
            except BaseException:
                file.close()
                unfinished.unlink(missing_ok=True)
                raise


def make_table(problem: SolverProblem, values: NDArray[np.float64]) -> ValueTable:
    """The table of solved values."""
    shift = problem.variant.penalty_points * problem.variant.penalties_to_end
    reach = float(values.max()) + shift + 1
    bits = min(MAX_BITS, int(np.floor(np.log2(2**32 / reach))))
    numbers = np.empty(values.shape, np.uint32)
    source, target = values.reshape(-1), numbers.reshape(-1)
    for start in range(0, len(source), _CHUNK):
        part = slice(start, start + _CHUNK)
        target[part] = np.rint((source[part] + shift) * (1 << bits))
    empty = problem.place(Sheet()) * LANES
    header = TableHeader(
        variant=problem.variant.id,
        digest=problem.variant.digest,
        players=problem.players,
        lucky=problem.lucky,
        shape=problem.shape,
        bits=bits,
        shift=shift,
        values=tuple(float(value) for value in values[:, 0, empty]),
    )
    return ValueTable(problem, header, numbers)


def load_table(path: Path, variant: Variant) -> ValueTable:
    """Load and check a table file; files with other rules or damage are refused."""
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise Unreadable(
                    "not_a_table",
                    f"{path} is not a table (expected a file written by rowlock solve)",
                )
            line = file.readline(1 << 16)
    except OSError as error:
        raise Unreadable("no_table", f"{path}: cannot be read: {error}") from None
    try:
        header = msgspec.json.decode(line, type=TableHeader)
    except msgspec.MsgspecError as error:
        raise Unreadable("damaged_table", f"{path} is damaged: {error}") from None
    if header.digest != variant.digest:
        raise Unreadable(
            "foreign_digest",
            f"{path} was made with other rules: {header.variant} {header.digest} "
            f"(expected {variant.id} {variant.digest})",
        )
    problem = make_problem(variant, header.players, header.lucky)
    numbers = _numbers(path, problem, header, len(MAGIC) + len(line))
    table = ValueTable(problem, header, numbers)
    if checksum_of(table) != header.checksum:
        raise Unreadable("damaged_table", f"{path} is damaged: wrong checksum")
    return table


def _numbers(
    path: Path, problem: SolverProblem, header: TableHeader, start: int
) -> NDArray[np.uint32]:
    """The values as a memory map of the file, which is read on demand."""
    size = 4 * int(np.prod(problem.shape, dtype=np.int64))
    if header.shape != problem.shape or path.stat().st_size != start + size:
        raise Unreadable("damaged_table", f"{path} is damaged: wrong size")
    return np.memmap(path, np.dtype("<u4"), "r", start, problem.shape)


def checksum_of(table: ValueTable) -> str:
    """SHA-256 of the header without checksum, and the values."""
    header = msgspec.structs.replace(table.header, checksum="")
    digest = hashlib.sha256(msgspec.json.encode(header))
    for piece in _pieces(table.numbers):
        digest.update(piece.tobytes())
    return digest.hexdigest()


def _pieces(numbers: NDArray[np.uint32]) -> list[NDArray[np.uint32]]:
    flat = numbers.reshape(-1)
    return [
        flat[start : start + _CHUNK].astype("<u4", copy=False)
        for start in range(0, len(flat), _CHUNK)
    ]
