"""A game record as values: headers, comments, turn lines (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

from msgspec import Struct

from rowlock.core.cards import Card
from rowlock.core.game import new_game
from rowlock.core.move import NOTHING, ColourCross, Move, PlayCards, Take
from rowlock.core.state import Game, Roll
from rowlock.variants.together import are_equal, variant_ids
from rowlock.variants.variant import LuckyPair, Variant


class Header(Struct, frozen=True):
    """A line like `[Event "Sunday evening"]`."""

    key: str
    value: str
    comment: str | None = None
    line: int = 0


class Comment(Struct, frozen=True):
    """A comment on its own line; `text` is what follows the semicolon."""

    text: str
    line: int = 0


class Column(Struct, frozen=True):
    """The moves of one seat in a turn."""

    moves: tuple[Move, ...] = ()
    penalty: bool = False
    owes: bool = False
    """Whether the column ends in a lone `?`: its next answer is missing."""

    def __str__(self) -> str:
        words = [str(move) for move in self.moves]
        goes_without_saying = self.moves[:1] == (NOTHING,) and (
            self.penalty or any(isinstance(m, ColourCross | PlayCards) for m in self.moves)
        )
        if goes_without_saying:
            words = words[1:]
        words += ["x"] * self.penalty + ["?"] * self.owes
        return " ".join(words)


ASKED = Column(owes=True)
"""The column of a seat that has not answered yet."""


class Turn(Struct, frozen=True):
    """A turn of a game with dice."""

    number: int
    roll: Roll
    columns: tuple[Column, ...]
    comment: str | None = None
    line: int = 0

    def __str__(self) -> str:
        return _turn_text(f"{self.number}. {self.roll}", self.columns)


class CardTurn(Struct, frozen=True):
    """A turn of a card game. `announced` is None until a new pile has been shuffled."""

    number: int
    take: Take
    announced: int | None
    columns: tuple[Column, ...]
    comment: str | None = None
    line: int = 0

    def __str__(self) -> str:
        head = f"{self.number}. {self.take}"
        if self.announced is None:
            return head
        return _turn_text(f"{head} {self.announced}", self.columns)


class Pile(Struct, frozen=True):
    """The shuffled discards, on a line before the card turn that needs them."""

    cards: tuple[Card, ...]
    comment: str | None = None
    line: int = 0

    def __str__(self) -> str:
        return " ".join(["pile", *map(str, self.cards)])


def _turn_text(head: str, columns: tuple[Column, ...]) -> str:
    if all(column == ASKED for column in columns):
        return head
    return " | ".join([head, *map(str, columns)])


Item: TypeAlias = Header | Comment | Turn | CardTurn | Pile


class Setup(Struct, frozen=True, kw_only=True):
    """The setup of a game, from the headers.

    >>> from rowlock import Setup, load_variant
    >>> setup = Setup(variant=load_variant("classic"), names=("Ann", "Ben"), first=1)
    >>> print(setup.start())
    classic 1 2 roll; "Ann" r- y- g- b- x0; "Ben" r- y- g- b- x0
    """

    variant: Variant
    """The sheet of all seats; the first seat's if they differ."""
    names: tuple[str, ...]
    mixed: tuple[Variant, ...] = ()
    """The sheet of each seat if they differ; empty otherwise."""
    first: int = 0
    lucky: tuple[LuckyPair, ...] | None = None
    deck: tuple[Card, ...] | None = None
    """Card game: the cards in the order of the deal; None with dice."""
    jokers: bool = False

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The sheet of each seat."""
        return self.mixed or (self.variant,) * len(self.names)

    def __post_init__(self) -> None:
        if not isinstance(self.variant, Variant):
            raise TypeError(f"variant must be a Variant, such as load_variant({self.variant!r})")

    def start(self) -> Game:
        """The game before its first roll or deal."""
        return new_game(
            self.mixed or self.variant,
            self.names,
            first=self.first,
            lucky=self.lucky,
            cards=self.deck is not None,
            jokers=self.jokers,
        )


def seated(variants: Sequence[Variant], names: tuple[str, ...]) -> Setup:
    """The setup of a game with these sheets, one per seat."""
    mixed = () if are_equal(variants) else tuple(variants)
    return Setup(variant=variants[0], names=names, mixed=mixed)


class Record(Struct, frozen=True):
    """A parsed record. Use `replay` to check whether its moves are legal.

    >>> from pathlib import Path
    >>> from rowlock import parse_record
    >>> record = parse_record(Path("examples/family.rowlock").read_bytes())
    >>> record.headers["Players"].value
    'Max, Emma, Laura, Linus'
    >>> print(record.turns[1])
    2. 63 1245 | - | x | b9 | -
    """

    setup: Setup
    items: tuple[Item, ...]

    def __repr__(self) -> str:
        variants = variant_ids(self.setup.variants)
        return f"Record({variants}, {', '.join(self.setup.names)}, {len(self.turns)} turns)"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def headers(self) -> dict[str, Header]:
        """The headers by their key."""
        return {item.key: item for item in self.items if isinstance(item, Header)}

    @property
    def turns(self) -> tuple[Turn | CardTurn, ...]:
        """The turn lines in order: `record.turns[0].roll`, `.columns`, or `str()` of one.

        Use `moments(record)` for the state of the game after each of them.
        """
        return tuple(item for item in self.items if isinstance(item, Turn | CardTurn))

    def __str__(self) -> str:
        return format_record(self)


def format_record(record: Record) -> str:
    """The record in standard spelling.

    >>> from rowlock import Scribe, Setup, format_record, load_variant
    >>> scribe = Scribe(Setup(variant=load_variant("classic"), names=("Ann", "Ben")))
    >>> print(format_record(scribe.record()), end="")
    [Rowlock "1"]
    [Variant "classic"]
    [Players "Ann, Ben"]
    [First "1"]
    """
    last_header = max(i for i, item in enumerate(record.items) if isinstance(item, Header))
    lines: list[str] = []
    for number, item in enumerate(record.items):
        lines.append(_line(item))
        if number == last_header and number + 1 < len(record.items):
            lines.append("")
    return "".join(f"{line}\n" for line in lines)


def _line(item: Item) -> str:
    if isinstance(item, Comment):
        return f";{item.text}"
    text = f'[{item.key} "{item.value}"]' if isinstance(item, Header) else str(item)
    return text if item.comment is None else f"{text} ;{item.comment}"
