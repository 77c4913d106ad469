"""`rowlock review`: what every choice of a game cost, and what the dice gave."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from rowlock.cli.common import add_lang, print_json, texts_of
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import seconds, whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.records import add_files, for_each_record, report_refusal
from rowlock.cli.tables import solved_table
from rowlock.cli.workers import add_resume, add_workers
from rowlock.core.state import Game
from rowlock.errors import Refusal, Unreadable
from rowlock.notation import Record, replay

if TYPE_CHECKING:
    from rowlock.languages.texts import Texts
    from rowlock.review.shapes import Review

Games: TypeAlias = "dict[str, list[tuple[Review, int]]]"
"""Whose seat in which reviews."""

EPILOG = """\
Every choice is judged by what the player could know then: what it was worth, what the best one was
worth, and the difference. Every roll has its luck: what it is worth with best play beyond the mean
of all rolls. With two to five players both are chances of winning, alone they are points.

examples:
  rowlock review examples/evening.rowlock
  rowlock review examples/evening.rowlock --seat 1 --rollouts 10
  rowlock review game.rowlock --lang de
  rowlock review game.rowlock --json
  rowlock review season/*.rowlock --json --threads 8 --resume season.journal

Of ten or more games of one player it also says which levels they look like.
Ctrl-C ends a review and prints what it has by then. With --threads, --processes, --ray or --resume
many records are reviewed at once, and each review is printed when it is whole.
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
        help="play costly choices on to the end of the game, for this long in all",
    )
    add_lang(parser)
    add_workers(parser, "1")
    add_resume(parser)


def is_bulk(args: argparse.Namespace) -> bool:
    """Whether the records go to workers, or are noted: then a review is whole or is not there."""
    return args.processes or any(each is not None for each in (args.threads, args.ray, args.resume))


def run(args: argparse.Namespace) -> int:
    games: Games = {}
    status = _many(args, games) if is_bulk(args) else _one_by_one(args, games)
    if not args.json:
        _print_levels(games, texts_of(args))
    return status


def _many(args: argparse.Namespace, games: Games) -> int:
    """The reviews of all files by several workers; each is shown whole."""
    from rowlock.cli.review_bulk import reviews

    status = 0
    for file, found in reviews(args):
        if isinstance(found, Refusal):
            status = max(status, report_refusal(file, found, as_json=args.json))
            continue
        if len(args.files) > 1 and not args.json:
            print(f"{file}:")
        _print(args, found)
        _remember(games, found)
    return status


def _one_by_one(args: argparse.Namespace, games: Games) -> int:
    def position(record: Record) -> Game:
        game = replay(record)
        if args.seat is not None and not 1 <= args.seat <= len(game.names):
            raise Unreadable("no_such_seat", f"there is no seat {args.seat} at this table")
        return game

    def show(file: str, record: Record, game: Game) -> None:
        from rowlock.review.bulk import table_for
        from rowlock.review.review import Reviewing

        table = table_for(game, partial(solved_table, texts=texts_of(args)))
        reviewing = Reviewing(record, seat=args.seat, rollouts=args.rollouts, table=table)
        if len(args.files) > 1 and not args.json:
            print(f"{file}:")
        stopped = True
        try:
            with (
                stoppable(lambda: _print(args, reviewing.so_far(), stopped=True)),
                progress_bar(f"reviewing {file}") as progress,
            ):
                for done in reviewing.steps():
                    progress(done)
            stopped = False
        finally:  # also after Ctrl-C
            found = reviewing.so_far()
            _print(args, found, stopped=stopped)
        _remember(games, found)

    return for_each_record(args, show, position)


def _remember(games: Games, found: Review) -> None:
    for seat in found.seats:
        games.setdefault(seat.name, []).append((found, seat.seat))


def _print(args: argparse.Namespace, found: Review, *, stopped: bool = False) -> None:
    from rowlock.review.report import report

    if args.json:
        print_json(found)
    else:
        rollouts = args.rollouts > 0
        print("\n".join(report(found, texts_of(args), stopped=stopped, rollouts=rollouts)))


def _print_levels(games: Games, texts: Texts) -> None:
    """Whose games are enough to say which levels they look like."""
    from rowlock.review.levels import level_equivalent
    from rowlock.review.report import level_line

    for name, own in games.items():
        if found := level_equivalent(own):
            print(f"\n{level_line(name, found, texts)}")
