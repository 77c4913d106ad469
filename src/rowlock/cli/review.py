"""`rowlock review`: the cost of every choice in a game, and the luck of the dice."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import to_builtins

from rowlock.cli.common import add_lang, check_new_file, print_json, texts_of
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
    from rowlock.reviews.model import Review
    from rowlock.reviews.season import Season

Games: TypeAlias = "list[tuple[Review, Record | None]]"
"""All reviews, with their annotated records if those are wanted."""

EPILOG = """\
Every choice is judged by what the player could know at the time: the value of the chosen answer, of
the best answer, and the difference. The luck of a roll is its value under best play minus the mean
over all rolls. Values are win probabilities; in solo games they are points.

examples:
  rowlock review examples/evening.rowlock
  rowlock review examples/evening.rowlock --seat 1 --rollouts 10
  rowlock review game.rowlock --lang de
  rowlock review game.rowlock --json
  rowlock review season/*.rowlock --season --csv season.csv
  rowlock review season/*.rowlock --json --threads 8 --resume season.journal
  rowlock review game.rowlock --all --plot curve.png --annotate annotated.rowlock

After several games it prints a table of all players, and for ten or more games by one player it
estimates their level.
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
    parser.add_argument("--all", action="store_true", help="list every turn and every choice")
    parser.add_argument(
        "--season",
        action="store_true",
        help="print only the table of all games: wins, luck, wins without luck, cost per choice",
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the table of all games to this file"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="plot the curve of one game as .png or .svg"
    )
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="FILE",
        help="write the games to this new file, with what every turn cost as comments",
    )
    add_lang(parser)
    add_workers(parser, "1")
    add_resume(parser)


def is_bulk(args: argparse.Namespace) -> bool:
    """Whether workers or a journal are used; then only complete reviews are printed."""
    return args.processes or any(each is not None for each in (args.threads, args.ray, args.resume))


def run(args: argparse.Namespace) -> int:
    from rowlock.reviews.season import season

    _check_files(args)
    games: Games = []
    status = _many(args, games) if is_bulk(args) else _one_by_one(args, games)
    table = season(found for found, _ in games)
    if not args.json:
        _print_season(args, games, table)
    if args.csv is not None:
        table.to_csv(args.csv)
    if args.annotate is not None:
        from rowlock.notation.record_files import write_records

        write_records(args.annotate, [record for _, record in games if record is not None])
    return status


def _check_files(args: argparse.Namespace) -> None:
    """Refuse impossible output files before any work is done."""
    if args.csv is not None:
        check_new_file(args.csv)
    if args.annotate is not None:
        if is_bulk(args):
            message = "--annotate cannot be combined with --threads, --processes, --ray, --resume"
            raise Unreadable("bad_option", message)
        check_new_file(args.annotate)
    if args.plot is not None:
        from rowlock.simulation.plot import check_plot

        check_plot(args.plot)


def _many(args: argparse.Namespace, games: Games) -> int:
    """Review all files with several workers; print each review when it is complete."""
    from rowlock.cli.review_bulk import reviews

    status = 0
    for file, outcome in reviews(args):
        if isinstance(outcome, Refusal):
            status = max(status, report_refusal(file, outcome, as_json=args.json))
            continue
        _print(args, file, outcome)
        games.append((outcome, None))
        _plot(args, file, outcome, len(games))
    return status


def _one_by_one(args: argparse.Namespace, games: Games) -> int:
    def position(record: Record) -> Game:
        game = replay(record)
        if args.seat is not None and not 1 <= args.seat <= len(game.names):
            raise Unreadable("no_such_seat", f"there is no seat {args.seat} at this table")
        return game

    def show(file: str, record: Record, game: Game) -> None:
        from rowlock.reviews.annotate import annotate
        from rowlock.reviews.bulk import table_for
        from rowlock.reviews.luck import MANY_SAMPLES
        from rowlock.reviews.review import Reviewing

        table = table_for(game, partial(solved_table, texts=texts_of(args)))
        reviewing = Reviewing(
            record,
            seat=args.seat,
            rollouts=args.rollouts,
            table=table,
            luck_samples=MANY_SAMPLES,
        )
        stopped = True
        try:
            with (
                stoppable(lambda: _print(args, file, reviewing.so_far(), stopped=True)),
                progress_bar(f"reviewing {file}") as progress,
            ):
                for share in reviewing.steps():
                    progress(share)
            stopped = False
        finally:  # also after Ctrl-C
            game_review = reviewing.so_far()
            _print(args, file, game_review, stopped=stopped)
        annotated = None if args.annotate is None else annotate(record, game_review)
        games.append((game_review, annotated))
        _plot(args, file, game_review, len(games))

    return for_each_record(args, show, position)


def _plot(args: argparse.Namespace, file: str, game_review: Review, number: int) -> None:
    if args.plot is None:
        return
    from rowlock.reviews.plot import plot_review

    if number > 1:
        message = "--plot shows the curve of one game: pass a file with one record"
        raise Unreadable("bad_option", message)
    plot_review(game_review, args.plot, f"{game_review.variant}: {Path(file).name}")


def _print(
    args: argparse.Namespace, file: str, game_review: Review, *, stopped: bool = False
) -> None:
    from rowlock.reviews.report import report

    if args.json:
        print_json({"file": file, **to_builtins(game_review)})
    elif not args.season:
        if len(args.files) > 1:
            print(f"{file}:")
        rollouts = args.rollouts > 0
        lines = report(
            game_review, texts_of(args), stopped=stopped, rollouts=rollouts, every=args.all
        )
        print("\n".join(lines))


def _print_season(args: argparse.Namespace, games: Games, table: Season) -> None:
    """Print the table of several games, and the level of players with enough of them."""
    from rowlock.reviews.levels import level_equivalent
    from rowlock.reviews.report import level_line, season_lines

    texts = texts_of(args)
    if args.season or table.games > 1:
        blank = [] if args.season else [""]
        print("\n".join([*blank, *season_lines(table, texts)]))
    by_name: dict[str, list[tuple[Review, int]]] = {}
    for found, _ in games:
        for seat in found.seats:
            by_name.setdefault(seat.name, []).append((found, seat.seat))
    for name, own in by_name.items():
        if level := level_equivalent(own):
            print(f"\n{level_line(name, level, texts)}")
