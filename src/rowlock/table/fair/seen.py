"""A game as short facts, such as `roll 3` = `41 3256`: what a device notes while it watches.

The page makes the same facts of what the server shows (web/src/lib/seenGame.ts).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rowlock.core.cards import Card
from rowlock.core.state import Game
from rowlock.errors import Illegal
from rowlock.notation import moments
from rowlock.notation.record import CardTurn, Record, Turn

Facts = Mapping[str, str]


def facts_of(record: Record) -> dict[str, str]:
    """All facts about the game in a record that a device could have seen."""
    return dict(_facts(record))


def compare_seen(seen: Facts, record: Record) -> int:
    """Refuse a record that differs from what a device saw; returns the number of rolls it saw."""
    told = facts_of(record)
    for about, value in seen.items():
        if told.get(about) != value:
            message = (
                f"{about}: this device saw {value}, the record has {told.get(about, 'nothing')}"
            )
            raise Illegal("other_game", message)
    return sum(about.startswith(("roll ", "announced ")) for about in seen)


def _facts(record: Record) -> Iterator[tuple[str, str]]:
    setup = record.setup
    yield "seats", str(len(setup.names))
    yield "first", str(setup.first)
    for seat, pair in enumerate(setup.lucky or ()):
        yield f"lucky {seat}", "&".join(map(str, pair))
    for moment in moments(record):
        yield from _cards(moment.state)
    for turn in record.turns:
        yield from _turn(turn)


def _turn(turn: Turn | CardTurn) -> Iterator[tuple[str, str]]:
    if isinstance(turn, Turn):
        yield f"roll {turn.number}", str(turn.roll)
    else:
        if turn.take.numbers:
            yield f"take {turn.number}", _numbers(turn.take.numbers)
        yield f"announced {turn.number}", str(turn.announced)
    yield f"turn {turn.number}", "|".join(map(str, turn.columns))


def _cards(game: Game) -> Iterator[tuple[str, str]]:
    """Display and hands at the beginning of a turn."""
    if game.cards is None or game.stage != "take":
        return
    yield f"display {game.turn}", _numbers(card.number for card in game.cards.display)
    for seat, hand in enumerate(game.cards.hands):
        yield f"hand {game.turn} {seat}", _hand(hand)


def _hand(cards: tuple[Card, ...]) -> str:
    return " ".join(sorted(map(str, cards)))


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers)))
