"""Rowlock: play, study and solve the dice game Qwixx and its published sheets.

This module is the public library, with `rowlock.testing`, `rowlock.envs` and `rowlock.draw.paper`;
everything else may change between versions. Bots, matches and analysis (`bot`, `simulate`, `arena`,
`advise`, `review`, `rollout`, `solve`) need the extra `fast` and are loaded on first use. A game is
a frozen value, each move returns a new one, and moves, sheets, positions and games have text forms:

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

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from rowlock.core.view import View, preview, view
from rowlock.errors import Illegal, Refusal, Unreadable
from rowlock.variants import Variant, load_variant, make_variant, variant_names

if TYPE_CHECKING:
    from rowlock.api.advise import AdviceReport, AdvisedAnswer, advise
    from rowlock.api.arena import ArenaResult, arena
    from rowlock.api.bots import bot, bot_names
    from rowlock.api.review import review
    from rowlock.api.rollout import RolledOutAnswer, RolloutReport, rollout
    from rowlock.api.simulate import SimulatedSeat, SimulationResult, simulate
    from rowlock.api.solve import ExactValues, solve
    from rowlock.core.bot import Bot
    from rowlock.core.state import format_position
    from rowlock.draw import Drawing, draw_sheet, draw_table
    from rowlock.draw.facts import Note
    from rowlock.kernel.batch import Batch
    from rowlock.matches.verdict import MatchVerdict
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
        read_record,
        read_records,
        replay,
        write_record,
        write_records,
    )
    from rowlock.reviews.annotate import annotate
    from rowlock.reviews.model import DecisionReview, JudgedMove, Review, RollReview, SeatReview
    from rowlock.reviews.season import Season, SeasonPlayer, season
    from rowlock.tabular import Tabular
    from rowlock.variants.shuffle import random_sheet

    __version__: str
    """The version of this library.

    >>> import rowlock
    >>> rowlock.__version__.count(".")
    2
    """

__all__ = [
    "NOTHING",
    "AdviceReport",
    "AdvisedAnswer",
    "ArenaResult",
    "BarStruck",
    "Batch",
    "BonusEarned",
    "Bot",
    "Card",
    "CardsPlayed",
    "ChooseRow",
    "ColourCross",
    "CrossLapsed",
    "Crossed",
    "DecisionReview",
    "DieRemoved",
    "Draft",
    "Drawing",
    "Event",
    "ExactValues",
    "Game",
    "GameOver",
    "Illegal",
    "JudgedMove",
    "LockCrossed",
    "LuckyCross",
    "MatchVerdict",
    "Moment",
    "Move",
    "Note",
    "Nothing",
    "PenaltyTaken",
    "PlayCards",
    "Record",
    "Refusal",
    "Result",
    "Review",
    "Roll",
    "RollReview",
    "RolledOutAnswer",
    "RolloutReport",
    "RowClosed",
    "Score",
    "Scribe",
    "Season",
    "SeasonPlayer",
    "SeatReview",
    "Setup",
    "Sheet",
    "SimulatedSeat",
    "SimulationResult",
    "Step",
    "SwapCross",
    "Tabular",
    "Take",
    "Unreadable",
    "Variant",
    "View",
    "WhiteCross",
    "__version__",
    "advise",
    "after_turn",
    "annotate",
    "arena",
    "bot",
    "bot_names",
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
    "make_variant",
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
    "random_sheet",
    "read_record",
    "read_records",
    "replay",
    "result",
    "review",
    "roll",
    "rollout",
    "score",
    "season",
    "shuffled_cards",
    "simulate",
    "solve",
    "take_back",
    "variant_names",
    "view",
    "write_record",
    "write_records",
]

_LATER = {
    **dict.fromkeys(("AdvisedAnswer", "AdviceReport", "advise"), "rowlock.api.advise"),
    **dict.fromkeys(("ArenaResult", "arena"), "rowlock.api.arena"),
    **dict.fromkeys(("bot", "bot_names"), "rowlock.api.bots"),
    "review": "rowlock.api.review",
    **dict.fromkeys(("RolledOutAnswer", "RolloutReport", "rollout"), "rowlock.api.rollout"),
    **dict.fromkeys(("SimulatedSeat", "SimulationResult", "simulate"), "rowlock.api.simulate"),
    **dict.fromkeys(("ExactValues", "solve"), "rowlock.api.solve"),
    "Bot": "rowlock.core.bot",
    "format_position": "rowlock.core.state",
    **dict.fromkeys(("Drawing", "draw_sheet", "draw_table"), "rowlock.draw"),
    **dict.fromkeys(("Moment", "Record", "Scribe", "Setup"), "rowlock.notation"),
    **dict.fromkeys(("after_turn", "moments", "replay"), "rowlock.notation"),
    **dict.fromkeys(("format_record", "parse_record"), "rowlock.notation"),
    **dict.fromkeys(("parse_position", "parse_sheet"), "rowlock.notation"),
    **dict.fromkeys(("read_record", "read_records"), "rowlock.notation"),
    **dict.fromkeys(("write_record", "write_records"), "rowlock.notation"),
    "Note": "rowlock.draw.facts",
    "random_sheet": "rowlock.variants.shuffle",
    "Batch": "rowlock.kernel.batch",
    "MatchVerdict": "rowlock.matches.verdict",
    **dict.fromkeys(("DecisionReview", "JudgedMove", "Review"), "rowlock.reviews.model"),
    **dict.fromkeys(("RollReview", "SeatReview"), "rowlock.reviews.model"),
    "annotate": "rowlock.reviews.annotate",
    **dict.fromkeys(("Season", "SeasonPlayer", "season"), "rowlock.reviews.season"),
    "Tabular": "rowlock.tabular",
}
"""Names loaded on first use, to keep `import rowlock` fast, and their modules."""

_OLD = {"load": "load_variant", "read": "parse_record", "write": "format_record"}
"""Former names, deprecated; they will be removed in the next version."""


if not TYPE_CHECKING:  # type checkers must reject unknown names

    def __getattr__(name: str) -> object:
        if name in _LATER:
            value = _loaded(name)
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


def _loaded(name: str) -> object:
    try:
        return getattr(import_module(_LATER[name]), name)
    except ModuleNotFoundError as error:
        from rowlock.cli.extras import what_to_import

        message = what_to_import(name, error)
        if message is None:
            raise
        raise ModuleNotFoundError(message, name=error.name) from None


def __dir__() -> list[str]:
    return __all__


def _pictures() -> dict[type, Callable[[Any], str | None]]:
    """How notebooks show values: games as a table, sheets alone."""

    def table(game: Game) -> str:
        from rowlock.draw import draw_table

        return draw_table(game).svg()

    def sheet(sheet: Sheet) -> str | None:
        from rowlock.draw import draw_sheet

        return None if sheet.variant is None else draw_sheet(sheet.variant, sheet).svg()

    return {
        Game: table,
        Sheet: sheet,
        View: lambda seen: table(seen.known_game()),
        Variant: lambda variant: sheet(Sheet(variant=variant)),
    }


_SVG = "_repr_svg_"
for _kind, _picture in _pictures().items():  # here because core must not import the drawing code
    setattr(_kind, _SVG, _picture)
