"""Moves: every answer that a seat can give, each with a text form that parses back.

-          nothing
r5         action 1: the white sum (or the announced card) crossed in one row
*g16       action 1: a lucky cross instead (Longo)
~r5        action 1: the other number of a swap field instead (X-Change)
+b10       action 2: a white and a coloured die
?g         the row chosen if several are tied for the fewest crosses of a bonus
t4,7       card game: the numbers taken from the display
+r3,5*/5   card game: red 3 and joker 5 played as red, only the 5 crossed (`/-`: nothing)
"""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct

from rowlock.errors import Unreadable
from rowlock.variants.variant import LETTERS


class Nothing(Struct, frozen=True, gc=False, tag="nothing"):
    """Cross nothing. Use the constant `NOTHING`.

    >>> from rowlock import Nothing
    >>> str(Nothing())
    '-'
    """

    def __str__(self) -> str:
        return "-"


class WhiteCross(Struct, frozen=True, gc=False, tag="white"):
    """Action 1: cross the white sum, or the announced card (C-06).

    >>> from rowlock import WhiteCross
    >>> str(WhiteCross("r5"))
    'r5'
    """

    cell: str

    def __str__(self) -> str:
        return self.cell


class LuckyCross(Struct, frozen=True, gc=False, tag="lucky"):
    """Action 1 of Longo: cross the next cell of a row with the fewest crosses instead (L-04).

    >>> from rowlock import LuckyCross
    >>> str(LuckyCross("g16"))
    '*g16'
    """

    cell: str

    def __str__(self) -> str:
        return f"*{self.cell}"


class SwapCross(Struct, frozen=True, gc=False, tag="swap"):
    """Action 1 of X-Change: cross the other number of a swap field instead (X-02).

    >>> from rowlock import SwapCross
    >>> str(SwapCross("r5"))
    '~r5'
    """

    cell: str

    def __str__(self) -> str:
        return f"~{self.cell}"


class ColourCross(Struct, frozen=True, gc=False, tag="colour"):
    """Action 2: cross the sum of one white and one coloured die (C-07).

    >>> from rowlock import ColourCross
    >>> str(ColourCross("b10"))
    '+b10'
    """

    cell: str

    def __str__(self) -> str:
        return f"+{self.cell}"


class ChooseRow(Struct, frozen=True, gc=False, tag="choose"):
    """Choose one of the rows tied for the fewest crosses (BB-01).

    >>> from rowlock import ChooseRow
    >>> str(ChooseRow(2))
    '?g'
    """

    row: int

    def __str__(self) -> str:
        return f"?{_letter(self.row)}"


class Take(Struct, frozen=True, gc=False, tag="take"):
    """Card game: take these numbers from the display, in rising order (K-03).

    >>> from rowlock import Take
    >>> str(Take((4, 7)))
    't4,7'
    """

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return "t" + ",".join(map(str, self.numbers))


class PlayCards(Struct, frozen=True, gc=False, tag="cards"):
    """Card game: play one to three cards of one colour and cross some of their numbers (K-03).

    >>> from rowlock import PlayCards
    >>> str(PlayCards(colour=0, cards=(3,), jokers=(5,), crossed=(5,)))
    '+r3,5*/5'
    """

    colour: int
    cards: tuple[int, ...]
    jokers: tuple[int, ...]
    crossed: tuple[int, ...]

    def __str__(self) -> str:
        played = sorted([*((n, "") for n in self.cards), *((n, "*") for n in self.jokers)])
        text = f"+{_letter(self.colour)}" + ",".join(f"{n}{star}" for n, star in played)
        if self.crossed == tuple(sorted({*self.cards, *self.jokers})):
            return text
        return f"{text}/{','.join(map(str, self.crossed)) or '-'}"


def _letter(colour: int) -> str:
    """The letter of a colour; `<9>` for an invalid number, so that it shows in the error
    message."""
    return LETTERS[colour] if 0 <= colour < len(LETTERS) else f"<{colour}>"


CellCross: TypeAlias = WhiteCross | LuckyCross | SwapCross | ColourCross
"""A cross on one cell, in either action."""

Move: TypeAlias = Nothing | CellCross | ChooseRow | Take | PlayCards
"""Any answer that a seat can give.

>>> from rowlock import Move, WhiteCross
>>> isinstance(WhiteCross("r5"), Move)
True
"""

NOTHING = Nothing()
"""The move of a player who crosses nothing.

>>> from rowlock import NOTHING, parse_move
>>> parse_move("-") == NOTHING
True
"""

_CELL = r"[rygboc](?:[2-9]|1[0-9])"
_NUMBER = r"(?:[2-9]|1[0-2])"  # of a card
_NUMBERS = rf"{_NUMBER}(?:,{_NUMBER})*"
_PLAYED = re.compile(
    rf"\+([rygb])({_NUMBER}\*?(?:,{_NUMBER}\*?)+|{_NUMBER}\*?)(?:/(-|{_NUMBERS}))?"
)


def parse_move(text: str, *, cards: bool = False) -> Move:
    """Parse a move. With `cards`, `+r3` is a card, not a sum with a coloured die.

    >>> from rowlock import parse_move
    >>> parse_move("*g16")
    LuckyCross(cell='g16')
    >>> parse_move("+r3", cards=True)
    PlayCards(colour=0, cards=(3,), jokers=(), crossed=(3,))
    """
    if text == "-":
        return NOTHING
    if re.fullmatch(_CELL, text):
        return WhiteCross(text)
    if re.fullmatch(rf"\*{_CELL}", text):
        return LuckyCross(text[1:])
    if re.fullmatch(rf"~{_CELL}", text):
        return SwapCross(text[1:])
    if re.fullmatch(r"\?[rygb]", text):
        return ChooseRow(LETTERS.index(text[1]))
    if cards and re.fullmatch(rf"t{_NUMBERS}", text):
        return Take(tuple(sorted(map(int, text[1:].split(",")))))
    if cards and (match := _PLAYED.fullmatch(text)):
        return _played(match)
    if not cards and re.fullmatch(rf"\+{_CELL}", text):
        return ColourCross(text[1:])
    raise Unreadable("unknown_token", f"{text!r} is not a move", move=text)


def _played(match: re.Match[str]) -> PlayCards:
    words = match[2].split(",")
    cards = sorted(int(word) for word in words if not word.endswith("*"))
    jokers = sorted(int(word[:-1]) for word in words if word.endswith("*"))
    if match[3] is None:
        crossed = sorted({*cards, *jokers})
    else:
        crossed = [] if match[3] == "-" else sorted(map(int, match[3].split(",")))
    return PlayCards(LETTERS.index(match[1]), tuple(cards), tuple(jokers), tuple(crossed))
