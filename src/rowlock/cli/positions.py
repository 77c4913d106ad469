"""The decision that a command is about, from a record or a position."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
from typing import Any

from rowlock.cli.common import texts_of
from rowlock.cli.numbers import whole
from rowlock.cli.records import in_file, record_bytes
from rowlock.core.game import deciders, legal_moves, play, roll
from rowlock.core.move import NOTHING
from rowlock.core.state import Game, format_position
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.languages.texts import Texts
from rowlock.notation import parse_position, parse_record, replay
from rowlock.variants import Variant, load_variant
from rowlock.variants.together import variant_ids


def add_moment(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="game record that ends at the decision; - reads standard input",
    )
    parser.add_argument(
        "--position",
        metavar="LINE",
        help='position on one line: \'classic 9 1 roll; "Ann" r2,3 y- g- b- x1; "Ben" ...\'; '
        "in action 2, write action2+ instead of roll if the active player crossed something in "
        "action 1, otherwise action2 (then passing is a penalty)",
    )
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="one seat only, counted from 1 (default: all)"
    )


def add_after(parser: argparse.ArgumentParser, who: str = "the active player") -> None:
    parser.add_argument(
        "--after",
        metavar="CROSS",
        help=f"ask about action 2: what {who} crossed in action 1 of this turn, - for nothing. "
        "The sheet is given as it was before",
    )


def moment_of(args: argparse.Namespace) -> Game:
    """The game from the options, with the dice of `--roll` and the cross of `--after`."""
    texts = texts_of(args)
    if args.file is not None and args.position is not None:
        raise Unreadable("bad_option", texts("refuse_both"))
    own = load_variant(args.variant) if args.variant else None
    sheets = {own.id: own} if own else {}
    dice = args.roll
    if args.position is not None:
        line, dice = _line_with_dice(args.position, dice, texts)
        game = parse_position(line, sheets)
    elif args.file is not None:
        game = _of_record(args.file, sheets)
    else:
        raise Unreadable("no_position", texts("refuse_no_game"))
    if game.over:
        raise Illegal("game_over", texts("refuse_over"))
    if own and own not in game.variants:
        message = texts("refuse_variant", name=args.variant, sheet=variant_ids(game.variants))
        raise Unreadable("bad_option", message)
    return _after_action1(_with_dice(game, dice, texts), args.after, texts)


_WITHOUT_DICE = re.compile(r"\S+ \S+ \S+ (action1|action2\+?) *")


def _line_with_dice(line: str, dice: str | None, texts: Texts) -> tuple[str, str | None]:
    """Add the dice of `--roll` to a position of action 1 or 2 that lacks them. Returns the position
    and the option if it was not used."""
    head, mark, seats = line.partition(";")
    if not (match := _WITHOUT_DICE.fullmatch(head)):
        return line, dice
    if dice is None:
        raise Unreadable("no_roll", texts("refuse_no_dice_here", stage=match[1]))
    return f"{head.strip()} {parse_roll(dice)}{mark}{seats}", None


def _after_action1(game: Game, answer: str | None, texts: Texts) -> Game:
    """The game in action 2, after the active player's answer to action 1.

    Seats without an answer in the line or record are assumed to cross nothing: their crosses may be
    on the sheets already.
    """
    if answer is None:
        return game
    active = game.active
    if not answer.split():
        raise Unreadable("bad_after", texts("refuse_after_empty"))
    if game.stage == "roll":
        raise Unreadable("no_roll", texts("refuse_turn", turn=game.turn))
    if game.stage != "action1" or active not in deciders(game):
        raise Unreadable("bad_after", texts("refuse_after_closed"))
    if game.answers[active] is not None:
        raise Unreadable("bad_after", texts("refuse_after_given", name=game.names[active]))
    for word in answer.split():
        game = play(game, active, word).state
    while game.stage == "action1" and (deciding := deciders(game)):
        if active in deciding or NOTHING not in legal_moves(game, deciding[0]):
            name = game.names[active if active in deciding else deciding[0]]
            raise Unreadable("bad_after", texts("refuse_row", name=name))
        game = play(game, deciding[0], NOTHING).state
    if game.over:
        raise Illegal("game_over", texts("refuse_ends", cross=answer))
    return game


def _of_record(file: str, sheets: Mapping[str, Variant]) -> Game:
    """The game at the end of a record; errors name the file and place."""
    source = record_bytes(file)
    try:
        return replay(parse_record(source, sheets))
    except Refusal as refusal:
        raise type(refusal)(refusal.code, in_file(file, refusal)) from None


def moment_data(game: Game) -> dict[str, Any]:
    """The JSON keys that all commands with a position have in common."""
    return {
        "variant": variant_ids(game.variants),
        "players": len(game.seats),
        "position": format_position(game),
        "phase": game.phase,
    }


def _with_dice(game: Game, text: str | None, texts: Texts) -> Game:
    if text is None:
        return game
    if game.stage != "roll":
        raise Unreadable("bad_option", texts("refuse_rolled"))
    return roll(game, parse_roll(text, game.sides)).state


def seat_at(game: Game, seat: int, texts: Texts) -> int:
    """The index of a seat counted from 1; refused if it does not exist."""
    if seat - 1 not in game.seats:
        there = _named(game, game.seats, texts)
        raise Unreadable("no_such_seat", texts("refuse_seat", seat=seat, seats=there))
    return seat - 1


def asked_seats(game: Game, seat: int | None, texts: Texts) -> tuple[int, ...]:
    """The seats that must decide, or only the one of `--seat`."""
    wanted = None if seat is None else seat_at(game, seat, texts)
    owing = deciders(game)
    if not owing:
        key = "refuse_turn_cards" if game.cards else "refuse_turn"
        raise Unreadable("no_decision", texts(key, turn=game.turn))
    if wanted is None:
        return owing
    if wanted not in owing:
        owing_names = _named(game, owing, texts)
        raise Unreadable("no_decision", texts("refuse_asked", seat=seat, seats=owing_names))
    return (wanted,)


def _named(game: Game, seats: Iterable[int], texts: Texts) -> str:
    """Seats with their names: "1 (Ann) and 2 (Ben)"."""
    return texts.all_of(f"{seat + 1} ({game.names[seat]})" for seat in seats)
