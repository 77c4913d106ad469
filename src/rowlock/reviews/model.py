"""The data model of a review: plain values, written to JSON unchanged.

Seats count from 1, as in all texts for people. Values, losses and luck are in the review's `unit`:
win probabilities between 0 and 1, with shared wins split evenly, or points in a solo game. Lists
with an entry per seat are in seat order.

    Review
      seats[]        the summary of each player
      decisions[]    every choice between two or more answers
        moves[]      each answer with its value and its loss, best first
        rollout      the loss by rollouts, if there were any
        why          how those games continue after the chosen answer and after the best one
      rolls[]        every roll, its luck, and the value of the game to each seat
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.tabular import DataTable, Tabular

Unit: TypeAlias = Literal["wins", "points"]
Mark: TypeAlias = Literal["small", "mistake", "blunder"]
DiceEffect: TypeAlias = Literal["helped", "hurt", "even"]
"""The effect of the dice of a whole game on a seat."""
JudgeName: TypeAlias = Literal["table", "network", "heuristic", "cards"]
"""The evaluator: exact table, network, heuristic, or the best bot for cards."""


class JudgedMove(Struct, frozen=True, omit_defaults=True):
    """A possible answer.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> best = report.decisions[0].moves[0]
    >>> best.move, best.loss, 0 < best.value < 1
    ('y2', 0.0, True)
    """

    move: str
    value: float
    """Its value to the seat if everyone then plays as well as the evaluator."""
    loss: float
    """The difference to the best answer."""
    se: float
    """Standard error of the loss; 0 if exact."""
    skips: int = 0
    """Number of open cells that its crosses skip."""
    penalty: bool = False
    """Whether it takes a penalty."""


class RolledOut(Struct, frozen=True):
    """A decision evaluated again by playing out both answers with the same dice."""

    games: int
    """Pairs of games."""
    loss: float
    """The evaluator's best answer minus the chosen one; below 0 if the chosen one did better."""
    se: float
    judged: float
    """The evaluator's loss."""
    judged_se: float
    settled: bool
    """Whether the rollouts replace the evaluator's loss: their interval lies within one class of
    marks, or is narrower than the evaluator's.
    """


class RowOutlook(Struct, frozen=True):
    """Expected results of one row of the seat's sheet."""

    row: str
    """The colour of its lock: red, yellow, green, blue."""
    points: float
    lock: float
    """The probability that the seat crosses its lock."""


class Outlook(Struct, frozen=True):
    """How games continue after an answer."""

    move: str
    games: int
    win: float
    """The share of wins; always 1 in a solo game."""
    total: float
    """The expected final total of the seat."""
    rows: tuple[RowOutlook, ...]
    penalties: float
    bonus: float
    """The part of the total that comes from neither rows nor penalties."""
    turns: float
    """Mean number of further turns, this one excluded."""
    ends: tuple[float, ...]
    """For every seat, the probability that it ends the game."""


class DecisionReview(Struct, frozen=True, kw_only=True):
    """A seat's choice, judged by what the seat could know.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> choice = report.decisions[0]
    >>> choice.turn, choice.seat, choice.phase, choice.chosen, choice.mark
    (1, 1, 'action1', 'r2', 'mistake')
    """

    turn: int
    seat: int
    phase: str
    """`action1`, `action2`, `choice` (a row for a bonus), or `take` (cards)."""
    moves: tuple[JudgedMove, ...]
    """Every possible answer, best first."""
    chosen: str
    loss: float
    se: float
    mark: Mark | None
    exact: bool
    own: bool = True
    """False if a bot or the clock answered for the player; the choice then does not count."""
    rollout: RolledOut | None = None
    why: tuple[Outlook, ...] = ()
    """After the chosen answer, and after the best one."""


class RollReview(Struct, frozen=True, kw_only=True):
    """A roll, before any answer.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> first = report.rolls[0]
    >>> first.turn, first.active, first.roll, round(sum(first.before), 6)
    (1, 1, '11 1326', 1.0)
    """

    turn: int
    luck: tuple[float, ...]
    """For every seat: value of this roll with best play, minus the mean over all rolls."""
    se: tuple[float, ...]
    """Standard error of the luck; 0 if all rolls were counted."""
    active: int
    roll: str
    before: tuple[float, ...]
    """The value of the game to every seat before the roll: the mean over all rolls."""
    after: tuple[float, ...]
    """The value after the roll, if everyone answers like the evaluator."""
    position: str
    """The position after the roll, as text."""


class Marks(Struct, frozen=True):
    """Number of a seat's decisions with each mark."""

    small: int = 0
    mistake: int = 0
    blunder: int = 0


class SeatReview(Struct, frozen=True, kw_only=True):
    """The summary of a game for one player.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> seat = report.seats[0]
    >>> total = seat.start + seat.luck - seat.loss + seat.given + seat.residual
    >>> seat.name, seat.result, abs(round(total, 6))
    ('Max', 0.0, 0.0)
    """

    seat: int
    name: str
    decisions: int
    """Number of the player's own decisions with more than one possible answer."""
    loss: float
    loss_mean: float
    low: float
    """95% interval of the mean."""
    high: float
    luck: float
    result: float | None
    """The share of the win, or the score of a solo game; None before the end."""
    adjusted: float | None
    """The result without the luck of the dice and of the order of play."""
    residual: float | None
    """What the parts do not explain; 0 if everything is exact."""
    luck_se: float
    total: int
    """Points on the sheet."""
    marks: Marks
    costliest: tuple[int, ...]
    """Indexes into the list of decisions, costliest first."""
    perfect_play: float | None = None
    """How near the choices came to perfect play: 1 if each was the best, 0 if each was the worst
    (`perfect_play.py`); None if nothing was at stake."""
    dice: DiceEffect | None = None
    """The effect of the dice on this seat; None if luck was not measured."""
    start: float | None = None
    """The value of the game to this seat before the first roll, when it is known who begins; None
    if there is no estimate.
    """
    given: float = 0.0
    """What this seat gained by the others' mistakes; below 0 if they cost it something."""


class Review(Tabular, frozen=True, kw_only=True):
    """A reviewed game. Printed as a table, it has one row per seat.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> report.variant, report.players, report.judge, report.finished
    ('classic', 4, 'network', True)
    """

    variant: str
    players: int
    unit: Unit
    exact: bool
    """Whether every figure is exact."""
    judge: JudgeName
    approximate: bool
    """Whether the evaluator's error has not been measured."""
    finished: bool
    """Whether the game is over."""
    complete: bool
    """False if the review was stopped before its end."""
    start: float | None
    """The value of the game before it is known who begins: 1 / players, or the expected solo score
    under perfect play.

    In an approximate solo review it is the evaluator's value of an empty sheet; by the heuristic
    these are its own points, which may be far from any score. None if there is no estimate: in solo
    games before the first roll, and in solo card games.
    """
    seats: tuple[SeatReview, ...]
    decisions: tuple[DecisionReview, ...]
    rolls: tuple[RollReview, ...]

    def table(self) -> DataTable:
        columns = (
            *("seat", "name", "decisions", "loss", "loss_mean", "low", "high"),
            *("luck", "result", "adjusted", "residual", "perfect_play"),
        )
        rows = tuple(tuple(getattr(seat, name) for name in columns) for seat in self.seats)
        title = f"Review of a game of {self.variant} ({self.unit}, {self.judge})"
        return DataTable(title, columns, rows)
