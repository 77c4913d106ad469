"""Whole games between judging bots in compiled code, on the kernel's state and chance.

A *judge* gives joint end-of-turn positions a worth for one seat; what the bots of this package
do with it is the same for all (`lookahead.py` says it readably):

- Every candidate of action 1 is judged by the position at the end of the turn, the active
  seat's together with each action 2 that may follow it.
- A judge that looks at the others first supposes that they do nothing, picks for everybody what
  is best for them, and then judges its own candidates against those picks; with a weight for
  people also against what the heuristic would pick, and takes the mean.
- Action 2 is chosen anew once action 1 is known.

Arrays (all flat): `t`, `s` tables and state of the kernel; `c` candidates, WIDTH integers each,
and `g` likewise the picks of all seats in the judge's eyes, then those of people; `v` the joint
position under judgement; `d` judge descriptions, JUDGE integers each; `w` their weights; `f` room
for the layers of the network; `m` numbers of row states.
"""

from __future__ import annotations

from math import exp as math_exp
from typing import Any

from rowlock.bots.floats import f32, fused
from rowlock.kernel.bits import count, i64, length, lowest, u64
from rowlock.kernel.compile import (
    BONUS_AMOUNT,
    BONUS_EFFECT,
    BONUS_MASK,
    BONUSES,
    CLOSED_ROWS_TO_END,
    COLOUR_BIT,
    COLOUR_ROW,
    DOUBLE_FEWEST,
    FREE_PENALTIES,
    HAS_LUCKY,
    HAS_TOKENS,
    LUCKY_MASK,
    PENALTIES_TO_END,
    PENALTY_POINTS,
    POINTS,
    ROW_SQUARES,
    SQUARES,
)
from rowlock.kernel.jit import Flat, entry, part, piece
from rowlock.kernel.play import new_game
from rowlock.kernel.rng import LANE_BOTS, roll, word
from rowlock.kernel.sheet_rules import cross, is_earned, run_chain
from rowlock.kernel.state import (
    ACTIVE,
    ANSWER,
    BAR,
    CLOSED,
    CROSSED,
    DRAWS,
    KEY,
    LOCKING,
    LUCKY,
    OVER,
    PENALTIES,
    PHASE,
    PLAYERS,
    REASON,
    ROWS,
    SEAT,
    TIED,
    TURN,
)
from rowlock.kernel.turn import (
    answer_choice,
    block,
    colour_options,
    colour_place,
    end_action1,
    end_action2,
    white_bit,
    white_options,
)

# A candidate.
FIRST_ROWS = 0
FIRST_BAR = 4
FIRST_LOCKS = 6
OPTION1 = 7
SECOND_ROWS = 8
SECOND_BAR = 12
SECOND_LOCKS = 14
OPTION2 = 15
ROW2 = 16
COLOUR2 = 17
WIDTH = 20
MOST = 1400
"""Room for the candidates of one seat: 9 * 4 answers times 9 * 4 more, and some."""

# The joint position under judgement.
V_ROWS = 0
V_PENALTIES = 20
V_BAR = 25
V_TOTAL = 35
V_CLOSED = 40
V_OVER = 41
V_NEXT = 42
V_LUCKY = 43
V_SIZE = 48

# Behind it what sums of the network's first layer are of, and numbers of units of its second.
NOTE_JUDGE = V_SIZE
NOTE_SEAT = V_SIZE + 1
NOTE = V_SIZE + 2
NOTES = 4
BLOCK = 8
"""Units whose lines are added up at once."""
LANES = 4
"""Sums of the last layer side by side; its units are a multiple of them."""
V_OLDEST = V_SIZE
V_NOTES = V_SIZE + 1
V_UNITS = V_NOTES + NOTES * NOTE

# A judge.
KIND = 0
STATES = 1
AT_ROWS = 2
AT_PENALTY = 3
HIDDEN = 4
SECOND = 5
PENALTY_STATES = 6
AT_LUCKY = 7
AT_BAR = 8
AT_SYMBOLS = 9
AT_SCALARS = 10
AT_BIAS = 11
AT_SECOND = 12
AT_SECOND_BIAS = 13
AT_LAST = 14
AT_LAST_BIAS = 15
AT_NOISE = 16
LOOKS_AROUND = 17
AT_PEOPLE = 18
AT_NEAR = 19
PEOPLE_JUDGE = 20
"""Where within a network's description the heuristic's begins, by whose eyes people pick."""
JUDGE = 24

HEURISTIC = 0
RACE = 1
NETWORK = 2

SLOTS = 5
LANE_FREE = 7
"""Of chance that no dice and no bot use here: what-if rolls."""
LUCKY_STATES = 8
LEAD_LINE = SLOTS
NEAR_LINE = SLOTS + 1
OWN_LINE = SLOTS + 2
"""Of the scalars: own points and lead, which grow together, in one line."""
MARGIN_WEIGHT = 0.0005
MARGIN_UNIT = 40.0
TOTAL_UNIT = 50.0
NEAR_UNIT = 8.0
NEAR_LEADS = 80
"""Leads beyond are as good as this one on the scale of near leads."""
FAR = 1000.0
"""What a heuristic makes of a game won or lost at once."""
WIN = 1.0

# What the others do, as a place in `g`.
NOTHING = -1
JUDGES_PICKS = 0
PEOPLES_PICKS = SLOTS * WIDTH
"""As far behind the picks of the judge."""


# Candidates.


@piece
def keep(s: Flat, b: int, h: Flat, at: int) -> None:
    """Put a seat's block aside."""
    for k in range(SEAT):
        h[at + k] = s[b + k]


@piece
def restore(s: Flat, b: int, h: Flat, at: int) -> None:
    for k in range(SEAT):
        s[b + k] = h[at + k]


@piece
def note_first(s: Flat, o: int, b: int, c: Flat, p: int, option: int) -> None:
    """The sheet after action 1 as a candidate that does nothing more."""
    for k in range(4):
        c[p + FIRST_ROWS + k] = s[b + ROWS + k]
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + FIRST_BAR + k] = s[b + BAR + k]
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + FIRST_LOCKS] = s[o + LOCKING]
    c[p + OPTION1] = option
    c[p + SECOND_LOCKS] = 0
    c[p + OPTION2] = 0
    c[p + ROW2] = 0
    c[p + COLOUR2] = 0


@piece
def note_second(s: Flat, o: int, b: int, c: Flat, p: int, option: int, row: int) -> None:
    for k in range(4):
        c[p + SECOND_ROWS + k] = s[b + ROWS + k]
    for k in range(2):
        c[p + SECOND_BAR + k] = s[b + BAR + k]
    c[p + SECOND_LOCKS] = s[o + LOCKING]
    c[p + OPTION2] = option
    c[p + ROW2] = row
    c[p + COLOUR2] = (option - 1) >> 1 & 3


@part
def take_row(t: Flat, s: Flat, o: int, b: int, tied: int) -> None:
    """Choose the uppermost of these rows, and of any tied later in the chain (own sheets)."""
    while tied:
        answer_choice(t, s, o, b, 1 + lowest(tied))
        tied = s[b + TIED]


@part
def take_cell(t: Flat, s: Flat, o: int, b: int, row: int, bit: int) -> None:
    """A cross and its chain, up to a tie."""
    cross(t, s, o, b, row, bit)
    if t[HAS_TOKENS]:
        run_chain(t, s, o, b)


@part
def list_whites(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, h: Flat) -> int:
    """All answers of a seat to action 1, from `c[p]` on; how many there are."""
    b = block(o, seat)
    options = white_options(t, s, o, b)
    number = 0
    keep(s, b, h, 0)
    while options:
        option = lowest(options)
        options &= options - 1
        s[o + LOCKING] = 0
        if option:
            take_cell(t, s, o, b, (option - 1) & 3, white_bit(t, s, o, b, option))
        tied = s[b + TIED]
        if tied:
            keep(s, b, h, SEAT)
            locking = s[o + LOCKING]
            while tied:
                take_row(t, s, o, b, tied)
                note_first(s, o, b, c, p + WIDTH * number, option)
                number += 1
                tied &= tied - 1
                restore(s, b, h, SEAT)
                s[o + LOCKING] = locking
        else:
            note_first(s, o, b, c, p + WIDTH * number, option)
            number += 1
        restore(s, b, h, 0)
    s[o + LOCKING] = 0
    return number


@part
def list_colours(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, q: int, h: Flat) -> int:
    """Every action 2 after the candidate `c[q]`, from `c[p]` on; how many there are."""
    b = block(o, seat)
    keep(s, b, h, 0)
    closed = s[o + CLOSED]
    s[o + CLOSED] |= c[q + FIRST_LOCKS]
    for k in range(4):
        s[b + ROWS + k] = c[q + FIRST_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[q + FIRST_BAR + k]
    keep(s, b, h, 2 * SEAT)
    options = 1
    if count(s[o + CLOSED]) < t[CLOSED_ROWS_TO_END]:
        options = colour_options(t, s, o, b)
    number = 0
    while options:
        option = lowest(options)
        options &= options - 1
        at = p + WIDTH * number
        for k in range(WIDTH):
            c[at + k] = c[q + k]
        if option == 0:
            number += 1
            continue
        s[o + LOCKING] = 0
        place = colour_place(s, o, option)
        row = t[COLOUR_ROW + place] & 3
        take_cell(t, s, o, b, row, t[COLOUR_BIT + place])
        tied = s[b + TIED]
        if tied:
            keep(s, b, h, SEAT)
            locking = s[o + LOCKING]
            while tied:
                at = p + WIDTH * number
                for k in range(WIDTH):
                    c[at + k] = c[q + k]
                take_row(t, s, o, b, tied)
                note_second(s, o, b, c, at, option, row)
                number += 1
                tied &= tied - 1
                restore(s, b, h, SEAT)
                s[o + LOCKING] = locking
        else:
            note_second(s, o, b, c, at, option, row)
            number += 1
        restore(s, b, h, 2 * SEAT)
    restore(s, b, h, 0)
    s[o + CLOSED] = closed
    s[o + LOCKING] = 0
    return number


@part
def list_turn(t: Flat, s: Flat, o: int, seat: int, c: Flat, p: int, h: Flat) -> int:
    """A seat's candidates for the whole turn, from `c[p]` on; how many there are."""
    if seat != s[o + ACTIVE]:
        return list_whites(t, s, o, seat, c, p, h)
    spare = p + WIDTH * (MOST - 40)
    whites = list_whites(t, s, o, seat, c, spare, h)
    number = 0
    for k in range(whites):
        number += list_colours(t, s, o, seat, c, p + WIDTH * number, spare + WIDTH * k, h)
    return number


# The joint position.


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
    over = count(closed) >= t[CLOSED_ROWS_TO_END]
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
    if c[p + OPTION2] and not shut & 1:
        for k in range(4):
            v[V_ROWS + 4 * active + k] = c[p + SECOND_ROWS + k]
        v[V_BAR + 2 * active] = c[p + SECOND_BAR]
        v[V_BAR + 2 * active + 1] = c[p + SECOND_BAR + 1]
        closed |= c[p + SECOND_LOCKS]
        return count(closed) >= t[CLOSED_ROWS_TO_END], closed
    if not c[p + OPTION1] and not crossed:
        v[V_PENALTIES + active] += 1
        return v[V_PENALTIES + active] >= t[PENALTIES_TO_END], closed
    return False, closed


@part
def total(t: Flat, v: Flat, q: int) -> int:
    """The points of a sheet of the joint position (C-14, BB-01)."""
    points = 0
    least = 1 << 30
    for k in range(4):
        crosses = count(v[V_ROWS + 4 * q + k])
        row = crosses * (crosses + 1) >> 1
        points += row
        least = min(least, row)
    cost = v[V_PENALTIES + q] * t[PENALTY_POINTS]
    points -= cost
    for k in range(t[BONUSES]):
        effect = t[BONUS_EFFECT + k]
        if effect >= DOUBLE_FEWEST and is_earned(t, v, V_ROWS + 4 * q, k):
            if effect == DOUBLE_FEWEST:
                points += least
            elif effect == POINTS:
                points += t[BONUS_AMOUNT + k]
            elif effect == FREE_PENALTIES:
                points += cost
    return points


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


# Judges.


@piece
def row_code(mask: int, closed: int) -> int:
    return 1024 * closed + 32 * length(mask) + count(mask)


@part
def sheet_worth(t: Flat, v: Flat, q: int, d: Flat, j: int, w: Any, m: Flat) -> float:
    """A sheet by the heuristic's tables: points now, and what may come."""
    states = d[j + STATES]
    worth = float(v[V_TOTAL + q])
    for k in range(4):
        mask = v[V_ROWS + 4 * q + k]
        crosses = count(mask)
        value = w[d[j + AT_ROWS] + k * states + m[row_code(mask, v[V_CLOSED] >> k & 1)]]
        worth += value - (crosses * (crosses + 1) >> 1)
    extra = w[d[j + AT_PENALTY]] - t[PENALTY_POINTS]
    return float(worth - extra * v[V_PENALTIES + q])


@part
def heuristic_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, m: Flat
) -> float:
    """The own sheet; a game that ends is worth everything or nothing."""
    if v[V_OVER]:
        for q in range(players):
            v[V_TOTAL + q] = total(t, v, q)
        share, lead = share_and_lead(v, players, seat)
        return FAR * (share - 0.5) + lead
    v[V_TOTAL + seat] = total(t, v, seat)
    return sheet_worth(t, v, seat, d, j, w, m)


@part
def race_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, m: Flat
) -> float:
    """The own sheet against the best other one."""
    for q in range(players):
        v[V_TOTAL + q] = total(t, v, q)
    if v[V_OVER]:
        share, lead = share_and_lead(v, players, seat)
        return FAR * (share - 0.5) + lead
    best = -1e9
    for q in range(players):
        if q != seat:
            best = max(best, sheet_worth(t, v, q, d, j, w, m))
    return sheet_worth(t, v, seat, d, j, w, m) - (best if players > 1 else 0.0)


# Unsigned places spare the look for negative ones, so that these loops become vector code. With
# more than eight lines in one loop the compiler would give up on that.


@part
def copy_line(f: Any, to: int, w: Any, at: int, size: int) -> None:
    start = u64(at)
    target = u64(to)
    for k in range(size):
        f[target + u64(k)] = w[start + u64(k)]


@part
def add_line(f: Any, to: int, w: Any, at: int, size: int) -> None:
    start = u64(at)
    target = u64(to)
    for k in range(size):
        f[target + u64(k)] += w[start + u64(k)]


@part
def add_scaled(f: Any, to: int, w: Any, at: int, size: int, factor: float) -> None:
    start = u64(at)
    target = u64(to)
    scale = f32(factor)
    for k in range(size):
        f[target + u64(k)] = fused(scale, w[start + u64(k)], f[target + u64(k)])


@part
def add_lines(
    f: Any, to: int, old: int, w: Any, a: int, b: int, c: int, d: int, e: int, x: Any, g: int,
    y: Any, h: int, size: int,
) -> None:  # fmt: skip
    """Five lines and two more with a factor each, added to the line `f[old]`."""
    target, source = u64(to), u64(old)
    a1, a2, a3, a4, a5, a6, a7 = u64(a), u64(b), u64(c), u64(d), u64(e), u64(g), u64(h)
    for k in range(size):
        i = u64(k)
        scaled = fused(x, w[a6 + i], fused(y, w[a7 + i], f[source + i]))
        f[target + i] = scaled + (w[a1 + i] + w[a2 + i] + (w[a3 + i] + w[a4 + i] + w[a5 + i]))


@part
def add_units(f: Any, to: int, w: Any, at: int, v: Flat, k: int, factors: int, size: int) -> None:
    """Eight lines of a table, of the units noted in `v[k]`, with a factor each."""
    target = u64(to)
    a1, a2 = u64(at + v[k] * size), u64(at + v[k + 1] * size)
    a3, a4 = u64(at + v[k + 2] * size), u64(at + v[k + 3] * size)
    a5, a6 = u64(at + v[k + 4] * size), u64(at + v[k + 5] * size)
    a7, a8 = u64(at + v[k + 6] * size), u64(at + v[k + 7] * size)
    x1, x2, x3, x4 = f[factors], f[factors + 1], f[factors + 2], f[factors + 3]
    x5, x6, x7, x8 = f[factors + 4], f[factors + 5], f[factors + 6], f[factors + 7]
    for k in range(size):
        i = u64(k)
        one = fused(x1, w[a1 + i], fused(x2, w[a2 + i], f[target + i]))
        two = fused(x3, w[a3 + i], x4 * w[a4 + i])
        three = fused(x5, w[a5 + i], x6 * w[a6 + i])
        four = fused(x7, w[a7 + i], x8 * w[a8 + i])
        f[target + i] = one + two + (three + four)


@part
def note_units(f: Any, first: int, factors: int, v: Flat, size: int) -> int:
    """Note the units that are not silent and what they say, filled up to whole blocks."""
    units = 0
    start = u64(first)
    for base in range(0, size, 64):
        # First a bit for each: the processor need not guess which are silent.
        bits = u64(0)
        for k in range(min(64, size - base)):
            bits |= u64(f[start + u64(base + k)] > 0) << u64(k)
        while bits:
            k = base + lowest(i64(bits))
            bits &= bits - u64(1)
            v[V_UNITS + units] = k
            f[factors + units] = f[first + k]
            units += 1
    for k in range(units, units + BLOCK):
        v[V_UNITS + k] = 0
        f[factors + k] = f32(0)
    return units


@part
def times_positive(f: Any, at: int, w: Any, one: int, two: int, size: int) -> tuple[Any, Any]:
    """The positive ones of these numbers times two lines, added up in lanes side by side."""
    a = b = c = d = f32(0)
    p = q = r = s = f32(0)
    x, y, z = u64(at), u64(one), u64(two)
    for k in range(0, size, LANES):
        i = u64(k)
        e, g = max(f[x + i], f32(0)), max(f[x + i + u64(1)], f32(0))
        h, j = max(f[x + i + u64(2)], f32(0)), max(f[x + i + u64(3)], f32(0))
        a, p = fused(e, w[y + i], a), fused(e, w[z + i], p)
        b, q = fused(g, w[y + i + u64(1)], b), fused(g, w[z + i + u64(1)], q)
        c, r = fused(h, w[y + i + u64(2)], c), fused(h, w[z + i + u64(2)], r)
        d, s = fused(j, w[y + i + u64(3)], d), fused(j, w[z + i + u64(3)], s)
    return a + b + (c + d), p + q + (r + s)


@part
def symbol_state(t: Flat, v: Flat, q: int, k: int) -> int:
    """0 out of reach, 1 open, 2 some cells crossed, 3 earned."""
    gone = False
    some = False
    whole = True
    for row in range(4):
        wanted = t[BONUS_MASK + 4 * k + row]
        mask = v[V_ROWS + 4 * q + row]
        missing = wanted & ~mask
        some = some or mask & wanted != 0
        if missing:
            whole = False
            gone = gone or v[V_CLOSED] >> row & 1 != 0 or mask > missing
    if whole:
        return 3
    if gone:
        return 0
    return 2 if some else 1


@part
def free_square(t: Flat, v: Flat, q: int) -> int:
    """The first free square of the bar, or how many there are when none is free."""
    for square in range(t[SQUARES]):
        half = square >> 5
        struck = v[V_BAR + 2 * q + half]
        for row in range(4):
            if v[V_CLOSED] >> row & 1:
                struck |= t[ROW_SQUARES + 2 * row + half]
        if not struck >> (square & 31) & 1:
            return square
    return t[SQUARES]


@part
def lucky_number(t: Flat, mask: int) -> int:
    for k in range(SLOTS):
        if t[LUCKY_MASK + k] == mask:
            return k
    return 0


@part
def add_extras(
    t: Flat, v: Flat, q: int, slot: int, d: Flat, j: int, w: Any, f: Any, to: int
) -> None:
    """The lines of a seat that not every sheet has: lucky pair, bar, symbols."""
    hidden = d[j + HIDDEN]
    if t[HAS_LUCKY]:
        line = slot * LUCKY_STATES + lucky_number(t, v[V_LUCKY + q])
        add_line(f, to, w, d[j + AT_LUCKY] + line * hidden, hidden)
    if t[SQUARES]:
        line = slot * (t[SQUARES] + 1) + free_square(t, v, q)
        add_line(f, to, w, d[j + AT_BAR] + line * hidden, hidden)
    for k in range(t[BONUSES]):
        line = slot * 4 * t[BONUSES] + 4 * k + symbol_state(t, v, q, k)
        add_line(f, to, w, d[j + AT_SYMBOLS] + line * hidden, hidden)


@part
def add_sheet(
    t: Flat, v: Flat, q: int, slot: int, d: Flat, j: int, w: Any, f: Any, old: int, to: int,
    points: int, near: Any, m: Flat,
) -> None:  # fmt: skip
    """The lines of a seat's sheet added to `f[old]`; `points` is the line of its points."""
    hidden = d[j + HIDDEN]
    states = d[j + STATES]
    rows = d[j + AT_ROWS] + 4 * slot * states * hidden
    closed = v[V_CLOSED]
    b = V_ROWS + 4 * q
    line = slot * d[j + PENALTY_STATES] + 2 * v[V_PENALTIES + q] + (q == v[V_NEXT])
    add_lines(
        f, to, old, w,
        rows + m[row_code(v[b], closed & 1)] * hidden,
        rows + (states + m[row_code(v[b + 1], closed >> 1 & 1)]) * hidden,
        rows + (2 * states + m[row_code(v[b + 2], closed >> 2 & 1)]) * hidden,
        rows + (3 * states + m[row_code(v[b + 3], closed >> 3 & 1)]) * hidden,
        d[j + AT_PENALTY] + line * hidden,
        f32(v[V_TOTAL + q] / TOTAL_UNIT), d[j + AT_SCALARS] + points * hidden,
        near, d[j + AT_SCALARS] + NEAR_LINE * hidden,
        hidden,
    )  # fmt: skip
    if t[HAS_LUCKY] or t[SQUARES] or t[BONUSES]:
        add_extras(t, v, q, slot, d, j, w, f, to)


@part
def is_noted(v: Flat, at: int, players: int, seat: int, j: int) -> bool:
    """Whether a note is of this judge, seat and position, the seat's own sheet left aside."""
    other = v[at + NOTE_JUDGE] ^ (j + 1) | v[at + NOTE_SEAT] ^ seat
    other |= v[at + V_CLOSED] ^ v[V_CLOSED] | v[at + V_NEXT] ^ v[V_NEXT]
    if other:
        return False
    for q in range(players):
        if q != seat:
            for k in range(4):
                other |= v[at + V_ROWS + 4 * q + k] ^ v[V_ROWS + 4 * q + k]
            other |= v[at + V_BAR + 2 * q] ^ v[V_BAR + 2 * q]
            other |= v[at + V_BAR + 2 * q + 1] ^ v[V_BAR + 2 * q + 1]
            other |= v[at + V_PENALTIES + q] ^ v[V_PENALTIES + q]
            other |= v[at + V_LUCKY + q] ^ v[V_LUCKY + q]
    return other == 0


@part
def others_sum(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat, lead: int
) -> int:
    """Where in `f` the part of the first layer begins that is not of the seat's own sheet.

    The candidates of a decision differ in that sheet alone, except where one closes a row: so a
    few such sums are kept with a note of what they are of, and the oldest makes room.
    """
    hidden = d[j + HIDDEN]
    for note in range(NOTES):
        if is_noted(v, V_NOTES + NOTE * note, players, seat, j):
            return note * hidden
    note = v[V_OLDEST]
    v[V_OLDEST] = note + 1 if note + 1 < NOTES else 0
    at = V_NOTES + NOTE * note
    for k in range(V_SIZE):
        v[at + k] = v[k]
    v[at + NOTE_JUDGE] = j + 1
    v[at + NOTE_SEAT] = seat
    to = note * hidden
    copy_line(f, to, w, d[j + AT_BIAS], hidden)
    for slot in range(1, players):
        q = seat + slot
        if q >= players:
            q -= players
        add_sheet(t, v, q, slot, d, j, w, f, to, to, slot, f32(0), m)
    # The lead is the own points less the best other's; the own ones come with the own sheet.
    best = (v[V_TOTAL + seat] - lead) / TOTAL_UNIT
    add_scaled(f, to, w, d[j + AT_SCALARS] + LEAD_LINE * hidden, hidden, -best)
    return to


@part
def near_lead(d: Flat, j: int, w: Any, lead: int) -> Any:
    """The lead on a scale on which a few points count most (`match.py` works it out)."""
    return w[d[j + AT_NEAR] + max(-NEAR_LEADS, min(NEAR_LEADS, lead)) + NEAR_LEADS]


@part
def network_out(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat, lead: int
) -> tuple[float, float]:
    """What the network expects for the seat: its win share and its margin."""
    hidden = d[j + HIDDEN]
    second = d[j + SECOND]
    first = NOTES * hidden
    others = others_sum(t, v, players, seat, d, j, w, f, m, lead)
    near = near_lead(d, j, w, lead)
    add_sheet(t, v, seat, 0, d, j, w, f, others, first, OWN_LINE, near, m)
    factors = first + hidden
    units = note_units(f, first, factors, v, hidden)
    to = factors + hidden + BLOCK
    copy_line(f, to, w, d[j + AT_SECOND_BIAS], second)
    for k in range(0, units, BLOCK):
        add_units(f, to, w, d[j + AT_SECOND], v, V_UNITS + k, factors + k, second)
    last = d[j + AT_LAST]
    win, margin = times_positive(f, to, w, last, last + second, second)
    win += w[d[j + AT_LAST_BIAS]]
    margin += w[d[j + AT_LAST_BIAS] + 1]
    return float(WIN / (1.0 + exp(-win))), float(MARGIN_UNIT * margin)


@part
def network_worth(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat
) -> float:
    """The win share, and a little for the margin."""
    for q in range(players):
        v[V_TOTAL + q] = total(t, v, q)
    share, lead = share_and_lead(v, players, seat)
    if v[V_OVER]:
        return share + MARGIN_WEIGHT * lead
    win, margin = network_out(t, v, players, seat, d, j, w, f, m, lead)
    return win + MARGIN_WEIGHT * margin


@part
def exp(x: float) -> float:
    return float(math_exp(x))


@piece
def judge(
    t: Flat, v: Flat, players: int, seat: int, d: Flat, j: int, w: Any, f: Any, m: Flat
) -> float:
    if d[j + KIND] == NETWORK:
        return network_worth(t, v, players, seat, d, j, w, f, m)
    if d[j + KIND] == RACE:
        return race_worth(t, v, players, seat, d, j, w, m)
    return heuristic_worth(t, v, players, seat, d, j, w, m)


@part
def noise(s: Flat, o: int, seat: int) -> float:
    """About a standard normal draw of the seat's own chance."""
    b = block(o, seat)
    both = word(s[o + KEY], LANE_BOTS + seat, s[b + DRAWS])
    s[b + DRAWS] += 1
    quarters = 0
    for k in range(4):
        quarters += i64(both >> u64(16 * k)) & 0xFFFF
    return (quarters / 65536.0 - 2.0) * 1.7320508


@part
def best_of(
    t: Flat,
    s: Flat,
    o: int,
    c: Flat,
    p: int,
    number: int,
    seat: int,
    g: Flat,
    picks: int,
    people: float,
    noisy: int,
    v: Flat,
    d: Flat,
    j: int,
    w: Any,
    f: Any,
    m: Flat,
) -> int:
    """Where in `c` the seat's best candidate lies, if the others do `g[picks]`.

    With a weight for `people` it is the best in the mean over that and what people would pick.
    """
    spread = w[d[j + AT_NOISE]] if noisy else 0.0
    if number == 1:
        return p
    best = p
    most = -1e18
    for k in range(number):
        at = p + WIDTH * k
        worth = 0.0
        for human in range(2 if people > 0 else 1):
            weight = people if human else 1.0 - people
            set_joint(t, s, o, c, at, seat, g, picks + human * PEOPLES_PICKS, v)
            worth += weight * judge(t, v, s[o + PLAYERS], seat, d, j, w, f, m)
        if spread > 0:
            worth += spread * noise(s, o, seat)
        if worth > most:
            best, most = at, worth
    return best


# Luck.


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


# Turns and games.


@part
def matters(judges: Flat, h: Flat, players: int, judge: int, q: int) -> bool:
    """Whether anybody else has a choice and sees this seat with the eyes of this judge."""
    for seat in range(players):
        if seat != q and judges[seat] == judge and h[3 * SEAT + seat] > 1:
            return True
    return False


@part
def note_picks(
    t: Flat, s: Flat, o: int, judges: Flat, judge: int, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat,
    w: Any, f: Any, m: Flat,
) -> None:  # fmt: skip
    """What the seats are likely to do in the eyes of a judge, and what people would do."""
    players = s[o + PLAYERS]
    j = JUDGE * judge
    # Not as constants: for those the compiler would make a judgement of their own, and take long.
    alone, exact = i64(NOTHING), i64(0)
    for q in range(players):
        h[4 * SEAT + q] = -1
        h[4 * SEAT + SLOTS + q] = -1
        if not matters(judges, h, players, judge, q):
            continue
        p = q * MOST * WIDTH
        number = h[3 * SEAT + q]
        best = best_of(t, s, o, c, p, number, q, g, alone, 0.0, exact, v, d, j, w, f, m)
        h[4 * SEAT + q] = best
        for k in range(WIDTH):
            g[JUDGES_PICKS + WIDTH * q + k] = c[best + k]
        if d[j + KIND] == NETWORK and w[d[j + AT_PEOPLE]] > 0:
            human = j + PEOPLE_JUDGE
            best = best_of(t, s, o, c, p, number, q, g, alone, 0.0, exact, v, d, human, w, f, m)
        h[4 * SEAT + SLOTS + q] = best
        for k in range(WIDTH):
            g[PEOPLES_PICKS + WIDTH * q + k] = c[best + k]


@part
def people_agree(h: Flat, players: int, but: int) -> bool:
    """Whether everybody else would do the same as a person and in the judge's eyes."""
    for q in range(players):
        if q != but and h[4 * SEAT + q] != h[4 * SEAT + SLOTS + q]:
            return False
    return True


@part
def all_pass(g: Flat, players: int, but: int) -> bool:
    """Whether everybody else picked nothing."""
    answers = 0
    for q in range(players):
        if q != but:
            answers |= g[WIDTH * q + OPTION1]
    return answers == 0


@part
def came_true(g: Flat, c: Flat, chosen: int, players: int, but: int) -> bool:
    """Whether everybody else answered action 1 as they were expected to."""
    for q in range(players):
        if q != but:
            for k in range(FIRST_LOCKS + 1):
                if g[WIDTH * q + k] != c[chosen + WIDTH * q + k]:
                    return False
    return True


@part
def play_turn(
    t: Flat, s: Flat, o: int, judges: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Flat, w: Any,
    f: Any, m: Flat,
) -> None:  # fmt: skip
    """One turn, from the dice on the table to the next roll or the end."""
    players = s[o + PLAYERS]
    # Room: candidates of each seat, then the chosen ones; in h how many there are of each seat, and
    # the best of each if the others do nothing.
    chosen = 5 * MOST * WIDTH
    for seat in range(players):
        p = seat * MOST * WIDTH
        h[3 * SEAT + seat] = list_turn(t, s, o, seat, c, p, h)
    active = s[o + ACTIVE]
    last = -1
    for seat in range(players):
        j = JUDGE * judges[seat]
        looks = d[j + LOOKS_AROUND] > 0 and players > 1
        if looks and last != judges[seat]:
            last = judges[seat]
            note_picks(t, s, o, judges, last, c, h, g, v, d, w, f, m)
        p = seat * MOST * WIDTH
        exact = w[d[j + AT_NOISE]] == 0
        agree = looks and people_agree(h, players, seat)
        best = h[4 * SEAT + seat]
        # If the others do nothing, what is best is found already.
        found = seat == active and agree and exact and best >= 0
        if not (found and all_pass(g, players, active)):
            picks = i64(JUDGES_PICKS if looks else NOTHING)
            people = 0.0
            if looks and not agree:
                people = float(w[d[j + AT_PEOPLE]])
            best = best_of(
                t, s, o, c, p, h[3 * SEAT + seat], seat, g, picks, people, i64(1), v, d, j, w, f, m
            )
        for k in range(WIDTH):
            c[chosen + WIDTH * seat + k] = c[best + k]
    # Whether the active seat saw the answers coming and no others, so that it has chosen its
    # action 2, too.
    foreseen = w[d[JUDGE * judges[active] + AT_NOISE]] == 0
    if players > 1 and h[3 * SEAT + active] > 1:
        foreseen = foreseen and last == judges[active] and people_agree(h, players, active)
        foreseen = foreseen and came_true(g, c, chosen, players, active)
    for seat in range(players):
        p = chosen + WIDTH * seat
        b = block(o, seat)
        for k in range(4):
            s[b + ROWS + k] = c[p + FIRST_ROWS + k]
        for k in range(2):
            s[b + BAR + k] = c[p + FIRST_BAR + k]
        s[b + ANSWER] = 1 + c[p + OPTION1]
        s[o + LOCKING] |= c[p + FIRST_LOCKS]
    foreseen = foreseen and s[o + LOCKING] == 0  # a closed row strikes squares of the bar
    end_action1(t, s, o)
    if s[o + PHASE] == OVER:
        return
    b = block(o, active)
    p = chosen + WIDTH * active
    if not foreseen:
        note_first(s, o, b, c, chosen, 0)
        number = list_colours(t, s, o, active, c, 0, chosen, h)
        j = JUDGE * judges[active]
        first, alone = i64(0), i64(NOTHING)
        p = best_of(t, s, o, c, first, number, active, g, alone, 0.0, i64(1), v, d, j, w, f, m)
    for k in range(4):
        s[b + ROWS + k] = c[p + SECOND_ROWS + k]
    for k in range(2):
        s[b + BAR + k] = c[p + SECOND_BAR + k]
    s[b + ANSWER] = 1 + c[p + OPTION2]
    s[o + LOCKING] = c[p + SECOND_LOCKS]
    end_action2(t, s, o)


@entry
def play_judged(
    t: Flat, s: Flat, judges: Flat, players: int, seed: int, numbers: Flat, games: int,
    who: Flat, c: Flat, h: Flat, g: Flat, v: Flat, d: Any, w: Any, f: Any, m: Flat, results: Flat,
    samples: int, luck: Any,
) -> None:  # fmt: skip
    """Games of a seed, played out one after the other.

    `numbers` holds each game's number, `judges` the judge of each seat game by game, `results`
    gets turns, reason and the totals of the seats, seven integers a game. With `samples` the
    luck of each seat is noted too, judged by the last judge, five numbers a game.
    """
    luck_judge = len(d) - JUDGE
    for i in range(games):
        new_game(t, s, 0, players, seed, numbers[i])
        for seat in range(players):
            who[seat] = judges[SLOTS * i + seat]
        while s[PHASE] != OVER:
            roll(t, s, 0)
            if samples:
                note_luck(t, s, 0, samples, c, h, g, v, d, luck_judge, w, m, luck, SLOTS * i)
            play_turn(t, s, 0, who, c, h, g, v, d, w, f, m)
        results[7 * i] = s[TURN]
        results[7 * i + 1] = s[REASON]
        see(t, s, 0, v)
        for seat in range(players):
            results[7 * i + 2 + seat] = v[V_TOTAL + seat]
