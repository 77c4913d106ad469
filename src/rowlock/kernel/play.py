"""Runs a game in the kernel: start it, bring it to a decision, write its result.

The result of a game is an array of integers:

    0  turns    1  reason of the end    2  seat that began
    3 + 3 * seat  score, penalties, locks of that seat
"""

from __future__ import annotations

from rowlock.kernel.jit import FlatArray, inline, noinline
from rowlock.kernel.options import block
from rowlock.kernel.rng import first_seat, game_key, roll
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.state import (
    ACTIVE,
    HEAD,
    KEY,
    LUCKY,
    PENALTIES,
    PHASE,
    PLAYERS,
    REASON,
    ROLL,
    SEAT,
    SHOWN,
    TURN,
)
from rowlock.kernel.turn import begin_action1
from rowlock.kernel.variant_tables import HAS_LUCKY, LOCK_BIT, LUCKY_MASK
from rowlock.variants.variant import MAX_SEATS

RESULT_TURNS = 0
RESULT_REASON = 1
RESULT_FIRST = 2
RESULT_SEATS = 3
RESULT_SEAT = 3


def result_size(players: int) -> int:
    """Number of integers in the result of a game."""
    return RESULT_SEATS + RESULT_SEAT * players


@inline
def new_game(t: FlatArray, s: FlatArray, o: int, players: int, seed: int, game: int) -> None:
    """Set up a game before its first roll; the seat that begins is random (C-04)."""
    for place in range(o, o + HEAD + SEAT * players):
        s[place] = 0
    s[o + KEY] = game_key(seed, game)
    s[o + PLAYERS] = players
    s[o + TURN] = 1
    s[o + ACTIVE] = first_seat(s[o + KEY], players)
    for seat in range(players):
        if seat_tables(t, seat)[HAS_LUCKY]:
            s[o + HEAD + SEAT * seat + LUCKY] = lucky_pair(t, s, o, players, seat)


@noinline
def lucky_pair(t: FlatArray, s: FlatArray, o: int, players: int, seat: int) -> int:
    """The first lucky pair of the seat's sheet that no seat before it has, as a mask (L-03).

    Pairs come in the order of the sheets, as in the core's `lucky_in_order`.
    """
    own = seat_tables(t, seat)
    for sheet in range(players):
        for k in range(MAX_SEATS):
            pair = seat_tables(t, sheet)[LUCKY_MASK + k]
            fits = False
            for line in range(MAX_SEATS):
                fits = fits or own[LUCKY_MASK + line] == pair
            for other in range(seat):
                fits = fits and s[o + HEAD + SEAT * other + LUCKY] != pair
            if fits and pair:
                return pair
    return 0


@inline
def to_decision(t: FlatArray, s: FlatArray, o: int) -> None:
    """Roll if needed. Afterwards the game is at a decision or over."""
    if s[o + PHASE] == ROLL:
        roll(t, s, o)
        begin_action1(s, o)


@inline
def write_result(
    t: FlatArray, s: FlatArray, o: int, first: int, results: FlatArray, r: int
) -> None:
    """Write the result of a finished game from `results[r]`; `first` is the seat that began."""
    results[r + RESULT_TURNS] = s[o + TURN]
    results[r + RESULT_REASON] = s[o + REASON]
    results[r + RESULT_FIRST] = first
    r += RESULT_SEATS
    for seat in range(s[o + PLAYERS]):
        b = block(o, seat)
        own = seat_tables(t, seat)
        locks = 0
        for row in range(4):
            locks += (s[b + SHOWN + row] & own[LOCK_BIT + row]) != 0
        results[r] = score(own, s, b)
        results[r + 1] = s[b + PENALTIES]
        results[r + 2] = locks
        r += RESULT_SEAT
