"""`rowlock exam --puzzles`: the ten puzzles of the day, with exact answers."""

from __future__ import annotations

import argparse
import sys
from datetime import date

from rowlock.cli.common import print_json, texts_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable


def day(text: str) -> date:
    """Parse a date on the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date (expected YYYY-MM-DD)") from None


def run_puzzles(args: argparse.Namespace) -> int:
    from rowlock.reviews.puzzles import of_day
    from rowlock.terminal.keyboard import Keyboard
    from rowlock.terminal.puzzles import ask_puzzles

    puzzle_date = args.date or date.today()
    puzzles = of_day(puzzle_date)
    if args.json:
        print_json({"date": puzzle_date.isoformat(), "puzzles": puzzles})
        return 0
    if sys.stdin.isatty():
        import readline  # noqa: F401  arrow keys and history at the prompt
    with stoppable():
        finished = ask_puzzles(puzzles, puzzle_date, Keyboard(texts_of(args)))
    return 0 if finished else EXIT_INTERRUPTED
