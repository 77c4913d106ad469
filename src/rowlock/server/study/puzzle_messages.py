"""The puzzles of a day over the wire."""

from __future__ import annotations

from typing import Literal

from rowlock.protocol.base import Wire
from rowlock.protocol.server_messages import RollView, SheetView
from rowlock.reviews.puzzles import Tag


class PuzzleAnswer(Wire):
    move: str
    total: float
    """The exact expected total, if all goes on as well as possible."""
    loss: float
    """How much less that is than the best."""
    skips: int = 0
    """How many open cells its crosses leave behind for good."""
    penalty: bool = False
    """Whether it takes a penalty."""


class PuzzleView(Wire):
    """One question, with the expected total of every answer; the best is first."""

    tag: Tag
    turn: int
    phase: Literal["action1", "action2"]
    dice: RollView
    sheet: SheetView
    closed: tuple[int, ...]
    answers: tuple[PuzzleAnswer, ...]


class Puzzles(Wire):
    """GET /api/puzzles/{date}: the same for everybody."""

    date: str
    variant: str
    puzzles: tuple[PuzzleView, ...]
