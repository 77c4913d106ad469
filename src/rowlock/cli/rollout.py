"""`rowlock rollout`: play out a position many times with any bots."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from rowlock.cli.common import add_json, add_lang, print_json, texts_of
from rowlock.cli.consequences import reasons_of
from rowlock.cli.format import figure
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.positions import (
    add_after,
    add_moment,
    moment_data,
    moment_of,
    seat_at,
)
from rowlock.cli.progress import progress_bar
from rowlock.cli.ranked_list import Row, print_rows
from rowlock.core.game import deciders
from rowlock.core.state import Game
from rowlock.languages.texts import Texts

if TYPE_CHECKING:
    from rowlock.core.bot import Bot
    from rowlock.core.move import Move
    from rowlock.reviews.model import Unit
    from rowlock.simulation.rollouts import RolloutResult, Rollouts

EPILOG = """\
Every answer of a seat is played out by the bots, with the same dice for all answers, and listed
with its share of wins, or with its points in a solo game. Hidden answers and cards that the seat
cannot know are drawn again for every game. Before a roll, the seats themselves are compared. If all
bots run as compiled code, thousands of games take a few seconds; other bots take longer.

Between champions, an answer after which the rest of a two-player game can be computed is not played
out; its exact value is shown instead, without an interval.

--after asks about action 2: give the game before action 1, and what the active player crossed in
action 1. Players who have not answered yet cross nothing.

examples:
  rowlock rollout examples/unfinished.rowlock --seat 1
  rowlock rollout examples/unfinished.rowlock --bots champion,hard --games 500 --json
  rowlock rollout --position 'classic 9 1 roll; "Ann" r3 y- g- b- x0; "Ben" r- y5 g- b- x0' \\
    --roll "41 3256" --after r5
  rowlock rollout examples/unfinished.rowlock --lang es
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_moment(parser)
    parser.add_argument(
        "--roll", metavar="DICE", help='the dice, if they have not been rolled yet: "41 3256"'
    )
    add_after(parser)
    parser.add_argument("--variant", metavar="FILE", help="file of a custom sheet")
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="champion",
        help="bots that play out the game: one for all seats, or one per seat (default champion)",
    )
    parser.add_argument(
        "--games",
        type=whole,
        default=1000,
        metavar="N",
        help="games per answer, at least two (default 1000)",
    )
    parser.add_argument(
        "--seed", type=whole, default=1, metavar="S", help="seed of the dice (default 1)"
    )
    parser.add_argument("--all", action="store_true", help="list every answer, not only the best")
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.simulation.rollouts import roll_out

    game = moment_of(args)
    texts = texts_of(args)
    seats = _seats(game, args.seat, texts)
    bots = _bots(args.bots, len(game.seats))
    began = time.perf_counter()
    all_rollouts = []
    for seat in seats:
        with stoppable(), progress_bar(game.names[seat], args.games) as progress:
            all_rollouts.append(
                roll_out(game, seat, bots, args.games, seed=args.seed, progress=progress)
            )
    unit = "wins" if len(game.seats) > 1 else "points"
    if args.json:
        print_json(
            {
                **moment_data(game),
                "bots": args.bots,
                "games": args.games,
                "seed": args.seed,
                "unit": unit,
                "seconds": round(time.perf_counter() - began, 2),
                "seats": [_as_data(game, rollouts, texts) for rollouts in all_rollouts],
            }
        )
    elif all(rollouts.moves == (None,) for rollouts in all_rollouts):
        _print_seats(game, all_rollouts, args.games, texts)
    else:
        for rollouts in all_rollouts:
            how = _how(rollouts, args.games, texts)
            print(texts("advise_head", name=game.names[rollouts.seat], how=how))
            print_rows(texts, "answer", unit, _rows(game, rollouts, texts), every=args.all)
    return 0


def _print_seats(game: Game, all_rollouts: list[Rollouts], games: int, texts: Texts) -> None:
    """Before a roll there are no answers to rank: print one line per seat."""
    computed = all(rollouts.ranked()[0].exact for rollouts in all_rollouts)
    print(texts("advise_method_exact" if computed else "rollout_from_here", n=_many(games, texts)))
    names = max(len(name) for name in game.names)
    worths = [_worth(rollouts.ranked()[0], texts) for rollouts in all_rollouts]
    width = max(map(len, worths))
    for rollouts, worth in zip(all_rollouts, worths, strict=True):
        print(f"{game.names[rollouts.seat]:{names}}  {worth:>{width}}")


def _how(rollouts: Rollouts, games: int, texts: Texts) -> str:
    """Describes how the figures were computed."""
    if all(rollouts.exact):
        return texts("rollout_computed")
    key = "rollout_some_exact" if any(rollouts.exact) else "rollout_games"
    return texts(key, n=_many(games, texts))


def _many(games: int, texts: Texts) -> str:
    """A number of games with the thousands separator of the language."""
    return f"{games:,}".replace(",", "," if texts("daily_decimal") == "." else "\u202f")


def _seats(game: Game, seat: int | None, texts: Texts) -> tuple[int, ...]:
    """The seat of `--seat`, else the seats that must decide, else all."""
    if seat is None:
        return deciders(game) or tuple(game.seats)
    return (seat_at(game, seat, texts),)


def _bots(names: str, players: int) -> list[Bot]:
    from rowlock.bots.registry import make_bot

    listed = names.split(",")
    if len(listed) == 1:
        listed *= players
    return [make_bot(name) for name in listed]


def _rows(game: Game, rollouts: Rollouts, texts: Texts) -> list[Row]:
    reasons = _reasons(game, rollouts, texts)
    rows = []
    for answer in rollouts.ranked():
        cost = figure(texts, answer.cost, _unit(answer), answer.cost_error)
        name = str(answer.move or "any")
        rows.append(Row(name, _worth(answer, texts), answer.cost, cost, reasons[answer.move]))
    return rows


def _unit(answer: RolloutResult) -> Unit:
    return "wins" if answer.points is None else "points"


def _worth(answer: RolloutResult, texts: Texts) -> str:
    """An answer's win share or points as text, with its interval or a note that it is exact."""
    unit = _unit(answer)
    value = answer.win if answer.points is None else answer.points
    if answer.exact:
        return texts("rollout_exact", value=figure(texts, value, unit, digits=2))
    text, low, high = (figure(texts, each, unit) for each in (value, answer.low, answer.high))
    return texts("rollout_interval", value=text, low=low, high=high)


def _reasons(game: Game, rollouts: Rollouts, texts: Texts) -> dict[Move | None, str]:
    moves = [move for move in rollouts.moves if move is not None]
    if not moves:
        return {None: texts("rollout_as_it_stands")}
    reasons = reasons_of(game, rollouts.seat, moves, texts)
    return {move: reasons[move] for move in moves}


def _as_data(game: Game, rollouts: Rollouts, texts: Texts) -> dict[str, Any]:
    reasons = _reasons(game, rollouts, texts)
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
                "exact": answer.exact,
                "cost": answer.cost,
                "cost_error": answer.cost_error,
                "points": answer.points,
                "reason": reasons[answer.move],
            }
            for answer in rollouts.ranked()
        ],
    }
