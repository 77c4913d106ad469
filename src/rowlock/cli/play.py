"""`rowlock play`: a game in the terminal."""

from __future__ import annotations

import argparse
import random
import sys
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rowlock.bots.registry import make_bot
from rowlock.cli.common import add_lang, add_variants, check_new_file, texts_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.numbers import whole
from rowlock.core.cards import deck
from rowlock.core.game import lucky_in_order
from rowlock.errors import Unreadable
from rowlock.files import cache_folder
from rowlock.notation import Record, Scribe, read_record
from rowlock.notation.record import seated
from rowlock.notation.record_info import PERSON, about, you
from rowlock.variants.together import for_seats

if TYPE_CHECKING:
    from rowlock.terminal.play import Session


LAST_GAME = Path("-")
"""Stands for `--resume` without a file."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        metavar="NAMES",
        default="Player",
        help="names of the people, separated by commas: Ann,Ben",
    )
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="greedy",
        help="bots, separated by commas; '' for none (default greedy)",
    )
    add_variants(parser)
    parser.add_argument("--cards", action="store_true", help="play the card game on this sheet")
    parser.add_argument("--jokers", action="store_true", help="play the card game with its jokers")
    parser.add_argument(
        "--own-dice", action="store_true", help="roll real dice and type in the numbers"
    )
    parser.add_argument(
        "--first",
        type=whole,
        metavar="SEAT",
        help="seat that begins, counted from 1 (default: random)",
    )
    parser.add_argument("--seed", type=whole, help="seed of the dice (default: random)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the record in this file")
    parser.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=LAST_GAME,
        metavar="FILE",
        help="continue an unfinished record; without FILE, the last game that was stopped",
    )
    add_lang(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock play                                  one person against a bot\n"
        "  rowlock play --players Ann,Ben --bots ''      two people on one keyboard\n"
        "  rowlock play --variant longo --bots greedy,greedy --record tonight.rowlock\n"
        "  rowlock play --resume                         continue the game you stopped\n\n"
        "At the prompt: t is a hint, s shows all sheets, u takes back, q or Ctrl-C stops.\n"
        "A game that you stop is saved and can be continued."
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.terminal.play import Session

    if args.resume is not None:
        return _resume(args)
    rng = random.Random(args.seed)
    people = _words(args.players)
    kinds = _words(args.bots)
    names = (*people, *_bot_names(kinds, people))
    if not names:
        raise Unreadable("bad_players", "0 players: a game has one to five")
    variants = for_seats(args.variant, len(names))
    cards = args.cards or args.jokers
    if args.own_dice and cards:
        raise Unreadable("no_dice", "--own-dice cannot be used with the card game")
    first = rng.randrange(max(len(names), 1)) if args.first is None else args.first - 1
    pairs = list(dict.fromkeys(chain.from_iterable(v.lucky_pairs for v in variants)))
    pack = list(deck(jokers=args.jokers))
    rng.shuffle(pairs)
    rng.shuffle(pack)
    setup = replace(
        seated(variants, names),
        first=first,
        lucky=lucky_in_order(variants, pairs) or None,
        deck=tuple(pack) if cards else None,
        jokers=args.jokers,
    )
    if args.record is not None:
        check_new_file(args.record)
    today = datetime.now(UTC).date().isoformat()
    bots = [PERSON] * len(people) + kinds
    you_header = you(0) if len(people) == 1 else {}
    session = Session(
        Scribe(setup),
        {len(people) + n: make_bot(kind) for n, kind in enumerate(kinds)},
        rng,
        texts_of(args),
        own_dice=args.own_dice,
        can_hint=True,
        record=args.record,
        about=lambda game: you_header | about(today, bots, game),
    )
    return _run(session)


def _resume(args: argparse.Namespace) -> int:
    """Continue a record with the bots of its header `Bots`."""
    from rowlock.notation.resume import resumed
    from rowlock.terminal.play import Session

    file = last_game() if args.resume == LAST_GAME else args.resume
    if args.resume == LAST_GAME and not file.exists():
        raise Unreadable("no_file", "there is no game to continue")
    record = read_record(file)
    scribe = resumed(record)
    header = record.headers.get("Bots")
    names = record.setup.names
    kinds = [PERSON] * len(names) if header is None else _words(header.value)
    if len(kinds) != len(names):
        raise Unreadable("bad_players", f"{file}: the header Bots does not fit the players")
    bots = {seat: make_bot(kind) for seat, kind in enumerate(kinds) if kind != PERSON}
    target = args.record or (None if args.resume == LAST_GAME else args.resume)
    session = Session(
        scribe,
        bots,
        random.Random(args.seed),
        texts_of(args),
        own_dice=args.own_dice,
        can_hint=True,
        record=target,
        about=lambda game: about(_date(record), kinds, game),
    )
    status = _run(session)
    if args.resume == LAST_GAME and status == 0:
        file.unlink(missing_ok=True)
    return status


def _date(record: Record) -> str:
    header = record.headers.get("Date")
    return datetime.now(UTC).date().isoformat() if header is None else header.value


def _run(session: Session) -> int:
    """Play; a stopped game without a record is saved where `--resume` finds it."""
    if sys.stdin.isatty():
        import readline  # noqa: F401  arrow keys and history at the prompt
    with stoppable(session.save):
        if session.run():
            return 0
    if session.record is None and session.game.turn > 1:
        file = last_game()
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            session.record = file
            session.save()
            session.say("resume_with", command="rowlock play --resume")
    elif session.record is not None:
        session.say("resume_with", command=f"rowlock play --resume {session.record}")
    return EXIT_INTERRUPTED


def last_game() -> Path:
    """The file of the last game that was stopped without `--record`."""
    return cache_folder() / "stopped.rowlock"


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _bot_names(kinds: list[str], people: list[str]) -> list[str]:
    """A name for each bot: its kind, numbered if there are several of a kind."""
    names = []
    for number, kind in enumerate(kinds, 1):
        plain = kind.rpartition(":")[2] if not kind[-1:].isdigit() else kind
        alone = kinds.count(kind) == 1 and plain not in people
        names.append(plain if alone else f"{plain}-{number}")
    return names
