"""`rowlock rollout`: a position played on to the end many times, by any bots."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from rowlock.cli.common import add_json, print_json
from rowlock.cli.interrupt import stoppable
from rowlock.cli.lists import Row, print_rows
from rowlock.cli.moments import add_moment, moment_data, moment_of
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.reasons import what_a_move_does
from rowlock.core.game import deciders
from rowlock.core.state import Game
from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.core.bot import Bot
    from rowlock.simulate.rollouts import Rolled, Rollouts

EPILOG = """\
Every answer of a seat is played on to the end by the bots, with the same dice for all answers, and
listed with the share of the win it had, or with its points where somebody plays alone. What the
seat cannot know, answers that are still hidden and cards, is drawn anew in every game. Before a
roll the seats themselves are compared. Where all bots run as compiled code, thousands of games take
a few seconds; other bots take longer.

examples:
  rowlock rollout examples/unfinished.rowlock --seat 1
  rowlock rollout examples/unfinished.rowlock --bots champion,hard --games 500 --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_moment(parser)
    parser.add_argument(
        "--roll", metavar="DICE", help='the dice, where they are still to be rolled: "41 3256"'
    )
    parser.add_argument("--variant", metavar="FILE", help="the file of your own sheet")
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="champion",
        help="who plays on: one bot for all seats, or one for each (default champion)",
    )
    parser.add_argument(
        "--games",
        type=whole,
        default=1000,
        metavar="N",
        help="games for each answer (default 1000)",
    )
    parser.add_argument(
        "--seed", type=whole, default=1, metavar="S", help="seed of the dice (default 1)"
    )
    parser.add_argument("--all", action="store_true", help="list every answer, not only the best")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.simulate.rollouts import roll_out

    game = moment_of(args)
    seats = _seats(game, args.seat)
    bots = _bots(args.bots, len(game.seats))
    began = time.perf_counter()
    found = []
    for seat in seats:
        with stoppable(), progress_bar(game.names[seat], args.games) as progress:
            found.append(roll_out(game, seat, bots, args.games, args.seed, progress))
    if args.json:
        print_json(
            {
                **moment_data(game),
                "bots": args.bots,
                "games": args.games,
                "seed": args.seed,
                "seconds": round(time.perf_counter() - began, 2),
                "seats": [_as_data(game, rollouts) for rollouts in found],
            }
        )
        return 0
    unit = "wins" if len(game.seats) > 1 else "points"
    games = "1 game" if args.games == 1 else f"{args.games:,} games"
    for rollouts in found:
        print(f"{game.names[rollouts.seat]}, {games} for each answer, 95 % intervals")
        print_rows("answer", unit, _rows(game, rollouts), every=args.all)
    return 0


def _seats(game: Game, seat: int | None) -> tuple[int, ...]:
    """The seat that was asked for, else those that have to decide, else all."""
    if seat is None:
        return deciders(game) or tuple(game.seats)
    if seat - 1 not in game.seats:
        raise Unreadable("no_such_seat", f"there is no seat {seat} at this table")
    return (seat - 1,)


def _bots(names: str, players: int) -> list[Bot]:
    from rowlock.bots.registry import make_bot

    listed = names.split(",")
    if len(listed) == 1:
        listed *= players
    return [make_bot(name) for name in listed]


def _rows(game: Game, rollouts: Rollouts) -> list[Row]:
    rows = []
    for answer in rollouts.ranked():
        form = ".1%" if answer.points is None else ".1f"
        value = answer.win if answer.points is None else answer.points
        worth = f"{value:{form}} ({answer.low:{form}} to {answer.high:{form}})"
        cost = f"{answer.cost:{form}}"
        if answer.cost_error:
            cost += f" ± {answer.cost_error:{form}}"
        reason = _reason(game, rollouts.seat, answer)
        rows.append(Row(str(answer.move or "any"), worth, answer.cost, cost, reason))
    return rows


def _reason(game: Game, seat: int, answer: Rolled) -> str:
    return "as it stands" if answer.move is None else what_a_move_does(game, seat, answer.move)


def _as_data(game: Game, rollouts: Rollouts) -> dict[str, Any]:
    return {
        "seat": rollouts.seat + 1,
        "name": game.names[rollouts.seat],
        "compiled": rollouts.compiled,
        "answers": [
            {
                "move": None if answer.move is None else str(answer.move),
                "win": answer.win,
                "low": answer.low,
                "high": answer.high,
                "se": answer.se,
                "cost": answer.cost,
                "cost_error": answer.cost_error,
                "points": answer.points,
                "reason": _reason(game, rollouts.seat, answer),
            }
            for answer in rollouts.ranked()
        ],
    }
