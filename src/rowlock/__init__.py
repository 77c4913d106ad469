"""Rowlock: play, study and solve the dice game Qwixx and its published sheets.

This is the whole public library; everything else may change between versions. A game is a
frozen value, a move gives back a new one:

>>> from rowlock import Roll, WhiteCross, deciders, legal_moves, new_game, play, roll
>>> game = new_game("classic", ["Ann", "Ben"])
>>> game = roll(game, Roll(white=(4, 1), colours=(3, 2, 5, 6))).state
>>> deciders(game)
(0, 1)
>>> [str(move) for move in legal_moves(game, seat=0)]
['-', 'r5', 'y5', 'g5', 'b5']
>>> game = play(game, 0, WhiteCross("r5")).state
>>> deciders(game)
(1,)
"""

from typing import TYPE_CHECKING

from rowlock.core.cards import Card
from rowlock.core.chance import random_roll, shuffled_cards
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
from rowlock.core.game import (
    Result,
    deal,
    deciders,
    legal_moves,
    new_game,
    play,
    result,
    roll,
    take_back,
)
from rowlock.core.move import (
    NOTHING,
    ChooseRow,
    ColourCross,
    LuckyCross,
    Move,
    Nothing,
    PlayCards,
    Take,
    WhiteCross,
    parse_move,
)
from rowlock.core.score import Score, score
from rowlock.core.sheet import Sheet
from rowlock.core.state import Game, Roll, Step
from rowlock.core.view import View, view
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.variants import Variant, load

if TYPE_CHECKING:
    from rowlock.draw import Drawing, draw_sheet, draw_table
    from rowlock.notation import (
        Record,
        Scribe,
        Setup,
        format_position,
        format_sheet,
        parse_position,
        parse_sheet,
        read,
        replay,
        write,
    )

__all__ = [
    "NOTHING",
    "BarStruck",
    "BonusEarned",
    "Card",
    "CardsPlayed",
    "ChooseRow",
    "ColourCross",
    "CrossLapsed",
    "Crossed",
    "DieRemoved",
    "Drawing",
    "Event",
    "Game",
    "GameOver",
    "Illegal",
    "LockCrossed",
    "LuckyCross",
    "Move",
    "Nothing",
    "PenaltyTaken",
    "PlayCards",
    "Record",
    "Refusal",
    "Result",
    "Roll",
    "RowClosed",
    "Score",
    "Scribe",
    "Setup",
    "Sheet",
    "Step",
    "Take",
    "Unreadable",
    "Variant",
    "View",
    "WhiteCross",
    "deal",
    "deciders",
    "draw_sheet",
    "draw_table",
    "format_position",
    "format_sheet",
    "legal_moves",
    "load",
    "new_game",
    "parse_move",
    "parse_position",
    "parse_sheet",
    "play",
    "random_roll",
    "read",
    "replay",
    "result",
    "roll",
    "score",
    "shuffled_cards",
    "take_back",
    "view",
    "write",
]


def __getattr__(name: str) -> object:
    """Text forms and pictures are loaded when first asked for, to keep the import quick."""
    if name not in __all__:
        raise AttributeError(f"module 'rowlock' has no attribute {name!r}")
    if name in ("Drawing", "draw_sheet", "draw_table"):
        from rowlock import draw

        return getattr(draw, name)
    from rowlock import notation

    return getattr(notation, name)


def _table_picture(game: Game) -> str:
    """A game in a notebook is a picture of its table."""
    from rowlock.draw import draw_table

    return draw_table(game).svg()


# Here, where the parts come together: the rules know nothing of pictures.
Game._repr_svg_ = _table_picture  # type: ignore[attr-defined]
