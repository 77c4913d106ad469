"""The observation of the seat to decide, as an array of zeros and ones.

The seat's own sheet comes first, then the others clockwise. For other seats it shows what is open
on the table, never an answer of the current action (C-11); for its own sheet it includes the
answer so far. For n players, a sheet with `places` places (one per cell, two per double cell), and
dice with `sides` sides:

    for each player, clockwise from the seat itself:
        places + 4       crosses row by row, each row followed by its lock
        penalties_to_end penalties: one 1 per penalty, then zeros
        2 * sides - 1    lucky numbers 2, 3, ... (only on sheets that have them)
        marks            struck squares of the bonus bar, used swap fields (only on sheets that have
                         them)
    6 * sides            white, white, red, yellow, green, blue: one 1 for the side shown, none for
                         a removed die
    4                    rows closed for everybody
    3                    action 1, action 2, a choice; all 0 when the game is over
    n                    the active player, counted clockwise from the seat itself
    1                    the active player crossed something in action 1 (so no penalty is due)
    bonuses              own bonuses earned and not yet handled, while a choice is open (only on
                         sheets with symbols)

If the seats have different sheets, each player's part has the length that its own sheet needs, and
`bonuses` are those of the seat's own sheet. Zeros fill shorter observations.

Classic sheet, two players: 2 * (48 + 4) + 36 + 4 + 3 + 2 + 1 = 150.
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.kernel.jit import FlatArray, inline
from rowlock.kernel.options import NOT_NEGATIVE, block
from rowlock.kernel.seat_tables import seat_tables
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
from rowlock.kernel.variant_tables import (
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


def observation_parts(
    tables: Tables | Sequence[Tables], players: int, seat: int = 0
) -> tuple[tuple[str, int], ...]:
    """The parts of a seat's observation in order, each with its length.

    `tables` are those of all seats, or a list with each seat's.
    """
    sheets = [tables] * players if isinstance(tables, Tables) else list(tables)
    rules = sheets[seat].rules
    sides = int(rules[SIDES])
    parts: list[tuple[str, int]] = []
    for player in range(players):
        sheet = sheets[(seat + player) % players]
        parts += [
            (f"crosses {player}", sheet.places + 4),
            (f"penalties {player}", int(rules[PENALTIES_TO_END])),
            (f"lucky {player}", (2 * sides - 1) * int(sheet.rules[HAS_LUCKY])),
            (f"bar {player}", int(sheet.beside.sum())),
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


def observation_size(tables: Tables | Sequence[Tables], players: int) -> int:
    """Length of an observation; of the longest one, if the seats have different sheets."""
    seats = range(1 if isinstance(tables, Tables) else players)
    return max(sum(length for _, length in observation_parts(tables, players, s)) for s in seats)


@inline
def spread(t: FlatArray, out: FlatArray, place: int, mask: int, length: int) -> int:
    """Write the lowest `length` bits of a mask as zeros and ones; return the place after them.

    Bits are written eight at a time, so up to seven zeros follow; the next part overwrites them.
    The eight assignments compile to one store.
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


@inline
def observe(t: FlatArray, s: FlatArray, o: int, out: FlatArray, place: int) -> None:
    """Write the observation of the seat to decide, beginning at `place`."""
    players = s[o + PLAYERS] & 7
    me = s[o + DECIDER] & 7
    own = seat_tables(t, me)
    sides = own[SIDES] & 15
    for step in range(players):
        q = me + step if me + step < players else me + step - players
        b, u = block(o, q), seat_tables(t, q)
        rows = b + (ROWS if step == 0 else SHOWN)
        for row in range(4):
            place = spread(u, out, place, s[rows + row], (u[ROW_LENGTH + row] & 31) + 1)
        place = spread(u, out, place, (1 << s[b + PENALTIES]) - 1, u[PENALTIES_TO_END] & 15)
        if u[HAS_LUCKY]:
            place = spread(u, out, place, s[b + LUCKY] >> 2, 2 * sides - 1)
        if u[BESIDE]:
            bar = b + (BAR if step == 0 else SHOWN_BAR)
            place = spread(u, out, place, s[bar], u[BESIDE] & 63)
            place = spread(u, out, place, s[bar + 1], u[BESIDE + 1] & 63)
    for die in range(6):
        place = spread(own, out, place, (1 << s[o + DICE + die]) >> 1, sides)
    b = block(o, me)
    phase = s[o + PHASE]  # ACTION1 and ACTION2 are the bits 1 and 2
    if s[b + TIED]:
        phase = 4
    elif phase == OVER:
        phase = 0
    ahead = s[o + ACTIVE] - me if s[o + ACTIVE] >= me else s[o + ACTIVE] - me + players
    last = s[o + CLOSED] | phase << 4 | 1 << (7 + ahead) | s[o + CROSSED] << (7 + players)
    length = 8 + players
    if own[BONUSES]:
        last |= waiting(s, b) << length
        length += own[BONUSES] & 7
    place &= NOT_NEGATIVE
    for bit in range(length):  # one at a time, to stay within the array
        out[place + bit] = last >> bit & 1


@inline
def waiting(s: FlatArray, b: int) -> int:
    """The bonuses in the queue of a seat, as a mask."""
    mask = 0
    for i in range(s[b + QUEUE_HEAD], s[b + QUEUE_TAIL]):
        token = s[b + QUEUE + (i >> 3)] >> 4 * (i & 7) & 15
        if token >= FIRST_SYMBOL:
            mask |= 1 << (token - FIRST_SYMBOL)
    return mask
