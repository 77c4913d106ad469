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
    from rowlock.bots.advice import Advice

SURE = 1.96
"""Standard deviations on either side of a 95 % interval."""
METHODS = {
    "exact": "exact: both play on as well as possible",
    "network": "by the champion's network, 95 % intervals",
}


def run(args: argparse.Namespace) -> int:
    game = moment_of(args)
    seats = asked_seats(game, args.seat)
    if len(game.seats) == 1 and game.cards is None:
        return _alone(args, game)
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
        print(f"{game.names[seat]}, {METHODS[advice.method]}")
        print_rows("answer", "wins", _rows(game, seat, advice), every=args.all)
    return 0


def _alone(args: argparse.Namespace, game: Game) -> int:
    """One player counts points, from the exact table."""
    from rowlock.solve.turns import ranked_endings, ranked_turns

    assert game.roll is not None
    sheet, lucky = game.sheets[0], game.lucky[0] if game.lucky else None
    table = table_for(game.variant, 1, lucky)
    with stoppable():
        if game.stage == "action1":
            turns = ranked_turns(table, sheet, game.roll, game.closed)
        else:
            turns = ranked_endings(table, sheet, game.roll, game.closed, crossed=game.crossed)
    show_turns(args, table, sheet, str(game.roll), game.closed, turns)
    return 0


def _advice(game: Game, seat: int) -> Advice:
    from rowlock.bots.advice import advise, may_be_exact

    seen = view(game, seat)
    if may_be_exact(seen):
        with stoppable(), waiting("getting the exact search ready"):
            advice = advise(seen)
    else:
        advice = advise(seen)
    if advice is None:
        what = "the card game" if game.cards else game.variant.id
        raise Unreadable(
            "no_network",
            f"{what} has no network that could judge answers: rowlock rollout plays them on",
        )
    return advice


def _rows(game: Game, seat: int, advice: Advice) -> list[Row]:
    best = advice.worths[0].win
    rows = []
    for worth in advice.worths:
        wins = f"{worth.win:.1%}" if advice.method == "network" else f"{worth.win:.2%}"
        if worth.error:
            wins += f" ± {SURE * worth.error:.1%}"
        cost, reason = best - worth.win, what_a_move_does(game, seat, worth.move)
        rows.append(Row(str(worth.move), wins, cost, f"{cost:.2%}", reason))
    return rows


def _as_data(game: Game, seat: int, advice: Advice) -> dict[str, Any]:
    best = advice.worths[0].win
    return {
        "seat": seat + 1,
        "name": game.names[seat],
        "method": advice.method,
        "exact": advice.method == "exact",
        "answers": [
            {
                "move": str(worth.move),
                "win": worth.win,
                "cost": best - worth.win,
                "se": worth.error,
                "low": max(0.0, worth.win - SURE * worth.error),
                "high": min(1.0, worth.win + SURE * worth.error),
                "reason": what_a_move_does(game, seat, worth.move),
            }
            for worth in advice.worths
        ],
    }
