"""The options --csv and --records: the games of a simulation as a table and as records."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import check_writable
from rowlock.cli.progress import progress_bar
from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.runners import Workplace
    from rowlock.simulation.export import GameTable, RecordJob

SUFFIX = ".rowlock"


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write one row per game: who began, turns, how it ended, and the score, penalties, "
        "locks and share of the win of every seat",
    )
    parser.add_argument(
        "--records",
        type=Path,
        metavar="PATH",
        help="write the record of every game: all in one file if PATH ends in .rowlock, else one "
        "file each in the folder PATH; recorded games are played in Python, which is slower",
    )


def check_export(args: argparse.Namespace) -> None:
    """Refuse output that cannot be written, before any game is played."""
    if args.csv is not None:
        if args.resume is not None:
            message = "--csv cannot be combined with --resume, which keeps sums only"
            raise Unreadable("bad_option", message)
        check_writable(args.csv)
    if args.records is None:
        return
    if args.records.suffix == SUFFIX:
        check_writable(args.records)
    elif args.records.exists() and not (args.records.is_dir() and not any(args.records.iterdir())):
        raise Unreadable("file_exists", f"{args.records} exists already (expected a new folder)")


@contextmanager
def game_table(args: argparse.Namespace, players: int) -> Iterator[GameTable | None]:
    """The CSV file of `--csv`; None without it."""
    if args.csv is None:
        yield None
        return
    from rowlock.simulation.export import GameTable

    with args.csv.open("w", encoding="utf-8", newline="") as file:
        yield GameTable(file, players)


def write_records(args: argparse.Namespace, job: RecordJob, games: int, place: Workplace) -> None:
    """Write the records of `--records`."""
    from rowlock.simulation.export import records

    if args.records is None or not games:
        return
    with progress_bar("writing records", games) as progress:
        if args.records.suffix == SUFFIX:
            with args.records.open("w", encoding="utf-8", newline="\n") as file:
                for number, text in enumerate(records(job, games, place), 1):
                    file.write(text if number == 1 else f"\n{text}")
                    progress(number)
            return
        args.records.mkdir(parents=True, exist_ok=True)
        digits = len(str(games))
        for number, text in enumerate(records(job, games, place), 1):
            file_name = f"game-{number:0{digits}}{SUFFIX}"
            (args.records / file_name).write_text(text, "utf-8", newline="\n")
            progress(number)
