"""`rowlock review`: what every choice of a game cost, and what the dice gave."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rowlock.cli.common import print_json
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import seconds, whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.records import add_files, for_each_record
from rowlock.cli.tables import solved_table
from rowlock.core.state import Game
from rowlock.errors import Unreadable
from rowlock.notation import Record, replay

if TYPE_CHECKING:
    from rowlock.review.shapes import Review
    from rowlock.solve.value_table import ValueTable

EPILOG = """\
Every choice is judged by what the player could know then: what it was worth, what the best one was
worth, and the difference. Every roll has its luck: what it is worth with best play beyond the mean
of all rolls. With two to five players both are chances of winning, alone they are points.

examples:
  rowlock review examples/evening.rowlock
  rowlock review examples/evening.rowlock --seat 1 --rollouts 10
  rowlock review game.rowlock --json

Of ten or more games of one player it also says which levels they look like.
Ctrl-C ends a review and prints what it has by then.
exit status: 0 if all records are fine, 1 if one is illegal, 2 if one is unreadable
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_files(parser)
    parser.add_argument("--seat", type=whole, metavar="N", help="this seat alone, counted from 1")
    parser.add_argument(
        "--rollouts",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="play costly choices on to the end of the game, for so long altogether",
    )


def run(args: argparse.Namespace) -> int:
    def position(record: Record) -> Game:
        game = replay(record)
        if args.seat is not None and not 1 <= args.seat <= len(game.names):
            raise Unreadable("no_such_seat", f"there is no seat {args.seat} at this table")
        return game

    def show(file: str, record: Record, game: Game) -> None:
        from rowlock.review.review import Reviewing

        reviewing = Reviewing(record, seat=args.seat, rollouts=args.rollouts, table=_table(game))
        if len(args.files) > 1 and not args.json:
            print(f"{file}:")
        try:
            with (
                stoppable(lambda: _print(args, reviewing.so_far())),
                progress_bar(f"reviewing {file}") as progress,
            ):
                for done in reviewing.steps():
                    progress(done)
        finally:  # also after Ctrl-C
            found = reviewing.so_far()
            _print(args, found)
        for seat in found.seats:
            games.setdefault(seat.name, []).append((found, seat.seat))

    games: dict[str, list[tuple[Review, int]]] = {}
    status = for_each_record(args, show, position)
    if not args.json:
        _print_levels(games)
    return status


def _print(args: argparse.Namespace, found: Review) -> None:
    from rowlock.review.report import report

    if args.json:
        print_json(found)
    else:
        print("\n".join(report(found)))


def _print_levels(games: dict[str, list[tuple[Review, int]]]) -> None:
    """Whose games are enough to say which levels they look like."""
    from rowlock.review.levels import level_equivalent
    from rowlock.review.report import level_line

    for name, own in games.items():
        if found := level_equivalent(own):
            print(f"\n{level_line(name, found)}")


def _table(game: Game) -> ValueTable | None:
    """Alone the solved table, made on first use where that takes seconds; None where it does not.

    Sheets with lucky numbers or a bonus bar take minutes: their tables are used where they are.
    """
    from rowlock.review.eyes import known_table
    from rowlock.solve.problem import make_problem

    variant = game.variant
    if len(game.names) > 1 or game.cards is not None:
        return None
    if variant.bonuses or variant.bar or variant.lucky_pairs:
        return known_table(game)
    return solved_table(make_problem(variant))
