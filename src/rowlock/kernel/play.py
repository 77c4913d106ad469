"""A game in the kernel from outside: set one up, bring it to a decision, keep its result.

The result of a game is a line of integers:

    0  turns    1  reason of the end    2  seat that began
    3 + 3 * seat  score, penalties, locks of that seat
"""

from __future__ import annotations

from rowlock.kernel.compile import HAS_LUCKY, LOCK_BIT, LUCKY_MASK
from rowlock.kernel.jit import Flat, piece
from rowlock.kernel.options import block
from rowlock.kernel.rng import first_seat, game_key, roll
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

RESULT_TURNS = 0
RESULT_REASON = 1
RESULT_FIRST = 2
RESULT_SEATS = 3
RESULT_SEAT = 3


def result_size(players: int) -> int:
    """How many integers the result of a game takes."""
    return RESULT_SEATS + RESULT_SEAT * players


@piece
def new_game(t: Flat, s: Flat, o: int, players: int, seed: int, game: int) -> None:
    """A game before its first roll; the seat that begins is drawn (C-04)."""
    for place in range(o, o + HEAD + SEAT * players):
        s[place] = 0
    s[o + KEY] = game_key(seed, game)
    s[o + PLAYERS] = players
    s[o + TURN] = 1
    s[o + ACTIVE] = first_seat(s[o + KEY], players)
    if t[HAS_LUCKY]:
        for seat in range(players):
            s[o + HEAD + SEAT * seat + LUCKY] = t[LUCKY_MASK + seat]


@piece
def to_decision(t: Flat, s: Flat, o: int) -> None:
    """Roll if a roll is due: the game stands at a decision then, or is over."""
    if s[o + PHASE] == ROLL:
        roll(t, s, o)
        begin_action1(s, o)


@piece
def write_result(t: Flat, s: Flat, o: int, first: int, results: Flat, r: int) -> None:
    """The result of a finished game from `results[r]` on; `first` is the seat that began."""
    results[r + RESULT_TURNS] = s[o + TURN]
    results[r + RESULT_REASON] = s[o + REASON]
    results[r + RESULT_FIRST] = first
    r += RESULT_SEATS
    for seat in range(s[o + PLAYERS]):
        b = block(o, seat)
        locks = 0
        for row in range(4):
            locks += (s[b + SHOWN + row] & t[LOCK_BIT + row]) != 0
        results[r] = score(t, s, b)
        results[r + 1] = s[b + PENALTIES]
        results[r + 2] = locks
        r += RESULT_SEAT
