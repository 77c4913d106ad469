"""`rowlock legal`: list the legal moves of all seats that must decide after a record."""

from __future__ import annotations

import argparse

from rowlock.cli.common import print_json
from rowlock.cli.records import add_files, for_each_record
from rowlock.core.state import Game
from rowlock.notation import Record
from rowlock.notation.summary import legal_summary


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    parser.epilog = "example:\n  rowlock legal examples/unfinished.rowlock"


def run(args: argparse.Namespace) -> int:
    def show(file: str, record: Record, game: Game) -> None:
        answer = legal_summary(game)
        if args.json:
            print_json(answer)
            return
        if len(args.files) > 1:
            print(f"{file}:")
        print(f"phase: {answer.phase}")
        for seat, moves in answer.deciders.items():
            print(f"seat {seat} {game.names[int(seat) - 1]}: {'  '.join(moves)}")

    return for_each_record(args, show)
