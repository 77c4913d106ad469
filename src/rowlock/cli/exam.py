"""`rowlock exam`: a solo game scored against the exact table."""

from __future__ import annotations

import argparse
import random
import secrets
import sys
from pathlib import Path

from rowlock.cli.common import (
    add_json,
    add_lang,
    add_variant,
    check_new_file,
    print_json,
    texts_of,
)
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.prompt_stream import aside
from rowlock.cli.puzzles import day, run_puzzles
from rowlock.cli.solve import add_lucky, lucky_of
from rowlock.cli.tables import solved_table
from rowlock.errors import Unreadable
from rowlock.variants import load_variant

SEEDS = 2**32
"""Number of seeds to draw from."""
OF_A_GAME = ("variant", "lucky", "name", "seed", "record")

EPILOG = """\
You play solo, without undo. Then every choice is compared with the best one in the exact table of
the sheet. The result adds up: expected total under perfect play - points lost by your choices +
luck = your score. Equal seeds give equal dice.

examples:
  rowlock exam
  rowlock exam --variant mixx_a --seed 7
  rowlock exam --puzzles
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_variant(parser, default=None)
    add_lucky(parser)
    parser.add_argument("--name", help="your name")
    parser.add_argument(
        "--seed", type=whole, metavar="N", help="seed of the dice (default: random)"
    )
    parser.add_argument(
        "--puzzles", action="store_true", help="solve the ten puzzles of the day instead"
    )
    parser.add_argument(
        "--date", type=day, metavar="YYYY-MM-DD", help="the puzzles of another day (with --puzzles)"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game in this file")
    add_lang(parser)
    add_json(parser)


def _check_alone(args: argparse.Namespace) -> None:
    """Refuse options for a whole game, since puzzles are on classic and the same for everyone."""
    for option in OF_A_GAME:
        if getattr(args, option) is not None:
            reason = f"--{option} is for a whole game and cannot be used with --puzzles"
            raise Unreadable("bad_option", reason)


def run(args: argparse.Namespace) -> int:
    if args.puzzles:
        _check_alone(args)
        return run_puzzles(args)
    if args.date is not None:
        raise Unreadable("bad_option", "--date requires --puzzles")
    from rowlock.notation import Scribe, Setup
    from rowlock.reviews.exam import exam_chance, examine
    from rowlock.reviews.exam_report import exam_report
    from rowlock.solver.problem import make_problem
    from rowlock.terminal.play import Session

    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    if not 0 <= seed < SEEDS:
        raise Unreadable("bad_seed", f"{args.seed} is not a seed (expected 0 to {SEEDS - 1})")
    if args.record is not None:
        check_new_file(args.record)
    texts = texts_of(args)
    variant = load_variant(args.variant or "classic")
    table = solved_table(make_problem(variant, 1, lucky_of(args)), texts)
    lucky = table.problem.lucky
    setup = Setup(
        variant=table.variant, names=(args.name or "Player",), lucky=(lucky,) if lucky else None
    )
    session = Session(
        Scribe(setup),
        {},
        random.Random(seed),
        texts,
        dice=exam_chance(seed).roll,
        can_take_back=False,
        **(aside() if args.json else {}),
        record=args.record,
    )
    if sys.stdin.isatty():
        import readline  # noqa: F401  arrow keys and history at the prompt
    with stoppable(session.save):
        if not session.run():
            return EXIT_INTERRUPTED
    exam = examine(session.scribe.record(), table, seed)
    if args.json:
        print_json(exam)
    else:
        print("\n".join(exam_report(exam, texts)))
    return 0
