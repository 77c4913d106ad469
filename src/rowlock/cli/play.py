"""`rowlock play`: a game in the terminal."""

from __future__ import annotations

import argparse
import random
import sys
from datetime import UTC, datetime
from pathlib import Path

from rowlock.bots.registry import make_bot
from rowlock.cli.common import add_lang, add_variant, check_new_file, texts_of, variant_of
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.numbers import whole
from rowlock.core.cards import deck
from rowlock.errors import Unreadable
from rowlock.notation import Scribe, Setup
from rowlock.notation.record_info import PERSON, about, you


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
    add_variant(parser)
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
    add_lang(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock play                                  one person against a bot\n"
        "  rowlock play --players Ann,Ben --bots ''      two people on one keyboard\n"
        "  rowlock play --variant longo --bots greedy,greedy --record tonight.rowlock"
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.terminal.play import Session

    rng = random.Random(args.seed)
    people = _words(args.players)
    kinds = _words(args.bots)
    names = (*people, *_bot_names(kinds, people))
    variant = variant_of(args)
    cards = args.cards or args.jokers
    if args.own_dice and cards:
        raise Unreadable("no_dice", "--own-dice cannot be used with the card game")
    first = rng.randrange(max(len(names), 1)) if args.first is None else args.first - 1
    pairs = list(variant.lucky_pairs)
    pack = list(deck(jokers=args.jokers))
    rng.shuffle(pairs)
    rng.shuffle(pack)
    setup = Setup(
        variant=variant,
        names=names,
        first=first,
        lucky=tuple(pairs[: len(names)]) if pairs else None,
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
        record=args.record,
        about=lambda game: you_header | about(today, bots, game),
    )
    if sys.stdin.isatty():
        import readline  # noqa: F401  arrow keys and history at the prompt
    with stoppable(session.save):
        return 0 if session.run() else EXIT_INTERRUPTED


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
