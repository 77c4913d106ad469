"""Play out every answer of a seat many times."""

from __future__ import annotations

from msgspec import Struct

from rowlock.api.bots import Bots, named_bots
from rowlock.core.state import Game
from rowlock.simulation.rollouts import roll_out
from rowlock.tabular import DataTable, Tabular
from rowlock.variants.together import variant_ids


class RolledOutAnswer(Struct, frozen=True):
    """One answer and its results.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> best = rowlock.rollout(game, 0, "greedy", games=100).answers[0]
    >>> best.cost, best.low < best.win < best.high
    (0.0, True)
    """

    move: str | None
    """None if the seat has nothing to decide."""
    win: float
    """Share of the wins."""
    low: float
    """Lower end of the 95% interval of `win`, or of the points in a solo game."""
    high: float
    cost: float
    """How much less it is worth than the best answer."""
    cost_error: float
    """Half of the 95% interval of `cost`."""
    points: float | None
    """Mean final score in a solo game; else None."""
    exact: bool
    """Whether the value was computed instead of played out."""


class RolloutReport(Tabular, frozen=True, kw_only=True):
    """What `rollout` returns. The table has one row per answer, best first.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> report = rowlock.rollout(game, 0, "greedy", games=100)
    >>> report.variant, report.seat, report.games
    ('classic', 0, 100)
    """

    variant: str
    seat: int
    """Counted from 0, as in every function."""
    games: int
    seed: int
    answers: tuple[RolledOutAnswer, ...]

    @property
    def best(self) -> str | None:
        """The best answer; None if the seat has nothing to decide."""
        return self.answers[0].move

    def table(self) -> DataTable:
        columns = RolledOutAnswer.__struct_fields__
        rows = tuple(tuple(getattr(answer, name) for name in columns) for answer in self.answers)
        return DataTable(f"{self.games:,} games per answer of seat {self.seat + 1}", columns, rows)


def rollout(
    game: Game, seat: int, bots: Bots = "champion", *, games: int = 1000, seed: int = 1
) -> RolloutReport:
    """Play out every answer of a seat many times with the same dice, as `rowlock rollout` does.

    `bots` finish the games: one for all seats, or one per seat. Needs the extra `fast`.

    >>> import rowlock
    >>> game = rowlock.roll(rowlock.new_game("classic", ["Ann", "Ben"]), "12 6611").state
    >>> report = rowlock.rollout(game, 0, "greedy", games=500)
    >>> report.best, len(report.answers)
    ('r3', 5)
    """
    made = named_bots(bots)[1]
    if len(made) == 1:
        made *= len(game.names)
    ranked = roll_out(game, seat, made, games, seed=seed).ranked()
    answers = tuple(
        RolledOutAnswer(
            None if each.move is None else str(each.move),
            each.win,
            each.low,
            each.high,
            each.cost,
            each.cost_error,
            each.points,
            each.exact,
        )
        for each in ranked
    )
    return RolloutReport(
        variant=variant_ids(game.variants), seat=seat, games=games, seed=seed, answers=answers
    )
