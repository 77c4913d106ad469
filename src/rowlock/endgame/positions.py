"""Positions of the search: what follows from them, and their values.

The value of a position is the active player's win share: 1 alone, 0.5 shared, 0 for a loss (C-14).
When the turn passes, it is 1 minus the value of the next position. Some positions need no search:

- the game is over;
- one player cannot be caught any more: the lower bound of their points exceeds the upper bound of
  the other's;
- one more penalty ends the game, and the active player, who may cross nothing, is in the lead even
  after that and after the other's best answer to action 1;
- it is in the table already.

`meet` handles one white sum of a position: the value of each pair of answers to action 1, with
every cell that action 2 may cross. The same function adds new positions (`exploring`) and reads the
values of known ones, so both treat positions alike.
"""

from __future__ import annotations

from rowlock.core.rules import NOT_ENDED, ending, owes_penalty
from rowlock.endgame.jit import inline, noinline, within
from rowlock.endgame.search_arrays import (
    BUCKETS,
    CELLS,
    CROSS2,
    FULL,
    HIGH,
    HOME,
    IN_COUNTS,
    IN_LISTS,
    IN_ORDER,
    IN_PAIR_TABLE,
    IN_PAIRS,
    IN_VALUES,
    LOST,
    LOW,
    NOTHING2,
    OFFERS,
    PAIR_ROOM,
    POINTS,
    POSITIONS,
    PROGRESS,
    QUICK,
    WHITE_SUM,
    SearchArrays,
)
from rowlock.endgame.sheets import (
    answers,
    closed_of,
    mixed,
    penalties_of,
    points_of,
    punished,
    shut,
)
from rowlock.kernel.variant_tables import (
    CLOSED_ROWS_TO_END,
    PENALTIES_TO_END,
    SIDES,
    SUMS,
)

UNKNOWN = 0.25
"""Placeholder value of an unexplored position during exploration."""


@inline
def share(own: int, other: int) -> float:
    """Win share of a player with these points (C-14)."""
    return 1.0 if own > other else 0.5 if own == other else 0.0


@inline
def has_ended(book: SearchArrays, closed: int, penalties: int) -> bool:
    t = book.t
    return ending(closed, penalties, t[CLOSED_ROWS_TO_END], t[PENALTIES_TO_END]) != NOT_ENDED


@within
def worth(book: SearchArrays, active: int, other: int, exploring: bool) -> float:
    """The value of a position before a roll, for the active player."""
    n = book.n
    if n[active + LOW] > n[other + HIGH]:
        return 1.0
    if n[active + HIGH] < n[other + LOW]:
        return 0.0
    if penalties_of(book, active) + 1 >= book.t[PENALTIES_TO_END]:
        soon = n[other + POINTS] + n[other + QUICK]
        if points_of(book, punished(book, active)) > soon:
            return 1.0
    place = place_of(book, active, other)
    if book.n[IN_PAIR_TABLE + place]:
        position = book.n[IN_PAIR_TABLE + place] - 1
        return book.f[IN_VALUES + position]
    if exploring:
        enter(book, place, active, other)
    return UNKNOWN


@inline
def place_of(book: SearchArrays, active: int, other: int) -> int:
    """The place of a position in the table, whether it is stored or not."""
    room = PAIR_ROOM - 1
    place = mixed(active, other) & room
    while book.n[IN_PAIR_TABLE + place]:
        position = book.n[IN_PAIR_TABLE + place] - 1
        if (
            book.n[IN_PAIRS + 2 * position] == active
            and book.n[IN_PAIRS + 2 * position + 1] == other
        ):
            break
        place = (place + 1) & room
    return place


@within
def enter(book: SearchArrays, place: int, active: int, other: int) -> None:
    """Add a position to the table."""
    position = book.n[IN_COUNTS + POSITIONS]
    if 2 * position + 2 >= PAIR_ROOM:
        book.n[IN_COUNTS + FULL] = 1
        return
    book.n[IN_COUNTS + POSITIONS] = position + 1
    book.n[IN_PAIR_TABLE + place] = position + 1
    book.n[IN_PAIRS + 2 * position] = active
    book.n[IN_PAIRS + 2 * position + 1] = other
    book.f[IN_VALUES + position] = UNKNOWN
    progress = book.n[active + PROGRESS] + book.n[other + PROGRESS]
    book.n[IN_ORDER + BUCKETS + position] = book.n[IN_ORDER + progress]
    book.n[IN_ORDER + progress] = position + 1


@within
def forget(book: SearchArrays, first: int) -> None:
    """Remove the positions from `first` on, the last one first."""
    while book.n[IN_COUNTS + POSITIONS] > first:
        position = book.n[IN_COUNTS + POSITIONS] - 1
        active, other = book.n[IN_PAIRS + 2 * position], book.n[IN_PAIRS + 2 * position + 1]
        book.n[IN_PAIR_TABLE + place_of(book, active, other)] = 0
        progress = book.n[active + PROGRESS] + book.n[other + PROGRESS]
        book.n[IN_ORDER + progress] = book.n[IN_ORDER + BUCKETS + position]
        book.n[IN_COUNTS + POSITIONS] = position


@noinline
def turn_passes(book: SearchArrays, mover: int, other: int, closed: int, exploring: bool) -> float:
    """The value of the end of a turn for the player whose turn it was."""
    if has_ended(book, closed, penalties_of(book, mover)):
        return share(points_of(book, mover), points_of(book, other))
    return 1.0 - worth(book, shut(book, other, closed), shut(book, mover, closed), exploring)


@within
def nothing2(book: SearchArrays, mover: int, other: int, crossed: bool, exploring: bool) -> float:
    """The value of crossing nothing in action 2, with a penalty if due (C-08)."""
    if owes_penalty(crossed, False):
        mover = punished(book, mover)
    return turn_passes(book, mover, other, closed_of(book, mover), exploring)


@within
def cross2(
    book: SearchArrays, mover: int, other: int, colour: int, total: int, exploring: bool
) -> float:
    """The value of the best cross with this coloured sum; LOST if there is none."""
    start = answers(book, mover, colour, total)
    best = LOST
    for k in range(book.n[IN_LISTS + start]):
        word = book.n[IN_LISTS + start + 1 + k]
        closed = closed_of(book, mover) | word & 15
        best = max(best, turn_passes(book, word >> 4, other, closed, exploring))
    return best


@within
def match_up(
    book: SearchArrays, match: int, word_a: int, word_b: int, crossed: bool, exploring: bool
) -> None:
    """The values of one pair of answers to action 1, for each cell that action 2 may cross."""
    f = book.f
    mover, other = word_a >> 4, word_b >> 4
    closed = closed_of(book, mover) | word_a & 15 | word_b & 15
    cells = CROSS2 + CELLS * match
    for k in range(CELLS):
        f[cells + k] = LOST
    if has_ended(book, closed, 0):  # no action 2 and no penalty (C-13)
        f[NOTHING2 + match] = share(points_of(book, mover), points_of(book, other))
        return
    mover, other = shut(book, mover, closed), shut(book, other, closed)
    f[NOTHING2 + match] = nothing2(book, mover, other, crossed, exploring)
    if f[NOTHING2 + match] == 1.0:
        return
    for colour in range(4):
        sums = book.n[IN_COUNTS + OFFERS + colour]
        if not closed >> colour & 1:
            for total in range(2, 2 * book.t[SIDES] + 1):
                if sums >> total & 1:
                    f[cells + SUMS * colour + total] = cross2(
                        book, mover, other, colour, total, exploring
                    )


@noinline
def meet(book: SearchArrays, active: int, other: int, total: int, exploring: bool) -> int:
    """Evaluate all pairs of answers to a white sum; returns the number of the active player's
    answers.

    Without a white sum (0), only the pair of crossing nothing, for every coloured sum.
    """
    n = book.n
    a, b, own, others = 0, 0, 1, 1
    if total:
        a, b = answers(book, active, WHITE_SUM, total), answers(book, other, WHITE_SUM, total)
        own, others = n[IN_LISTS + a], n[IN_LISTS + b]
    for match in range(own * others):
        word_a, word_b = 16 * active, 16 * other
        if total:
            word_a, word_b = (
                n[IN_LISTS + a + 1 + match // others],
                n[IN_LISTS + b + 1 + match % others],
            )
        if match or not total:
            match_up(book, match, word_a, word_b, word_a >> 4 != active, exploring)
    return own


@within
def keep_home(book: SearchArrays) -> None:
    """Save the first match as HOME."""
    f = book.f
    f[NOTHING2 + HOME] = f[NOTHING2]
    for cell in range(CELLS):
        f[CROSS2 + CELLS * HOME + cell] = f[CROSS2 + cell]


@within
def fetch_home(book: SearchArrays) -> None:
    """Restore the first match from HOME."""
    f = book.f
    f[NOTHING2] = f[NOTHING2 + HOME]
    for cell in range(CELLS):
        f[CROSS2 + cell] = f[CROSS2 + CELLS * HOME + cell]


@inline
def offer_all(book: SearchArrays, total: int) -> None:
    """Offer in action 2 any sum of a coloured die and a white die of this white sum (0: any)."""
    sides = book.t[SIDES]
    low, high = 2, 2 * sides
    if total:
        low, high = max(1, total - sides) + 1, min(sides, total - 1) + sides
    for colour in range(4):
        book.n[IN_COUNTS + OFFERS + colour] = (2 << high) - (1 << low)
