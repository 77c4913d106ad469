"""Two simple bots, the weakest ones.

Their compiled versions (`compiled/simple.py`) choose the same move in every position; a test checks
this.
"""

from __future__ import annotations

import random

from msgspec import Struct

from rowlock.bots.compiled import CompiledSpec
from rowlock.core import move as moves
from rowlock.core import rules
from rowlock.core.legality import obstacle
from rowlock.core.sheet import Sheet, crosses_in_row, left_out
from rowlock.core.turn_cards import cells_of_play
from rowlock.core.view import View
from rowlock.errors import Illegal
from rowlock.variants.variant import ROWS, Variant

OUT_OF_REACH = 99
"""The gap before a cell that cannot be crossed."""


class Random:
    """Chooses a random legal move, all equally likely."""

    def choose(self, view: View, rng: random.Random) -> moves.Move:
        """A random legal move."""
        return view.legal[rng.randrange(len(view.legal))]

    def compiled(self, variant: Variant, players: int) -> CompiledSpec:
        """The same in compiled code."""
        return CompiledSpec("random")


class Greedy(Struct, frozen=True):
    """Makes the cross that skips the fewest cells, if that is at most `gap`.

    Among equals it takes the row with more crosses, then the first of the legal moves. In action 2
    it skips one cell more to avoid a penalty. Of tied rows it chooses the one with the most room
    left.

    With cards it makes as many crosses as possible with at most `gap` skipped cells each, and
    otherwise discards the least useful card.
    """

    gap: int = 2

    def __post_init__(self) -> None:
        if self.gap < 0:
            raise ValueError("the largest gap cannot be below 0")

    def compiled(self, variant: Variant, players: int) -> CompiledSpec:
        """The same in compiled code."""
        return CompiledSpec("greedy", gap=self.gap)

    def choose(self, view: View, rng: random.Random) -> moves.Move:
        """The cross that skips the fewest cells."""
        if isinstance(view.legal[0], moves.ChooseRow):
            return _roomiest(view)
        if isinstance(view.legal[0], moves.Take):
            return min(view.legal, key=lambda move: _reach(view, move))
        limit = self.gap
        if view.phase == "action2" and not view.crossed:
            limit += 1  # better than a penalty
        if isinstance(view.legal[0], moves.PlayCards):
            return _best_play(view, limit)
        return _closest_cross(view, limit)


def _sheet(view: View) -> Sheet:
    """The own sheet, including the answer so far."""
    if view.seat is None:
        raise Illegal("no_such_seat", "a spectator cannot decide")
    return view.draft or view.sheets[view.seat]


def _closest_cross(view: View, limit: int) -> moves.Move:
    sheet = _sheet(view)
    best: moves.Move = moves.NOTHING
    best_rank = (limit, 1)  # rank of no cross; crosses with larger gaps come after it
    for move in view.legal:
        if isinstance(move, moves.CellCross):
            cell = view.own_variant.cell[move.cell]
            rank = (left_out(sheet, cell), -crosses_in_row(sheet, cell.row))
            if rank < best_rank:
                best, best_rank = move, rank
    return best


def _roomiest(view: View) -> moves.Move:
    """The tied row with the most room right of its last cross; a closed row has none."""
    sheet = _sheet(view)

    def room(move: moves.Move) -> int:
        if not isinstance(move, moves.ChooseRow) or view.closed >> move.row & 1:
            return 0
        return max(
            0, view.own_variant.places[move.row] - rules.first_free_place(sheet.rows[move.row])
        )

    return max(view.legal, key=room)


def _distance(view: View, number: int, colours: tuple[int, ...]) -> int:
    """The smallest gap before a cell of this number in one of these colours."""
    sheet = _sheet(view)
    cells = (view.own_variant.colour_cells[colour][number] for colour in colours)
    open_cells = [
        cell for cell in cells if cell and not obstacle(view.own_variant, sheet, view.closed, cell)
    ]
    return min((left_out(sheet, cell) for cell in open_cells), default=OUT_OF_REACH)


def _reach(view: View, move: moves.Move) -> int:
    """Card game: how far the numbers of the taken cards are from use; their colours are unknown."""
    numbers = move.numbers if isinstance(move, moves.Take) else ()
    return sum(_distance(view, number, tuple(ROWS)) for number in numbers)


def _best_play(view: View, limit: int) -> moves.Move:
    """Card game: the play with the most crosses, fewest skipped cells and fewest cards; or the
    least useful card."""
    plays = [move for move in view.legal if isinstance(move, moves.PlayCards)]
    ranked = [(rank, move) for move in plays if (rank := _rank(view, move, limit)) is not None]
    if ranked:
        return min(ranked, key=lambda pair: pair[0])[1]
    single = [m for m in plays if not m.crossed and len(m.cards) + len(m.jokers) == 1]
    return max(single, key=lambda m: _distance(view, (m.cards + m.jokers)[0], (m.colour,)))


def _rank(view: View, move: moves.PlayCards, limit: int) -> tuple[int, int, int] | None:
    """Rank of a play, lower is better; None if it crosses nothing or skips too many cells."""
    sheet = _sheet(view)
    cells = cells_of_play(view.own_variant, sheet, move.colour, move.crossed)
    if not cells:
        return None
    passed = sum(
        rules.first_free_place(max(cell.bits for cell in cells if cell.row == row))
        - rules.first_free_place(sheet.rows[row])
        for row in {cell.row for cell in cells}
    )
    crosses = sum(rules.count(cell.bits) for cell in cells)
    lost = passed - crosses
    if lost > limit * len(cells):
        return None
    return -crosses, lost, len(move.cards) + len(move.jokers)
