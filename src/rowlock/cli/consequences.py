"""Says in one phrase what the next player could do after an answer, if it matters.

Considers only single crosses and penalties of the next player: ending the game in the lead, or
catching up by crossing one of very few cells. A phrase that is true after every answer explains
nothing and is omitted.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rowlock.cli.reasons import total_of, what_a_move_does
from rowlock.core.ending import ending
from rowlock.core.game import play
from rowlock.core.legality import obstacle
from rowlock.core.move import Move
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.sheet_rules import cross
from rowlock.core.state import Game
from rowlock.languages.texts import Texts
from rowlock.variants.variant import Cell

FEW = 2
"""Maximum number of cells to name with which the next player catches up."""


def reasons_of(game: Game, seat: int, moves: Sequence[Move], texts: Texts) -> dict[Move, str]:
    """For each answer, what it does and what it allows the next player to do."""
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
    """Phrases about the next player, if the answer ends the turn of a dice game."""
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
    """Every single cross that the next roll could allow the roller, with the resulting sheet."""
    variant, own = game.variants[game.active], game.sheets[game.active]
    return [
        (cell, cross(variant, game.active, own, game.closed, (cell,), source="white").sheet)
        for row in variant.rows
        for cell in row
        if obstacle(variant, own, game.closed, cell) is None
    ]


def _ends_ahead(game: Game, sheet: Sheet) -> bool:
    """Whether the next player would end the game with this sheet, and win."""
    variant = game.variants[game.active]
    closed = game.closed | locked_rows(variant, sheet)
    return ending(variant, [sheet], closed) is not None and _lead(game, sheet) > 0


def _lead(game: Game, sheet: Sheet) -> int:
    """The next player's lead with this sheet over the best other total."""
    others = (total_of(game, q) for q in game.seats if q != game.active)
    return score(game.variants[game.active], sheet).total - max(others)
