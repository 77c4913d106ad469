"""Evaluates a game of the day: score, points given away, and luck.

In a solo game with an exact table, the figures add up as in an exam: expected points under perfect
play, minus points given away, plus luck, equals the score. On other sheets the figures are those of
the review, which are approximate. In a two-player game they are win probabilities.
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
    """The evaluation of a finished game of the day."""

    date: str
    scheme: str
    variant: str
    players: int
    unit: Unit
    exact: bool
    """Whether all figures are exact."""
    expected: float
    """Value of the game before the first roll."""
    given_away: float
    luck: float
    result: float
    """The score in a solo game, otherwise the share of the win."""
    score: int
    """Points on the player's sheet."""
    rival: int | None
    """The bot's points in a two-player game."""
    rows: tuple[int, ...]
    """The points of every row, in the order of the locks: red, yellow, green, blue."""
    penalties: int


def judge(record: Record, day: Day, found: Review) -> DayEvaluation:
    """Evaluate a finished game with the dice of the day, from its review.

    The person has seat 0.
    """
    end = replay(record)
    check_dice(record, day)
    if not end.over:
        raise Illegal("not_over", "the game is not over")
    seat, totals = found.seats[0], result(end)
    assert found.start is not None  # set in every game with a roll
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
    """The score of the exact policy with the dice of a solo day."""
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
