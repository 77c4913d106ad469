"""`rowlock exam --puzzles`: ten questions a day, the same for everybody, with exact answers."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING

from rowlock.cli.common import print_json
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable

if TYPE_CHECKING:
    from rowlock.review.puzzles import Answer, Puzzle

ABOUT = {
    "first_cross": "the first cross",
    "skip_or_penalty": "skip cells, or take the penalty",
    "one_or_two": "one cross or two",
    "lock": "lock now, or wait",
    "last_turns": "the last turns",
}


def day(text: str) -> date:
    """A date on the command line."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2026-11-16") from None


def run_puzzles(args: argparse.Namespace) -> int:
    from rowlock.review.puzzles import of_day

    wanted = args.date or date.today()
    puzzles = of_day(wanted)
    if args.json:
        print_json({"date": wanted.isoformat(), "puzzles": puzzles})
        return 0
    lost = []
    try:
        with stoppable():
            for number, puzzle in enumerate(puzzles, 1):
                print(f"\nPuzzle {number} of {len(puzzles)}: {ABOUT[puzzle.tag]}")
                lost.append(_ask(puzzle).loss)
    except EOFError:
        return EXIT_INTERRUPTED
    best = sum(loss == 0 for loss in lost)
    print(f"\n{wanted}: {best} of {len(lost)} best, {sum(lost):.4f} points given away.")
    return 0


def _ask(puzzle: Puzzle) -> Answer:
    """Show a puzzle until it is answered; what was answered."""
    from rowlock.notation import parse_position
    from rowlock.terminal.draw import draw_sheets

    game = parse_position(puzzle.position)
    draw_sheets(game)
    print(f"Dice: {game.roll}. Answers: {' '.join(sorted(each.move for each in puzzle.answers))}")
    known = {each.move: each for each in puzzle.answers}
    while (given := input("> ").strip()) not in known:
        print("Type one of the answers, or Ctrl-D to stop.")
    best, chosen = puzzle.answers[0], known[given]
    if chosen is best:
        print(f"Best: {best.total:.4f} points expected.")
    else:
        print(f"{given} loses {chosen.loss:.4f} points; {best.move} expects {best.total:.4f}.")
    return chosen
