"""The value of every answer of a seat."""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.state import Game
from rowlock.core.view import View, view
from rowlock.errors import Illegal
from rowlock.reviews.advice import RankedAdvice, Worth
from rowlock.reviews.advice import advise as rank
from rowlock.tabular import DataTable, Tabular


class AdvisedAnswer(Struct, frozen=True):
    """An answer and its value.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> second = rowlock.advise(game, 0).answers[1]
    >>> second.move, second.cost > 0
    ('r3', True)
    """

    move: str
    value: float
    """The seat's chance of winning, or its points in a solo game."""
    cost: float
    """How much less it is worth than the best answer."""
    probability: float | None
    """How often the best mixture of answers gives it, if that was computed."""


class AdviceReport(Tabular, frozen=True, kw_only=True):
    """What `advise` returns. The table has one row per answer, best first.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> rowlock.advise(game, 0).to_csv().splitlines()[0]
    'move,value,cost,probability'
    """

    seat: int
    """Counted from 0, as in every function."""
    method: str
    """`exact`, `table`, `network`, `heuristic` (rules of thumb) or `cards`."""
    unit: str
    """`wins` or `points`."""
    error: float
    """Standard error of the difference between two answers; 0 if exact."""
    answers: tuple[AdvisedAnswer, ...]

    @property
    def best(self) -> str:
        """The best answer."""
        return self.answers[0].move

    def table(self) -> DataTable:
        columns = AdvisedAnswer.__struct_fields__
        rows = tuple(tuple(getattr(answer, name) for name in columns) for answer in self.answers)
        return DataTable(
            f"Answers of seat {self.seat + 1} ({self.unit}, {self.method})", columns, rows
        )


def advise(game: Game | View, seat: int | None = None) -> AdviceReport:
    """Rank the answers that a seat may give now, as `rowlock advise` does.

    Pass a game and a seat, or a bot's `View`. Needs the extra `fast`.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> advice = rowlock.advise(game, 0)
    >>> advice.best, advice.unit, advice.method
    ('y3', 'wins', 'network')
    """
    seen = game if isinstance(game, View) else view(game, seat)
    if not seen.legal or seen.seat is None:
        raise Illegal("not_your_decision", "this seat has nothing to decide now", seat=seat)
    return _report(seen.seat, rank(seen))


def _report(seat: int, advice: RankedAdvice) -> AdviceReport:
    def answer(worth: Worth) -> AdvisedAnswer:
        return AdvisedAnswer(str(worth.move), worth.value, worth.cost, worth.probability)

    return AdviceReport(
        seat=seat,
        method=advice.method,
        unit=advice.unit,
        error=advice.error,
        answers=tuple(map(answer, advice.worths)),
    )
