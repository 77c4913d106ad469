"""Parsers for sheets and positions, the lines that `core/state.py` writes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn, cast, get_args

from msgspec.structs import replace

from rowlock.core.cards import Card, CardTable, parse_card
from rowlock.core.ending import ending
from rowlock.core.event import Reason
from rowlock.core.game import new_game, play
from rowlock.core.legality import obstacle
from rowlock.core.move import parse_move
from rowlock.core.sheet import Sheet, format_sheet, is_crossed, locked_rows
from rowlock.core.sheet_rules import crossed
from rowlock.core.state import Game, Stage
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Illegal, Unreadable
from rowlock.notation.missing_parts import (
    example_of,
    head_lacks,
    listed,
    seat_lacks,
    sheet_lacks,
)
from rowlock.notation.possible import CARD_STAGES, DICE_STAGES, check_possible
from rowlock.variants import LETTERS, ROWS, Cell, LuckyPair, Variant, load_variant
from rowlock.variants.together import for_seats
from rowlock.variants.variant import NO_PAIR


def parse_sheet(variant: Variant, text: str) -> Sheet:
    """Parse a sheet. One that cannot occur in a game is refused.

    >>> from rowlock import load_variant, parse_sheet
    >>> parse_sheet(load_variant("classic"), "r2,3,5 y- g12,11 b- x1").penalties
    1
    """
    words = text.split()
    penalty_at = len(ROWS) + len(variant.bonus_rows)
    expected = penalty_at + 1 + bool(variant.bar or variant.swaps)
    if len(words) != expected:
        lacks = sheet_lacks(variant, words)
        _refuse(
            "bad_sheet", f"{text!r} is not a sheet (expected one like {example_of(variant)}){lacks}"
        )
    rows = tuple(_parse_row(variant, row, words[row]) for row in ROWS)
    for one, other in variant.chain:
        if is_crossed(Sheet(rows), one) != is_crossed(Sheet(rows), other):
            message = f"{one.name} and {other.name} must be crossed together"
            _refuse("bad_sheet", message)
    penalties = re.fullmatch(r"x([0-9])", words[penalty_at])
    # The last penalty ends the game, so the game must not be over with one penalty less.
    if not penalties or ending(variant, [Sheet(penalties=int(penalties[1]) - 1)], closed=0):
        _refuse(
            "bad_sheet",
            f"{words[penalty_at]!r} is not a number of penalties (expected x0, x1, ...)",
        )
    bar = _parse_bar(variant, words[-1]) if variant.bar else 0
    bar = _parse_strip(variant, words[-1]) if variant.swaps else bar
    sheet = Sheet(rows, int(penalties[1]), bar, variant)
    for cells, word in zip(variant.bonus_rows, words[len(ROWS) : penalty_at], strict=True):
        sheet = _with_row(variant, sheet, cells[0].name[0], cells, word)
    return sheet


WALLS = {
    "left_of_last_cross": "{} is not right of the cross before it",
    "too_few_crosses": "too few crosses before {}",
    "no_neighbour": "no cell next to {} is crossed",
}
"""Error texts for crosses that a row cannot have, by the code of the obstacle."""


def _parse_row(variant: Variant, row: int, word: str) -> int:
    crosses = word.removesuffix("#")
    mask = _with_row(variant, Sheet(), LETTERS[row], variant.rows[row], crosses).rows[row]
    if (word != crosses) != bool(mask & variant.lock_bits[row]):
        _refuse("bad_sheet", f"{word!r}: a last cell and the lock # must be crossed together")
    return mask


def _with_row(
    variant: Variant, sheet: Sheet, letter: str, cells: tuple[Cell, ...], word: str
) -> Sheet:
    """Add the crosses of a row or bonus row, from left to right."""
    match = re.fullmatch(rf"{letter}(-|[0-9]{{1,2}}(?:,[0-9]{{1,2}})*)", word)
    if not match:
        _refuse(
            "bad_sheet",
            f"{word!r} is not the {letter} row (expected one like {letter}2,3 or {letter}-)",
        )
    cell_of = {str(cell.number): cell for cell in cells}
    for number in [] if match[1] == "-" else match[1].split(","):
        if number not in cell_of:
            _refuse("bad_sheet", f"{word!r}: this row has no {number}")
        wall = obstacle(variant, sheet, 0, cell_of[number])
        if wall is not None:
            _refuse("bad_sheet", f"{word!r}: {WALLS[wall].format(number)}")
        sheet = crossed(variant, 0, sheet, cell_of[number], "white", events=[])
    return sheet


def _parse_bar(variant: Variant, word: str) -> int:
    if not re.fullmatch(rf"=[x.]{{{len(variant.bar)}}}", word):
        _refuse(
            "bad_sheet",
            f"{word!r} is not a bar of {len(variant.bar)} squares (expected one like =xx..)",
        )
    return sum(1 << square for square, letter in enumerate(word[1:]) if letter == "x")


def _parse_strip(variant: Variant, word: str) -> int:
    """The used fields. The text must also show which unused fields are lost (X-03)."""
    used = sum(1 << field for field, letter in enumerate(word[1:]) if letter == "x")
    if word != format_sheet(variant, Sheet(bar=used)).split()[-1]:
        _refuse(
            "bad_sheet",
            f"{word!r} is not a strip of {len(variant.swaps)} swap fields like ~x-x..",
        )
    return used


def _refuse(code: str, message: str) -> NoReturn:
    raise Unreadable(code, message)


_ID = r"[a-z][a-z0-9_-]*(?:@[0-9a-f]{16})?"
_HEAD = re.compile(
    rf"({_ID}(?:,{_ID})*)(\+cards|\+jokers)? "
    r"([1-9][0-9]{0,5}) ([1-5]) ([a-z0-9]+)(\+?)"
    r"(?: ([1-9][1-9] [1-9-]{4}))?(?: ([a-z_]+))?"
)
_SEAT = re.compile(
    r'; "([^"]*)" ([rygbocx=~][^ ;"]*(?: [rygbocx=~][^ ;"]*){3,7})(?: ([0-9]{1,2})&([0-9]{1,2}))?'
    r"(?: hand((?: [rygbj][0-9]+)*))?(?: :((?: [^ ;]+)+))?(?=;|$)"
)
_TABLE = re.compile(
    r"; display((?: [rygbj][0-9]+)*); pile((?: [rygbj][0-9]+)*); discards((?: [rygbj][0-9]+)*)"
)


def parse_position(text: str, own: Mapping[str, Variant] | None = None) -> Game:
    """Parse a position. `own` maps ids of custom sheets to their variants.

    >>> from rowlock import legal_moves, parse_position
    >>> game = parse_position('classic 1 1 action2 41 3256; "Ann" r- y- g- b- x0')
    >>> " ".join(map(str, legal_moves(game, 0)))
    '- +r4 +r7 +y3 +y6 +g6 +g9 +b7 +b10'
    """
    head = _HEAD.match(text)
    if not head:
        _refuse("bad_position", f"{text[:60]!r} is not the start of a position{head_lacks(text)}")
    variants = _variants(head, own or {})
    place = head.end()
    seats: list[re.Match[str]] = []
    while match := _SEAT.match(text, place):
        seats.append(match)
        place = match.end()
    table = _TABLE.match(text, place)
    if head[2]:
        place = table.end() if table else place
    if place != len(text):
        _refuse("bad_position", seat_lacks(_next(variants, seats), text[place:]))
    if not seats:
        missing = f'a seat is missing, as in {head[0]}; "Ann" {example_of(variants[0])}'
        _refuse("bad_position", missing)
    game = _parse_game(variants, head, seats)
    if head[2]:
        game = replace(game, cards=_parse_table(head, seats, table))
    check_possible(game)
    return _with_answers(game, seats)


def _variants(head: re.Match[str], own: Mapping[str, Variant]) -> list[Variant]:
    """The sheets at the start of the position: one for all seats, or one for each."""
    variants: list[Variant] = []
    for word in head[1].split(","):
        name, _, digest = word.partition("@")
        variant = own.get(name) or load_variant(name)
        if digest not in ("", variant.digest):
            _refuse(
                "foreign_digest",
                f"the rules of {name} have changed since this position: its digest differs",
            )
        variants.append(variant)
    return variants


def _parse_game(wanted: list[Variant], head: re.Match[str], seats: list[re.Match[str]]) -> Game:
    active = int(head[4]) - 1
    _check_moment(active, head[5], seats, cards=bool(head[2]))
    variants = for_seats(wanted, len(seats))
    lucky = [_lucky_of(variant, seat) for variant, seat in zip(variants, seats, strict=True)]
    game = new_game(
        variants,
        [seat[1] for seat in seats],
        lucky=lucky,
        cards=bool(head[2]),
    )
    sheets = tuple(map(_sheet_of, variants, seats))
    closed = 0
    for variant, sheet in zip(variants, sheets, strict=True):
        closed |= locked_rows(variant, sheet)
    stage = cast(Stage, head[5])
    if (head[8] is not None) != (stage == "over") or head[8] not in (None, *get_args(Reason)):
        _refuse("bad_position", "a reason must be given if the game is over, and only then")
    if any(seat[5] is not None for seat in seats) and not head[2]:
        _refuse("bad_position", "hands of cards belong to the card game")
    return replace(
        game,
        sheets=sheets,
        closed=0 if head[2] else closed,
        turn=int(head[3]),
        active=active,
        stage=stage,
        crossed=bool(head[6]),
        roll=parse_roll(head[7]) if head[7] else None,
        reason=cast("Reason | None", head[8]),
    )


def _lucky_of(variant: Variant, seat: re.Match[str]) -> LuckyPair:
    if not variant.lucky_pairs:
        if seat[3]:
            _refuse("bad_position", f"the sheets of {variant.id} have no lucky numbers")
        return NO_PAIR
    if not seat[3]:
        pair = "{}&{}".format(*variant.lucky_pairs[0])
        _refuse("bad_lucky", f"{seat[1]}: the lucky pair is missing, as in {pair}")
    return int(seat[3]), int(seat[4])


def _next(variants: list[Variant], seats: list[re.Match[str]]) -> Variant:
    """The sheet of the seat that should follow these."""
    return variants[min(len(seats), len(variants) - 1)]


def _check_moment(active: int, stage: str, seats: list[re.Match[str]], *, cards: bool) -> None:
    """Check that the active seat exists and that the game has this stage."""
    if active >= len(seats):
        there = f"there {'is' if len(seats) == 1 else 'are'} {len(seats)}"
        _refuse("bad_position", f"seat {active + 1} cannot be active: {there}")
    stages = CARD_STAGES if cards else DICE_STAGES
    if stage not in stages:
        message = f"{stage!r} is not a stage of this game (expected {listed(stages, 'or')})"
        _refuse("bad_position", message)


def _sheet_of(variant: Variant, seat: re.Match[str]) -> Sheet:
    """Parse a seat's sheet; errors name the seat."""
    try:
        return parse_sheet(variant, seat[2])
    except Unreadable as refusal:
        _refuse(refusal.code, f"{seat[1]}: {refusal.message}")


def _parse_table(
    head: re.Match[str], seats: list[re.Match[str]], table: re.Match[str] | None
) -> CardTable:
    if table is None:
        _refuse("bad_position", "display, pile and discards of the card game are missing")
    hands = tuple(_cards(seat[5]) for seat in seats if seat[5] is not None)
    return CardTable(
        head[2] == "+jokers", hands, _cards(table[1]), _cards(table[2]), _cards(table[3])
    )


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def _with_answers(before: Game, seats: list[re.Match[str]]) -> Game:
    game = before
    for number, seat in enumerate(seats):
        for word in (seat[6] or "").split():
            try:
                game = play(game, number, parse_move(word, cards=game.cards is not None)).state
            except Illegal as error:
                _refuse("bad_position", f"{seat[1]}: {error.message}")
    if game.stage != before.stage or game.turn != before.turn:
        _refuse(
            "bad_position",
            "all answers are in, action 1 is over: write the crosses on the sheets and the stage "
            "action2+, or action2 if the active player has crossed nothing"
            if before.stage == "action1"
            else "all answers are in, so this action is over",
        )
    return game
