"""A review as lines of text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.review.exam import Exam
from rowlock.review.levels import LevelEquivalent
from rowlock.review.shapes import Decision, Outlook, Review, SeatReview, Unit

JUDGES = {
    "table": "the exact table",
    "network": "the trained network",
    "heuristic": "rules of thumb (approximate)",
    "cards": "the best bot with cards (approximate)",
}
SHOWN = 0.0005
"""Points that the exam still lists."""
PHASES = {"action1": "action 1", "action2": "action 2", "choice": "choice", "take": "cards"}


def amount(value: float, unit: Unit, *, sign: bool = False) -> str:
    """A value, loss or luck as people read it.

    >>> amount(0.0834, "wins"), amount(-1.5, "points", sign=True)
    ('8.3 %', '-1.50')
    """
    plus = "+" if sign else ""
    return f"{100 * value:{plus}.1f} %" if unit == "wins" else f"{value:{plus}.2f}"


def report(found: Review) -> Iterator[str]:
    """The whole review, line by line."""
    how_many = "1 player" if found.players == 1 else f"{found.players} players"
    yield f"{found.variant}, {how_many}, judged by {JUDGES[found.judge]}"
    if not found.complete:
        yield "The review was stopped; this is what it had by then."
    elif not found.finished:
        yield "The game is not over; it was reviewed as far as it goes."
    yield ""
    yield from _seats(found)
    for seat in found.seats:
        yield from _costliest(found, seat)
    if found.exact:
        for seat in found.seats:
            yield ""
            yield exam_line(found.start, seat)


def exam_line(start: float, seat: SeatReview) -> str:
    """The sum that adds up exactly: what best play expects, given away, luck, score."""
    score = "" if seat.result is None else f" = {seat.result:.0f}"
    return f"{start:.4f} - {seat.loss:.4f} given away {seat.luck:+.4f} luck{score}"


def exam_report(found: Exam) -> Iterator[str]:
    """Every choice that gave points away, and the sum."""
    whole, [seat] = found.review, found.review.seats
    rolls = {roll.turn: roll for roll in whole.rolls}
    costly = [each for each in whole.decisions if each.loss >= SHOWN]
    yield f"{len(costly)} of {seat.decisions} choices gave something away."
    for each in costly:
        chosen = next(move for move in each.moves if move.move == each.chosen)
        best = each.moves[0]
        yield (
            f"  turn {each.turn}, {PHASES[each.phase]}, {rolls[each.turn].roll}: {chosen.move} "
            f"expects {chosen.value:.3f}, {best.move} {best.value:.3f}: {each.loss:.3f} less"
            f"{f' ({each.mark})' if each.mark else ''}"
        )
    yield exam_line(found.expected, seat)
    yield f"With these dice (seed {found.seed}) the exact policy scores {found.exact_score}."


def level_line(name: str, found: LevelEquivalent) -> str:
    """Which levels somebody's games look like."""
    levels = found.strongest
    if found.weakest != found.strongest:
        levels = f"{found.weakest} to {found.strongest}"
    return (
        f"{name} played {found.games} games like {levels}: {found.loss:.2f} times what medium "
        f"gives away (95 % {found.low:.2f} .. {found.high:.2f})"
    )


def _seats(found: Review) -> Iterator[str]:
    unit = found.unit
    width = max(6, *(len(seat.name) for seat in found.seats))
    yield (
        f"{'player':{width}}  {'choices':>7}  {'lost':>8}  {'per choice':>10}  "
        f"{'95 % interval':>17}  {'luck':>8}  {'result':>8}  {'without luck':>12}"
    )
    for seat in found.seats:
        interval = f"{amount(seat.low, unit)} .. {amount(seat.high, unit)}"
        yield (
            f"{seat.name:{width}}  {seat.decisions:7}  {amount(seat.loss, unit):>8}  "
            f"{amount(seat.loss_mean, unit):>10}  {interval:>17}  "
            f"{amount(seat.luck, unit, sign=True):>8}  {_known(seat.result, unit):>8}  "
            f"{_known(seat.adjusted, unit):>12}"
        )


def _known(value: float | None, unit: Unit) -> str:
    return "" if value is None else amount(value, unit)


def _costliest(found: Review, seat: SeatReview) -> Iterator[str]:
    if not seat.costliest:
        return
    yield ""
    yield f"What cost {seat.name} most:"
    for place in seat.costliest:
        yield from _choice(found.decisions[place], found.unit)


def _choice(decision: Decision, unit: Unit) -> Iterator[str]:
    best = decision.moves[0]
    sure = " exactly" if decision.exact else f" ± {amount(decision.se, unit)}"
    mark = f"  {decision.mark}" if decision.mark else ""
    place = f"turn {decision.turn}, {PHASES[decision.phase]}"
    yield (
        f"  {place}: {decision.chosen} lost {amount(decision.loss, unit)}{sure}; "
        f"best {best.move}{mark}"
    )
    rolled = decision.rollout
    if rolled is not None:
        yield (
            f"    {rolled.games:,} pairs of games: {amount(rolled.loss, unit)} "
            f"± {amount(rolled.se, unit)}; before: {amount(rolled.judged, unit)} "
            f"± {amount(rolled.judged_se, unit)}"
        )
    for outlook in decision.why:
        yield f"    after {outlook.move}: {_outlook(outlook)}"


def _outlook(outlook: Outlook) -> str:
    rows = ", ".join(
        f"{row.row} {row.points:.1f} (lock {100 * row.lock:.0f} %)" for row in outlook.rows
    )
    return f"{outlook.total:.1f} points: {rows}; {outlook.penalties:.2f} penalties"
