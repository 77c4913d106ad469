"""Shared by `replay`, `legal` and `review`: process several record files in order."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

from rowlock.cli.common import print_json
from rowlock.cli.main import EXIT_ILLEGAL, EXIT_UNREADABLE
from rowlock.core.state import Game
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.files import read_file, read_stream
from rowlock.notation import Record, parse_record, replay
from rowlock.notation.record_files import MAX_FILE_BYTES, games_in
from rowlock.notation.summary import refusal_summary
from rowlock.variants import Variant, load_variant


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="file of one or more game records; - reads standard input",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per file, one per line"
    )
    parser.add_argument(
        "--variant", metavar="FILE", help="file of a custom sheet, for records that use its id"
    )


def for_each_record(
    args: argparse.Namespace,
    show: Callable[[str, Record, Game], None],
    position: Callable[[Record], Game] = replay,
) -> int:
    """Call `show` with a position of every game of every file. Errors are reported and the other
    games continue."""
    own = own_sheets(args)
    status = 0
    for file in args.files:
        for text in texts_of_games(file):
            try:
                record = parsed(text, own)
                game = position(record)
            except Refusal as refusal:
                below = refusal if isinstance(text, Refusal) else refusal.below(text.lines_before)
                status = max(status, report_refusal(file, below, as_json=args.json))
            else:
                show(file, record, game)
    return status


class GameText(NamedTuple):
    """The text of one game of a file."""

    lines_before: int
    content: bytes


def texts_of_games(file: str) -> list[GameText | Refusal]:
    """The games of a file; one refusal if it cannot be read."""
    try:
        return [GameText(*game) for game in games_in(record_bytes(file))]
    except Refusal as refusal:
        return [refusal]


def parsed(text: GameText | Refusal, own: Mapping[str, Variant]) -> Record:
    if isinstance(text, Refusal):
        raise text
    return parse_record(text.content, own)


def own_sheets(args: argparse.Namespace) -> dict[str, Variant]:
    """The custom sheet of --variant, by its id."""
    sheet = load_variant(args.variant) if args.variant else None
    return {sheet.id: sheet} if sheet else {}


def record_bytes(file: str) -> bytes:
    """The bytes of a file or of standard input."""
    if file != "-":
        return read_file(file, MAX_FILE_BYTES)
    if sys.stdin is None:
        raise Unreadable("no_file", "standard input is closed")
    return read_stream(sys.stdin.buffer, "standard input", MAX_FILE_BYTES)


def report_refusal(file: str, refusal: Refusal, *, as_json: bool) -> int:
    """Report why a file was refused; returns the exit status."""
    status = EXIT_ILLEGAL if isinstance(refusal, Illegal) else EXIT_UNREADABLE
    if as_json:
        print_json(refusal_summary(file, refusal))
        return status
    sys.stdout.flush()
    print(in_file(file, refusal), file=sys.stderr)
    return status


def in_file(file: str, refusal: Refusal) -> str:
    """The error message with file, line and seat."""
    place = file if refusal.line is None else f"{file}:{refusal.line}"
    seat = "" if refusal.seat is None else f" seat {refusal.seat + 1}:"
    kind = "illegal" if isinstance(refusal, Illegal) else "unreadable"
    return f"{place}:{seat} {kind}: {refusal.message} ({refusal.code})"
