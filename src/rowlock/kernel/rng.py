"""Counter-based random numbers: each draw has an address and does not depend on other draws.

The key of a game follows from seed and game number. Draw `n` on lane `lane` of the game is

    word(key, lane, n) = mix(key + GAMMA * (8 * n + lane))        (all modulo 2**64)

where `mix` is the finaliser of SplitMix64. No state is kept between draws, so the dice of turn 7 do
not depend on what bots did before, and a game is the same in any batch, on any thread, compiled
or not, in kernel and core (`stream.py` implements it in plain Python).

    lane 0       the dice of turn n, a rejected roll again at n + 2**32, n + 2 * 2**32 ...
    lane 1..5    the n-th draw of the bot in seat 0..4
    lane 6       the seat that begins (C-04)
    lane 7       the shuffles of the card game, n-th draw (core only)

All six dice come from one word, three from its upper and three from its lower half: multiply by the
number of sides; the carry is a die, the remainder continues. If the remainder after three dice is
below 2**32 modulo sides**3, the roll is rejected, so that all triples are equally likely.
"""

from __future__ import annotations

from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import FlatArray, inline
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.state import CLOSED, DICE, DRAWS, KEY, TURN
from rowlock.kernel.variant_tables import DICE_REJECT, SIDES

MASK = u64(0xFFFFFFFFFFFFFFFF)
GAMMA = u64(0x9E3779B97F4A7C15)
FIRST = u64(0xBF58476D1CE4E5B9)
SECOND = u64(0x94D049BB133111EB)
S27 = u64(27)
S30 = u64(30)
S31 = u64(31)
S32 = u64(32)
ONE = u64(1)
LOW_HALF = 0xFFFFFFFF

LANE_DICE = 0
LANE_BOTS = 1
LANE_FIRST = 6


@inline
def mix(z: int) -> int:
    """The finaliser of SplitMix64 on an unsigned number."""
    z = ((z ^ (z >> S30)) * FIRST) & MASK
    z = ((z ^ (z >> S27)) * SECOND) & MASK
    return z ^ (z >> S31)


@inline
def game_key(seed: int, game: int) -> int:
    """The key of a game: 63 bits, so that it fits a signed integer."""
    start = mix((u64(seed) + GAMMA) & MASK)
    return i64(mix((start + GAMMA * (u64(game) + ONE)) & MASK) >> ONE)


@inline
def word(key: int, lane: int, n: int) -> int:
    """The draw at an address: an unsigned 64-bit integer."""
    return mix((u64(key) + GAMMA * u64(8 * n + lane)) & MASK)


@inline
def first_seat(key: int, players: int) -> int:
    """The seat that begins, uniformly random (C-04)."""
    n = 0
    while True:
        product = i64(word(key, LANE_FIRST, n) >> S32) * players
        rest = product & LOW_HALF
        if rest >= players or rest >= 2**32 % players:  # the first test saves the division
            return product >> 32
        n += 1


@inline
def below(s: FlatArray, o: int, b: int, seat: int, n: int) -> int:
    """A bot's draw, uniform in 0 .. n-1. No draw is used if n is 1."""
    if n == 1:
        return 0
    while True:
        product = i64(word(s[o + KEY], LANE_BOTS + seat, s[b + DRAWS]) >> S32) * n
        s[b + DRAWS] += 1
        rest = product & LOW_HALF
        if rest >= n or rest >= 2**32 % n:  # the first test saves the division
            return product >> 32


@inline
def roll(t: FlatArray, s: FlatArray, o: int) -> None:
    """Roll the dice of the turn; a removed die shows 0 (C-05)."""
    shared = seat_tables(t, 0)
    sides = shared[SIDES]
    reject = shared[DICE_REJECT]
    closed = s[o + CLOSED]
    n = s[o + TURN]
    while True:
        both = word(s[o + KEY], LANE_DICE, n)
        a = i64(both >> S32) * sides
        b = (a & LOW_HALF) * sides
        c = (b & LOW_HALF) * sides
        d = i64(both & u64(LOW_HALF)) * sides
        e = (d & LOW_HALF) * sides
        f = (e & LOW_HALF) * sides
        if (c & LOW_HALF) >= reject and (f & LOW_HALF) >= reject:
            break
        n += 2**32
    s[o + DICE] = (a >> 32) + 1
    s[o + DICE + 1] = (b >> 32) + 1
    s[o + DICE + 2] = 0 if closed & 1 else (c >> 32) + 1
    s[o + DICE + 3] = 0 if closed & 2 else (d >> 32) + 1
    s[o + DICE + 4] = 0 if closed & 4 else (e >> 32) + 1
    s[o + DICE + 5] = 0 if closed & 8 else (f >> 32) + 1
