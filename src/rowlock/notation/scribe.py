"""Records a game while it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from msgspec.structs import replace

from rowlock.core.cards import Card
from rowlock.core.event import PenaltyTaken
from rowlock.core.game import deal, deciders, play, result, roll, take_back
from rowlock.core.move import NOTHING, Move, Take, parse_move
from rowlock.core.state import Roll, Step
from rowlock.notation.headers import FORMAT, carried_headers, format_pairs
from rowlock.notation.record import CardTurn, Column, Header, Item, Pile, Record, Setup, Turn
from rowlock.variants.together import digests, own_sheets, variant_ids


class Scribe:
    """Plays a game and keeps its record.

    >>> from rowlock import Scribe, Setup, load_variant, parse_move, parse_roll
    >>> scribe = Scribe(Setup(variant=load_variant("classic"), names=("Ann", "Ben")))
    >>> step = scribe.roll(parse_roll("41 3256"))
    >>> step = scribe.play(0, parse_move("r5"))
    >>> print(scribe.record().turns[-1])
    1. 41 3256 | r5 ? | ?
    >>> scribe.game == step.state
    True
    """

    def __init__(self, setup: Setup, headers: Mapping[str, str] | None = None) -> None:
        self.setup = setup
        self.headers = dict(headers or {})
        self.game = setup.start()
        if setup.deck is not None:
            self.game = deal(self.game, setup.deck).state
        self._items: tuple[Item, ...] = ()
        self._begin_turn()

    def copy(self) -> Scribe:
        """An independent copy of the scribe.

        Copies are cheap, because a server makes one for every answer: only the headers are copied,
        all other attributes are replaced and never changed in place.
        """
        other = copy(self)
        other.headers = dict(self.headers)
        return other

    def _begin_turn(self) -> None:
        self._moves: tuple[tuple[Move, ...], ...] = ((),) * len(self.setup.names)
        self._roll: Roll | None = None
        self._take: Take | None = None
        self._announced: int | None = None

    def roll(self, dice: Roll) -> Step:
        """Like `rowlock.roll`, and record it."""
        step = roll(self.game, dice)
        self._roll = dice
        return self._keep(step)

    def deal(self, order: Sequence[Card]) -> Step:
        """Card game: the new pile of shuffled discards. The first deal is part of the setup."""
        step = deal(self.game, order)
        self._items += (Pile(tuple(order)),)
        return self._keep(step)

    def play(self, seat: int, move: Move | str) -> Step:
        """Like `rowlock.play`, and record it."""
        if isinstance(move, str):
            move = parse_move(move, cards=self.game.cards is not None)
        step = play(self.game, seat, move)
        if isinstance(move, Take):
            self._take = move
        elif self.game.stage == "action1" or move != NOTHING:  # declining action 2 is not written
            self._write(seat, (*self._moves[seat], move))
        return self._keep(step)

    def take_back(self, seat: int) -> None:
        """Like `rowlock.take_back`; the answer is removed from the record as well."""
        self.game = take_back(self.game, seat)
        self._write(seat, ())

    def _write(self, seat: int, moves: tuple[Move, ...]) -> None:
        self._moves = (*self._moves[:seat], moves, *self._moves[seat + 1 :])

    def _keep(self, step: Step) -> Step:
        before, self.game = self.game, step.state
        self._announced = step.state.announced or self._announced
        if step.state.over or step.state.turn != before.turn:
            penalty = any(isinstance(event, PenaltyTaken) for event in step.events)
            columns = [Column(moves) for moves in self._moves]
            columns[before.active] = replace(columns[before.active], penalty=penalty)
            self._items += (self._line(before.turn, columns),)
            self._begin_turn()
        return step

    def _line(self, number: int, columns: Sequence[Column]) -> Item:
        if self._roll is not None:
            return Turn(number, self._roll, tuple(columns))
        take = self._take or Take(())
        return CardTurn(number, take, self._announced, tuple(columns))

    @property
    def last_item(self) -> Item | None:
        """The last completed turn or pile of cards."""
        return self._items[-1] if self._items else None

    def record(self) -> Record:
        """The record of the game so far; it includes the result if the game is over."""
        items: list[Item] = [Header(key, value) for key, value in self._header_values()]
        items += self._items
        if self._roll is not None or self._take is not None:
            active = self.game.active
            columns = [
                Column(moves, owes=seat == active or seat in deciders(self.game))
                for seat, moves in enumerate(self._moves)
            ]
            items.append(self._line(self.game.turn, columns))
        return Record(self.setup, tuple(items))

    def _header_values(self) -> Iterator[tuple[str, str]]:
        setup = self.setup
        yield "Rowlock", FORMAT
        yield "Variant", variant_ids(setup.variants)
        if own_sheets(setup.variants):
            yield "Digest", digests(setup.variants)
            yield from carried_headers(setup.variants)
        yield "Players", ", ".join(setup.names)
        yield "First", str(setup.first + 1)
        if self.game.lucky:
            yield "Lucky", format_pairs(self.game.lucky)
        if setup.deck is not None:
            yield "Turns", "cards"
            if setup.jokers:
                yield "Jokers", "yes"
            yield "Deck", " ".join(map(str, setup.deck))
        yield from self.headers.items()
        if self.game.over:
            yield "Result", " ".join(map(str, result(self.game).totals))
