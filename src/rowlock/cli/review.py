"""`rowlock review`: the cost of every choice in a game, and the luck of the dice."""

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
    from rowlock.reviews.model import Review

Games: TypeAlias = "dict[str, list[tuple[Review, int]]]"
"""By player name: their seats and reviews."""

EPILOG = """\
Every choice is judged by what the player could know at the time: the value of the chosen answer, of
the best answer, and the difference. The luck of a roll is its value under best play minus the mean
over all rolls. Values are win probabilities; in solo games they are points.

examples:
  rowlock review examples/evening.rowlock
  rowlock review examples/evening.rowlock --seat 1 --rollouts 10
  rowlock review game.rowlock --lang de
  rowlock review game.rowlock --json
  rowlock review season/*.rowlock --json --threads 8 --resume season.journal

For ten or more games by one player it also estimates their level.
Ctrl-C stops a review and prints the results so far. With --threads, --processes, --ray or --resume,
several records are reviewed in parallel and each review is printed when it is complete.
exit status: 0 if all records are valid, 1 if one is illegal, 2 if one is unreadable
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_files(parser)
    parser.add_argument("--seat", type=whole, metavar="N", help="only this seat, counted from 1")
    parser.add_argument(
        "--rollouts",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="play out costly choices, for this many seconds in total",
    )
    add_lang(parser)
    add_workers(parser, "1")
    add_resume(parser)


def is_bulk(args: argparse.Namespace) -> bool:
    """Whether workers or a journal are used; then only complete reviews are printed."""
    return args.processes or any(each is not None for each in (args.threads, args.ray, args.resume))


def run(args: argparse.Namespace) -> int:
    games: Games = {}
    status = _many(args, games) if is_bulk(args) else _one_by_one(args, games)
    if not args.json:
        _print_levels(games, texts_of(args))
    return status


def _many(args: argparse.Namespace, games: Games) -> int:
    """Review all files with several workers; print each review when it is complete."""
    from rowlock.cli.review_bulk import reviews

    status = 0
    for file, outcome in reviews(args):
        if isinstance(outcome, Refusal):
            status = max(status, report_refusal(file, outcome, as_json=args.json))
            continue
        if len(args.files) > 1 and not args.json:
            print(f"{file}:")
        _print(args, outcome)
        _remember(games, outcome)
    return status


def _one_by_one(args: argparse.Namespace, games: Games) -> int:
    def position(record: Record) -> Game:
        game = replay(record)
        if args.seat is not None and not 1 <= args.seat <= len(game.names):
            raise Unreadable("no_such_seat", f"there is no seat {args.seat} at this table")
        return game

    def show(file: str, record: Record, game: Game) -> None:
        from rowlock.reviews.bulk import table_for
        from rowlock.reviews.review import Reviewing

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
                for share in reviewing.steps():
                    progress(share)
            stopped = False
        finally:  # also after Ctrl-C
            game_review = reviewing.so_far()
            _print(args, game_review, stopped=stopped)
        _remember(games, game_review)

    return for_each_record(args, show, position)


def _remember(games: Games, game_review: Review) -> None:
    for seat in game_review.seats:
        games.setdefault(seat.name, []).append((game_review, seat.seat))


def _print(args: argparse.Namespace, game_review: Review, *, stopped: bool = False) -> None:
    from rowlock.reviews.report import report

    if args.json:
        print_json(game_review)
    else:
        rollouts = args.rollouts > 0
        print("\n".join(report(game_review, texts_of(args), stopped=stopped, rollouts=rollouts)))


def _print_levels(games: Games, texts: Texts) -> None:
    """Print the estimated level of players with enough games."""
    from rowlock.reviews.levels import level_equivalent
    from rowlock.reviews.report import level_line

    for name, own in games.items():
        if level := level_equivalent(own):
            print(f"\n{level_line(name, level, texts)}")
