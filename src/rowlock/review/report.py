"""A review as lines of text for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rowlock.languages.texts import Texts
from rowlock.review.amounts import SURE, amount, chance, exact_sum
from rowlock.review.levels import LevelEquivalent
from rowlock.review.shapes import Decision, Outlook, Review, SeatReview, Unit

_NAMES = re.compile(r'; "([^"]*)"')
"""In a position: also of the seats that were not asked for."""
COLUMNS = ("choices", "lost", "per_choice", "interval", "luck", "result", "without_luck")
LEAST_BONUS = 0.05
"""Expected bonus points from which on they are named."""


def report(found: Review, texts: Texts, *, stopped: bool = False) -> Iterator[str]:
    """The whole review, line by line; `stopped` if somebody ended it before its end."""
    head = "review_head_alone" if found.players == 1 else "review_head"
    judge = texts(f"judge_{found.judge}")
    yield texts(head, variant=found.variant, count=found.players, judge=judge)
    if not found.complete:
        yield texts("review_stopped")
    elif stopped:
        yield texts("review_rollouts_stopped")
    if found.complete and not found.finished:
        yield texts("review_unfinished")
    if not found.exact:
        yield texts("review_sure")
    yield ""
    yield from _seats(found, texts)
    for seat in found.seats:
        yield from _costliest(found, seat, texts)
    sums = [line for seat in found.seats for line in _sum(found, seat, texts)]
    yield from ["", *sums] if sums else []


def level_line(name: str, found: LevelEquivalent, texts: Texts) -> str:
    """Which levels somebody's games look like."""
    levels = found.strongest
    if found.weakest != found.strongest:
        levels = texts("review_from_to", first=found.weakest, last=found.strongest)
    loss, low, high = (texts.figure(n, ".2f") for n in (found.loss, found.low, found.high))
    return texts(
        "review_level",
        name=name,
        games=found.games,
        levels=levels,
        loss=loss,
        low=low,
        high=high,
    )


def _seats(found: Review, texts: Texts) -> Iterator[str]:
    """A table: a line for the names of its columns and one for each seat."""
    lines = [
        [texts("review_player"), *(texts(f"review_{column}") for column in COLUMNS)],
        *(_cells(found, seat, texts) for seat in found.seats),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, *figures in lines:
        cells = (f"{text:>{width}}" for text, width in zip(figures, widths[1:], strict=True))
        yield "  ".join([f"{name:{widths[0]}}", *cells]).rstrip()


def _cells(found: Review, seat: SeatReview, texts: Texts) -> list[str]:
    def said(value: float | None, *, sign: bool = False) -> str:
        return "" if value is None else amount(texts, value, found.unit, sign=sign)

    return [
        seat.name,
        str(seat.decisions),
        said(seat.loss),
        said(seat.loss_mean),
        f"{said(seat.low)} .. {said(seat.high)}",
        said(seat.luck if found.rolls else None, sign=True),
        said(seat.result),
        said(seat.adjusted),
    ]


def _sum(found: Review, seat: SeatReview, texts: Texts) -> Iterator[str]:
    """How the result comes about: the parts, with what they do not explain."""
    if found.exact:
        yield exact_sum(texts, found.start, seat)
    elif seat.result is not None and seat.residual is not None:
        answered = [each for each in found.decisions if each.seat == seat.seat]
        covered = sum(each.loss for each in answered if not each.own)
        parts = {"luck": seat.luck, "own": -seat.loss}
        if covered:
            parts["covered"] = -covered
        if found.players > 1:
            explained = found.start + sum(parts.values())
            parts["others"] = seat.result - explained - seat.residual
        parts["rest"] = seat.residual
        start = texts("sum_start", amount=amount(texts, found.start, found.unit))
        said = [
            texts(f"sum_{part}", amount=amount(texts, value, found.unit, sign=True))
            for part, value in parts.items()
        ]
        result = amount(texts, seat.result, found.unit)
        yield texts("sum_of", name=seat.name, sum=", ".join([start, *said]), result=result)


def _costliest(found: Review, seat: SeatReview, texts: Texts) -> Iterator[str]:
    if not seat.costliest:
        return
    yield ""
    yield texts("review_costliest", name=seat.name)
    names = _NAMES.findall(found.rolls[0].position) if found.rolls else []
    for place in seat.costliest:
        decision = found.decisions[place]
        yield from _choice(decision, found.unit, texts)
        for outlook in decision.why:
            yield f"    {_outlook(outlook, names, texts)}"


def _choice(decision: Decision, unit: Unit, texts: Texts) -> Iterator[str]:
    error = f"± {amount(texts, SURE * decision.se, unit)}"
    said = texts(
        "review_choice",
        turn=decision.turn,
        phase=texts(f"phase_{decision.phase}"),
        chosen=decision.chosen,
        loss=amount(texts, decision.loss, unit),
        sure=texts("review_exactly") if decision.exact else error,
        best=decision.moves[0].move,
    )
    yield f"  {said}" + (f"  {texts(f'mark_{decision.mark}')}" if decision.mark else "")
    rolled = decision.rollout
    if rolled is not None:
        figures = {
            "loss": rolled.loss,
            "error": SURE * rolled.se,
            "judged": rolled.judged,
            "judged_error": SURE * rolled.judged_se,
        }
        told = {key: amount(texts, value, unit) for key, value in figures.items()}
        yield f"    {texts('review_rollout', games=rolled.games, **told)}"


def _outlook(outlook: Outlook, names: list[str], texts: Texts) -> str:
    """How games go on after an answer: rows, penalties, bonus, when they end and by whom."""
    rows = [
        texts(
            "review_row",
            row=texts(row.row),
            points=texts.figure(row.points, ".1f"),
            chance=chance(texts, row.lock),
        )
        for row in outlook.rows
    ]
    parts = [", ".join(rows)]
    if abs(outlook.bonus) >= LEAST_BONUS:
        parts.append(texts("review_bonus", points=texts.figure(outlook.bonus, ".1f")))
    parts.append(texts("review_penalties", count=texts.figure(outlook.penalties, ".2f")))
    parts.append(texts("review_turns", count=texts.figure(outlook.turns, ".1f")))
    if len(outlook.ends) > 1:
        ends = (
            f"{name} {chance(texts, share)}"
            for name, share in zip(names, outlook.ends, strict=True)
        )
        parts.append(texts("review_ends", chances=", ".join(ends)))
    total = texts.figure(outlook.total, ".1f")
    return texts("review_after", move=outlook.move, total=total, parts=" · ".join(parts))
