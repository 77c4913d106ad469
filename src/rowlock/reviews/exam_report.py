"""Formats an exam for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.languages.texts import Texts
from rowlock.reviews.exam import Exam
from rowlock.reviews.format import NOTHING_LOST, exact_sum
from rowlock.reviews.model import DecisionReview, RollReview


def exam_report(found: Exam, texts: Texts) -> Iterator[str]:
    """Every choice that gave away points, and the sum."""
    whole, [seat] = found.review, found.review.seats
    rolls = {roll.turn: roll for roll in whole.rolls}
    costly = [each for each in whole.decisions if each.loss >= NOTHING_LOST]
    yield texts("exam_count", costly=len(costly), count=seat.decisions)
    for each in costly:
        yield from _choice(each, rolls[each.turn], texts)
    yield exact_sum(texts, found.expected, seat)
    yield texts("exam_same", seed=found.seed, score=found.exact_score)


def _choice(each: DecisionReview, roll: RollReview, texts: Texts) -> Iterator[str]:
    chosen = next(move for move in each.moves if move.move == each.chosen)
    best = each.moves[0]
    said = texts(
        "exam_choice",
        turn=each.turn,
        phase=texts(f"phase_{each.phase}"),
        roll=roll.roll,
        chosen=texts.move(chosen.move),
        best=texts.move(best.move),
    )
    mark = f" ({texts(f'mark_{each.mark}')})" if each.mark else ""
    yield f"  {said}{mark}"
    value, best_value, loss = (
        texts.figure(points, ".3f") for points in (chosen.value, best.value, each.loss)
    )
    yield f"    {texts('exam_lost', value=value, best_value=best_value, loss=loss)}"
    _, _, sheet = roll.position.rpartition('" ')  # a solo sheet has one title, after the name
    yield f"    {texts('exam_sheet', sheet=sheet)}"
