"""`rowlock advise`: rank every choice for a sheet and a roll."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import add_json, add_variant, print_json, variant_of
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.solve import add_lucky, lucky_of
from rowlock.cli.streams import say
from rowlock.core.ending import ending
from rowlock.core.sheet import format_sheet, locked_rows
from rowlock.core.state import Roll
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Unreadable
from rowlock.notation.position import parse_sheet
from rowlock.variants import LETTERS, Variant

if TYPE_CHECKING:
    from rowlock.solve.turns import Turn
    from rowlock.solve.value_table import ValueTable

EPILOG = """\
Every possible turn is listed with the expected total of your sheet if you play perfectly from then
on, and with what it loses against the best turn. The other players are assumed to be polite: they
close no rows and do not end the game.

examples:
  rowlock advise --sheet "r2,3 y- g12 b- x1" --roll "41 3256"
  rowlock advise --variant mixx_b --sheet "r- y- g- b- x0" --roll "63 1245" --json
  rowlock advise --players 3 --sheet "r2,3 y- g12 b- x1" --roll 41 --passive --wait 1
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_variant(parser)
    add_lucky(parser)
    parser.add_argument(
        "--sheet", required=True, metavar="SHEET", help='your sheet: "r2,3 y- g12,11 b- x1"'
    )
    parser.add_argument(
        "--roll",
        required=True,
        metavar="DICE",
        help='the white dice, then red, yellow, green, blue; "-" for a removed die: "41 3256"',
    )
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
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from rowlock.solve.turns import ranked_answers, ranked_turns

    variant = variant_of(args)
    sheet = parse_sheet(variant, args.sheet)
    closed = _closed(args.closed) | locked_rows(variant, sheet)
    dice = _roll(args.roll, passive=args.passive)
    if reason := ending(variant, [sheet], closed):
        raise Illegal("game_over", f"the game is over: {reason.replace('_', ' ')}")
    if args.wait is not None and not args.passive:
        raise Unreadable(
            "bad_wait", "--wait only makes sense in another player's turn: add --passive"
        )
    with stoppable():
        table = _table(args, variant)
    if args.passive and table.players == 1:
        raise Unreadable(
            "bad_players", "alone nobody else rolls: say how many play, as in --players 3"
        )
    wait = _wait(args.wait, table.players) if args.passive else 0
    with stoppable():
        if args.passive:
            turns = ranked_answers(table, sheet, dice.white, closed, wait)
        else:
            turns = ranked_turns(table, sheet, dice, closed)
    if args.json:
        print_json(
            {
                "variant": variant.id,
                "players": table.players,
                "sheet": format_sheet(variant, sheet),
                "roll": args.roll,
                "turns": [
                    {"moves": turn.text, "total": turn.total, "cost": turn.cost} for turn in turns
                ],
            }
        )
    else:
        _print(turns)
    return 0


def _closed(letters: str) -> int:
    if not set(letters) <= set(LETTERS):
        raise Unreadable("bad_closed", f"{letters!r} are not rows: use letters of {LETTERS}")
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def _roll(text: str, *, passive: bool) -> Roll:
    """The roll; in another player's turn the white dice are enough."""
    words = text.split()
    if passive and len(words) == 1:
        words.append("-" * len(LETTERS))
    return parse_roll(" ".join(words))


def _wait(wait: int | None, players: int) -> int:
    most = max(0, players - 2)
    if wait is not None and not 0 <= wait <= most:
        raise Unreadable("bad_wait", f"0 to {most} more players can roll before you do")
    return wait or 0


def _table(args: argparse.Namespace, variant: Variant) -> ValueTable:
    """The requested table: from a file, or the stored one, which is solved on first use."""
    from rowlock.solve.problem import make_problem
    from rowlock.solve.reach import check_reach
    from rowlock.solve.store import kept_path, kept_table, table_of
    from rowlock.solve.value_table import load_table

    if args.solved:
        return _same(load_table(args.solved, variant), args)
    problem = make_problem(variant, 1 if args.players is None else args.players, lucky_of(args))
    table = kept_table(problem)
    if table is None:
        check_reach(problem, "cpu")
        folder = kept_path(problem).parent
        say(f"rowlock: solving {variant.id} for the first time; it is then stored in {folder}")
        with progress_bar(f"solving {variant.id}") as progress:
            table = table_of(problem, progress=progress)
        if kept_table(problem) is None:
            say(f"rowlock: it could not be stored in {folder} and will be solved again next time")
    return table


def _same(table: ValueTable, args: argparse.Namespace) -> ValueTable:
    """The table of a file, refused if other options contradict it."""
    if args.players not in (None, table.players):
        message = f"{args.solved} is for {table.players} players, not for {args.players}"
        raise Unreadable("foreign_table", message)
    if args.lucky is not None and lucky_of(args) != table.problem.lucky:
        raise Unreadable(
            "foreign_table", f"{args.solved} is not for the lucky numbers {args.lucky}"
        )
    return table


def _print(turns: tuple[Turn, ...]) -> None:
    width = max(len("turn"), *(len(turn.text) for turn in turns))
    print(f"{'turn':{width}}  {'total':>8}  {'cost':>7}")
    for turn in turns:
        cost = f"{-turn.cost:7.3f}" if turn.cost else "   best"
        print(f"{turn.text:{width}}  {turn.total:8.3f}  {cost}")
