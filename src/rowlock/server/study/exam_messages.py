"""Messages of the exam: a solo game whose steps the page keeps, and the report on it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import MoveText, RawName, Wire
from rowlock.reviews.exam import Exam
from rowlock.server.study.review_messages import Reviewed

MAX_STEPS = 400
"""Limit of steps; the longest solo game has a hundred turns of three steps."""
MAX_BODY = 16 * 1024


class ExamSteps(Wire):
    """POST /api/exam: all steps of an exam. The server stores nothing."""

    seed: Annotated[int, Meta(ge=0, lt=2**32)]
    """The seed of the dice, as in `rowlock exam --seed`; the same seed gives the same dice."""
    name: RawName
    variant: str = "classic"
    steps: Annotated[tuple[MoveText, ...], Meta(max_length=MAX_STEPS)] = ()
    """`roll` or a move, in order."""


class ExamPaper(ExamSteps):
    """POST /api/exam/report, request: the finished exam on which to report."""

    rollouts: bool = False
    """Also play out costly choices, which takes seconds and gives reasons."""


class ExamSheets(Wire):
    """GET /api/exam: the sheets with an exact table on the server, and those whose table is solved
    on first use."""

    variants: tuple[str, ...]


class ExamReport(Exam, frozen=True):
    """expected - given_away + luck = score, and the review of the game."""

    review: Reviewed
    record: str
    """The record of the game."""
