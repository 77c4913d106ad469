"""Whole games between judging bots in compiled code, on the kernel's state and chance.

A *judge* gives joint end-of-turn positions a worth for one seat; what the bots of this package
do with it is the same for all. One idea a file:

    fast_candidates     what a seat may do in a turn
    fast_position       where that leads, all sheets together
    fast_descriptions   judges as integers; fast_judges, fast_network, fast_layers: their worths
    fast_simple         bots that judge nothing
    fast_turns          how a seat decides, and the turn
    fast_luck           what the dice brought

Arrays (all flat): `t`, `s` tables and state of the kernel; `c` candidates, WIDTH integers each,
and `g` likewise the picks of all seats in the judge's eyes, then those of people; `v` the joint
position under judgement; `d` judge descriptions, JUDGE integers each; `w` their weights; `f` room
for the layers of the network; `m` numbers of row states; `h` room for a seat's block put aside
(three times), then how many candidates each seat has, then its best by the judge and by people.
"""

from __future__ import annotations

from typing import Any

from rowlock.bots.fast_descriptions import JUDGE
from rowlock.bots.fast_luck import note_luck
from rowlock.bots.fast_position import SLOTS
from rowlock.bots.fast_turns import play_turn
from rowlock.kernel.jit import Flat, entry
from rowlock.kernel.play import RESULT_SEAT, RESULT_SEATS, new_game, write_result
from rowlock.kernel.rng import roll
from rowlock.kernel.state import ACTIVE, OVER, PHASE


@entry
def play_judged(
    t: Flat, s: Flat, judges: Flat, players: int, seed: int, numbers: Flat, games: int,
    who: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Any, w: Any, f: Any, m: Flat, results: Flat,
    samples: int, luck: Any,
) -> None:  # fmt: skip
    """Games of a seed, played out one after the other.

    `numbers` holds each game's number, `judges` the judge of each seat game by game, `results`
    gets a line of each game (`kernel/play.py`). With `samples` the luck of each seat is noted
    too, judged by the last judge, five numbers a game.
    """
    luck_judge = len(d) - JUDGE
    for i in range(games):
        new_game(t, s, 0, players, seed, numbers[i])
        began = s[ACTIVE]
        for seat in range(players):
            who[seat] = judges[SLOTS * i + seat]
        while s[PHASE] != OVER:
            roll(t, s, 0)
            if samples:
                note_luck(t, s, 0, samples, c, h, g, v, d, luck_judge, w, m, luck, SLOTS * i)
            play_turn(t, s, 0, who, c, h, g, v, d, w, f, m)
        write_result(t, s, 0, began, results, i * (RESULT_SEATS + RESULT_SEAT * players))
