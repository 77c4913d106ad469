"""`rowlock verify`: check the dice of a recorded game against the server's commitment."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowlock.cli.common import add_json, print_json
from rowlock.files import read_text
from rowlock.notation import parse_record
from rowlock.notation.read import MOST_BYTES


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock verify KFDP7MRX.rowlock\n\n"
        "The page offers the record for download after a game. docs/fair-dice.md explains how the\n"
        "dice are made and how to check them with other tools."
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the record of a game that was played on a server"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.server.verify import verify

    verdict = verify(parse_record(read_text(str(args.file), MOST_BYTES)))
    if args.json:
        print_json(verdict)
    else:
        print(f"Table {verdict.table}: all {verdict.rolls} rolls follow from the seeds.")
        print(f"The server committed to its seed before the game: {verdict.commitment}")
    return 0
