"""`solve(game)`: the exact win share of every answer, if the rest of the game can be computed.

>>> from rowlock import parse_position
>>> game = parse_position(
...     'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
...     '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
... )
>>> for move, share, _ in solve(game).answers(seat=0):
...     print(move, round(share, 4))
- 1.0
+r11 0.9259

Ann's fourth penalty ends the game, and she is ahead.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.core.move import NOTHING, Move
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.state import Game, Roll
from rowlock.core.view import View
from rowlock.endgame.answers import (
    AnswerLine,
    Moves,
    RestOfGame,
    action1_lines,
    action2_lines,
    rest_of,
)
from rowlock.endgame.api import (
    ACTION1,
    ACTION2,
    BEFORE_ROLL,
    EVALUATE,
    EXPLORE,
    LIST1,
    NO_NUMBERS,
    PASS2,
    ask,
    page_of,
    put_offers,
    share_of,
)
from rowlock.endgame.matrix_game import solve_matrix
from rowlock.endgame.search_arrays import (
    FULL,
    IN_COUNTS,
    IN_LISTS,
    POSITIONS,
    SearchArrays,
    clear,
    new_search_arrays,
)
from rowlock.endgame.size import BUDGET, least_positions
from rowlock.variants.variant import Variant

ALIKE = 1e-9
"""Tolerance: win shares that differ by less are equal."""


class Choice(NamedTuple):
    """One move that a seat may make now."""

    move: Move
    win_share: float
    """Average win share if both players play optimally from then on."""
    probability: float
    """Probability of this move in the optimal mixed strategy."""


class EndgameValues(NamedTuple):
    """The solved rest of a two-player game."""

    shares: tuple[float, ...]
    """Win share of each seat: 1 for a win, 0.5 for a shared one."""
    lines: tuple[tuple[AnswerLine, ...], ...]
    """The complete answers of each seat to the current action; empty for a seat not to decide."""
    matrix: NDArray[np.float64]
    """[answer of seat 0, answer of seat 1] win share of seat 0."""
    mixtures: tuple[NDArray[np.float64], ...]
    """Probability of each complete answer in its seat's optimal mixed strategy."""
    given: tuple[Moves, ...]

    def worth(self, seat: int) -> NDArray[np.float64]:
        """Win share of each complete answer of a seat against the other's optimal mixed
        strategy."""
        if seat == 0:
            return self.matrix @ self.mixtures[1]
        return 1.0 - self.mixtures[0] @ self.matrix

    def safe(self, seat: int) -> list[Moves]:
        """The complete answers that guarantee the seat's win share, whatever the other seat
        answers.

        Empty if only a mixed strategy does, or if the seat has left its best answers in the middle
        of a chain.
        """
        mine = self.matrix if seat == 0 else 1.0 - self.matrix.T
        given, least = self.given[seat], self.shares[seat] - ALIKE
        return [
            line.moves
            for k, line in enumerate(self.lines[seat])
            if line.moves[: len(given)] == given and mine[k].min() >= least
        ]

    def answers(self, seat: int) -> list[Choice]:
        """All moves that a seat may make now, in the order of the legal moves."""
        given = self.given[seat]
        worth, often = self.worth(seat), self.mixtures[seat]
        rows = [k for k, line in enumerate(self.lines[seat]) if line.moves[: len(given)] == given]
        best = max((worth[k] for k in rows), default=0.0)
        total = sum(often[k] for k in rows)
        best_of: dict[Move, tuple[float, float]] = {}
        for k in rows:
            moves = self.lines[seat][k].moves
            if len(moves) == len(given):
                continue
            share, chance = best_of.get(moves[len(given)], (0.0, 0.0))
            best_of[moves[len(given)]] = max(share, worth[k]), chance + often[k]
        if total == 0.0:  # the seat has left its optimal strategy: play the best that is left
            first = next((m for m, (share, _) in best_of.items() if share == best), None)
            return [Choice(m, float(s), float(m == first)) for m, (s, _) in best_of.items()]
        return [Choice(m, float(s), float(p / total)) for m, (s, p) in best_of.items()]


_books = threading.local()


def search_arrays_of(variant: Variant) -> SearchArrays:
    """This thread's search arrays of a variant. Results of one search are reused by the next."""
    arrays_by_digest: dict[str, SearchArrays] = _books.__dict__.setdefault("arrays_by_digest", {})
    book = arrays_by_digest.get(variant.digest)
    if book is None:
        if len(arrays_by_digest) >= 4:
            arrays_by_digest.clear()
        book = arrays_by_digest[variant.digest] = new_search_arrays(variant)
    return book


def solve(table: Game | View, budget: int = BUDGET) -> EndgameValues | None:
    """Solve the rest of a two-player game. None if it exceeds the budget of positions, or if the
    sheet has features that the search does not support.

    Hidden information is not used: the other seat does not know an answer to action 1 that has been
    given, so both seats are treated as undecided. `answers` tells a seat in the middle of a chain
    what is best from there.
    """
    rest = rest_of(table)
    if len(rest.sheets) != 2 or table.cards is not None or rest.stage == "over":
        return None
    if least_positions(rest) > budget:
        return None
    book = search_arrays_of(rest.variant)
    values = _search(book, rest, budget)
    if values is None and book.n[IN_COUNTS + FULL]:
        clear(book)
        values = _search(book, rest, budget)
        if book.n[IN_COUNTS + FULL]:
            clear(book)
    return values


def _search(book: SearchArrays, rest: RestOfGame, budget: int) -> EndgameValues | None:
    first = int(book.n[IN_COUNTS + POSITIONS])
    look = {"roll": _before_roll, "action1": _in_action1, "action2": _in_action2}[rest.stage]
    look(book, rest, True)
    if not ask(book, EXPLORE, first, budget, 0, True, NO_NUMBERS):
        return None
    ask(book, EVALUATE, 0, 0, 0, False, NO_NUMBERS)
    return look(book, rest, False)


def _page(book: SearchArrays, rest: RestOfGame, seat: int, sheet: Sheet) -> int:
    return page_of(book, sheet, rest.closed, rest.lucky[seat] if rest.lucky else None)


def _word(book: SearchArrays, rest: RestOfGame, seat: int, line: AnswerLine) -> int:
    """An answer as a word of the search arrays."""
    locks = locked_rows(rest.variant, line.sheet) & ~locked_rows(rest.variant, rest.sheets[seat])
    return 16 * _page(book, rest, seat, line.sheet) + locks


def _pages(book: SearchArrays, rest: RestOfGame) -> tuple[int, int]:
    """The pages of the active player and the other player."""
    active, other = rest.active, 1 - rest.active
    mine = _page(book, rest, active, rest.sheets[active])
    return mine, _page(book, rest, other, rest.sheets[other])


def _before_roll(book: SearchArrays, rest: RestOfGame, exploring: bool) -> EndgameValues:
    value = share_of(book, BEFORE_ROLL, *_pages(book, rest), 0, exploring=exploring)
    return _ends(rest, ([], []), np.array([[value]]))


def _listed(book: SearchArrays, start: int) -> list[int]:
    """The words, one per distinct answer, of the list at `start` of `book`."""
    first = IN_LISTS + start + 1
    return [int(book.n[first + k]) for k in range(book.n[first - 1])]


def _in_action1(book: SearchArrays, rest: RestOfGame, exploring: bool) -> EndgameValues | None:
    assert rest.roll is not None
    active, other = _pages(book, rest)
    put_offers(book, _sums(rest.roll))
    total = rest.roll.white_sum
    starts = [ask(book, LIST1, page, 0, total, False, NO_NUMBERS) for page in (active, other)]
    words = [_listed(book, start) for start in starts]
    matrix = np.zeros((len(words[0]), len(words[1])))
    ask(book, ACTION1, active, other, total, exploring, matrix.reshape(-1))
    if exploring:
        return None
    lines, places = [], []
    for seat, listed in zip((rest.active, 1 - rest.active), words, strict=True):
        number = {word: k for k, word in enumerate(listed)}
        lines.append(action1_lines(rest, seat))
        places.append([number[_word(book, rest, seat, line)] for line in lines[-1]])
    return _ends(rest, (lines[0], lines[1]), matrix[np.ix_(*places)])


def _in_action2(book: SearchArrays, rest: RestOfGame, exploring: bool) -> EndgameValues:
    active, other = _pages(book, rest)
    lines = action2_lines(rest)
    worth = [
        share_of(book, PASS2, active, other, int(rest.crossed), exploring=exploring)
        if line.moves == (NOTHING,)
        else share_of(
            book, ACTION2, _word(book, rest, rest.active, line), other, 0, exploring=exploring
        )
        for line in lines
    ]
    return _ends(rest, (lines, []), np.array(worth).reshape(-1, 1))


def _sums(roll: Roll) -> list[int]:
    """For each colour the sums that action 2 offers, as bits."""
    one, two = roll.white
    return [0 if die is None else 1 << one + die | 1 << two + die for die in roll.colours]


def _ends(
    rest: RestOfGame, lines: tuple[list[AnswerLine], list[AnswerLine]], matrix: NDArray[np.float64]
) -> EndgameValues:
    """The values in seat order, from the matrix in the active player's order."""
    both = tuple(map(tuple, lines))
    if rest.active == 1:
        both, matrix = both[::-1], 1.0 - matrix.T
    value, rows, columns = solve_matrix(matrix)
    return EndgameValues((value, 1.0 - value), both, matrix, (rows, columns), rest.given)
