"""The exam: a solo game scored against the exact table, with a sum that adds up.

    expected under perfect play - points given away + luck = the score

The dice follow from the exam's seed, six per turn whatever is locked, so everyone who takes this
exam gets the same dice. The exact policy plays with the same dice, also without knowing them in
advance.
"""

from __future__ import annotations

from msgspec import Struct

from rowlock.core.game import result
from rowlock.kernel.stream import GameChance
from rowlock.notation.record import Record, Setup
from rowlock.notation.replay import replay
from rowlock.notation.scribe import Scribe
from rowlock.reviews.model import Review
from rowlock.reviews.review import review
from rowlock.solver.turns import ranked_turns
from rowlock.solver.value_table import ValueTable

NAME = "exact"


class Exam(Struct, frozen=True):
    """A finished exam."""

    seed: int
    expected: float
    """The mean score of the sheet under perfect play."""
    given_away: float
    luck: float
    score: int
    """Equal to expected - given_away + luck."""
    exact_score: int
    """The exact policy's score with the same dice."""
    review: Review


def exam_chance(seed: int) -> GameChance:
    """The dice of an exam."""
    return GameChance(seed, 0)


def examine(record: Record, table: ValueTable, seed: int) -> Exam:
    """Evaluate a finished game with the dice of the seed."""
    return report_on(review(record, table=table), table, seed)


def report_on(found: Review, table: ValueTable, seed: int) -> Exam:
    """The report from the review of an exam."""
    [seat] = found.seats
    assert found.start is not None  # always set with an exact table
    return Exam(
        seed=seed,
        expected=found.start,
        given_away=seat.loss,
        luck=seat.luck,
        score=seat.total,
        exact_score=result(replay(exact_record(table, seed))).totals[0],
        review=found,
    )


def exact_record(table: ValueTable, seed: int) -> Record:
    """The exact policy's game with the dice of an exam."""
    lucky = table.problem.lucky
    setup = Setup(variant=table.variant, names=(NAME,), lucky=(lucky,) if lucky else None)
    scribe, chance = Scribe(setup), exam_chance(seed)
    while not scribe.game.over:
        game = scribe.game
        dice = chance.roll(game)
        scribe.roll(dice)
        for move in ranked_turns(table, game.sheets[0], dice, game.closed)[0].moves:
            scribe.play(0, move)
    return scribe.record()
