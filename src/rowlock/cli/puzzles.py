"""`rowlock exam --puzzles`: ten questions a day, the same for everybody, with exact answers."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING

from rowlock.cli.common import print_json, texts_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable

if TYPE_CHECKING:
    from rowlock.languages.texts import Texts
    from rowlock.review.puzzles import Answer, Puzzle


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
    texts = texts_of(args)
    lost = []
    try:
        with stoppable():
            for number, puzzle in enumerate(puzzles, 1):
                about = texts(f"puzzle_{puzzle.tag}")
                print("\n" + texts("puzzle", number=number, count=len(puzzles), about=about))
                lost.append(_ask(puzzle, texts).loss)
    except EOFError:
        return EXIT_INTERRUPTED
    best = sum(loss == 0 for loss in lost)
    given_away = _points(texts, sum(lost))
    print("\n" + texts("puzzle_sum", date=wanted, best=best, count=len(lost), lost=given_away))
    return 0


def _ask(puzzle: Puzzle, texts: Texts) -> Answer:
    """Show a puzzle until it is answered; what was answered."""
    from rowlock.notation import parse_position
    from rowlock.terminal.draw import draw_sheets

    game = parse_position(puzzle.position)
    draw_sheets(game, texts=texts)
    known = {each.move: each for each in puzzle.answers}
    print(texts("puzzle_dice", roll=game.roll, answers=" ".join(sorted(known))))
    while (given := input(texts("prompt")).strip()) not in known:
        print(texts("puzzle_again"))
    best, chosen = puzzle.answers[0], known[given]
    total, loss = _points(texts, best.total), _points(texts, chosen.loss)
    if chosen is best:
        print(texts("puzzle_best", total=total))
    else:
        print(texts("puzzle_worse", given=given, loss=loss, best=best.move, total=total))
    return chosen


def _points(texts: Texts, value: float) -> str:
    return texts.figure(value, ".4f")
