"""What a roll is worth beyond the mean of others, in compiled code: the luck of the dice."""

from __future__ import annotations

from typing import Any

from rowlock.bots.compiled.candidates import WIDTH, list_turn
from rowlock.bots.compiled.joint_position import NOTHING, V_TOTAL, set_joint, total
from rowlock.bots.compiled.judges import sheet_worth
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import Flat, part
from rowlock.kernel.rng import roll, word
from rowlock.kernel.state import KEY, PLAYERS, TURN
from rowlock.variants.features import Feature

LANE_FREE = 7
"""Of chance that no dice and no bot use here: what-if rolls."""
KNOWN: frozenset[Feature] = frozenset(
    {
        "lucky_numbers",
        "several_last_cells",
        "mixed_colours",
        "boxes",
        "cross_fewest",
        "cross_every",
        "double_fewest",
        "points",
        "free_penalties",
        "double_cells",
    }
)
"""The features of a sheet on which the luck of a roll can be told: those whose best use for the
own sheet `best_worth` finds."""


@part
def best_worth(
    t: Flat, s: Flat, o: int, seat: int, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat, j: int,
    w: Any, m: Flat,
) -> float:  # fmt: skip
    """What the dice on the table are worth to a seat that uses them best for its own sheet.

    An end of the game is not worth more than its points here: whether it is won depends on the
    turns before, not on this roll.
    """
    number = list_turn(t, s, o, seat, c, 0, h)
    most = -1e18
    for k in range(number):
        set_joint(t, s, o, c, WIDTH * k, seat, g, NOTHING, v)
        v[V_TOTAL + seat] = total(t, v, seat)
        most = max(most, sheet_worth(t, v, seat, d, j, w, m))
    return most


@part
def note_luck(
    t: Flat, s: Flat, o: int, samples: int, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat, j: int,
    w: Any, m: Flat, luck: Any, at: int,
) -> None:  # fmt: skip
    """Add to every seat's luck what this roll is worth beyond the mean of some others.

    The others are drawn independently of everything else, so the luck of a game is zero in
    expectation whoever plays and however rough the judge is.
    """
    key = s[o + KEY]
    for k in range(samples + 1):
        if k > 0:
            s[o + KEY] = i64(word(key, LANE_FREE, 64 * s[o + TURN] + k) >> u64(1))
            roll(t, s, o)
        factor = 1.0 if k == 0 else -1.0 / samples
        for seat in range(s[o + PLAYERS]):
            luck[at + seat] += factor * best_worth(t, s, o, seat, c, h, g, v, d, j, w, m)
    s[o + KEY] = key
    roll(t, s, o)
