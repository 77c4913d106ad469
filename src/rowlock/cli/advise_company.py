"""`rowlock advise` in company: what every answer wins, and what it does."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rowlock.cli.advise_sheet import show_turns, table_for
from rowlock.cli.common import print_json
from rowlock.cli.interrupt import stoppable
from rowlock.cli.lists import Row, print_rows
from rowlock.cli.moments import asked_seats, moment_data, moment_of
from rowlock.cli.progress import waiting
from rowlock.cli.reasons import what_a_move_does
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.review.advice import Advice, Worth
    from rowlock.solve.value_table import ValueTable

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""
METHODS = {
    "exact": "exact: both play on as well as possible",
    "network": "by the champion's network",
    "heuristic": "approximate, by rules of thumb",
    "cards": "approximate, by the best bot with cards",
}
MIXED = "no answer alone is best: draw one, each as often as it says"
UNSURE = "± is how far a loss may be off (95 %)"


def run(args: argparse.Namespace) -> int:
    game = moment_of(args)
    seats = asked_seats(game, args.seat)
    if len(game.seats) == 1 and game.cards is None:
        table = _table(game)
        if table is not None:
            return _alone(args, game, table)
    found = {seat: _advice(game, seat) for seat in seats}
    if args.json:
        print_json(
            {
                **moment_data(game),
                "seats": [_as_data(game, seat, advice) for seat, advice in found.items()],
            }
        )
        return 0
    for seat, advice in found.items():
        print(f"{game.names[seat]}, {_how(advice)}")
        unit = "wins" if advice.unit == "wins" else "points"
        print_rows("answer", unit, _rows(game, seat, advice), every=args.all)
    return 0


def _table(game: Game) -> ValueTable | None:
    """The exact table of one who plays alone; None where this sheet can have none here."""
    try:
        return table_for(game.variant, 1, game.lucky[0] if game.lucky else None)
    except Unreadable:
        return None


def _alone(args: argparse.Namespace, game: Game, table: ValueTable) -> int:
    """One player counts points, from the exact table."""
    from rowlock.solve.turns import ranked_endings, ranked_turns

    assert game.roll is not None
    sheet = game.sheets[0]
    with stoppable():
        if game.stage == "action1":
            turns = ranked_turns(table, sheet, game.roll, game.closed)
        else:
            turns = ranked_endings(table, sheet, game.roll, game.closed, crossed=game.crossed)
    show_turns(args, table, sheet, str(game.roll), game.closed, turns)
    return 0


def _advice(game: Game, seat: int) -> Advice:
    from rowlock.review.advice import advise, may_be_exact

    seen = view(game, seat)
    if may_be_exact(seen):
        with stoppable(), waiting("getting the exact search ready"):
            return advise(seen)
    return advise(seen)


def _how(advice: Advice) -> str:
    """Who judged, and what the figures mean."""
    said = METHODS[advice.method]
    if advice.mixed:
        return f"{said}; {MIXED}"
    return f"{said}; {UNSURE}" if advice.error else said


def _rows(game: Game, seat: int, advice: Advice) -> list[Row]:
    return [
        Row(
            str(worth.move),
            _amount(worth.value, advice),
            worth.cost,
            _amount(worth.cost, advice)
            + (f" ± {_amount(SURE * advice.error, advice)}" if advice.error else ""),
            what_a_move_does(game, seat, worth.move),
            f"{worth.probability:.0%} of the time" if advice.mixed else "best",
        )
        for worth in advice.worths
    ]


def _amount(value: float, advice: Advice) -> str:
    if advice.unit == "points":
        return f"{value:.1f}"
    return f"{value:.1%}" if advice.error else f"{value:.2%}"


def _as_data(game: Game, seat: int, advice: Advice) -> dict[str, Any]:
    return {
        "seat": seat + 1,
        "name": game.names[seat],
        "method": advice.method,
        "exact": advice.method == "exact",
        "unit": advice.unit,
        "approximate": advice.approximate,
        "mixed": advice.mixed,
        "answers": [_answer(game, seat, advice, worth) for worth in advice.worths],
    }


def _answer(game: Game, seat: int, advice: Advice, worth: Worth) -> dict[str, Any]:
    """`se`, `low` and `high` are about the comparison with other answers, and no interval of the
    chance itself; `cost_low` and `cost_high` say the same of the loss."""
    wins, half = advice.unit == "wins", SURE * advice.error
    unsure = half if worth.cost else 0.0
    return {
        "move": str(worth.move),
        "win": worth.value if wins else None,
        "value": worth.value,
        "cost": worth.cost,
        "se": advice.error,
        "low": max(0.0, worth.value - half) if wins else None,
        "high": min(1.0, worth.value + half) if wins else None,
        "cost_low": worth.cost - unsure,
        "cost_high": worth.cost + unsure,
        "probability": worth.probability,
        "reason": what_a_move_does(game, seat, worth.move),
    }
