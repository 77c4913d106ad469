"""`review(record)` evaluates every choice and every roll of a game.

A `Reviewing` goes through the record turn by turn and can return its partial review at any time,
for example when it is stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec.structs import replace

from rowlock.bots.exact_ends import can_end_exactly
from rowlock.core.view import view
from rowlock.endgame.search_arrays import clear
from rowlock.endgame.solve_endgame import search_arrays_of
from rowlock.errors import Unreadable
from rowlock.notation.record import Record, Turn
from rowlock.notation.replay import Moment, moments, replay
from rowlock.notation.substituted_answers import covered_in
from rowlock.reviews.answers import Answers, answers_of
from rowlock.reviews.cards import CardEvaluator, any_evaluator_for, is_approximate
from rowlock.reviews.decisions import EvaluatedAnswer, judge_answer
from rowlock.reviews.evaluators import TableEvaluator
from rowlock.reviews.luck import roll_review
from rowlock.reviews.model import Review, RollReview
from rowlock.reviews.others_mistakes import others_mistakes
from rowlock.reviews.rollouts import roll_out, worth_a_look, worth_explaining
from rowlock.reviews.seat_totals import seat_reviews
from rowlock.reviews.solo_outlook import can_play_on, explain
from rowlock.solver.value_table import ValueTable
from rowlock.variants.together import are_equal, variant_ids

Progress = Callable[[float], object]
"""Called with the completed fraction, from 0 to 1."""
FIRST_LOOK = 0.1
"""Fraction of the progress bar for the work before rollouts."""


def review(
    record: Record,
    *,
    seat: int | None = None,
    rollouts: float = 0.0,
    table: ValueTable | None = None,
    covered: Collection[tuple[int, int]] = (),
    luck_samples: int = 1,
    progress: Progress = lambda done: None,
) -> Review:
    """What every choice of a record cost, and how lucky the dice were.

    `seat` (from 1) limits the review to one seat. `rollouts` is the time in seconds for playing out
    costly choices, which settles doubtful ones and shows reasons. `table` is the exact table for a
    solo game; without it, the table stored on this machine is used. `covered` lists turns and seats
    (both from 1) in which a bot or the clock answered for the player, in addition to those in the
    record. `luck_samples` is the number of samples that each roll is compared with (`luck.py`).
    `progress` is called after every step; if it raises an exception, the review ends. Use
    `Reviewing` to get a partial review.
    """
    reviewing = Reviewing(
        record,
        seat=seat,
        rollouts=rollouts,
        table=table,
        covered=covered,
        luck_samples=luck_samples,
    )
    for done in reviewing.steps():
        progress(done)
    return reviewing.so_far()


class Reviewing:
    """A review in progress; choices of the seats in `first` are played out before others."""

    def __init__(
        self,
        record: Record,
        *,
        seat: int | None = None,
        rollouts: float = 0.0,
        table: ValueTable | None = None,
        covered: Collection[tuple[int, int]] = (),
        first: Collection[int] = (),
        luck_samples: int = 1,
    ) -> None:
        self.end = replay(record)
        if seat is not None and not 1 <= seat <= len(self.end.names):
            raise Unreadable("no_such_seat", f"there is no seat {seat} at this table")
        self.seat, self.rollouts, self.first = seat, rollouts, first
        self.luck_samples = luck_samples
        start, *self.turns = moments(record)
        self.dice = {turn.number: turn.roll for turn in record.turns if isinstance(turn, Turn)}
        self.game = start.state
        self.evaluator = any_evaluator_for(self.game, table)
        self.covered = covered_in(record).union(covered)
        self.judged: list[EvaluatedAnswer] = []
        self.rolls: list[RollReview] = []
        self.done = 0
        if can_end_exactly(self.game):
            clear(search_arrays_of(self.game.variant))  # makes reviews reproducible

    def steps(self) -> Iterator[float]:
        """Evaluate turn by turn, then choice by choice; yields the completed fraction."""
        part = FIRST_LOOK if self.plays_on else 1.0
        for moment in self.turns:
            self._roll(moment)
            self._answers(moment)
            self.game = moment.state
            self.done += 1
            yield part * self.done / len(self.turns)
        if self.plays_on:
            for done in self._second_look():
                yield part + (1.0 - part) * done

    @property
    def plays_on(self) -> bool:
        """Whether costly choices are played out.

        Not in card games: the bots take about 40 ms to finish a game, so a few seconds of games
        would be less accurate than the evaluator.
        """
        return self.rollouts > 0 and not isinstance(self.evaluator, CardEvaluator)

    def _second_look(self) -> Iterator[float]:
        evaluator = self.evaluator
        assert not isinstance(evaluator, CardEvaluator)
        choices = [(k, each.decision) for k, each in enumerate(self.judged)]
        mine = [(k, each) for k, each in choices if self.seat in (None, each.seat)]
        marked = {k for k, each in mine if worth_explaining(each)}
        if isinstance(evaluator, TableEvaluator):
            if can_play_on(evaluator.table):
                yield from explain(self.judged, sorted(marked), evaluator, self.rollouts)
        else:
            wanted = sorted(
                marked.union(k for k, each in mine if worth_a_look(each, evaluator.unit))
            )
            yield from roll_out(self.judged, wanted, evaluator, self.rollouts, first=self.first)

    def _roll(self, moment: Moment) -> None:
        if not isinstance(self.evaluator, CardEvaluator):
            dice = self.dice[moment.turn]
            self.rolls.append(roll_review(self.game, dice, self.evaluator, self.luck_samples))

    def _answers(self, moment: Moment) -> None:
        stage, ways = "", dict[int, Answers]()
        for answered in moment.answers:
            game, seat = answered.game, answered.seat
            if isinstance(self.evaluator, CardEvaluator):
                ways = {seat: self.evaluator.ways(view(game, seat))}
            elif game.stage != stage:
                stage, ways = game.stage, answers_of(game, self.evaluator)
            own = (game.turn, seat + 1) not in self.covered
            judged = judge_answer(answered, ways.get(seat), self.evaluator, own=own)
            if judged is not None:
                self.judged.append(judged)

    def so_far(self) -> Review:
        """The review so far."""
        complete = self.done == len(self.turns)
        game = self.end if complete else self.game
        decisions = [judged.decision for judged in self.judged]
        unit, starts = self.evaluator.unit, self._starts()
        given = others_mistakes(self.judged, self.evaluator, len(game.names))
        whole = Review(
            variant=variant_ids(game.variants),
            players=len(game.names),
            unit=unit,
            exact=isinstance(self.evaluator, TableEvaluator),
            judge=self.evaluator.name,
            approximate=is_approximate(self.evaluator) or not are_equal(game.variants),
            finished=game.over,
            complete=complete,
            start=starts[0] if len(starts) == 1 else 1 / len(starts),
            seats=seat_reviews(game, unit, starts, decisions, self.rolls, given=given),
            decisions=tuple(decisions),
            rolls=tuple(self.rolls),
        )
        return whole if self.seat is None else only_seat(whole, self.seat)

    def _starts(self) -> Sequence[float | None]:
        """The value of the game to each seat before the first roll, when it is known who begins.
        None if there is no estimate: a solo game without an exact table before the first roll, or
        with cards.
        """
        if self.rolls:
            return self.rolls[0].before
        if self.evaluator.unit == "wins":
            return [1 / len(self.game.names)] * len(self.game.names)
        if isinstance(self.evaluator, TableEvaluator):
            return [self.evaluator.table.total(self.game.sheets[0], self.game.closed)]
        return [None]


def only_seat(whole: Review, seat: int) -> Review:
    """The review of one seat only, counted from 1."""
    places = [k for k, each in enumerate(whole.decisions) if each.seat == seat]
    own = whole.seats[seat - 1]
    return replace(
        whole,
        seats=(replace(own, costliest=tuple(map(places.index, own.costliest))),),
        decisions=tuple(whole.decisions[k] for k in places),
    )
