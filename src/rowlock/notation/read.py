"""Parser for records: text in, `Record` or `Unreadable` out.

The whole text is parsed before any move is checked against the rules, so a text that cannot be
parsed is always `Unreadable`, even if its first turns are illegal (docs/notation.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from rowlock.core.cards import parse_card
from rowlock.core.move import Take, parse_move
from rowlock.core.turn_dice import parse_roll
from rowlock.errors import Unreadable
from rowlock.files import KIB
from rowlock.notation.column import read_column
from rowlock.notation.headers import read_setup, spell
from rowlock.notation.record import (
    ASKED,
    CardTurn,
    Column,
    Comment,
    Header,
    Item,
    Pile,
    Record,
    Setup,
    Turn,
)
from rowlock.variants import Variant

MAX_BYTES = 1024 * KIB
"""Size limit of a record."""
MAX_LINES = 10_000
"""Far more than any game needs: each turn costs some player at least one cell or penalty."""

_HEADER = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+"([^"]*)"\s*\]')
_TURN = re.compile(r"([0-9]{1,6})\.\s*([^|]*)(.*)")
_CARDS = re.compile(r"(\S+)(?:\s+([2-9]|1[0-2]))?")


class Body(NamedTuple):
    """A line after the headers: its text without the comment, and the comment."""

    line: int
    text: str
    comment: str | None


def parse_record(text: str | bytes, own: Mapping[str, Variant] | None = None) -> Record:
    """Parse a record. `own` maps ids of custom sheets to their variants.

    >>> from rowlock import parse_record
    >>> record = parse_record('''[Rowlock "1"]
    ... [Variant "classic"]
    ... [Players "Ann, Ben"]
    ... [First "1"]
    ... 1. 41 3256 | r5 | y5
    ... 2. 63 1245 | - | x''')
    >>> record.setup.names, len(record.turns)
    (('Ann', 'Ben'), 2)
    """
    if len(text) > MAX_BYTES:
        raise Unreadable(
            "too_long", f"the record is too long (expected at most {MAX_BYTES // KIB} KiB)"
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("not_utf8", "the text is not UTF-8") from None
    if text.count("\n") > MAX_LINES:
        raise Unreadable(
            "too_long", f"the record is too long (expected at most {MAX_LINES:,} lines)"
        )
    headers: list[Header | Comment] = []
    bodies: list[Body] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line, comment = _split_comment(raw.strip())
        if line.startswith("["):
            if any(body.text for body in bodies):
                _refuse("header_after_turn", "a header comes after the first turn", number)
            # Comments before a header belong to the headers; comments after the last one to the
            # turns.
            headers += [Comment(body.comment or "", body.line) for body in bodies]
            bodies.clear()
            headers.append(_header(number, line, comment))
        elif line or comment is not None:
            bodies.append(Body(number, line, comment))
    setup = read_setup([item for item in headers if isinstance(item, Header)], own or {})
    spelled = (spell(item, setup) if isinstance(item, Header) else item for item in headers)
    return Record(setup, (*spelled, *_turns(bodies, setup)))


def _refuse(code: str, message: str, line: int, move: str | None = None) -> NoReturn:
    raise Unreadable(code, message, line=line, move=move)


def _split_comment(line: str) -> tuple[str, str | None]:
    """Split a line at the first `;` outside quotes."""
    quoted = False
    for place, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted and line.startswith("[")
        elif letter == ";" and not quoted:
            return line[:place].rstrip(), line[place + 1 :]
    return line, None


def _header(number: int, line: str, comment: str | None) -> Header:
    match = _HEADER.fullmatch(line)
    if not match:
        _refuse(
            "broken_header", f'{line!r} is not a header (expected one like [Event "..."])', number
        )
    return Header(match[1], match[2], comment, number)


def _turns(bodies: list[Body], setup: Setup) -> list[Item]:
    """Parse the lines after the headers. Answers may be missing in the last turn only."""
    items: list[Item] = []
    numbers = [place for place, body in enumerate(bodies) if _TURN.match(body.text)]
    expected = 1
    for place, body in enumerate(bodies):
        if not body.text:
            items.append(Comment(body.comment or "", body.line))
        elif setup.deck is not None and body.text.split()[0] == "pile":
            items.append(_pile(body))
        else:
            is_last = bool(numbers) and place == numbers[-1]
            items.append(_turn(body, setup, expected, is_last=is_last))
            expected += 1
    return items


def _pile(body: Body) -> Pile:
    try:
        cards = tuple(parse_card(word) for word in body.text.split()[1:])
    except Unreadable as error:
        raise error.at(line=body.line) from None
    return Pile(cards, body.comment, body.line)


def _turn(body: Body, setup: Setup, expected: int, *, is_last: bool) -> Turn | CardTurn:
    match = _TURN.fullmatch(body.text)
    if not match:
        _refuse("unknown_line", f"{body.text!r} is not a header or a turn", body.line)
    if match[1] != str(expected):
        _refuse("bad_turn_number", f"this is turn {match[1]} (expected turn {expected})", body.line)
    columns = _columns(body, match[3], setup, is_last=is_last)
    head = match[2].strip()
    if setup.deck is None:
        try:
            roll = parse_roll(head, setup.variant.sides)
        except Unreadable as error:
            raise error.at(line=body.line) from None
        return Turn(expected, roll, columns, body.comment, body.line)
    take, announced = _card_head(body, head)
    if announced is None and (match[3] or not is_last):
        _refuse("no_number", "the announced number is missing", body.line, head)
    return CardTurn(expected, take, announced, columns, body.comment, body.line)


def _card_head(body: Body, text: str) -> tuple[Take, int | None]:
    match = _CARDS.fullmatch(text)
    take = None
    if match:
        try:
            take = parse_move(match[1], cards=True)
        except Unreadable:
            take = None
    if not match or not isinstance(take, Take):
        _refuse(
            "bad_take",
            f"{text!r} is not a take and a number (expected one like t4,7 9)",
            body.line,
            text,
        )
    return take, int(match[2]) if match[2] else None


def _columns(body: Body, text: str, setup: Setup, *, is_last: bool) -> tuple[Column, ...]:
    """One column per seat. If the last line has dice only, all answers are missing."""
    seats = len(setup.names)
    if not text and is_last:
        return (ASKED,) * seats
    parts = text.split("|")[1:]
    if len(parts) != seats:
        message = f"{len(parts)} columns for {seats} players"
        _refuse("wrong_columns", message, body.line)
    columns: list[Column] = []
    for seat, part in enumerate(parts):
        try:
            column = read_column(part.split(), setup, setup.variants[seat])
        except Unreadable as error:
            raise error.at(line=body.line, seat=seat) from None
        if column.owes and not is_last:
            message = "an answer is missing (? is allowed in the last turn only)"
            raise Unreadable("owed_too_early", message, line=body.line, seat=seat, move="?")
        columns.append(column)
    return tuple(columns)
