"""Many reviewed games as one table: a line per player.

Players are told apart by name. Solo games and games of several players are different lines, because
their units differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import nan, sqrt
from statistics import fmean, stdev

from msgspec import Struct

from rowlock.reviews.model import Review, SeatReview, Unit
from rowlock.simulation.stats import Z95
from rowlock.tabular import DataTable, Tabular


class SeasonPlayer(Struct, frozen=True, kw_only=True):
    """A player's games.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> first = rowlock.season([report, report]).players[0]
    >>> first.games, first.low == first.without_luck == first.high  # equal games: no spread
    (2, True)
    """

    name: str
    unit: Unit
    games: int
    """Finished games."""
    result: float
    """Wins, shared ones in parts; in solo games the mean score."""
    luck: float
    """Mean luck of the dice per game."""
    without_luck: float
    """Mean result of a game without the luck of the dice and of the order of play."""
    low: float
    """Lower end of its 95% interval, from the spread between games; with a single game nan."""
    high: float
    choices: int
    cost: float
    """Loss per choice."""


class Season(Tabular, frozen=True):
    """What `season` returns. The table has one row per player, best first.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> rowlock.season([report]).to_csv().splitlines()[0]
    'name,unit,games,result,luck,without_luck,low,high,choices,cost'
    """

    games: int
    players: tuple[SeasonPlayer, ...]

    def table(self) -> DataTable:
        columns = SeasonPlayer.__struct_fields__
        rows = tuple(tuple(getattr(each, name) for name in columns) for each in self.players)
        return DataTable(f"Season of {self.games} games", columns, rows)


def season(reviews: Iterable[Review]) -> Season:
    """Add up the reviews of many games, as `rowlock review season/*.rowlock` does.

    Games that are not finished or not completely reviewed do not count.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> [player.name for player in rowlock.season([report]).players]
    ['Linus', 'Emma', 'Laura', 'Max']
    """
    games: dict[tuple[str, Unit], list[SeatReview]] = {}
    number = 0
    for review in reviews:
        if not (review.finished and review.complete):
            continue
        number += 1
        for seat in review.seats:
            games.setdefault((seat.name, review.unit), []).append(seat)
    players = [_player(name, unit, own) for (name, unit), own in games.items()]
    return Season(number, tuple(sorted(players, key=lambda each: -each.without_luck)))


def _player(name: str, unit: Unit, own: list[SeatReview]) -> SeasonPlayer:
    results = [seat.result or 0.0 for seat in own]
    adjusted = [seat.result or 0.0 if seat.adjusted is None else seat.adjusted for seat in own]
    choices = sum(seat.decisions for seat in own)
    mean = fmean(adjusted)
    half = Z95 * stdev(adjusted) / sqrt(len(own)) if len(own) > 1 else nan
    return SeasonPlayer(
        name=name,
        unit=unit,
        games=len(own),
        result=sum(results) if unit == "wins" else fmean(results),
        luck=fmean(seat.luck for seat in own),
        without_luck=mean,
        low=mean - half,
        high=mean + half,
        choices=choices,
        cost=sum(seat.loss for seat in own) / max(choices, 1),
    )
