"""What is fed with spoiled texts. Only the two refusals may come out of it.

What can be read must also be usable: it formats and parses back, and the game of a record or a
position can be asked for its moves, views and points.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from msgspec.structs import replace

from rowlock import (
    Game,
    Record,
    Refusal,
    deciders,
    format_position,
    format_record,
    format_sheet,
    legal_moves,
    load_variant,
    new_game,
    parse_move,
    parse_position,
    parse_record,
    parse_sheet,
    play,
    replay,
    result,
    score,
    view,
)
from rowlock.testing import play_out
from rowlock.variants import BUILT_IN, from_text
from tests.fuzz import corpus


def feed_record(text: str) -> None:
    own = corpus.own_variants()
    with suppress(Refusal):
        parse_record(text.encode("latin-1", "replace"), own)  # bytes that are mostly no UTF-8
    record = parse_record(text.encode("utf-8", "surrogatepass"), own)
    again = parse_record(format_record(record), own)
    # A record of xl comes back as one of classic: the same game in smaller print.
    assert again.setup.variant.digest == record.setup.variant.digest
    setup = replace(again.setup, variant=record.setup.variant)
    assert _without_lines(replace(again, setup=setup)) == _without_lines(record)
    use(replay(record))


def _without_lines(record: Record) -> Record:
    return replace(record, items=tuple(replace(item, line=0) for item in record.items))


def feed_position(text: str) -> None:
    own = corpus.own_variants()
    game = parse_position(text, own)
    again = parse_position(format_position(game), own)
    # A position of xl comes back as one of classic: the same game in smaller print.
    assert [each.digest for each in again.variants] == [each.digest for each in game.variants]
    assert replace(again, variants=game.variants) == game
    use(game)


def use(game: Game) -> None:
    """Ask a game everything that a table would ask it."""
    for seat in game.seats:
        moves = legal_moves(game, seat)
        assert bool(moves) == (seat in deciders(game))
        for move in moves:
            play(game, seat, move)
        view(game, seat)
    view(game, None)
    result(game)


def feed_sheet(text: str) -> None:
    for variant in (*map(load_variant, BUILT_IN), *corpus.own_variants().values()):
        sheet = parse_sheet(variant, text)
        assert parse_sheet(variant, format_sheet(variant, sheet)) == sheet
        score(variant, sheet)


def feed_variant(text: str) -> None:
    variant = from_text(text, "spoiled.toml")
    assert len(variant.digest) == 16
    play_out(new_game(variant, ["Ann", "Ben"]), 1)


def feed_move(text: str) -> None:
    for cards in (False, True):
        move = parse_move(text, cards=cards)
        assert parse_move(str(move), cards=cards) == move


Target = tuple[Callable[[Random], str], Callable[[str], None]]

TARGETS: dict[str, Target] = {
    "record": (corpus.record, feed_record),
    "position": (corpus.position, feed_position),
    "sheet": (corpus.sheet, feed_sheet),
    "variant": (corpus.variant_file, feed_variant),
    "move": (corpus.move, feed_move),
}
