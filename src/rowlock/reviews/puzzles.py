"""Puzzles: choices in solo games with one clearly best answer, and all exact values.

>>> from datetime import date
>>> from rowlock.reviews.puzzles import of_day
>>> ten = of_day(date(2026, 11, 16))
>>> len(ten), ten == of_day(date(2026, 11, 16)), ten == of_day(date(2026, 11, 17))
(10, True, False)

A bank is a file with one puzzle per line, made by `scripts/puzzles.py`:

    tag | position | answer=expected total ...

A change of the bank or of the draw is a new scheme that begins on a future day. Earlier days keep
their puzzles and their bank.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from rowlock.errors import Unreadable

SCHEME_2_FROM = date(2026, 12, 1)
"""The first day of `rowlock-puzzles-2`."""
A_DAY = 10
ROUND = 50
"""Days in which each puzzle of one half of the second bank is asked once."""

Tag: TypeAlias = Literal["first_cross", "skip_or_penalty", "one_or_two", "lock", "last_turns"]
TAGS: tuple[Tag, ...] = get_args(Tag)


class PuzzleChoice(Struct, frozen=True):
    """A possible answer."""

    move: str
    total: float
    """The expected final total under perfect play."""
    loss: float
    """The difference to the best answer."""


class Puzzle(Struct, frozen=True):
    """A question with its exact answer."""

    tag: Tag
    position: str
    """The position on one line, for `parse_position`."""
    answers: tuple[PuzzleChoice, ...]
    """Best first."""

    def answer(self, move: str) -> PuzzleChoice:
        for each in self.answers:
            if each.move == move:
                return each
        raise Unreadable("unknown_token", f"{move}: not an answer to this puzzle")


@cache
def bank(scheme: int = 2) -> tuple[Puzzle, ...]:
    """All puzzles of a scheme."""
    text = files("rowlock.reviews").joinpath(f"puzzles-{scheme}.txt").read_text("utf-8")
    return tuple(map(parse_puzzle, text.splitlines()))


def of_day(day: date) -> tuple[Puzzle, ...]:
    """The puzzles of a day, the same for everyone."""
    return _first_of_day(day) if day < SCHEME_2_FROM else _second_of_day(day)


def _first_of_day(day: date) -> tuple[Puzzle, ...]:
    return tuple(_drawn(bank(1), f"rowlock-puzzles-1:{day.isoformat()}")[:A_DAY])


def _second_of_day(day: date) -> tuple[Puzzle, ...]:
    """An equal number of each kind. The halves of the bank take turns and are shuffled each time,
    so a puzzle comes back after more than ROUND days, among different ones.
    """
    number, place = divmod((day - SCHEME_2_FROM).days, ROUND)
    each = A_DAY // len(TAGS)
    ten: list[Puzzle] = []
    for tag in TAGS:
        kind = _drawn((puzzle for puzzle in bank(2) if puzzle.tag == tag), "rowlock-puzzles-2")
        shuffled = _drawn(kind[number % 2 :: 2], f"rowlock-puzzles-2:{number}")
        ten += shuffled[place * each : (place + 1) * each]
    return tuple(_drawn(ten, f"rowlock-puzzles-2:{day.isoformat()}"))


def _drawn(puzzles: Iterable[Puzzle], seed: str) -> list[Puzzle]:
    """Shuffle the puzzles reproducibly, by a hash."""
    return sorted(puzzles, key=lambda each: sha256(f"{seed}:{each.position}".encode()).digest())


def parse_puzzle(line: str) -> Puzzle:
    tag, position, answers = line.split(" | ")
    found = [word.split("=") for word in answers.split()]
    totals = [(move, float(total)) for move, total in found]
    best = totals[0][1]
    if tag not in TAGS:
        raise Unreadable("bad_puzzle", f"{tag}: no such kind of puzzle")
    return Puzzle(tag, position, tuple(PuzzleChoice(m, total, best - total) for m, total in totals))


def format_puzzle(puzzle: Puzzle) -> str:
    answers = " ".join(f"{each.move}={each.total:.4f}" for each in puzzle.answers)
    return f"{puzzle.tag} | {puzzle.position} | {answers}"
