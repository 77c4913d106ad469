"""`rowlock advise --sheet`: rank all turns of a sheet by expected points."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rowlock.cli.advise_game import show
from rowlock.cli.common import texts_of
from rowlock.cli.interrupt import stoppable
from rowlock.cli.ranked_turns import show_turns
from rowlock.cli.solve import lucky_of
from rowlock.cli.tables import table_alone, table_in_company
from rowlock.core.ending import count_to_end, ending
from rowlock.core.game import new_game, play, roll
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.state import Game, Roll
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Unreadable
from rowlock.languages.texts import Texts
from rowlock.notation.position import parse_sheet
from rowlock.variants import LETTERS, Variant, load_variant

if TYPE_CHECKING:
    from rowlock.solver.value_table import ValueTable


def run(args: argparse.Namespace) -> int:
    from rowlock.solver.turns import ranked_answers, ranked_endings, ranked_turns

    texts = texts_of(args)
    variant = load_variant(args.variant or "classic")
    sheet = parse_sheet(variant, args.sheet)
    closed = _closed(args.closed, texts) | locked_rows(variant, sheet)
    dice = _roll(args.roll, passive=args.passive)
    if reason := ending(variant, [sheet], closed):
        raise Illegal("game_over", texts(f"over_{reason}", n=count_to_end(variant, reason)))
    if args.wait is not None and not args.passive:
        raise Unreadable("bad_wait", texts("refuse_wait"))
    if args.after is not None and args.passive:
        raise Unreadable("bad_after", texts("refuse_after_passive"))
    after_action1 = None
    if args.after is not None:
        after_action1 = _after_action1(_game(args, variant, sheet, dice, closed), args.after, texts)
    table = _table(args, variant)
    if args.passive and (table is None or table.players == 1):
        raise Unreadable("bad_players", texts("refuse_players"))
    if table is None:
        return _approximate(args, after_action1 or _game(args, variant, sheet, dice, closed))
    wait = _wait(args.wait, table.players, texts) if args.passive else 0
    with stoppable():
        if args.passive:
            turns = ranked_answers(table, sheet, dice.white, closed, wait)
        elif after_action1 is not None:
            sheet, closed, crossed = (
                after_action1.sheets[0],
                after_action1.closed,
                after_action1.crossed,
            )
            turns = ranked_endings(table, sheet, dice, closed, crossed=crossed)
        else:
            turns = ranked_turns(table, sheet, dice, closed)
    show_turns(args, table, sheet, dice=args.roll, closed=closed, turns=turns)
    return 0


def _game(
    args: argparse.Namespace, variant: Variant, sheet: Sheet, dice: Roll, closed: int
) -> Game:
    """The sheet as a solo game with these dice."""
    lucky = lucky_of(args)
    name = texts_of(args)("advise_you")
    game = new_game(variant, [name], lucky=[lucky] if lucky else None)
    return roll(replace(game, sheets=(sheet,), closed=closed), dice).state


def _after_action1(game: Game, answer: str, texts: Texts) -> Game:
    """The game in action 2 of the same turn."""
    for word in answer.split():
        game = play(game, 0, word).state
    if game.over:
        raise Illegal("game_over", texts("refuse_ends", cross=answer))
    return game


def _closed(letters: str, texts: Texts) -> int:
    if not set(letters) <= set(LETTERS):
        message = texts("refuse_closed", letters=repr(letters), known=LETTERS)
        raise Unreadable("bad_closed", message)
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def _roll(text: str, *, passive: bool) -> Roll:
    """Parse the roll; on another player's turn the white dice are enough."""
    words = text.split()
    if passive and len(words) == 1:
        words.append("-" * len(LETTERS))
    return parse_roll(" ".join(words))


def _wait(wait: int | None, players: int, texts: Texts) -> int:
    limit = max(0, players - 2)
    if wait is not None and not 0 <= wait <= limit:
        raise Unreadable("bad_wait", texts("refuse_wait_most", most=limit))
    return wait or 0


def _table(args: argparse.Namespace, variant: Variant) -> ValueTable | None:
    """The exact table; None for a solo player if it cannot be computed soon."""
    from rowlock.solver.value_table import load_table

    if args.solved:
        return _same(load_table(args.solved, variant), args)
    if args.players in (None, 1):
        return table_alone(variant, lucky_of(args), args.variant or variant.id, texts_of(args))
    return table_in_company(variant, args.players, lucky_of(args), texts_of(args))


def _approximate(args: argparse.Namespace, game: Game) -> int:
    """Advise from rules of thumb, treating the sheet as a solo game."""
    show(args, game, (0,))
    return 0


def _same(table: ValueTable, args: argparse.Namespace) -> ValueTable:
    """Load the table of a file; refuse it if other options contradict it."""
    texts, file = texts_of(args), args.solved
    if args.players not in (None, table.players):
        about = {"players": table.players, "wanted": args.players}
        raise Unreadable("foreign_table", texts("refuse_table_players", file=file, **about))
    if args.lucky is not None and lucky_of(args) != table.problem.lucky:
        message = texts("refuse_table_lucky", file=file, lucky=args.lucky)
        raise Unreadable("foreign_table", message)
    return table
