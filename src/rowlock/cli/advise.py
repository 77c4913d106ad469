"""`rowlock advise`: rank all answers for a single sheet or at a decision of a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rowlock.cli.common import add_json, add_lang, add_variant, texts_of
from rowlock.cli.numbers import whole
from rowlock.cli.positions import add_after, add_moment
from rowlock.cli.solve import add_lucky
from rowlock.errors import Unreadable

EPILOG = """\
In a game with other players, every answer is listed with its chance of winning and with the error
of comparing two answers. The chance is exact if the rest of a two-player game can be computed;
otherwise it is the estimate of the champion's network, calibrated as in `rowlock review`. Card
games and custom sheets without a network are judged by rules of thumb, and the output says so. The
record or position may end in action 1, in action 2 or inside a chain. `rowlock rollout` plays out
the answers instead.

In action 2, a position says whether the active player has crossed something in action 1: action2+
if so, action2 if not. Without the +, passing is a penalty. You can also give the position before
action 1, and the cross of action 1 with --after; players who have not answered yet then cross
nothing.

For a single sheet (--sheet), every turn is listed with the expected total under perfect play. If
the exact table cannot be computed within half a minute, turns are judged by rules of thumb. With
--players, the other players are assumed to be friendly: they close no rows and do not end the game.

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
"""Options that are only for a single sheet, like `--closed` and `--passive`."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_moment(parser)
    add_variant(parser, default=None)
    add_lucky(parser)
    parser.add_argument("--sheet", metavar="SHEET", help='a single sheet: "r2,3 y- g12,11 b- x1"')
    parser.add_argument(
        "--roll",
        metavar="DICE",
        help='the white dice, then red, yellow, green, blue, "-" for a removed die: "41 3256"; '
        "for a single sheet, or for a game whose dice are missing",
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
        help="with --passive: number of players who roll before you (default 0)",
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
    from rowlock.cli import advise_game

    if args.file is None and args.position is None:
        raise Unreadable("no_position", texts("refuse_no_position"))
    game_options = [name for name in ALONE if getattr(args, name) is not None]
    game_options += [name for name in ("closed", "passive") if getattr(args, name)]
    if game_options:
        raise Unreadable("bad_option", texts("refuse_with_sheet", option=game_options[0]))
    return advise_game.run(args)
