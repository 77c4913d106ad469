"""What the seat that is asked may see, as a line of zeros and ones.

The own sheet comes first, then the others clockwise. Of other seats it shows what lies open on
the table, never an answer of the action under way (C-11); of the own one it shows the chain so
far. For n players, a sheet of `places` places (one for each cell, two for a double cell), dice
with `sides` sides:

    for each player, from oneself clockwise:
        places + 4       crosses row by row, each row followed by its lock
        penalties_to_end penalties: so many ones, then zeros
        2 * sides - 1    lucky numbers 2, 3, ... (only on sheets that have them)
        marks            struck squares of the bonus bar, used swap fields (only on sheets that have
                         them)
    6 * sides            white, white, red, yellow, green, blue: the side each shows; a removed
                         die shows none
    4                    rows closed for everybody
    3                    action 1, action 2, a choice; none when the game is over
    n                    the active player, counted from oneself clockwise
    1                    the active player crossed something in action 1 (so no penalty is due)
    bonuses              own bonuses earned and not yet handled, while a choice is owed (only on
                         sheets with symbols)

Classic for two: 2 * (48 + 4) + 36 + 4 + 3 + 2 + 1 = 150.
"""

from __future__ import annotations

from rowlock.kernel.compile import (
    BESIDE,
    BONUSES,
    FIRST_SYMBOL,
    HAS_LUCKY,
    PENALTIES_TO_END,
    ROW_LENGTH,
    SIDES,
    SPREAD,
    Tables,
)
from rowlock.kernel.jit import Flat, piece
from rowlock.kernel.options import NOT_NEGATIVE, block
from rowlock.kernel.state import (
    ACTIVE,
    BAR,
    CLOSED,
    CROSSED,
    DECIDER,
    DICE,
    LUCKY,
    OVER,
    PENALTIES,
    PHASE,
    PLAYERS,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_TAIL,
    ROWS,
    SHOWN,
    SHOWN_BAR,
    TIED,
)


def observation_parts(tables: Tables, players: int) -> tuple[tuple[str, int], ...]:
    """The parts of an observation in order, each with its length."""
    rules = tables.rules
    sides = int(rules[SIDES])
    parts: list[tuple[str, int]] = []
    for player in range(players):
        parts += [
            (f"crosses {player}", tables.places + 4),
            (f"penalties {player}", int(rules[PENALTIES_TO_END])),
            (f"lucky {player}", (2 * sides - 1) * int(rules[HAS_LUCKY])),
            (f"bar {player}", int(tables.beside.sum())),
        ]
    parts += [
        ("dice", 6 * sides),
        ("closed", 4),
        ("phase", 3),
        ("active", players),
        ("crossed", 1),
        ("waiting", int(rules[BONUSES])),
    ]
    return tuple(part for part in parts if part[1])


def observation_size(tables: Tables, players: int) -> int:
    """How long an observation is."""
    return sum(length for _, length in observation_parts(tables, players))


@piece
def spread(t: Flat, out: Flat, place: int, mask: int, length: int) -> int:
    """The lowest bits of a mask as zeros and ones from `place` on; the place behind them.

    Eight at a time, so up to seven zeros go beyond: the next part is written over them. The
    eight assignments become one store.
    """
    for start in range(0, length, 8):
        eight = t[SPREAD + (mask >> start & 255)] & 0x0101010101010101
        at = place + start & NOT_NEGATIVE
        out[at] = eight & 1
        out[at + 1] = eight >> 8 & 1
        out[at + 2] = eight >> 16 & 1
        out[at + 3] = eight >> 24 & 1
        out[at + 4] = eight >> 32 & 1
        out[at + 5] = eight >> 40 & 1
        out[at + 6] = eight >> 48 & 1
        out[at + 7] = eight >> 56 & 1
    return place + length


@piece
def observe(t: Flat, s: Flat, o: int, out: Flat, place: int) -> None:
    """The observation of the seat that is asked, from `place` on."""
    players = s[o + PLAYERS] & 7
    me = s[o + DECIDER] & 7
    sides = t[SIDES] & 15
    for step in range(players):
        b = block(o, me + step if me + step < players else me + step - players)
        rows = b + (ROWS if step == 0 else SHOWN)
        for row in range(4):
            place = spread(t, out, place, s[rows + row], (t[ROW_LENGTH + row] & 31) + 1)
        place = spread(t, out, place, (1 << s[b + PENALTIES]) - 1, t[PENALTIES_TO_END] & 15)
        if t[HAS_LUCKY]:
            place = spread(t, out, place, s[b + LUCKY] >> 2, 2 * sides - 1)
        if t[BESIDE]:
            bar = b + (BAR if step == 0 else SHOWN_BAR)
            place = spread(t, out, place, s[bar], t[BESIDE] & 63)
            place = spread(t, out, place, s[bar + 1], t[BESIDE + 1] & 63)
    for die in range(6):
        place = spread(t, out, place, (1 << s[o + DICE + die]) >> 1, sides)
    b = block(o, me)
    phase = s[o + PHASE]  # ACTION1 and ACTION2 are the bits 1 and 2
    if s[b + TIED]:
        phase = 4
    elif phase == OVER:
        phase = 0
    ahead = s[o + ACTIVE] - me if s[o + ACTIVE] >= me else s[o + ACTIVE] - me + players
    last = s[o + CLOSED] | phase << 4 | 1 << (7 + ahead) | s[o + CROSSED] << (7 + players)
    length = 8 + players
    if t[BONUSES]:
        last |= waiting(s, b) << length
        length += t[BONUSES] & 7
    place &= NOT_NEGATIVE
    for bit in range(length):  # one at a time: nothing may be written beyond the observation
        out[place + bit] = last >> bit & 1


@piece
def waiting(s: Flat, b: int) -> int:
    """The bonuses in the queue of a seat, as a mask."""
    mask = 0
    for i in range(s[b + QUEUE_HEAD], s[b + QUEUE_TAIL]):
        token = s[b + QUEUE + (i >> 3)] >> 4 * (i & 7) & 15
        if token >= FIRST_SYMBOL:
            mask |= 1 << (token - FIRST_SYMBOL)
    return mask
