"""Puzzles: choices of games alone where one answer is clearly best, each with its exact answer.

>>> from datetime import date
>>> from rowlock.review.puzzles import of_day
>>> ten = of_day(date(2026, 11, 16))
>>> len(ten), ten == of_day(date(2026, 11, 16)), ten == of_day(date(2026, 11, 17))
(10, True, False)

The bank is `puzzles.txt`, one puzzle a line, made by `scripts/puzzles.py`:

    tag | position | answer=expected total ...
"""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from rowlock.errors import Unreadable

SCHEME = "rowlock-puzzles-1"
"""Raised when the bank or the choice of a day changes; those of a day are the same for all."""
A_DAY = 10

Tag: TypeAlias = Literal["first_cross", "skip_or_penalty", "one_or_two", "lock", "last_turns"]
TAGS: tuple[Tag, ...] = get_args(Tag)


class Answer(Struct, frozen=True):
    """A possible answer."""

    move: str
    total: float
    """The expected final total if all goes on as well as possible."""
    loss: float
    """How much less that is than the best."""


class Puzzle(Struct, frozen=True):
    """A question with its exact answer."""

    tag: Tag
    position: str
    """On one line, as `parse_position` reads it."""
    answers: tuple[Answer, ...]
    """The best first."""

    def answer(self, move: str) -> Answer:
        for each in self.answers:
            if each.move == move:
                return each
        raise Unreadable("unknown_token", f"{move}: not an answer to this puzzle")


@cache
def bank() -> tuple[Puzzle, ...]:
    """All puzzles."""
    text = files("rowlock.review").joinpath("puzzles.txt").read_text("utf-8")
    return tuple(map(parse_puzzle, text.splitlines()))


def of_day(day: date, number: int = A_DAY) -> tuple[Puzzle, ...]:
    """The puzzles of a day, the same for everybody."""

    def lot(puzzle: Puzzle) -> bytes:
        return hashlib.sha256(f"{SCHEME}:{day.isoformat()}:{puzzle.position}".encode()).digest()

    return tuple(sorted(bank(), key=lot)[:number])


def parse_puzzle(line: str) -> Puzzle:
    tag, position, answers = line.split(" | ")
    found = [word.split("=") for word in answers.split()]
    totals = [(move, float(total)) for move, total in found]
    best = totals[0][1]
    if tag not in TAGS:
        raise Unreadable("bad_puzzle", f"{tag}: no such kind of puzzle")
    return Puzzle(tag, position, tuple(Answer(m, total, best - total) for m, total in totals))


def format_puzzle(puzzle: Puzzle) -> str:
    answers = " ".join(f"{each.move}={each.total:.4f}" for each in puzzle.answers)
    return f"{puzzle.tag} | {puzzle.position} | {answers}"
