"""Luck of the dice in compiled code: the value of a roll above the mean of others."""

from __future__ import annotations

from typing import Any

from rowlock.bots.compiled.candidates import WIDTH, list_turn
from rowlock.bots.compiled.evaluators import sheet_worth
from rowlock.bots.compiled.joint_position import NOTHING, set_joint, set_total
from rowlock.bots.compiled.workspace import Workspace, seat_step
from rowlock.kernel.bits import i64, u64
from rowlock.kernel.jit import noinline
from rowlock.kernel.rng import roll, word
from rowlock.kernel.state import KEY, PLAYERS, TURN
from rowlock.variants.features import features

LANE_FREE = 7
"""Random lane that neither dice nor bots use, for hypothetical rolls."""
KNOWN = features(
    "lucky_numbers several_last_cells mixed_colours boxes double_cells steps chain second_boxes "
    "swap_fields bonus_rows "
    "cross_fewest cross_every double_fewest points free_penalties"
)
"""Features of sheets for which the luck of a roll can be computed: those that `best_worth`
supports."""


@noinline
def best_worth(work: Workspace, seat: int, evaluator: int) -> float:
    """The value of the roll to a seat that makes the best use of it for its own sheet.

    If the roll ends the game, only the points count here, not who wins: that depends on the turns
    before, not on this roll.
    """
    number = list_turn(work, seat, 0)
    most = -1e18
    for k in range(number):
        set_joint(work, WIDTH * k, seat, NOTHING)
        set_total(work, seat)
        most = max(most, sheet_worth(work, seat, evaluator))
    return most


@noinline
def note_luck(work: Workspace, evaluator: int, samples: int, luck: Any, at: int) -> None:
    """Add to every seat's luck the value of this roll above the mean of some others.

    `evaluator` is the one for the sheet of seat 0.

    The others are drawn independently of everything else, so the expected luck of a game is zero
    for any bots and any evaluator.
    """
    t, s = work.tables, work.state
    key = s[KEY]
    for k in range(samples + 1):
        if k > 0:
            s[KEY] = i64(word(key, LANE_FREE, 64 * s[TURN] + k) >> u64(1))
            roll(t, s, 0)
        factor = 1.0 if k == 0 else -1.0 / samples
        for seat in range(s[PLAYERS]):
            own = evaluator + seat_step(work) * seat
            luck[at + seat] += factor * best_worth(work, seat, own)
    s[KEY] = key
    roll(t, s, 0)
