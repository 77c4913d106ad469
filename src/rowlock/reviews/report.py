"""Formats a review for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from rowlock.bots.judges import judge_of
from rowlock.languages.names import level_name, sheet_name
from rowlock.languages.texts import Texts
from rowlock.reviews.format import (
    NOTHING_LOST,
    Z95,
    amount,
    chance,
    exact_sum,
)
from rowlock.reviews.levels import LevelEquivalent
from rowlock.reviews.model import (
    DecisionReview,
    Outlook,
    Review,
    RollReview,
    SeatReview,
)
from rowlock.reviews.season import Season, SeasonPlayer
from rowlock.variants import BUILT_IN, load_variant

_NAMES = re.compile(r'; "([^"]*)"')
"""A seat's column in a position; a review of one seat shows the others too."""
COLUMNS = ("choices", "lost", "per_choice", "interval", "luck", "result", "without_luck")
ROLLS = 3
"""Number of lucky and of unlucky rolls per seat."""
WIDTH = 100
"""Longer lines about what follows an answer are wrapped."""
LEAST_BONUS = 0.05
"""Minimum of expected bonus points that are mentioned."""


def report(
    found: Review,
    texts: Texts,
    *,
    stopped: bool = False,
    rollouts: bool = False,
    every: bool = False,
) -> Iterator[str]:
    """The whole review, line by line.

    `stopped`: the review was stopped before its end. `rollouts`: costly choices were to be played
    out. `every`: list all turns.
    """
    head = "review_head_alone" if found.players == 1 else "review_head"
    sheet = sheet_name(texts.language, found.variant)
    yield texts(head, variant=sheet, count=found.players, judge=texts(_judge(found)))
    if not found.complete:
        yield texts("review_stopped")
    elif stopped:
        yield texts("review_rollouts_stopped")
    if found.complete and not found.finished:
        yield texts("review_unfinished")
    if rollouts and found.judge == "cards":
        yield texts("review_cards")
    if not found.exact:
        yield texts("review_sure")
    yield ""
    yield from _seats(found, texts)
    if every:
        yield from _all_turns(found, texts)
    for seat in found.seats:
        yield from _costliest(found, seat, texts)
    if found.rolls:
        yield ""
        for seat in found.seats:
            yield from _luckiest(found, seat, texts)
    sums = [line for seat in found.seats for line in _sum(found, seat, texts)]
    yield from ["", *sums] if sums else []


def _judge(found: Review) -> str:
    """The text key of the evaluator; in card games without a network it is the heuristic."""
    if found.judge == "cards":
        printed = load_variant(found.variant) if found.variant in BUILT_IN else None
        if printed is None or judge_of(printed, found.players, cards=True).kind == "card_rules":
            return "judge_heuristic"
    return f"judge_{found.judge}"


def level_line(name: str, found: LevelEquivalent, texts: Texts) -> str:
    """The levels that a player's games resemble."""
    weakest, strongest, medium = (
        level_name(texts.language, level) for level in (found.weakest, found.strongest, "medium")
    )
    levels = strongest
    if found.weakest != found.strongest:
        levels = texts("review_from_to", first=weakest, last=strongest)
    loss, low, high = (texts.figure(n, ".2f") for n in (found.loss, found.low, found.high))
    return texts(
        "review_level",
        name=name,
        games=found.games,
        levels=levels,
        medium=medium,
        loss=loss,
        low=low,
        high=high,
    )


def _seats(found: Review, texts: Texts) -> Iterator[str]:
    """A table with a heading and one line per seat.

    Columns without content are omitted: luck if it was not measured, results before the end.
    """
    heads = [texts("review_player"), *(texts(f"review_{column}") for column in COLUMNS)]
    cells = [_cells(found, seat, texts) for seat in found.seats]
    columns = [column for column in zip(heads, *cells, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    for name, *figures in zip(*columns, strict=True):
        right = (f"{text:>{width}}" for text, width in zip(figures, widths[1:], strict=True))
        yield "  ".join([f"{name:{widths[0]}}", *right]).rstrip()


def _cells(found: Review, seat: SeatReview, texts: Texts) -> list[str]:
    def said(value: float | None, *, sign: bool = False) -> str:
        return "" if value is None else amount(texts, value, found.unit, sign=sign)

    luck = said(seat.luck if found.rolls else None, sign=True)
    if luck and seat.luck_se:
        luck += f" ± {said(Z95 * seat.luck_se)}"
    # A single choice has no spread.
    interval = f"{said(seat.low)} .. {said(seat.high)}" if seat.decisions > 1 else ""
    return [
        seat.name,
        str(seat.decisions),
        said(seat.loss),
        said(seat.loss_mean),
        interval,
        luck,
        said(seat.result),
        said(seat.adjusted),
    ]


def _sum(found: Review, seat: SeatReview, texts: Texts) -> Iterator[str]:
    """How the result comes about: its parts, and the residual.

    The heuristic's own points do not lead to the score, so there is no sum for solo games.
    """
    answered = [each for each in found.decisions if each.seat == seat.seat]
    covered = sum(each.loss for each in answered if not each.own)
    if seat.start is None:
        return
    if found.exact:
        yield exact_sum(texts, seat.start, seat, covered)
    elif found.players > 1 and seat.result is not None and seat.residual is not None:
        parts = {"luck": seat.luck, "own": -seat.loss}
        if covered:
            parts["covered"] = -covered
        parts["others"] = seat.given
        parts["rest"] = seat.residual
        start = texts("sum_start", amount=amount(texts, seat.start, found.unit))
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
        yield from _choice(decision, found, texts)
        for outlook in decision.why:
            line = _outlook(outlook, names, texts)
            yield from wrap(line, WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6)


def _luckiest(found: Review, seat: SeatReview, texts: Texts) -> Iterator[str]:
    """The rolls that helped a seat most, and those that hurt it most."""
    lucks = [(luck_of(found, roll, seat), roll) for roll in found.rolls]
    best = [pair for pair in sorted(lucks, key=lambda pair: -pair[0])[:ROLLS] if pair[0] > 0]
    worst = [pair for pair in sorted(lucks, key=lambda pair: pair[0])[:ROLLS] if pair[0] < 0]
    for key, pairs in (("review_lucky", best), ("review_unlucky", worst)):
        said = [
            texts(
                "review_roll_luck",
                turn=roll.turn,
                roll=roll.roll,
                luck=amount(texts, luck, found.unit, sign=True),
            )
            for luck, roll in pairs
        ]
        if said:
            yield texts(key, name=seat.name, rolls=", ".join(said))


def luck_of(found: Review, roll: RollReview, seat: SeatReview) -> float:
    """The luck of a roll for one seat; a solo review has one value per roll."""
    return roll.luck[seat.seat - 1] if len(roll.luck) == found.players else roll.luck[0]


def _all_turns(found: Review, texts: Texts) -> Iterator[str]:
    """Every turn with its roll, the luck of every seat, and all choices."""
    names = {seat.seat: seat.name for seat in found.seats}
    rolls = {roll.turn: roll for roll in found.rolls}
    turns = sorted({*rolls, *(decision.turn for decision in found.decisions)})
    for turn in turns:
        yield ""
        roll = rolls.get(turn)
        yield texts("review_turn", turn=turn, roll="" if roll is None else roll.roll).rstrip()
        if roll is not None:
            lucks = (
                f"{seat.name} {amount(texts, luck_of(found, roll, seat), found.unit, sign=True)}"
                for seat in found.seats
            )
            yield f"  {texts('review_luck')}: {', '.join(lucks)}"
        for decision in found.decisions:
            if decision.turn == turn and decision.seat in names:
                yield f"  {_answer(decision, names[decision.seat], found, texts)}"


def _answer(decision: DecisionReview, name: str, found: Review, texts: Texts) -> str:
    """One choice of the list of all turns."""
    phase = texts(f"phase_{decision.phase}")
    if decision.loss < NOTHING_LOST:
        return texts("review_good", name=name, phase=phase, chosen=decision.chosen)
    said = texts(
        "review_bad",
        name=name,
        phase=phase,
        chosen=decision.chosen,
        loss=amount(texts, decision.loss, found.unit),
        sure=_sure(decision, found, texts),
        best=decision.moves[0].move,
    )
    return said + (f"  {texts(f'mark_{decision.mark}')}" if decision.mark else "")


def _sure(decision: DecisionReview, found: Review, texts: Texts) -> str:
    """How sure a loss is."""
    if decision.exact:
        return texts("review_exactly")
    return f"± {amount(texts, Z95 * decision.se, found.unit)}"


def _choice(decision: DecisionReview, found: Review, texts: Texts) -> Iterator[str]:
    unit = found.unit
    said = texts(
        "review_choice",
        turn=decision.turn,
        phase=texts(f"phase_{decision.phase}"),
        chosen=decision.chosen,
        loss=amount(texts, decision.loss, unit),
        sure=_sure(decision, found, texts),
        best=decision.moves[0].move,
    )
    yield f"  {said}" + (f"  {texts(f'mark_{decision.mark}')}" if decision.mark else "")
    rolled = decision.rollout
    if rolled is not None:
        figures = {
            "loss": rolled.loss,
            "error": Z95 * rolled.se,
            "judged": rolled.judged,
            "judged_error": Z95 * rolled.judged_se,
        }
        told = {key: amount(texts, value, unit) for key, value in figures.items()}
        said = texts(f"review_said_{found.judge}")
        yield f"    {texts('review_rollout', games=rolled.games, said=said, **told)}"


def _outlook(outlook: Outlook, names: list[str], texts: Texts) -> str:
    """How games continue after an answer: wins, rows, penalties, bonus, and who ends them when."""
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
    key = "review_after_wins" if len(outlook.ends) > 1 else "review_after"
    return texts(
        key,
        move=outlook.move,
        win=chance(texts, outlook.win),
        total=texts.figure(outlook.total, ".1f"),
        parts=" · ".join(parts),
    )


def season_lines(found: Season, texts: Texts) -> Iterator[str]:
    """The table of a season, line by line."""
    heads = [
        texts("review_player"),
        texts("season_games"),
        texts("season_wins" if _counts_wins(found) else "season_points"),
        texts("review_luck"),
        texts("review_without_luck"),
        texts("review_interval"),
        texts("review_choices"),
        texts("review_per_choice"),
    ]
    lines = [heads, *(_season_cells(player, texts) for player in found.players)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    yield texts("season_head", games=found.games)
    for name, *cells in lines:
        right = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([f"{name:{widths[0]}}", *right]).rstrip()
    yield texts("season_sure")


def _counts_wins(found: Season) -> bool:
    return any(player.unit == "wins" for player in found.players)


def _season_cells(player: SeasonPlayer, texts: Texts) -> list[str]:
    def said(value: float, *, sign: bool = False) -> str:
        return amount(texts, value, player.unit, sign=sign)

    return [
        player.name,
        str(player.games),
        texts.figure(player.result, ".1f"),
        said(player.luck, sign=True),
        said(player.without_luck),
        f"{said(player.low)} .. {said(player.high)}" if player.games > 1 else "",
        str(player.choices),
        said(player.cost),
    ]
