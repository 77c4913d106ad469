"""Decisions of bots in the card game: which cards to take and play, and what to cross.

A row is closed only for the player who locked it (K-05), so each sheet is evaluated by itself. A
bot that thinks ahead also counts the future value of the cards it keeps, looks at its hand before
it uses the announced number, and does not end a game that it would lose.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rowlock.bots.evaluation.heuristic_values import row_value_lists
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import chains, place_of_best, seat_of
from rowlock.bots.evaluation.row_shapes import row_code, shape_numbers
from rowlock.core import rules
from rowlock.core.cards import Card
from rowlock.core.ending import ending
from rowlock.core.legality import obstacle
from rowlock.core.move import ChooseRow, LuckyCross, Move, PlayCards, Take, WhiteCross
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, is_locked, next_cell, with_penalty
from rowlock.core.sheet_rules import cross, crossed
from rowlock.core.turn_cards import cells_of_play, played_cards
from rowlock.core.view import View
from rowlock.variants.variant import ROWS, Cell

if TYPE_CHECKING:
    from rowlock.bots.evaluation.card_network import CardNetwork
    from rowlock.bots.evaluation.evaluators import Values

WEIGHTS = Weights(future=2.5)
"""Weights of the heuristic, tuned by simulation. The game is shorter than with dice, so future
points count less."""
KEPT = 0.5
"""Value of a kept card as a fraction of its value if played now."""
END = 1000.0


def choose_cards(
    view: View,
    *,
    thinks_ahead: bool,
    rng: random.Random | None = None,
    noise: float = 0.0,
) -> Move:
    """The best legal move of the card game by the heuristic."""
    values = move_worths(view, thinks_ahead=thinks_ahead)
    if rng is not None and noise > 0:
        values = [value + rng.gauss(0.0, noise) for value in values]
    return view.legal[place_of_best(values)]


def move_worths(view: View, *, thinks_ahead: bool) -> list[float]:
    """The value of each legal move to the seat, in points of the heuristic."""
    evaluator = _CardEvaluator(view, thinks_ahead)
    return [evaluator.worth(move) for move in view.legal]


def sheet_worths(view: View) -> list[float]:
    """The value of every sheet of the table now."""
    return [
        _CardEvaluator(view, thinks_ahead=True, seat=seat).sheet_worth(sheet)
        for seat, sheet in enumerate(view.sheets)
    ]


def choose_by_network(
    view: View, network: CardNetwork, rng: random.Random, noise: float = 0.0
) -> Move:
    """The legal move with the highest expected win share."""
    values = move_chances(view, network)
    if noise > 0:
        values += [rng.gauss(0.0, noise) for _ in values]
    return view.legal[place_of_best(values)]


def move_chances(view: View, network: CardNetwork) -> Values:
    """The expected win share of the seat after each legal move."""
    from rowlock.bots.evaluation.card_network import PLAYED, known_after

    positions = [known_after(view, move) for move in view.legal]
    values = network.expect(view, positions)
    for k, seen in enumerate(positions):
        if seen.moment == PLAYED:
            sheets = list(view.sheets)
            sheets[seat_of(view)] = seen.sheet
            if ending(view.variants, sheets, closed=None):
                values[k] = _share(view, sheets)
    return values


def _share(view: View, sheets: list[Sheet]) -> float:
    """The win share of the own seat if the game ends with these sheets; equal totals share
    (C-14)."""
    totals = [score(*each).total for each in zip(view.variants, sheets, strict=True)]
    best = max(totals)
    return (totals[seat_of(view)] == best) / totals.count(best)


class _CardEvaluator:
    """Evaluates the own sheet and hand for one decision, or another seat's sheet."""

    def __init__(self, view: View, thinks_ahead: bool, seat: int | None = None) -> None:
        self.view, self.thinks_ahead = view, thinks_ahead
        self.seat = seat_of(view) if seat is None else seat
        self.variant, self.sheet = view.variants[self.seat], view.sheets[self.seat]
        self.table = row_value_lists(self.variant, WEIGHTS)
        self.hand = view.cards.hand if view.cards else ()

    def worth(self, move: Move) -> float:
        match move:
            case Take():
                return sum(self._number_worth(number) for number in move.numbers)
            case PlayCards():
                return self._play_worth(self.sheet, move, crossed=self.view.crossed)
            case ChooseRow():
                return self._choice_worth(move)
            case WhiteCross() | LuckyCross():
                return self._answer_worth(self.variant.cell[move.cell])
            case _:
                return self._answer_worth(None)

    def sheet_worth(self, sheet: Sheet) -> float:
        """The value of a sheet by the heuristic."""
        variant = self.variant
        points = score(variant, sheet)
        worth = float(points.total)
        for row in ROWS:
            worth += self._row_value(sheet, row) - points.rows[row]
        return worth - (WEIGHTS.penalty - variant.penalty_points) * sheet.penalties

    def _ended(self, sheet: Sheet) -> float:
        """The value of a sheet; for a bot that thinks ahead, one that ends the game wins or loses
        everything."""
        variant = self.variant
        over = ending(variant, [sheet], closed=None)
        if not over or not self.thinks_ahead or len(self.view.sheets) == 1:
            return 0.0
        view = self.view
        others = [
            score(view.variants[q], s).total for q, s in enumerate(view.sheets) if q != self.seat
        ]
        return END if score(variant, sheet).total > max(others) else -END

    def _answer_worth(self, cell: Cell | None) -> float:
        """Action 1: the value of crossing the announced number or not."""
        sheets = [self.sheet]
        if cell is not None:
            draft = cross(self.variant, self.seat, self.sheet, 0, [cell], source="white")
            sheets = [sheet for _, sheet in chains(self.variant, self.seat, draft, 0)]
        return max(self._before_play(sheet, crossed=cell is not None) for sheet in sheets)

    def _before_play(self, sheet: Sheet, *, crossed: bool) -> float:
        if self.seat != self.view.active or not self.thinks_ahead:
            return self.sheet_worth(sheet) + self._ended(sheet)
        if self._ended(sheet):
            return self.sheet_worth(sheet) + self._ended(sheet)
        plays = [play for card in self.hand for play in self._plays(card)]
        return max(self._play_worth(sheet, play, crossed=crossed) for play in plays)

    def _plays(self, card: Card) -> list[PlayCards]:
        """Plays to consider: single cards suffice to see whether something will be crossed."""
        colour = 0 if card.colour is None else card.colour
        cards, jokers = ((), (card.number,)) if card.colour is None else ((card.number,), ())
        return [PlayCards(colour, cards, jokers, crossed) for crossed in ((), (card.number,))]

    def _play_worth(self, sheet: Sheet, move: PlayCards, *, crossed: bool) -> float:
        cells = cells_of_play(self.variant, sheet, move.colour, move.crossed)
        if cells is None:
            return -END
        after = sheet
        if cells:
            draft = cross(self.variant, self.seat, sheet, 0, cells, source="card")
            ends = [end for _, end in chains(self.variant, self.seat, draft, 0)]
            after = max(ends, key=self.sheet_worth)
        elif rules.owes_penalty(crossed, crosses_now=False):
            after = with_penalty(sheet)
        worth = self.sheet_worth(after) + self._ended(after)
        if self.thinks_ahead:
            kept = list(self.hand)
            for card in played_cards(move):
                if card in kept:
                    kept.remove(card)
            worth += KEPT * sum(self._gain(after, card) for card in kept)
        return worth

    def _choice_worth(self, move: ChooseRow) -> float:
        """A tied row: the value of one more cross in it decides."""
        sheet = self.view.draft or self.sheet
        cell = next_cell(self.variant, sheet, move.row)
        return -1.0 if cell is None else self._cell_gain(sheet, cell)

    def _gain(self, sheet: Sheet, card: Card) -> float:
        colours = ROWS if card.colour is None else (card.colour,)
        cells = [self.variant.colour_cells[colour][card.number] for colour in colours]
        return max((self._cell_gain(sheet, cell) for cell in cells if cell), default=0.0)

    def _cell_gain(self, sheet: Sheet, cell: Cell) -> float:
        """What crossing one cell would add to the sheet's value, at least 0."""
        if obstacle(self.variant, sheet, 0, cell):
            return 0.0
        row = cell.row
        after = crossed(self.variant, self.seat, sheet, cell, "card", events=[])
        new, old = self._row_value(after, row), self._row_value(sheet, row)
        return max(0.0, new - old)

    def _row_value(self, sheet: Sheet, row: int) -> float:
        code = row_code(sheet.rows[row], is_locked(self.variant, sheet, row))
        return self.table[row][shape_numbers(self.variant)[code]]

    def _number_worth(self, number: int) -> float:
        """A card of the display shows only its number: the mean over the remaining colours."""
        seen = set(self.view.cards.discards if self.view.cards else ()) | set(self.hand)
        gains = [
            self._gain(self.sheet, Card(number, colour))
            for colour in ROWS
            if Card(number, colour) not in seen
        ]
        return sum(gains) / len(gains) if gains else 0.0
