"""Every answer a seat can give, each with a text that parses back.

-          nothing
r5         action 1: the white sum (or the announced card) crossed in one row
*g16       action 1: a lucky cross instead (Longo)
+b10       action 2: a white and a coloured die
?g         the row chosen when a bonus finds several with the fewest crosses
t4,7       card game: the numbers taken from the display
+r3,5*/5   card game: red 3 and joker 5 played as red, only the 5 crossed (`/-`: none)
"""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct

from rowlock.errors import Unreadable
from rowlock.variants.variant import LETTERS


class Nothing(Struct, frozen=True, gc=False, tag="nothing"):
    """Cross nothing."""

    def __str__(self) -> str:
        return "-"


class WhiteCross(Struct, frozen=True, gc=False, tag="white"):
    """Cross the announced number (C-06)."""

    cell: str

    def __str__(self) -> str:
        return self.cell


class LuckyCross(Struct, frozen=True, gc=False, tag="lucky"):
    """Cross the next cell of a row with the fewest crosses instead (L-04)."""

    cell: str

    def __str__(self) -> str:
        return f"*{self.cell}"


class ColourCross(Struct, frozen=True, gc=False, tag="colour"):
    """Cross the sum of one white and one coloured die (C-07)."""

    cell: str

    def __str__(self) -> str:
        return f"+{self.cell}"


class ChooseRow(Struct, frozen=True, gc=False, tag="choose"):
    """Choose among the rows tied for the fewest crosses (BB-01)."""

    row: int

    def __str__(self) -> str:
        return f"?{_letter(self.row)}"


class Take(Struct, frozen=True, gc=False, tag="take"):
    """Card game: take these numbers from the display, in rising order (K-03)."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return "t" + ",".join(map(str, self.numbers))


class PlayCards(Struct, frozen=True, gc=False, tag="cards"):
    """Card game: play one to three cards of one colour, cross some of their numbers (K-03)."""

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
    """The letter of a colour; a number that is none still shows in the refusal of its move."""
    return LETTERS[colour] if 0 <= colour < len(LETTERS) else f"<{colour}>"


Move: TypeAlias = Nothing | WhiteCross | LuckyCross | ColourCross | ChooseRow | Take | PlayCards

NOTHING = Nothing()

_CELL = r"[rygb](?:[2-9]|1[0-9])"
_NUMBER = r"(?:[2-9]|1[0-2])"  # of a card
_NUMBERS = rf"{_NUMBER}(?:,{_NUMBER})*"
_PLAYED = re.compile(
    rf"\+([rygb])({_NUMBER}\*?(?:,{_NUMBER}\*?)+|{_NUMBER}\*?)(?:/(-|{_NUMBERS}))?"
)


def parse_move(text: str, *, cards: bool = False) -> Move:
    """The move of a text; `cards` reads `+r3` as a card played, not as a coloured sum.

    >>> parse_move("*g16")
    LuckyCross(cell='g16')
    """
    if text == "-":
        return NOTHING
    if re.fullmatch(_CELL, text):
        return WhiteCross(text)
    if re.fullmatch(rf"\*{_CELL}", text):
        return LuckyCross(text[1:])
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
