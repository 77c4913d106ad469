"""`rowlock advise` for games: the chance of winning after each answer, with errors and reasons."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rowlock.cli.common import print_json, texts_of
from rowlock.cli.consequences import reasons_of
from rowlock.cli.format import figure
from rowlock.cli.interrupt import stoppable
from rowlock.cli.positions import asked_seats, moment_data, moment_of
from rowlock.cli.progress import waiting
from rowlock.cli.ranked_list import Row, print_rows
from rowlock.cli.ranked_turns import show_turns
from rowlock.cli.tables import table_alone
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.languages.texts import Texts

if TYPE_CHECKING:
    from rowlock.reviews.advice import RankedAdvice, Worth
    from rowlock.solver.value_table import ValueTable


def run(args: argparse.Namespace) -> int:
    game = moment_of(args)
    seats = asked_seats(game, args.seat, texts_of(args))
    if len(game.seats) == 1 and game.cards is None:
        lucky = game.lucky[0] if game.lucky else None
        name = args.variant or game.variant.id
        table = table_alone(game.variant, lucky, name, texts_of(args))
        if table is not None:
            return _alone(args, game, table)
    show(args, game, seats)
    return 0


def show(args: argparse.Namespace, game: Game, seats: Sequence[int]) -> None:
    """Print the ranked answers of these seats, as text or JSON."""
    texts = texts_of(args)
    advice_of = {seat: _advice(game, seat, texts) for seat in seats}
    if args.json:
        seats_data = [_as_data(game, seat, advice, texts) for seat, advice in advice_of.items()]
        print_json({**moment_data(game), "seats": seats_data})
        return
    for seat, advice in advice_of.items():
        print(texts("advise_head", name=game.names[seat], how=_how(advice, texts)))
        rows = _rows(game, seat, advice, texts)
        print_rows(texts, "answer", advice.unit, rows, every=args.all)


def _alone(args: argparse.Namespace, game: Game, table: ValueTable) -> int:
    """Advise a solo player, who counts points, from the exact table."""
    from rowlock.solver.turns import ranked_endings, ranked_turns

    assert game.roll is not None
    sheet = game.sheets[0]
    with stoppable():
        if game.stage == "action1":
            turns = ranked_turns(table, sheet, game.roll, game.closed)
        else:
            turns = ranked_endings(table, sheet, game.roll, game.closed, crossed=game.crossed)
    show_turns(args, table, sheet, dice=str(game.roll), closed=game.closed, turns=turns)
    return 0


def _advice(game: Game, seat: int, texts: Texts) -> RankedAdvice:
    from rowlock.bots.exact_ends import ADVICE_SEARCH, may_end_exactly
    from rowlock.reviews.advice import advise

    seen = view(game, seat)
    if may_end_exactly(seen, ADVICE_SEARCH):
        with stoppable(), waiting(texts("exact_getting_ready")):
            return advise(seen)
    return advise(seen)


def _how(advice: RankedAdvice, texts: Texts) -> str:
    """Which evaluator was used, and what the figures mean."""
    parts = [texts(f"advise_method_{advice.method}")]
    if advice.mixed:
        parts.append(texts("advise_mixed"))
    if advice.error:
        parts.append(texts("advise_guess" if advice.approximate else "advise_unsure"))
    return "\n".join(parts)


def _rows(game: Game, seat: int, advice: RankedAdvice, texts: Texts) -> list[Row]:
    half, reasons = _half(advice), _reasons(game, seat, advice, texts)
    digits = 1 if advice.error else 2
    rows = []
    for worth in advice.worths:
        often = None
        if advice.mixed:
            share = texts("percent", n=f"{100 * (worth.probability or 0.0):.0f}")
            often = texts("advise_often", share=share)
        figures = (
            figure(texts, each, advice.unit, half, digits) for each in (worth.value, worth.cost)
        )
        value, cost = figures
        rows.append(Row(str(worth.move), value, worth.cost, cost, reasons[worth], often))
    return rows


def _half(advice: RankedAdvice) -> float:
    """Half of the 95% interval of a comparison; only an estimate if the error itself is one."""
    from rowlock.simulation.stats import Z95

    return Z95 * advice.error


def _reasons(game: Game, seat: int, advice: RankedAdvice, texts: Texts) -> dict[Worth, str]:
    """The effect of every answer; if exact, also the opponent's best reply."""
    what_it_does = reasons_of(game, seat, [worth.move for worth in advice.worths], texts)
    reasons = {}
    for worth in advice.worths:
        parts = [what_it_does[worth.move]]
        if worth.cost and worth.reply:
            name = next(name for q, name in enumerate(game.names) if q != seat)
            share = figure(texts, worth.reply.share, "wins", digits=2)
            moves = " ".join(map(str, worth.reply.moves))
            parts.append(texts("advise_reply", name=name, move=moves, share=share))
        reasons[worth] = ", ".join(parts)
    return reasons


def _as_data(game: Game, seat: int, advice: RankedAdvice, texts: Texts) -> dict[str, Any]:
    reasons = _reasons(game, seat, advice, texts)
    return {
        "seat": seat + 1,
        "name": game.names[seat],
        "method": advice.method,
        "exact": advice.method == "exact",
        "unit": advice.unit,
        "approximate": advice.approximate,
        "error_is_guess": advice.approximate and advice.error > 0,
        "mixed": advice.mixed,
        "answers": [_answer(advice, worth, reasons[worth]) for worth in advice.worths],
    }


def _answer(advice: RankedAdvice, worth: Worth, reason: str) -> dict[str, Any]:
    """One answer as JSON. `se` is the error of comparing two answers, not of the chance itself."""
    wins, half = advice.unit == "wins", _half(advice)
    unsure = half if worth.cost else 0.0
    low, high = worth.value - half, worth.value + half
    return {
        "move": str(worth.move),
        "win": worth.value if wins else None,
        "value": worth.value,
        "cost": worth.cost,
        "se": advice.error,
        "low": max(0.0, low) if wins else low,
        "high": min(1.0, high) if wins else high,
        "cost_low": worth.cost - unsure,
        "cost_high": worth.cost + unsure,
        "probability": worth.probability,
        "reason": reason,
    }
