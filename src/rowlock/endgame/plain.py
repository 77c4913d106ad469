"""The same question asked the slow way: every roll, every pair of answers, played by the core.

This search knows nothing of pages, bounds or kinds of matrices. It is what `ends.py` is held
against where little is left of a game.
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
    """More positions than the search may look at."""


class PlainEnds:
    """What seat 0 of two wins on average when both play as well as possible."""

    def __init__(self, budget: int | None = None) -> None:
        self.budget = budget
        self.looked = 0
        self.known: dict[object, float] = {}
        self.known_turns: dict[object, float] = {}

    def share(self, game: Game) -> float:
        """What seat 0 wins from here on."""
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
            self.known[key] = self.before_roll(game)  # no turn leads back to its position
        return self.known[key]

    def before_roll(self, game: Game) -> float:
        return sum(chance * self.share(roll(game, dice).state) for dice, chance in rolls(game))

    def matrix(self, game: Game) -> NDArray[np.float64]:
        """[answer of seat 0, answer of seat 1] to action 1: what seat 0 wins."""
        game = replace(game, answers=(None, None))  # hidden ones are not known
        table = [
            [self.share(settled) for settled in answered(waiting, 1)]
            for waiting in answered(game, 0)
        ]
        return np.array(table)

    def worth(self, game: Game) -> list[float]:
        """What seat 0 wins with each move of action 2."""
        values = []
        for move in legal_moves(game, game.active):
            key = (game.sheets, game.closed, game.crossed, game.active, game.answers, move)
            if key not in self.known_turns:
                ends = [self.share(end) for end in whole(game, game.active, move)]
                self.known_turns[key] = (max if game.active == 0 else min)(ends)
            values.append(self.known_turns[key])
        return values


def answered(game: Game, seat: int) -> Iterator[Game]:
    """The game after each whole answer of a seat."""
    for move in legal_moves(game, seat):
        yield from whole(game, seat, move)


def whole(game: Game, seat: int, move: Move) -> Iterator[Game]:
    """The game after this move and every way to choose on."""
    after = play(game, seat, move).state
    answer = after.answers[seat]
    if answer is None or answer.is_complete:
        yield after
    else:
        yield from answered(after, seat)


def rolls(game: Game) -> Iterator[tuple[Roll, float]]:
    """Every roll with its chance; of those that offer the same cells only one."""
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
    """Faces of a coloured die, one for each set of cells that it may offer, with their chances.

    Cells that the active player has passed can never be crossed (C-03), whatever action 1 brings;
    the last one may still have a second box (DA-02).
    """
    if game.closed >> colour & 1:
        return [(None, 1.0)]
    sheet, variant = game.sheets[game.active], game.variant
    beside = variant.bonus_rows[colour // 2] if variant.bonus_rows else ()
    cells = [cell for cell in variant.colour_cells[colour] if cell] + list(beside)
    left = [cell for cell in cells if cell.bits | cell.second > row_mask(sheet, cell.row)]
    faces = range(1, variant.sides + 1)
    offered = {
        die: frozenset(cell.name for cell in left if cell.number in (one + die, two + die))
        for die in faces
    }
    number = Counter(offered.values())
    first = {cells: die for die, cells in reversed(offered.items())}
    return [(first[cells], number[cells] / len(faces)) for cells in number]
