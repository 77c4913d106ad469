"""`rowlock advise`: rank every answer, for a single sheet or in the middle of a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowlock.cli.common import add_json, add_lang, add_variant, texts_of
from rowlock.cli.moments import add_after, add_moment
from rowlock.cli.numbers import whole
from rowlock.cli.solve import add_lucky
from rowlock.errors import Unreadable

EPILOG = """\
In company every answer is listed with the chance of winning it leads to: exactly where the rest of
a game of two can be computed, otherwise as the champion's network sees it, calibrated as in
`rowlock review`, and with how far a comparison of two answers may be off. Card games and sheets of
your own are judged by rules of thumb where there is no network; that is approximate, and it says
so. The record or position may stop in action 1, in action 2 or inside a chain. `rowlock rollout`
plays the answers on to the end instead.

In action 2 a position says whether the active player has crossed something in action 1: action2+ if
so, action2 if not. Without the + a pass is a penalty. Or give the position before action 1 and
--after with the cross; others who have not answered yet cross nothing more.

For a single sheet (--sheet) every turn is listed with the expected total if you play perfectly from
then on; where the exact table cannot be had within half a minute, by rules of thumb. With --players
the other players are assumed to be polite: they close no rows and do not end the game.

examples:
  rowlock advise examples/unfinished.rowlock
  rowlock advise --position 'classic 9 1 roll; "Ann" r5 y- g- b- x0; "Ben" r- y5 g- b- x0' \\
    --roll "41 3256"
  rowlock advise --position 'classic 9 1 roll; "Ann" r3 y- g- b- x0; "Ben" r- y5 g- b- x0' \\
    --roll "41 3256" --after r5
  rowlock advise --sheet "r2,3 y- g12 b- x1" --roll "41 3256"
  rowlock advise --sheet "r2,3 y- g12 b- x1" --roll "41 3256" --after r5
  rowlock advise --variant mixx_b --sheet "r- y- g- b- x0" --roll "63 1245" --json
  rowlock advise --players 3 --sheet "r2,3 y- g12 b- x1" --roll 41 --passive --wait 1
  rowlock advise examples/unfinished.rowlock --lang de
"""

ALONE = ("players", "wait", "solved", "lucky")
"""Options that go with a single sheet; `--closed` and `--passive` too."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_moment(parser)
    add_variant(parser, default=None)
    add_lucky(parser)
    parser.add_argument("--sheet", metavar="SHEET", help='a single sheet: "r2,3 y- g12,11 b- x1"')
    parser.add_argument(
        "--roll",
        metavar="DICE",
        help='the white dice, then red, yellow, green, blue, "-" for a removed die: "41 3256"; for '
        "a single sheet, and for a game whose dice are missing",
    )
    add_after(parser, "the active player, with --sheet you,")
    parser.add_argument(
        "--closed", default="", metavar="ROWS", help="rows closed by other players: --closed rg"
    )
    parser.add_argument(
        "--passive",
        action="store_true",
        help="it is another player's turn: only the white sum counts",
    )
    parser.add_argument(
        "--players", type=whole, metavar="N", help="players at the table (default 1)"
    )
    parser.add_argument(
        "--wait",
        type=whole,
        metavar="K",
        help="with --passive: how many more players roll before you do (default 0)",
    )
    parser.add_argument(
        "--solved", type=Path, metavar="FILE", help="a table written by rowlock solve --out"
    )
    parser.add_argument("--all", action="store_true", help="list every answer, not only the best")
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    texts = texts_of(args)
    if args.sheet is not None:
        from rowlock.cli import advise_sheet

        if args.file is not None or args.position is not None or args.seat is not None:
            raise Unreadable("bad_option", texts("refuse_sheet_alone"))
        if args.roll is None:
            raise Unreadable("no_roll", texts("refuse_no_dice"))
        return advise_sheet.run(args)
    from rowlock.cli import advise_company

    if args.file is None and args.position is None:
        raise Unreadable("no_position", texts("refuse_no_position"))
    given = [name for name in ALONE if getattr(args, name) is not None]
    given += [name for name in ("closed", "passive") if getattr(args, name)]
    if given:
        raise Unreadable("bad_option", texts("refuse_with_sheet", option=given[0]))
    return advise_company.run(args)
