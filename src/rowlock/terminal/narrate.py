"""Describes events in sentences."""

from __future__ import annotations

from rowlock.core import event as events
from rowlock.core.ending import count_to_end
from rowlock.core.state import Game
from rowlock.languages.texts import Texts
from rowlock.variants import COLOURS


def tell(event: events.Event, game: Game, texts: Texts, you: int | None = None) -> str | None:
    """A sentence for an event; None if it needs none. `you` is the reader's seat."""

    def name(seat: int) -> str:
        return game.names[seat]

    def about(seat: int, key: str, **values: object) -> str:
        return texts.about(name(seat), seat == you, key, **values)

    def colour(row: int) -> str:
        return texts(COLOURS[row])

    match event:
        case events.Crossed(seat, cell, "lucky"):
            return about(seat, "crossed_lucky", cell=cell)
        case events.Crossed(seat, cell, "swap"):
            return about(seat, "crossed_swap", cell=cell)
        case events.Crossed(seat, cell, "bonus"):
            return about(seat, "crossed_bonus", cell=cell)
        case events.Crossed(seat, cell, "chain"):
            return about(seat, "crossed_chain", cell=cell)
        case events.Crossed(seat, cell) if is_double(game, seat, cell):
            return about(seat, "crossed_twice", cell=cell)
        case events.Crossed(seat, cell):
            return about(seat, "crossed", cell=cell)
        case events.LockCrossed(seat, row):
            return about(seat, "lock", colour=colour(row))
        case events.RowClosed(row, seats):
            return texts("closed", colour=colour(row), names=texts.all_of(map(name, seats)))
        case events.BarStruck(seat, square, used) if used:
            return about(seat, "bar", colour=colour(game.variants[seat].bar[square]))
        case events.BonusEarned(seat, symbol):
            return about(seat, "bonus", symbol=texts(symbol))
        case events.CrossLapsed(seat, row):
            return about(seat, "lapsed", colour=colour(row))
        case events.PenaltyTaken(seat, penalties):
            return about(seat, "penalty", count=penalties)
        case events.CardsPlayed(seat, cards):
            return about(seat, "played", cards=" ".join(cards))
        case events.GameOver(reason):
            return texts(f"over_{reason}", n=count_to_end(game.variant, reason))
        case events.BarStruck() | events.DieRemoved():
            return None


def is_double(game: Game, seat: int, cell: str) -> bool:
    """Whether a cell of the seat's sheet is a double one."""
    variant = game.variants[seat]
    return variant.cell[cell] in variant.doubles
