"""`rowlock verify`: check the dice of a recorded game against what was promised before it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import add_json, print_json
from rowlock.daily.check import check_dice
from rowlock.daily.day import SCHEME, day_of
from rowlock.errors import Unreadable
from rowlock.files import read_text
from rowlock.notation import Record, parse_record
from rowlock.notation.read import MOST_BYTES

if TYPE_CHECKING:
    from rowlock.server.verify import Verdict


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock verify KFDP7MRX.rowlock --kept KFDP7MRX.slip.json\n\n"
        "The page offers the record for download after a game, and the slip: what your device\n"
        "wrote down before it. Without a slip the record is checked against itself only.\n"
        "docs/fair-dice.md explains how the dice are made and how to check them with other tools."
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="the record of a game of a server, or of a game of the day",
    )
    parser.add_argument(
        "--kept", type=Path, metavar="SLIP", help="what a device wrote down before the game"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    record = parse_record(read_text(str(args.file), MOST_BYTES))
    if "Dice" in record.headers and record.headers["Dice"].value == SCHEME:
        _verify_day(record, as_json=args.json)
        return 0
    from rowlock.server.slip import read_slip
    from rowlock.server.verify import verify

    slip = None if args.kept is None else read_slip(read_text(str(args.kept), MOST_BYTES))
    verdict = verify(record, slip)
    if args.json:
        print_json(verdict)
    else:
        print(_told(verdict))
    return 0


def _verify_day(record: Record, *, as_json: bool) -> None:
    """The game of a day: its dice follow from the date, and there is nothing to keep."""
    if "Date" not in record.headers:
        raise Unreadable("missing_header", "the header Date is missing: which day was it?")
    date = record.headers["Date"].value
    rolls = check_dice(record, day_of(date))
    if as_json:
        print_json({"scheme": SCHEME, "date": date, "rolls": rolls})
    else:
        print(f"The game of {date}: all {rolls} rolls are those of the day.")


def _told(verdict: Verdict) -> str:
    lines = [
        f"Table {verdict.table}: all {verdict.rolls} rolls follow from the seed and the shares."
    ]
    if verdict.kept:
        lines += [
            "Proved: the server had fixed its seed before it could know the share of this device,",
            "and the list of seals is the one that this device saw before it opened its share.",
            f"Commitment: {verdict.commitment}",
        ]
    else:
        lines += [
            "Checked against itself only: whether the seed was fixed before the game is known",
            "to those who kept a slip (--kept SLIP).",
        ]
    if verdict.round > 1:
        lines.append(f"The start was repeated: this is round {verdict.round}.")
    return "\n".join(lines)
