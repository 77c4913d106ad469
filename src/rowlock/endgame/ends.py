"""`solve(game)`: the exact win share of every answer, where the rest of a game can be computed.

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
from rowlock.endgame.book import FULL, IN_COUNTS, IN_LISTS, POSITIONS, Book, clear, new_book
from rowlock.endgame.doors import (
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
from rowlock.endgame.lines import Line, Moves, Rest, lines1, lines2, rest_of
from rowlock.endgame.matrix_game import solve_matrix
from rowlock.endgame.size import BUDGET, least_positions
from rowlock.variants.features import features
from rowlock.variants.variant import Variant

KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""The features of a sheet whose ends are searched: those on which a closed row is done with."""
ALIKE = 1e-9
"""Win shares that are no further apart are the same."""


class Choice(NamedTuple):
    """One answer that a seat may give now."""

    move: Move
    win_share: float
    """What it wins on average if everybody plays on as well as possible."""
    probability: float
    """How often the best mixture of answers gives it."""


class Ends(NamedTuple):
    """The exact rest of a game for two."""

    shares: tuple[float, ...]
    """What each seat wins on average: 1 a win, 0.5 a shared one."""
    lines: tuple[tuple[Line, ...], ...]
    """Each seat's whole answers to the action under way; none for a seat that is not asked."""
    matrix: NDArray[np.float64]
    """[answer of seat 0, answer of seat 1] what seat 0 wins."""
    mixtures: tuple[NDArray[np.float64], ...]
    """How often each whole answer is given by the best mixture of its seat."""
    given: tuple[Moves, ...]

    def worth(self, seat: int) -> NDArray[np.float64]:
        """What each whole answer of a seat wins against the other's best mixture."""
        if seat == 0:
            return self.matrix @ self.mixtures[1]
        return 1.0 - self.mixtures[0] @ self.matrix

    def safe(self, seat: int) -> list[Moves]:
        """The whole answers that win the seat's share alone, whatever the other answers.

        None where only a mixture does, or where the seat has left its best answers in the middle
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
        """Every move that a seat may answer with now, in the order of the legal moves."""
        given = self.given[seat]
        worth, often = self.worth(seat), self.mixtures[seat]
        rows = [k for k, line in enumerate(self.lines[seat]) if line.moves[: len(given)] == given]
        best = max((worth[k] for k in rows), default=0.0)
        total = sum(often[k] for k in rows)
        found: dict[Move, tuple[float, float]] = {}
        for k in rows:
            moves = self.lines[seat][k].moves
            if len(moves) == len(given):
                continue
            share, chance = found.get(moves[len(given)], (0.0, 0.0))
            found[moves[len(given)]] = max(share, worth[k]), chance + often[k]
        if total == 0.0:  # the seat has left its best mixture: the best of what is left
            first = next((m for m, (share, _) in found.items() if share == best), None)
            return [Choice(m, float(s), float(m == first)) for m, (s, _) in found.items()]
        return [Choice(m, float(s), float(p / total)) for m, (s, p) in found.items()]


_books = threading.local()


def book_of(variant: Variant) -> Book:
    """This thread's book of a variant: what one search found serves the next."""
    known: dict[str, Book] = _books.__dict__.setdefault("known", {})
    book = known.get(variant.digest)
    if book is None:
        if len(known) >= 4:
            known.clear()
        book = known[variant.digest] = new_book(variant)
    return book


def solve(table: Game | View, budget: int = BUDGET) -> Ends | None:
    """The exact rest of a game of two; None where it does not fit the budget of positions
    or the sheet has features whose ends are not searched.

    What is hidden does not count: an answer of action 1 that is given already is still unknown to
    the other seat, so both are asked here. `answers` tells a seat that is in the middle of a chain
    what is best from there.
    """
    rest = rest_of(table)
    if not rest.variant.features <= KNOWN:
        return None
    if len(rest.sheets) != 2 or table.cards is not None or rest.stage == "over":
        return None
    if least_positions(rest) > budget:
        return None
    book = book_of(rest.variant)
    found = _search(book, rest, budget)
    if found is None and book.n[IN_COUNTS + FULL]:
        clear(book)
        found = _search(book, rest, budget)
        if book.n[IN_COUNTS + FULL]:
            clear(book)
    return found


def _search(book: Book, rest: Rest, budget: int) -> Ends | None:
    first = int(book.n[IN_COUNTS + POSITIONS])
    look = {"roll": _before_roll, "action1": _in_action1, "action2": _in_action2}[rest.stage]
    look(book, rest, True)
    if not ask(book, EXPLORE, first, budget, 0, True, NO_NUMBERS):
        return None
    ask(book, EVALUATE, 0, 0, 0, False, NO_NUMBERS)
    return look(book, rest, False)


def _page(book: Book, rest: Rest, seat: int, sheet: Sheet) -> int:
    return page_of(book, sheet, rest.closed, rest.lucky[seat] if rest.lucky else None)


def _word(book: Book, rest: Rest, seat: int, line: Line) -> int:
    """An answer as the book lists it."""
    locks = locked_rows(rest.variant, line.sheet) & ~locked_rows(rest.variant, rest.sheets[seat])
    return 16 * _page(book, rest, seat, line.sheet) + locks


def _pages(book: Book, rest: Rest) -> tuple[int, int]:
    """The pages of the active player and of the other."""
    active, other = rest.active, 1 - rest.active
    mine = _page(book, rest, active, rest.sheets[active])
    return mine, _page(book, rest, other, rest.sheets[other])


def _before_roll(book: Book, rest: Rest, exploring: bool) -> Ends:
    value = share_of(book, BEFORE_ROLL, *_pages(book, rest), 0, exploring)
    return _ends(rest, ([], []), np.array([[value]]))


def _listed(book: Book, start: int) -> list[int]:
    """The words of a list."""
    first = IN_LISTS + start + 1
    return [int(book.n[first + k]) for k in range(book.n[first - 1])]


def _in_action1(book: Book, rest: Rest, exploring: bool) -> Ends | None:
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
        lines.append(lines1(rest, seat))
        places.append([number[_word(book, rest, seat, line)] for line in lines[-1]])
    return _ends(rest, (lines[0], lines[1]), matrix[np.ix_(*places)])


def _in_action2(book: Book, rest: Rest, exploring: bool) -> Ends:
    active, other = _pages(book, rest)
    lines = lines2(rest)
    worth = [
        share_of(book, PASS2, active, other, int(rest.crossed), exploring)
        if line.moves == (NOTHING,)
        else share_of(book, ACTION2, _word(book, rest, rest.active, line), other, 0, exploring)
        for line in lines
    ]
    return _ends(rest, (lines, []), np.array(worth).reshape(-1, 1))


def _sums(roll: Roll) -> list[int]:
    """For each colour the sums that action 2 offers, as bits."""
    one, two = roll.white
    return [0 if die is None else 1 << one + die | 1 << two + die for die in roll.colours]


def _ends(rest: Rest, lines: tuple[list[Line], list[Line]], matrix: NDArray[np.float64]) -> Ends:
    """The answer from the active player's matrix, for the seats as they sit."""
    both = tuple(map(tuple, lines))
    if rest.active == 1:
        both, matrix = both[::-1], 1.0 - matrix.T
    value, rows, columns = solve_matrix(matrix)
    return Ends((value, 1.0 - value), both, matrix, (rows, columns), rest.given)
