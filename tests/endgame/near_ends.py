"""Positions with little left to play: made up, or the last turns of games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.sheet import Sheet, locked_rows
from rowlock.core.state import Game
from rowlock.variants.variant import MARK_BITS, ROWS, Variant


def near_end(variant: Variant, rng: random.Random) -> Game:
    """A table for two before a roll: most rows are nearly through, penalties are many."""
    sheets = tuple(_sheet(variant, rng) for _ in range(2))
    locks = locked_rows(variant, sheets[0]) | locked_rows(variant, sheets[1])
    while locks.bit_count() >= variant.closed_rows_to_end:  # a game that goes on
        sheets = tuple(_sheet(variant, rng) for _ in range(2))
        locks = locked_rows(variant, sheets[0]) | locked_rows(variant, sheets[1])
    game = new_game(variant, ["Ann", "Ben"], first=rng.randrange(2))
    struck = sum(1 << k for k, row in enumerate(variant.bar) if locks >> row & 1)
    sheets = tuple(Sheet(s.rows, s.penalties, s.bar | struck, variant) for s in sheets)
    return replace(game, sheets=sheets, closed=locks, turn=30)


def _sheet(variant: Variant, rng: random.Random) -> Sheet:
    rows = [_row(variant, row, rng) for row in ROWS]
    for one, other in variant.chain:  # both or neither (CC-02)
        if rows[one.row] & one.bits or rows[other.row] & other.bits:
            rows[one.row] |= one.bits
            rows[other.row] |= other.bits
    most = variant.penalties_to_end
    penalties = max(0, most - rng.choice((1, 1, 2)))
    return Sheet(tuple(rows), penalties, _marks(variant, rows, rng), variant)


def _marks(variant: Variant, rows: list[int], rng: random.Random) -> int:
    """What is marked beside the rows: squares, swap fields or bonus crosses."""
    if variant.swaps:
        return rng.getrandbits(len(variant.swaps)) & rng.getrandbits(len(variant.swaps))
    marks = 0
    for k, cells in enumerate(variant.bonus_rows):
        for cell in cells:
            beside = any(rows[c.row] & c.bits for c in variant.neighbours[cell.name])
            if beside and rng.random() < 0.5:
                marks |= cell.bits << MARK_BITS * k
    return marks or (1 << rng.randint(0, len(variant.bar))) - 1


def _row(variant: Variant, row: int, rng: random.Random) -> int:
    """Some crosses up to one of the last cells; now and then the lock."""
    cells = variant.rows[row]
    last = len(cells) - 1 - variant.lock_cells - rng.choice((0, 0, 0, 1))
    crossed = [cells[max(0, last)]]
    crossed += [cell for cell in cells[: max(0, last)] if rng.random() < 0.45]
    mask = sum(cell.bits for cell in crossed)
    mask |= sum(cell.second for cell in crossed if rng.random() < 0.3)
    if mask.bit_count() >= variant.crosses_before_lock and rng.random() < 0.3:
        mask |= cells[-1].bits | variant.lock_bits[row]
    return mask


def with_decisions(game: Game, rng: random.Random) -> Iterator[Game]:
    """The position before the roll, then every decision of a turn that is played at random."""
    yield game
    game = roll(game, random_roll(game, rng)).state
    while game.stage in ("action1", "action2"):
        yield game
        seat = rng.choice(deciders(game))
        game = play(game, seat, rng.choice(legal_moves(game, seat))).state
