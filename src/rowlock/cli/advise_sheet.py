"""`rowlock advise --sheet`: every turn of a sheet by the points it leads to."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rowlock.cli.common import print_json, texts_of
from rowlock.cli.interrupt import stoppable
from rowlock.cli.lists import Row, print_rows
from rowlock.cli.reasons import what_it_does
from rowlock.cli.solve import lucky_of
from rowlock.cli.tables import table_alone, table_in_company
from rowlock.core.ending import ending
from rowlock.core.game import new_game, play, roll
from rowlock.core.sheet import Sheet, format_sheet, locked_rows
from rowlock.core.state import Game, Roll
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Unreadable
from rowlock.languages.texts import Texts
from rowlock.notation.position import parse_sheet
from rowlock.variants import LETTERS, Variant, load_variant

if TYPE_CHECKING:
    from rowlock.solve.turns import Turn
    from rowlock.solve.value_table import ValueTable


def run(args: argparse.Namespace) -> int:
    from rowlock.solve.turns import ranked_answers, ranked_endings, ranked_turns

    texts = texts_of(args)
    variant = load_variant(args.variant or "classic")
    sheet = parse_sheet(variant, args.sheet)
    closed = _closed(args.closed, texts) | locked_rows(variant, sheet)
    dice = _roll(args.roll, passive=args.passive)
    if reason := ending(variant, [sheet], closed):
        raise Illegal("game_over", texts(f"over_{reason}"))
    if args.wait is not None and not args.passive:
        raise Unreadable("bad_wait", texts("refuse_wait"))
    if args.after is not None and args.passive:
        raise Unreadable("bad_after", texts("refuse_after_passive"))
    given = None
    if args.after is not None:
        given = _after_action1(_game(args, variant, sheet, dice, closed), args.after, texts)
    table = _table(args, variant)
    if args.passive and (table is None or table.players == 1):
        raise Unreadable("bad_players", texts("refuse_players"))
    if table is None:
        return _approximate(args, given or _game(args, variant, sheet, dice, closed))
    wait = _wait(args.wait, table.players, texts) if args.passive else 0
    with stoppable():
        if args.passive:
            turns = ranked_answers(table, sheet, dice.white, closed, wait)
        elif given is not None:
            sheet, closed, crossed = given.sheets[0], given.closed, given.crossed
            turns = ranked_endings(table, sheet, dice, closed, crossed=crossed)
        else:
            turns = ranked_turns(table, sheet, dice, closed)
    show_turns(args, table, sheet, args.roll, closed, turns)
    return 0


def _game(
    args: argparse.Namespace, variant: Variant, sheet: Sheet, dice: Roll, closed: int
) -> Game:
    """The sheet as a game alone, with these dice."""
    lucky = lucky_of(args)
    name = texts_of(args)("advise_you")
    game = new_game(variant, [name], lucky=[lucky] if lucky else None)
    return roll(replace(game, sheets=(sheet,), closed=closed), dice).state


def _after_action1(game: Game, answer: str, texts: Texts) -> Game:
    """The same in action 2 of this turn."""
    for word in answer.split():
        game = play(game, 0, word).state
    if game.over:
        raise Illegal("game_over", texts("refuse_ends", cross=answer))
    return game


def show_turns(
    args: argparse.Namespace,
    table: ValueTable,
    sheet: Sheet,
    dice: str,
    closed: int,
    turns: tuple[Turn, ...],
) -> None:
    """Ranked turns, printed or as JSON."""
    variant, texts = table.variant, texts_of(args)
    reasons = [what_it_does(variant, sheet, turn.sheet, closed, texts) for turn in turns]
    if args.json:
        print_json(
            {
                "variant": variant.id,
                "players": table.players,
                "sheet": format_sheet(variant, sheet),
                "roll": dice,
                "unit": "points",
                "turns": [
                    {"moves": turn.text, "total": turn.total, "cost": turn.cost, "reason": reason}
                    for turn, reason in zip(turns, reasons, strict=True)
                ],
            }
        )
        return
    rows = [
        Row(
            turn.text,
            texts.figure(turn.total, ".3f"),
            turn.cost,
            texts.figure(turn.cost, ".3f"),
            reason,
        )
        for turn, reason in zip(turns, reasons, strict=True)
    ]
    print_rows(texts, "turn", "total", rows, every=args.all)


def _closed(letters: str, texts: Texts) -> int:
    if not set(letters) <= set(LETTERS):
        message = texts("refuse_closed", letters=repr(letters), known=LETTERS)
        raise Unreadable("bad_closed", message)
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def _roll(text: str, *, passive: bool) -> Roll:
    """The roll; in another player's turn the white dice are enough."""
    words = text.split()
    if passive and len(words) == 1:
        words.append("-" * len(LETTERS))
    return parse_roll(" ".join(words))


def _wait(wait: int | None, players: int, texts: Texts) -> int:
    most = max(0, players - 2)
    if wait is not None and not 0 <= wait <= most:
        raise Unreadable("bad_wait", texts("refuse_wait_most", most=most))
    return wait or 0


def _table(args: argparse.Namespace, variant: Variant) -> ValueTable | None:
    """The exact table; None for one who plays alone where it is not to be had at once."""
    from rowlock.solve.value_table import load_table

    if args.solved:
        return _same(load_table(args.solved, variant), args)
    if args.players in (None, 1):
        return table_alone(variant, lucky_of(args), args.variant or variant.id, texts_of(args))
    return table_in_company(variant, args.players, lucky_of(args), texts_of(args))


def _approximate(args: argparse.Namespace, game: Game) -> int:
    """The same question as a game of one, whose sheet rules of thumb judge."""
    from rowlock.cli.advise_company import show

    show(args, game, (0,))
    return 0


def _same(table: ValueTable, args: argparse.Namespace) -> ValueTable:
    """The table of a file, refused if other options contradict it."""
    texts, file = texts_of(args), args.solved
    if args.players not in (None, table.players):
        about = {"players": table.players, "wanted": args.players}
        raise Unreadable("foreign_table", texts("refuse_table_players", file=file, **about))
    if args.lucky is not None and lucky_of(args) != table.problem.lucky:
        message = texts("refuse_table_lucky", file=file, lucky=args.lucky)
        raise Unreadable("foreign_table", message)
    return table
