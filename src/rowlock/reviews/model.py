"""What a review says: plain values that go to JSON as they are.

Seats count from 1, as in every text for people. Values, losses and luck are in the review's
`unit`: chances of winning between 0 and 1, a shared win split evenly, or points where somebody
played alone. Lists "of every seat" are in the order of the seats.

    Review
      seats[]        what it comes to for each player
      decisions[]    every choice between two answers or more
        moves[]      each answer with its value and what it loses, the best first
        rollout      the same question put to games played on, where that was done
        why          what those games expect after the chosen answer and after the best one
      rolls[]        every roll, how lucky it was, and what each seat's game was worth
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rowlock.tabular import DataTable, Tabular

Unit: TypeAlias = Literal["wins", "points"]
Mark: TypeAlias = Literal["small", "mistake", "blunder"]
DiceEffect: TypeAlias = Literal["helped", "hurt", "even"]
"""What the dice of a whole game did for a seat."""
JudgeName: TypeAlias = Literal["table", "network", "heuristic", "cards"]
"""Who judged: the solved table, the trained network, rules of thumb, or the best bot with cards."""


class JudgedMove(Struct, frozen=True, omit_defaults=True):
    """One answer that was possible.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> best = report.decisions[0].moves[0]
    >>> best.move, best.loss, 0 < best.value < 1
    ('y2', 0.0, True)
    """

    move: str
    value: float
    """What it is worth to the seat if everybody goes on as well as the judge can."""
    loss: float
    """How much less that is than the best answer's."""
    se: float
    """How uncertain the loss is, as a standard error; 0 where it is exact."""
    skips: int = 0
    """How many open cells its crosses leave behind for good."""
    penalty: bool = False
    """Whether it takes a penalty."""


class RolledOut(Struct, frozen=True):
    """A decision looked at again by games played on with the same dice after both answers."""

    games: int
    """Pairs of games."""
    loss: float
    """How much better the judge's best answer did than the chosen one; below 0 if worse."""
    se: float
    judged: float
    """The loss as the judge saw it before."""
    judged_se: float
    settled: bool
    """Whether these games decide what the choice lost: their interval lies within one class of
    marks, or they are surer than the judge. Else the judge's word stands."""


class RowOutlook(Struct, frozen=True):
    """What is expected of one row of the seat's sheet."""

    row: str
    """The colour of its lock: red, yellow, green, blue."""
    points: float
    lock: float
    """The chance that the seat crosses its lock."""


class Outlook(Struct, frozen=True):
    """How games go on after an answer."""

    move: str
    games: int
    win: float
    """The share of wins; alone always 1."""
    total: float
    """The expected final total of the seat."""
    rows: tuple[RowOutlook, ...]
    penalties: float
    bonus: float
    """Of the total, what neither rows nor penalties make."""
    turns: float
    """How many more turns the game takes, this one not counted."""
    ends: tuple[float, ...]
    """The chance of every seat to be the one that ends the game."""


class DecisionReview(Struct, frozen=True, kw_only=True):
    """A choice that a seat made, judged by what it could know then.

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
    """Every possible answer, the best first."""
    chosen: str
    loss: float
    se: float
    mark: Mark | None
    exact: bool
    own: bool = True
    """False where a bot or the clock answered for the player; it then counts for nobody."""
    rollout: RolledOut | None = None
    why: tuple[Outlook, ...] = ()
    """Of the chosen answer, then of the best one."""


class RollReview(Struct, frozen=True, kw_only=True):
    """A roll, before anybody answered it.

    >>> import rowlock
    >>> report = rowlock.review(rowlock.read_record("examples/evening.rowlock"))
    >>> first = report.rolls[0]
    >>> first.turn, first.active, first.roll, round(sum(first.before), 6)
    (1, 1, '11 3663', 1.0)
    """

    turn: int
    luck: tuple[float, ...]
    """Of every seat: what this roll is worth with best play beyond the mean of all rolls."""
    se: tuple[float, ...]
    """How uncertain that is; 0 where all rolls were counted."""
    active: int
    roll: str
    before: tuple[float, ...]
    """What the game was worth to every seat before the roll: the mean over all rolls."""
    after: tuple[float, ...]
    """And after it, if everybody answers as the judge would."""
    position: str
    """The table with this roll, in the notation of positions."""


class Marks(Struct, frozen=True):
    """How many decisions of a seat have each mark."""

    small: int = 0
    mistake: int = 0
    blunder: int = 0


class SeatReview(Struct, frozen=True, kw_only=True):
    """What a game comes to for one player.

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
    """Those with more than one possible answer, made by the player."""
    loss: float
    loss_mean: float
    low: float
    """95 % interval of the mean."""
    high: float
    luck: float
    result: float | None
    """The share of the win, or the score of one who played alone; None before the end."""
    adjusted: float | None
    """The result without the luck of the dice and of beginning first or last."""
    residual: float | None
    """What the parts do not explain: 0 where all is exact."""
    luck_se: float
    total: int
    """Points on the sheet."""
    marks: Marks
    costliest: tuple[int, ...]
    """Places in the list of decisions, the costliest first."""
    perfect_play: float | None = None
    """How near the choices came to perfect play: 1 if each was the best, 0 if each was the worst
    (`perfect_play.py`); None if nothing was at stake."""
    dice: DiceEffect | None = None
    """What the dice did for this seat; None where no luck is measured."""
    start: float | None = None
    """What the game was worth to this seat before the first roll, when it is known who begins.
    None where nobody knows."""
    given: float = 0.0
    """What the others' mistakes gave this seat; below 0 if they took something away."""


class Review(Tabular, frozen=True, kw_only=True):
    """A reviewed game. As a table it has one row per seat.

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
    """Whether how far off the judge may be was never measured."""
    finished: bool
    """Whether the game is over."""
    complete: bool
    """False if the review was stopped before its end."""
    start: float | None
    """What the game was worth before anybody knew who begins: 1 / players, or alone the score that
    best play expects. Where the review is approximate, that is no more than what the rules of thumb
    make of an empty sheet: points of their own, which may be far from any score. None where they
    know nothing: alone before the first roll, and alone with cards."""
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
