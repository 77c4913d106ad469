"""The joint position that is evaluated, in compiled code: all sheets at the end of a turn."""

from __future__ import annotations

from rowlock.bots.compiled import position_layout
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
from rowlock.bots.compiled.workspace import Workspace
from rowlock.bots.evaluation import row_shapes
from rowlock.core.rules import NOT_ENDED, ending, out_of_play, owes_penalty
from rowlock.kernel.jit import FlatArray, inline, noinline
from rowlock.kernel.options import block
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import sheet_points
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, CROSSED, LUCKY, PENALTIES, PLAYERS, ROWS
from rowlock.kernel.variant_tables import CLOSED_ROWS_TO_END, PENALTIES_TO_END

SLOTS = position_layout.SLOTS
V_ROWS = position_layout.V_ROWS
V_PENALTIES = position_layout.V_PENALTIES
V_BAR = position_layout.V_BAR
V_TOTAL = position_layout.V_TOTAL
V_CLOSED = position_layout.V_CLOSED
V_OVER = position_layout.V_OVER
V_NEXT = position_layout.V_NEXT
V_LUCKY = position_layout.V_LUCKY
V_SIZE = position_layout.V_SIZE

# Then the keys of cached sums of the network's first layer (a copy of the position, the evaluator
# and the seat), then the active units of that layer.
NOTE_JUDGE = V_SIZE
NOTE_SEAT = V_SIZE + 1
NOTE = V_SIZE + 2
NOTES = 4
V_OLDEST = V_SIZE
V_NOTES = V_SIZE + 1
V_UNITS = V_NOTES + NOTES * NOTE

# The answers of the others, as an index into `Workspace.picks`.
NOTHING = -1
JUDGES_PICKS = 0
PEOPLES_PICKS = SLOTS * WIDTH
"""Offset of the picks of people, after those of the evaluator."""


row_code = inline(row_shapes.row_code)


@inline
def put_sheet(v: FlatArray, q: int, source: FlatArray, rows: int, bar: int) -> None:
    """Copy a seat's rows and bar from these indexes of another array."""
    for k in range(4):
        v[V_ROWS + 4 * q + k] = source[rows + k]
    for k in range(2):
        v[V_BAR + 2 * q + k] = source[bar + k]


@inline
def set_joint(work: Workspace, p: int, seat: int, picks: int) -> None:
    """Set the end of the turn if a seat follows candidate `p` and the others their picks."""
    s, c, g, v = work.state, work.candidates, work.picks, work.joint
    players = s[PLAYERS]
    active = s[ACTIVE]
    closed = s[CLOSED] | c[p + FIRST_LOCKS]
    for q in range(players):
        b = block(0, q)
        v[V_PENALTIES + q] = s[b + PENALTIES]
        v[V_LUCKY + q] = s[b + LUCKY]
        if q == seat:
            put_sheet(v, q, c, p + FIRST_ROWS, p + FIRST_BAR)
        elif picks != NOTHING:
            at = picks + WIDTH * q
            put_sheet(v, q, g, at + FIRST_ROWS, at + FIRST_BAR)
            closed |= g[at + FIRST_LOCKS]
        else:
            put_sheet(v, q, s, b + ROWS, b + BAR)
    over = ends(work, closed, 0)
    if not over and (picks != NOTHING or seat == active):
        if seat == active:
            over, closed = set_second(work, c, p, closed, s[CROSSED])
        else:
            over, closed = set_second(work, g, picks + WIDTH * active, closed, 0)
    v[V_CLOSED] = closed
    v[V_OVER] = over
    v[V_NEXT] = active + 1 if active + 1 < players else 0


@inline
def set_second(
    work: Workspace, way: FlatArray, p: int, closed: int, crossed: int
) -> tuple[bool, int]:
    """Apply the active seat's action 2 or penalty; returns whether the game is over, and the closed
    rows."""
    v, active = work.joint, work.state[ACTIVE]
    crosses = way[p + OPTION2] != 0 and not out_of_play(closed, way[p + ROW2], way[p + COLOUR2])
    if crosses:
        put_sheet(v, active, way, p + SECOND_ROWS, p + SECOND_BAR)
        closed |= way[p + SECOND_LOCKS]
    if owes_penalty(crossed != 0 or way[p + OPTION1] != 0, crosses):
        v[V_PENALTIES + active] += 1
    return ends(work, closed, v[V_PENALTIES + active]), closed


@inline
def ends(work: Workspace, closed: int, penalties: int) -> bool:
    """Whether these closed rows or penalties end the game (C-13)."""
    t = seat_tables(work.tables, 0)
    return ending(closed, penalties, t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END]) != NOT_ENDED


@inline
def set_total(work: Workspace, q: int) -> None:
    """Compute the total of a sheet."""
    v, t = work.joint, seat_tables(work.tables, q)
    v[V_TOTAL + q] = sheet_points(t, v, V_ROWS + 4 * q, V_BAR + 2 * q, v[V_PENALTIES + q])


@inline
def set_totals(work: Workspace) -> None:
    for q in range(work.state[PLAYERS]):
        set_total(work, q)


@noinline
def see(work: Workspace) -> None:
    """Set the position between two turns."""
    s, v = work.state, work.joint
    for q in range(s[PLAYERS]):
        b = block(0, q)
        put_sheet(v, q, s, b + ROWS, b + BAR)
        v[V_PENALTIES + q] = s[b + PENALTIES]
        v[V_LUCKY + q] = s[b + LUCKY]
        set_total(work, q)
    v[V_CLOSED] = s[CLOSED]
    v[V_NEXT] = s[ACTIVE]


@inline
def share_and_lead(work: Workspace, seat: int) -> tuple[float, int]:
    """The seat's win share if the game ended now, and its lead over the best other."""
    v = work.joint
    own = v[V_TOTAL + seat]
    best = -(1 << 30)
    equals = 1
    for q in range(work.state[PLAYERS]):
        if q != seat:
            best = max(best, v[V_TOTAL + q])
            equals += v[V_TOTAL + q] == own
    if best == -(1 << 30):
        return 1.0, own
    return (0.0 if best > own else 1.0 / equals), own - best
