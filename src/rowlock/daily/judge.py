"""What a game of the day comes to: what was given away, the luck, the score.

Alone with the exact table the sum adds up as in an exam: what best play expects, less the points
given away, plus the luck, is the score. Other sheets are judged by what the review has for them,
which is approximate; with two players all is in chances of winning.
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.game import result
from rowlock.core.state import Game
from rowlock.daily.check import check_dice
from rowlock.errors import Illegal
from rowlock.notation.record import Record
from rowlock.notation.replay import replay
from rowlock.notation.scribe import Scribe
from rowlock.reviews.model import Review, Unit
from rowlock.solver.turns import ranked_turns
from rowlock.solver.value_table import ValueTable
from rowlock.table.day import SCHEME, Day


class DayEvaluation(Struct, frozen=True, kw_only=True):
    """A finished game of the day."""

    date: str
    scheme: str
    variant: str
    players: int
    unit: Unit
    exact: bool
    """Whether every figure is exact."""
    expected: float
    """What the game was worth before the first roll."""
    given_away: float
    luck: float
    result: float
    """The score of one who played alone, else the share of the win."""
    score: int
    """Points on the sheet."""
    rival: int | None
    """The bot's points on a day for two."""
    rows: tuple[int, ...]
    """The points of every row, in the order of the locks: red, yellow, green, blue."""
    penalties: int


def judge(record: Record, day: Day, found: Review) -> DayEvaluation:
    """What a finished game with the dice of the day comes to, by its review.

    The person sits on the first seat.
    """
    end = replay(record)
    check_dice(record, day)
    if not end.over:
        raise Illegal("not_over", "the game is not over")
    seat, totals = found.seats[0], result(end)
    assert found.start is not None  # a game that is over was rolled for
    return DayEvaluation(
        date=day.date,
        scheme=SCHEME,
        variant=day.variant.id,
        players=day.players,
        unit=found.unit,
        exact=found.exact,
        expected=found.start,
        given_away=seat.loss,
        luck=seat.luck,
        result=seat.result or 0.0,
        score=seat.total,
        rival=totals.totals[1] if day.players > 1 else None,
        rows=totals.scores[0].rows,
        penalties=end.sheets[0].penalties,
    )


def exact_score(day: Day, table: ValueTable) -> int:
    """What the exact policy scores with the dice of a day that is played alone."""
    scribe = Scribe(day.setup("exact"))
    while not scribe.game.over:
        _best_turn(scribe, day, table)
    return result(scribe.game).totals[0]


def _best_turn(scribe: Scribe, day: Day, table: ValueTable) -> None:
    game: Game = scribe.game
    dice = day.dice.roll(game)
    scribe.roll(dice)
    for move in ranked_turns(table, game.sheets[0], dice, game.closed)[0].moves:
        scribe.play(0, move)
