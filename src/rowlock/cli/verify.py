"""`rowlock verify`: check that the dice of a record match the commitment made before the game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import add_json, print_json
from rowlock.daily.check import check_dice
from rowlock.errors import Illegal, Unreadable
from rowlock.files import read_text
from rowlock.notation import Record, parse_record
from rowlock.notation.read import MAX_BYTES
from rowlock.table.day import SCHEME, day_of

if TYPE_CHECKING:
    from rowlock.table.fair.verify import DiceVerdict


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "example:\n  rowlock verify KFDP7MRX.rowlock --kept KFDP7MRX.slip.json\n\n"
        "After a game the page offers two downloads: the record, and the receipt that your device\n"
        "stored before the game. Without a receipt the record is only checked for consistency.\n"
        "docs/fair-dice.md explains how the dice are made and how to check them with other tools."
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="record of a game on a server, or of a game of the day",
    )
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="RECEIPT",
        help="dice receipt that your device stored before the game",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    record = parse_record(read_text(str(args.file), MAX_BYTES))
    if "Dice" in record.headers and record.headers["Dice"].value == SCHEME:
        if args.kept is not None:
            raise Illegal("wrong_scheme", "a game of the day has no receipt: leave out --kept")
        _verify_day(record, as_json=args.json)
        return 0
    from rowlock.table.fair.receipt import read_receipt
    from rowlock.table.fair.verify import verify

    slip = None if args.kept is None else read_receipt(read_text(str(args.kept), MAX_BYTES))
    verdict = verify(record, slip)
    if args.json:
        print_json(verdict)
    else:
        print(_verdict_text(verdict))
    return 0


def _verify_day(record: Record, *, as_json: bool) -> None:
    """Verify a game of the day; its dice follow from the date."""
    if "Date" not in record.headers:
        raise Unreadable("missing_header", "the header Date, the day of the game, is missing")
    date = record.headers["Date"].value
    rolls = check_dice(record, day_of(date))
    if as_json:
        print_json({"scheme": SCHEME, "date": date, "rolls": rolls})
    else:
        print(f"The game of {date}: all {rolls} rolls match that day.")


def _seen_text(verdict: DiceVerdict) -> list[str]:
    """Whether the record is the game that the device saw."""
    if not verdict.seen:
        return ["The receipt has no rolls: compare this record with what you remember of the game."]
    return [f"This is the game that was played: it is what the device saw ({verdict.seen} rolls)."]


def _verdict_text(verdict: DiceVerdict) -> str:
    lines = [
        f"Table {verdict.table}: all {verdict.rolls} rolls of this record follow from its seed and",
        "shares.",
    ]
    if verdict.kept:
        lines += [
            "Proved: the server fixed its seed before it could know the share of this device,",
            "and the list of seals is the one that this device saw before it opened its share.",
            f"Commitment: {verdict.commitment}",
        ]
        lines += _seen_text(verdict)
    else:
        lines += [
            "Checked for consistency only: whether this game was played is not known. A receipt",
            "(--kept RECEIPT) says whether the seed was fixed before the game, and what the device",
            "saw of it. Without one, compare the record with what you remember.",
        ]
    if verdict.round > 1:
        lines.append(f"The start was repeated: this is round {verdict.round}.")
    return "\n".join(lines)
