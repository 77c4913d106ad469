"""Messages of the daily puzzles."""

from __future__ import annotations

from typing import Literal

from rowlock.protocol.base import Wire
from rowlock.protocol.server_messages import RollView, SheetView
from rowlock.reviews.puzzles import Tag


class PuzzleAnswer(Wire):
    move: str
    total: float
    """The exact expected total with perfect play afterwards."""
    loss: float
    """The difference to the best answer."""
    skips: int = 0
    """Number of open cells that its crosses skip."""
    penalty: bool = False
    """Whether it takes a penalty."""


class PuzzleView(Wire):
    """A puzzle with the expected total of every answer, the best first."""

    tag: Tag
    turn: int
    phase: Literal["action1", "action2"]
    dice: RollView
    sheet: SheetView
    closed: tuple[int, ...]
    answers: tuple[PuzzleAnswer, ...]


class Puzzles(Wire):
    """The response to GET /api/puzzles/{date}: the puzzles of a date, the same for everyone."""

    date: str
    variant: str
    puzzles: tuple[PuzzleView, ...]
