"""Games of a simulation as CSV, one row per game, and as records.

Columns of the CSV: `game` (from 1), `first` (the seat that began, from 1), `turns`, `ended`
(`two_rows_closed` or `four_penalties`), then for each seat k `score_k`, `penalties_k`, `locks_k`
and `share_k` (1 for a win, a fraction if it was shared, 0 otherwise).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import partial
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.ending import REASONS
from rowlock.kernel.play import (
    RESULT_FIRST,
    RESULT_REASON,
    RESULT_SEAT,
    RESULT_SEATS,
    RESULT_TURNS,
)
from rowlock.notation.record import format_record
from rowlock.runners import Workplace
from rowlock.simulation.core_games import Seating
from rowlock.simulation.records import recorded_game

PER_SEAT = ("score", "penalties", "locks", "share")
CHUNK = 5
"""Games per job: records are played in Python, so a job takes a noticeable time."""


class GameTable:
    """Writes one CSV row per game while the games are played."""

    def __init__(self, file: IO[str], players: int) -> None:
        self._rows = csv.writer(file, lineterminator="\n")
        self._games = 0
        seats = range(1, players + 1)
        names = [f"{name}_{seat}" for seat in seats for name in PER_SEAT]
        self._rows.writerow(["game", "first", "turns", "ended", *names])

    def add(self, lines: NDArray[np.int64]) -> None:
        """Write result lines (`kernel/play.py`), which come in the order of the games."""
        totals = lines[:, RESULT_SEATS::RESULT_SEAT]
        won = totals == totals.max(axis=1, keepdims=True)
        shares = np.round(won / won.sum(axis=1, keepdims=True), 6).tolist()
        for line, split in zip(lines.tolist(), shares, strict=True):
            self._games += 1
            row = [self._games, line[RESULT_FIRST] + 1, line[RESULT_TURNS]]
            row.append(REASONS[line[RESULT_REASON]] or "forfeit")
            for seat, share in enumerate(split):
                start = RESULT_SEATS + RESULT_SEAT * seat
                row += [*line[start : start + RESULT_SEAT], share]
            self._rows.writerow(row)


class RecordJob(NamedTuple):
    """Which games are recorded: in a match every seed is played once per seating."""

    seatings: tuple[Seating, ...]
    names: tuple[tuple[str, ...], ...]
    """The names in the records, for each seating."""


def records(job: RecordJob, games: int, place: Workplace) -> Iterator[str]:
    """The records of the first games as text, in order."""
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    with place.runner(compiled=False, jobs=len(chunks)) as runner:
        for texts in runner.map(partial(_played, job), chunks):
            yield from texts


def _played(job: RecordJob, chunk: tuple[int, int]) -> list[str]:
    first, count = chunk
    texts = []
    for game in range(first, first + count):
        number, rotation = divmod(game, len(job.seatings))
        names = job.names[rotation]
        texts.append(format_record(recorded_game(job.seatings[rotation], number, names=names)))
    return texts
