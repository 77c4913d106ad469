"""`rowlock replay`: check game records and show the sheets."""

from __future__ import annotations

import argparse
from functools import partial

from rowlock.cli.common import print_json
from rowlock.cli.numbers import whole
from rowlock.cli.records import add_files, for_each_record
from rowlock.core.game import result
from rowlock.core.state import Game
from rowlock.notation import Record, after_turn, format_record, replay
from rowlock.notation.summary import summary


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--record", action="store_true", help="print the record in its standard form")
    one.add_argument(
        "--turn",
        type=whole,
        metavar="N",
        help="show the sheets after turn N (0: before the first roll)",
    )
    parser.epilog = (
        "examples:\n"
        "  rowlock replay examples/family.rowlock\n"
        "  rowlock replay examples/evening.rowlock --turn 10\n\n"
        "exit status: 0 if all records are valid, 1 if one is illegal, 2 if one is unreadable"
    )


def run(args: argparse.Namespace) -> int:
    def show(file: str, record: Record, game: Game) -> None:
        if args.record:
            print(format_record(record), end="")
        elif args.json:
            print_json(summary(game))
        else:
            from rowlock.terminal.draw import draw_sheets

            if len(args.files) > 1:
                print(f"{file}:")
            draw_sheets(game)
            print(_standing(game))

    position = replay if args.turn is None else partial(after_turn, number=args.turn)
    return for_each_record(args, show, position)


def _standing(game: Game) -> str:
    """The result of the game, or whose turn it is."""
    outcome = result(game)
    if not outcome.winners:
        return f"Turn {game.turn}, {game.names[game.active]} is active: {game.phase}."
    names = " and ".join(game.names[seat] for seat in outcome.winners)
    how = {"two_rows_closed": "two rows are closed", "four_penalties": "the fourth penalty"}
    return f"{names} won with {max(outcome.totals)}: {how[game.reason or 'two_rows_closed']}."
