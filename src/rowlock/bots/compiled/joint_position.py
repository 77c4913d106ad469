"""The joint position under judgement, in compiled code: all sheets at the end of a turn, in `v`."""

from __future__ import annotations

from rowlock.bots.compiled.candidates import (
    COLOUR2,
    FIRST_BAR,
    FIRST_LOCKS,
    FIRST_ROWS,
    OPTION1,
    OPTION2,
    ROW2,
    SECOND_BAR,
    SECOND_LOCKS,
    SECOND_ROWS,
    WIDTH,
)
from rowlock.bots.judging import layout
from rowlock.bots.judging.row_shapes import CLOSED_BIT, REACH_STEP
from rowlock.kernel.compile import CLOSED_ROWS_TO_END, PENALTIES_TO_END
from rowlock.kernel.jit import Flat, part, piece
from rowlock.kernel.rules import NOT_ENDED, count, ending, owes_penalty, reach
from rowlock.kernel.sheet_rules import sheet_points
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, CROSSED, LUCKY, PENALTIES, PLAYERS, ROWS
from rowlock.kernel.turn import block

SLOTS = layout.SLOTS
V_ROWS = 0
V_PENALTIES = 20
V_BAR = 25
V_TOTAL = 35
V_CLOSED = 40
V_OVER = 41
V_NEXT = 42
V_LUCKY = 43
V_SIZE = 48

# Behind it notes of what sums of the network's first layer are of (a copy of the position, whose
# judge and which seat), then the units of that layer that are not silent.
NOTE_JUDGE = V_SIZE
NOTE_SEAT = V_SIZE + 1
NOTE = V_SIZE + 2
NOTES = 4
V_OLDEST = V_SIZE
V_NOTES = V_SIZE + 1
V_UNITS = V_NOTES + NOTES * NOTE

# What the others do, as a place in `g`.
NOTHING = -1
JUDGES_PICKS = 0
PEOPLES_PICKS = SLOTS * WIDTH
"""As far behind the picks of the judge."""


@part
def set_joint(
    t: Flat, s: Flat, o: int, c: Flat, p: int, seat: int, g: Flat, picks: int, v: Flat
) -> None:
    """The end of the turn when `seat` follows candidate `c[p]` and the others `g[picks]`."""
    players = s[o + PLAYERS]
    active = s[o + ACTIVE]
    closed = s[o + CLOSED] | c[p + FIRST_LOCKS]
    for q in range(players):
        b = block(o, q)
        v[V_PENALTIES + q] = s[b + PENALTIES]
        v[V_LUCKY + q] = s[b + LUCKY]
        if q == seat:
            for k in range(4):
                v[V_ROWS + 4 * q + k] = c[p + FIRST_ROWS + k]
            v[V_BAR + 2 * q] = c[p + FIRST_BAR]
            v[V_BAR + 2 * q + 1] = c[p + FIRST_BAR + 1]
        elif picks != NOTHING:
            at = picks + WIDTH * q
            for k in range(4):
                v[V_ROWS + 4 * q + k] = g[at + FIRST_ROWS + k]
            v[V_BAR + 2 * q] = g[at + FIRST_BAR]
            v[V_BAR + 2 * q + 1] = g[at + FIRST_BAR + 1]
            closed |= g[at + FIRST_LOCKS]
        else:
            for k in range(4):
                v[V_ROWS + 4 * q + k] = s[b + ROWS + k]
            v[V_BAR + 2 * q] = s[b + BAR]
            v[V_BAR + 2 * q + 1] = s[b + BAR + 1]
    over = ends(t, closed, 0)
    if not over and (picks != NOTHING or seat == active):
        if seat == active:
            over, closed = set_second(t, s, c, p, active, closed, s[o + CROSSED], v)
        else:
            over, closed = set_second(t, s, g, picks + WIDTH * active, active, closed, 0, v)
    v[V_CLOSED] = closed
    v[V_OVER] = over
    v[V_NEXT] = active + 1 if active + 1 < players else 0


@piece
def set_second(
    t: Flat, s: Flat, c: Flat, p: int, active: int, closed: int, crossed: int, v: Flat
) -> tuple[bool, int]:
    """The active seat's action 2 or its penalty; whether the game is over, and closed rows."""
    shut = closed >> c[p + ROW2] | closed >> c[p + COLOUR2]
    crosses = c[p + OPTION2] != 0 and not shut & 1
    if crosses:
        for k in range(4):
            v[V_ROWS + 4 * active + k] = c[p + SECOND_ROWS + k]
        v[V_BAR + 2 * active] = c[p + SECOND_BAR]
        v[V_BAR + 2 * active + 1] = c[p + SECOND_BAR + 1]
        closed |= c[p + SECOND_LOCKS]
    if owes_penalty(crossed != 0 or c[p + OPTION1] != 0, crosses):
        v[V_PENALTIES + active] += 1
    return ends(t, closed, v[V_PENALTIES + active]), closed


@piece
def ends(t: Flat, closed: int, penalties: int) -> bool:
    """Whether these closed rows or penalties end the game (C-13)."""
    limits = t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END]
    return ending(closed, penalties, limits[0], limits[1]) != NOT_ENDED


@piece
def row_code(mask: int, closed: int) -> int:
    """The code of a row as in `row_shapes.py`."""
    return CLOSED_BIT * closed + REACH_STEP * reach(mask) + count(mask)


@piece
def total(t: Flat, v: Flat, q: int) -> int:
    """The points of a sheet of the joint position."""
    return sheet_points(t, v, V_ROWS + 4 * q, v[V_PENALTIES + q])


@part
def see(t: Flat, s: Flat, o: int, v: Flat) -> None:
    """The position between two turns as the judges see it."""
    for q in range(s[o + PLAYERS]):
        b = block(o, q)
        for k in range(4):
            v[V_ROWS + 4 * q + k] = s[b + ROWS + k]
        v[V_BAR + 2 * q] = s[b + BAR]
        v[V_BAR + 2 * q + 1] = s[b + BAR + 1]
        v[V_PENALTIES + q] = s[b + PENALTIES]
        v[V_LUCKY + q] = s[b + LUCKY]
        v[V_TOTAL + q] = total(t, v, q)
    v[V_CLOSED] = s[o + CLOSED]
    v[V_NEXT] = s[o + ACTIVE]


@part
def share_and_lead(v: Flat, players: int, seat: int) -> tuple[float, int]:
    """The seat's share of the win if it ended now, and its lead over the best other."""
    own = v[V_TOTAL + seat]
    best = -(1 << 30)
    equals = 1
    for q in range(players):
        if q != seat:
            best = max(best, v[V_TOTAL + q])
            equals += v[V_TOTAL + q] == own
    if best == -(1 << 30):
        return 1.0, own
    return (0.0 if best > own else 1.0 / equals), own - best
