"""Rowlock: play, study and solve the dice game Qwixx and its published sheets.

This module is the whole public library; everything else may change between versions. A game is a
frozen value, each move returns a new one, and moves, sheets, positions and games have text forms:

>>> from rowlock import Roll, deciders, legal_moves, new_game, play, roll
>>> game = new_game("classic", ["Ann", "Ben"])
>>> game = roll(game, Roll(white=(4, 1), colours=(3, 2, 5, 6))).state
>>> deciders(game)
(0, 1)
>>> [str(move) for move in legal_moves(game, seat=0)]
['-', 'r5', 'y5', 'g5', 'b5']
>>> game = play(game, 0, "r5").state
>>> print(game)
classic 1 1 action1 41 3256; "Ann" r- y- g- b- x0 : r5; "Ben" r- y- g- b- x0
"""

from importlib import import_module
from typing import TYPE_CHECKING

from rowlock.core.cards import Card
from rowlock.core.chance import random_roll, shuffled_cards
from rowlock.core.ending import ending
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
    preview,
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
    SwapCross,
    Take,
    WhiteCross,
    parse_move,
)
from rowlock.core.score import Score, score
from rowlock.core.sheet import Sheet, format_sheet
from rowlock.core.sheet_rules import Draft
from rowlock.core.state import Game, Roll, Step
from rowlock.core.turn_dice import parse_roll
from rowlock.core.view import View, view
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.variants import Variant, load_variant

if TYPE_CHECKING:
    from rowlock.core.bot import Bot
    from rowlock.core.state import format_position
    from rowlock.draw import Drawing, draw_sheet, draw_table
    from rowlock.notation import (
        Moment,
        Record,
        Scribe,
        Setup,
        after_turn,
        format_record,
        moments,
        parse_position,
        parse_record,
        parse_sheet,
        replay,
    )

    __version__: str
    """The version of this library.

    >>> import rowlock
    >>> rowlock.__version__.count(".")
    2
    """

__all__ = [
    "NOTHING",
    "BarStruck",
    "BonusEarned",
    "Bot",
    "Card",
    "CardsPlayed",
    "ChooseRow",
    "ColourCross",
    "CrossLapsed",
    "Crossed",
    "DieRemoved",
    "Draft",
    "Drawing",
    "Event",
    "Game",
    "GameOver",
    "Illegal",
    "LockCrossed",
    "LuckyCross",
    "Moment",
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
    "SwapCross",
    "Take",
    "Unreadable",
    "Variant",
    "View",
    "WhiteCross",
    "__version__",
    "after_turn",
    "deal",
    "deciders",
    "draw_sheet",
    "draw_table",
    "ending",
    "format_position",
    "format_record",
    "format_sheet",
    "legal_moves",
    "load_variant",
    "moments",
    "new_game",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_roll",
    "parse_sheet",
    "play",
    "preview",
    "random_roll",
    "replay",
    "result",
    "roll",
    "score",
    "shuffled_cards",
    "take_back",
    "view",
]

_LATER = {
    "Bot": "rowlock.core.bot",
    "format_position": "rowlock.core.state",
    **dict.fromkeys(("Drawing", "draw_sheet", "draw_table"), "rowlock.draw"),
    **dict.fromkeys(("Moment", "Record", "Scribe", "Setup"), "rowlock.notation"),
    **dict.fromkeys(("after_turn", "moments", "replay"), "rowlock.notation"),
    **dict.fromkeys(("format_record", "parse_record"), "rowlock.notation"),
    **dict.fromkeys(("parse_position", "parse_sheet"), "rowlock.notation"),
}
"""Names loaded on first use, to keep `import rowlock` fast, and their modules."""

_OLD = {"load": "load_variant", "read": "parse_record", "write": "format_record"}
"""Former names, deprecated; they will be removed in the next version."""


if not TYPE_CHECKING:  # type checkers must reject unknown names

    def __getattr__(name: str) -> object:
        if name in _LATER:
            value = getattr(import_module(_LATER[name]), name)
        elif name == "__version__":
            from importlib.metadata import version

            value = version("rowlock")
        elif name in _OLD:
            import warnings

            new = _OLD[name]
            warnings.warn(f"rowlock.{name} is now rowlock.{new}", DeprecationWarning, stacklevel=2)
            return globals().get(new) or __getattr__(new)
        else:
            raise AttributeError(f"module 'rowlock' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__


def _table_picture(game: Game) -> str:
    """Show a game as a picture of the table in notebooks."""
    from rowlock.draw import draw_table

    return draw_table(game).svg()


def _sheet_picture(sheet: Sheet) -> str | None:
    """Show a sheet as a picture in notebooks; None if it has no variant."""
    from rowlock.draw import draw_sheet

    return None if sheet.variant is None else draw_sheet(sheet.variant, sheet).svg()


# Assigned here because core must not import the drawing code.
Game._repr_svg_ = _table_picture  # type: ignore[attr-defined]
Sheet._repr_svg_ = _sheet_picture  # type: ignore[attr-defined]
