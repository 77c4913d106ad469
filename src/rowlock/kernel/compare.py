"""Compares core and kernel move by move, to show that the fast rules equal the readable ones.

`play_both` plays one game in both and compares the whole position and the legal moves at every
decision, and scores and reason at the end. It returns a description of the first difference, with
the position as a line of text that reproduces it, or None.

The style of play depends on the number of the game, so that short and long games, penalties, locks,
chains and choices all occur.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from rowlock.core.game import deciders, legal_moves, new_game, play, result, roll
from rowlock.core.move import CellCross, Move
from rowlock.core.sheet import left_out
from rowlock.core.state import Game, format_position
from rowlock.kernel.convert import (
    answer_now,
    begin,
    move_of_option,
    option_of_move,
    options_now,
    score_now,
    settled,
    words_of,
)
from rowlock.kernel.seat_tables import compile_variants
from rowlock.kernel.state import OVER, PHASE, stride
from rowlock.kernel.stream import GameChance
from rowlock.kernel.variant_tables import Ints
from rowlock.variants.together import for_seats, variant_ids
from rowlock.variants.variant import Variant


def play_both(
    variant: Variant | str | Sequence[Variant | str],
    players: int,
    seed: int,
    number: int,
    max_turns: int | None = None,
) -> str | None:
    """Play a game, or its first turns, in core and kernel. Returns the first difference, or None.

    `variant` is the sheet of all seats, or lists one for each.
    """
    variants = for_seats(variant, players)
    tables = compile_variants(variants)
    state = np.zeros(stride(players), np.int64)
    begin(tables, state, players, seed, number)
    chance = GameChance(seed, number)
    rng = random.Random(f"{seed} {number}")
    names = [f"Seat {seat + 1}" for seat in range(players)]
    game = new_game(variants, names, first=chance.first(players))
    while True:
        if game.stage == "roll":
            game = roll(game, chance.roll(game)).state
        if wrong := difference(game, state, tables):
            where = f"{variant_ids(variants)}, seed {seed}, game {number}"
            return f"{where}: {wrong}\n{format_position(game)}"
        if game.over or game.turn == max_turns:
            return None
        seat = deciders(game)[0]
        move = _pick(game, seat, number % 3, rng)
        option = option_of_move(game, seat, move)
        game = play(game, seat, move).state
        answer_now(tables, state, option, 1)


def difference(game: Game, state: Ints, tables: Ints) -> str | None:
    """Describe how the kernel's state differs from the core's position; None if it does not."""
    held, wanted = settled(state), words_of(game)
    if held != wanted:
        both = enumerate(zip(held, wanted, strict=True))
        return "; ".join(f"word {i} is {h}, expected {w}" for i, (h, w) in both if h != w)
    totals = [score_now(tables, state, seat) for seat in game.seats]
    if totals != list(result(game).totals):
        return f"scores are {totals}, expected {result(game).totals}"
    if game.over or state[PHASE] == OVER:
        return None
    seat = deciders(game)[0]
    options = int(options_now(tables, state))
    moves = tuple(
        move_of_option(game, seat, i) for i in range(options.bit_length()) if options >> i & 1
    )
    if moves != legal_moves(game, seat):
        return f"different moves: {' '.join(map(str, moves))}"
    return None


def _pick(game: Game, seat: int, style: int, rng: random.Random) -> Move:
    """Pick a move. Style 0: any; style 1: a cross if possible; style 2: mostly a near one."""
    moves = legal_moves(game, seat)
    crosses = [m for m in moves if isinstance(m, CellCross)]
    if style == 0 or not crosses or rng.random() < 0.1:
        return rng.choice(moves)
    if style == 1:
        return rng.choice(crosses)
    cell, sheet = game.variants[seat].cell, game.sheets[seat]
    gap = {move: left_out(sheet, cell[move.cell]) for move in crosses}
    closest = min(crosses, key=lambda move: gap[move])
    return closest if gap[closest] <= 2 else moves[0]
