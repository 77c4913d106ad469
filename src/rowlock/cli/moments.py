"""The moment of a game that a command is asked about: from a record or from a position's line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rowlock.cli.numbers import whole
from rowlock.cli.records import in_file, record_bytes
from rowlock.core.game import deciders, roll
from rowlock.core.state import Game
from rowlock.core.text import format_position
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.notation import parse_position, parse_record, replay
from rowlock.variants import Variant, load_variant


def add_moment(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a game record that stops at the decision; - reads standard input",
    )
    parser.add_argument(
        "--position",
        metavar="LINE",
        help='a position on one line: \'classic 9 1 roll; "Ann" r2,3 y- g- b- x1; "Ben" ...\'',
    )
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="one seat only, counted from 1 (default: all)"
    )


def moment_of(args: argparse.Namespace) -> Game:
    """The game as it stands, with the dice of `--roll` if they are still to be rolled."""
    if args.file is not None and args.position is not None:
        raise Unreadable("bad_option", "a record or --position, not both")
    own = load_variant(args.variant) if args.variant else None
    sheets = {own.id: own} if own else {}
    if args.position is not None:
        game = parse_position(args.position, sheets)
    elif args.file is not None:
        game = _of_record(args.file, sheets)
    else:
        raise Unreadable("no_position", "what is missing is a game: a record, or --position LINE")
    if game.over:
        raise Illegal("game_over", "the game is over: nobody has to decide anything")
    return _with_dice(game, args.roll)


def _of_record(file: str, sheets: Mapping[str, Variant]) -> Game:
    """The end of a record; a refusal says where in it."""
    source = record_bytes(file)
    try:
        return replay(parse_record(source, sheets))
    except Refusal as refusal:
        raise type(refusal)(refusal.code, in_file(file, refusal)) from None


def moment_data(game: Game) -> dict[str, Any]:
    """What the JSON of every such command begins with."""
    return {
        "variant": game.variant.id,
        "players": len(game.seats),
        "position": format_position(game),
        "phase": game.phase,
    }


def _with_dice(game: Game, text: str | None) -> Game:
    if text is None:
        return game
    if game.stage != "roll":
        raise Unreadable("bad_option", "--roll is for a game whose dice are still to be rolled")
    return roll(game, parse_roll(text, game.variant.sides)).state


def asked_seats(game: Game, seat: int | None) -> tuple[int, ...]:
    """The seats that owe a decision, or the one that was asked for."""
    owing = deciders(game)
    if not owing:
        what = "cards are" if game.cards else "dice are"
        hint = "" if game.cards else ": add them, as in --roll '41 3256'"
        raise Unreadable("no_decision", f"the {what} missing for turn {game.turn}{hint}")
    if seat is None:
        return owing
    if seat - 1 not in owing:
        names = ", ".join(f"{other + 1} ({game.names[other]})" for other in owing)
        raise Unreadable("no_decision", f"seat {seat} has nothing to decide now; asked are {names}")
    return (seat - 1,)
