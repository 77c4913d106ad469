"""`rowlock draw`: draw a table or sheet of a record as SVG or PNG."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowlock.cli.numbers import whole
from rowlock.cli.output import STDOUT, add_out, check_out, write_out
from rowlock.cli.records import record_bytes
from rowlock.core.state import Game
from rowlock.draw import Drawing, draw_table
from rowlock.draw.table import draw_seat
from rowlock.errors import Unreadable
from rowlock.languages import LANGUAGES, system_language
from rowlock.notation import after_turn, parse_record, replay
from rowlock.variants import load_variant


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a game record; - reads standard input")
    parser.add_argument(
        "--turn",
        type=whole,
        metavar="N",
        help="draw the table after turn N (0: before the first roll)",
    )
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="draw only the sheet of this seat, counted from 1"
    )
    parser.add_argument("--legal", action="store_true", help="mark the cells that may be crossed")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="language (default: that of your system)"
    )
    parser.add_argument(
        "--variant", metavar="FILE", help="file of a custom sheet, for records that use its id"
    )
    add_out(parser, STDOUT, "SVG or PNG file")
    parser.epilog = (
        "examples:\n"
        "  rowlock draw examples/evening.rowlock --turn 10 --out evening.svg\n"
        "  rowlock draw examples/evening.rowlock --seat 2 --out sheet.png\n\n"
        "exit status: 0 on success, 1 if the record is illegal, 2 if it is unreadable"
    )


def run(args: argparse.Namespace) -> int:
    kind = ".svg" if args.out == STDOUT else Path(args.out).suffix.lower()
    if kind not in (".svg", ".png"):
        raise Unreadable("bad_out", f"{args.out} is not a picture file (expected .svg or .png)")
    check_out(args.out, force=args.force, text=kind == ".svg")
    drawing = _drawing(args, _position(args))
    write_out(args.out, drawing.png() if kind == ".png" else drawing.svg().encode())
    return 0


def _position(args: argparse.Namespace) -> Game:
    own = load_variant(args.variant) if args.variant else None
    record = parse_record(record_bytes(args.record), {own.id: own} if own else {})
    return replay(record) if args.turn is None else after_turn(record, number=args.turn)


def _drawing(args: argparse.Namespace, game: Game) -> Drawing:
    language = args.lang or system_language()
    if args.seat is None:
        return draw_table(game, legal=args.legal, language=language)
    if args.seat - 1 not in game.seats:
        message = f"there is no seat {args.seat} (expected 1 to {len(game.names)})"
        raise Unreadable("no_such_seat", message)
    return draw_seat(game, args.seat - 1, language, legal=args.legal)
