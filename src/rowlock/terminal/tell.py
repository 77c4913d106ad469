"""Events told in words."""

from __future__ import annotations

from rowlock.core.event import (
    BarStruck,
    BonusEarned,
    CardsPlayed,
    Crossed,
    CrossLapsed,
    DieRemoved,
    Event,
    GameOver,
    LockCrossed,
    PenaltyTaken,
    RowClosed,
)
from rowlock.core.state import Game
from rowlock.terminal.texts import Texts
from rowlock.variants import COLOURS


def tell(event: Event, game: Game, texts: Texts) -> str | None:
    """One sentence for an event; None if it goes without saying."""

    def name(seat: int) -> str:
        return game.names[seat]

    def colour(row: int) -> str:
        return texts(COLOURS[row])

    match event:
        case Crossed(seat, cell, "lucky"):
            return texts("crossed_lucky", name=name(seat), cell=cell)
        case Crossed(seat, cell, "bonus"):
            return texts("crossed_bonus", name=name(seat), cell=cell)
        case Crossed(seat, cell) if game.variant.cell[cell] in game.variant.doubles:
            return texts("crossed_twice", name=name(seat), cell=cell)
        case Crossed(seat, cell):
            return texts("crossed", name=name(seat), cell=cell)
        case LockCrossed(seat, row):
            return texts("lock", name=name(seat), colour=colour(row))
        case RowClosed(row, seats):
            return texts("closed", colour=colour(row), names=texts.all_of(map(name, seats)))
        case BarStruck(seat, square, used) if used:
            return texts("bar", name=name(seat), colour=colour(game.variant.bar[square]))
        case BonusEarned(seat, symbol):
            return texts("bonus", name=name(seat), symbol=texts(symbol))
        case CrossLapsed(seat, row):
            return texts("lapsed", name=name(seat), colour=colour(row))
        case PenaltyTaken(seat, penalties):
            return texts("penalty", name=name(seat), count=penalties)
        case CardsPlayed(seat, cards):
            return texts("played", name=name(seat), cards=" ".join(cards))
        case GameOver(reason):
            return texts(f"over_{reason}")
        case BarStruck() | DieRemoved():
            return None
