"""What the player who rolls next could do after an answer, in one phrase, where that matters.

Only what one cross or a penalty of theirs can do is looked at: ending the game ahead, or catching
up with one of very few cells. A phrase that is true after every answer explains none of them and
is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rowlock.cli.reasons import total_of, what_a_move_does
from rowlock.core.ending import ending
from rowlock.core.game import play
from rowlock.core.move import Move
from rowlock.core.obstacle import obstacle
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.sheet_rules import cross
from rowlock.core.state import Game
from rowlock.languages.texts import Texts
from rowlock.variants.variant import Cell

FEW = 2
"""So many cells with which somebody catches up are worth naming; more of them are no news."""


def reasons_of(game: Game, seat: int, moves: Sequence[Move], texts: Texts) -> dict[Move, str]:
    """Beside every answer what it does, and what it lets the next player do."""
    then = {move: _then(game, seat, move, texts) for move in moves}
    common = set.intersection(*map(set, then.values())) if len(then) > 1 else set[str]()
    return {
        move: ", ".join(
            [
                what_a_move_does(game, seat, move, texts),
                *(phrase for phrase in phrases if phrase not in common),
            ]
        )
        for move, phrases in then.items()
    }


def _then(game: Game, seat: int, move: Move, texts: Texts) -> list[str]:
    """The phrases about the next player, where the answer ends the turn of a game with dice."""
    if game.stage != "action2" or game.cards is not None or len(game.seats) == 1:
        return []
    after = play(game, seat, move).state
    if after.stage != "roll":
        return []
    name, rows = after.names[after.active], _crosses(after)
    ends = [cell.name for cell, sheet in rows if _ends_ahead(after, sheet)]
    if ends:
        return [texts("advise_lets_end", name=name, cells=texts.all_of(ends))]
    own = after.sheets[after.active]
    if _ends_ahead(after, replace(own, penalties=own.penalties + 1)):
        return [texts("advise_lets_end_by_penalty", name=name)]
    leads = [cell.name for cell, sheet in rows if _lead(after, sheet) >= 0]
    if _lead(after, own) >= 0 or not 1 <= len(leads) <= FEW:
        return []
    return [texts("advise_lets_lead", name=name, cells=texts.all_of(leads))]


def _crosses(game: Game) -> list[tuple[Cell, Sheet]]:
    """Every single cross that the next dice could give who rolls, and the sheet it makes."""
    variant, own = game.variant, game.sheets[game.active]
    return [
        (cell, cross(variant, game.active, own, game.closed, (cell,), "white").sheet)
        for row in variant.rows
        for cell in row
        if obstacle(variant, own, game.closed, cell) is None
    ]


def _ends_ahead(game: Game, sheet: Sheet) -> bool:
    """Whether the game would be over with this sheet of the next player, who would have won."""
    closed = game.closed | locked_rows(game.variant, sheet)
    return ending(game.variant, [sheet], closed) is not None and _lead(game, sheet) > 0


def _lead(game: Game, sheet: Sheet) -> int:
    """The next player's points with this sheet beyond those of the best other one."""
    others = (total_of(game, q) for q in game.seats if q != game.active)
    return score(game.variant, sheet).total - max(others)
