"""Reference solver: plays every roll and every pair of answers with the core.

It uses no pages, bounds or kinds, so `solve_endgame.py` can be checked against it when little is
left of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from rowlock.core.game import legal_moves, play, result, roll
from rowlock.core.move import Move
from rowlock.core.sheet import row_mask
from rowlock.core.state import Game, Roll
from rowlock.endgame.matrix_game import solve_matrix
from rowlock.variants.variant import COLOURS


class TooMuch(Exception):
    """The search exceeds its budget of positions."""


class PlainEndgame:
    """Win shares of seat 0 in a two-player game if both play optimally."""

    def __init__(self, budget: int | None = None) -> None:
        self.budget = budget
        self.looked = 0
        self.known: dict[object, float] = {}
        self.known_turns: dict[object, float] = {}

    def share(self, game: Game) -> float:
        """Win share of seat 0 from this position on."""
        if game.over:
            winners = result(game).winners
            return (0 in winners) / len(winners)
        if game.stage == "action1":
            return solve_matrix(self.matrix(game))[0]
        if game.stage == "action2":
            best = max if game.active == 0 else min
            return best(self.worth(game))
        key = (game.sheets, game.closed, game.active)
        if key not in self.known:
            self.looked += 1
            if self.budget is not None and self.looked > self.budget:
                raise TooMuch
            self.known[key] = self.before_roll(game)  # positions never repeat
        return self.known[key]

    def before_roll(self, game: Game) -> float:
        return sum(chance * self.share(roll(game, dice).state) for dice, chance in rolls(game))

    def matrix(self, game: Game) -> NDArray[np.float64]:
        """[answer of seat 0, answer of seat 1] to action 1: win share of seat 0."""
        game = replace(game, answers=(None, None))  # hidden answers are unknown
        table = [
            [self.share(settled) for settled in answered(waiting, 1)]
            for waiting in answered(game, 0)
        ]
        return np.array(table)

    def worth(self, game: Game) -> list[float]:
        """Win share of seat 0 for each move of action 2."""
        values = []
        for move in legal_moves(game, game.active):
            key = (game.sheets, game.closed, game.crossed, game.active, game.answers, move)
            if key not in self.known_turns:
                ends = [self.share(end) for end in whole(game, game.active, move)]
                self.known_turns[key] = (max if game.active == 0 else min)(ends)
            values.append(self.known_turns[key])
        return values


def answered(game: Game, seat: int) -> Iterator[Game]:
    """The game after each complete answer of a seat."""
    for move in legal_moves(game, seat):
        yield from whole(game, seat, move)


def whole(game: Game, seat: int, move: Move) -> Iterator[Game]:
    """The game after this move and each sequence of choices."""
    after = play(game, seat, move).state
    answer = after.answers[seat]
    if answer is None or answer.is_complete:
        yield after
    else:
        yield from answered(after, seat)


def rolls(game: Game) -> Iterator[tuple[Roll, float]]:
    """All rolls with their probabilities; rolls that offer the same cells are merged."""
    faces = range(1, game.variant.sides + 1)
    for one, two in product(faces, faces):
        dice = [kinds_of_die(game, colour, one, two) for colour in range(len(COLOURS))]
        for combination in product(*dice):
            colours = tuple(die for die, _ in combination)
            chance = 1.0 / len(faces) ** 2
            for _, share in combination:
                chance *= share
            yield Roll((one, two), colours), chance


def kinds_of_die(game: Game, colour: int, one: int, two: int) -> list[tuple[int | None, float]]:
    """Faces of a coloured die with their probabilities; faces that offer the same cells are merged.

    Cells left of the active player's last cross can never be crossed (C-03), whatever happens in
    action 1; the last crossed cell may still have a free second box (DA-02).
    """
    if game.closed >> colour & 1:
        return [(None, 1.0)]
    sheet, variant = game.sheets[game.active], game.variant
    beside = variant.bonus_rows[colour // 2] if variant.bonus_rows else ()
    cells = [cell for cell in variant.colour_cells[colour] if cell] + list(beside)
    cells_left = [cell for cell in cells if cell.bits | cell.second > row_mask(sheet, cell.row)]
    faces = range(1, variant.sides + 1)
    offered = {
        die: frozenset(cell.name for cell in cells_left if cell.number in (one + die, two + die))
        for die in faces
    }
    number = Counter(offered.values())
    first = {cells: die for die, cells in reversed(offered.items())}
    return [(first[cells], number[cells] / len(faces)) for cells in number]
