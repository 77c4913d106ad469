"""Simple players for tests, as functions of game, seat and random generator. Bots are in `bots`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from rowlock.core.game import legal_moves
from rowlock.core.move import ChooseRow, Move, Nothing, PlayCards, Take
from rowlock.core.sheet import is_crossed
from rowlock.core.state import Game
from rowlock.variants.variant import Cell

Choose: TypeAlias = Callable[[Game, int, Random], Move]
"""Returns one of the seat's legal moves; all randomness comes from the generator."""


def any_move(game: Game, seat: int, rng: Random) -> Move:
    """A random legal move; all are equally likely."""
    return rng.choice(legal_moves(game, seat))


def small_gaps(game: Game, seat: int, rng: Random) -> Move:
    """A move that skips as few cells as possible, so that rows fill up and get closed."""
    moves = legal_moves(game, seat)
    worth = [_worth(game, seat, move) for move in moves]
    best = max(worth)
    return rng.choice([move for move, value in zip(moves, worth, strict=True) if value == best])


def _worth(game: Game, seat: int, move: Move) -> int:
    """Three points per cross, minus one per skipped cell; a lock outweighs everything else."""
    cells = _cells(game, seat, move)
    if not cells:
        penalty_looms = game.stage == "action2" and not game.crossed
        return -3 if penalty_looms else 0
    worth = 0
    last = {cell.row: _last(game, seat, cell.row) for cell in cells}
    for cell in sorted(cells, key=lambda cell: cell.index):
        worth += 4 - (cell.position - last[cell.row])
        last[cell.row] = cell.position
        if cell.name in game.variants[seat].closing:
            worth += 20
    return worth


def _last(game: Game, seat: int, row: int) -> int:
    """The position of the rightmost cross; -1 in an empty row."""
    variant, sheet = game.variants[seat], game.sheets[seat]
    crossed = (c.position for c in variant.cells if c.row == row and is_crossed(sheet, c))
    return max(crossed, default=-1)


def _cells(game: Game, seat: int, move: Move) -> list[Cell]:
    """The cells that a move crosses directly."""
    match move:
        case Nothing() | ChooseRow() | Take():
            return []
        case PlayCards():
            offers = game.variants[seat].colour_cells[move.colour]
            return [cell for number in move.crossed if (cell := offers[number]) is not None]
        case _:
            return [game.variants[seat].cell[move.cell]]
