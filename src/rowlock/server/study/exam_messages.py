"""The exam over the wire: a game alone that its page holds, step by step, and the report on it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rowlock.protocol.base import MoveText, RawName, Wire
from rowlock.reviews.exam import Exam
from rowlock.server.study.review_messages import Reviewed

MAX_STEPS = 400
"""The longest game alone has a hundred turns of three steps."""
MAX_BODY = 16 * 1024


class ExamSteps(Wire):
    """POST /api/exam: an exam from its beginning. Nothing of it is kept."""

    seed: Annotated[int, Meta(ge=0, lt=2**32)]
    """The dice: the same for everybody who takes it, as in `rowlock exam --seed`."""
    name: RawName
    variant: str = "classic"
    steps: Annotated[tuple[MoveText, ...], Meta(max_length=MAX_STEPS)] = ()
    """`roll`, or a move, in the order in which they were made."""


class ExamPaper(ExamSteps):
    """POST /api/exam/report: an exam that is over."""

    rollouts: bool = False
    """Also play on after costly choices, which takes seconds and tells why."""


class ExamSheets(Wire):
    """GET /api/exam: the sheets whose exact table is kept here or made on first use."""

    variants: tuple[str, ...]


class ExamReport(Exam, frozen=True):
    """expected - given_away + luck = score, and the review that says where."""

    review: Reviewed
    record: str
    """The game, for the page to keep."""
