"""Pages of the search: sheets reduced to their future, and the results of answers.

Two facts about a row decide what it can still do, its rightmost cross and its number of crosses. So
one row represents all rows with the same two: its crosses are pushed together to the right. A row
that takes no more crosses, closed or past its last chance, keeps only its points: it becomes a
crossed lock, and the rest of its points go to the base. With lucky numbers and symbols, which
depend on the number of crosses of every row (L-05, BB-02), no row is reduced. With symbols (BB-01),
framed cells (CS-01), chained cells (CC-02) and bonus rows (BP-02), which depend on single cells,
crosses keep their places even in closed rows. Of the swap fields, the last used one decides which
are left (X-03).

The kernel computes everything that can follow from a page, on a state with one seat.
"""

from __future__ import annotations

from rowlock.core.rules import count, first_free_place
from rowlock.endgame.bounds import best_cross, cells_matter, is_bounded, most_points
from rowlock.endgame.jit import inline, noinline, within
from rowlock.endgame.matrix_game import MAX_ANSWERS
from rowlock.endgame.search_arrays import (
    BAR,
    BASE,
    FULL,
    HALF,
    HIGH,
    IN_COUNTS,
    IN_LISTS,
    IN_PAGE_TABLE,
    IN_PAGES,
    KEYS,
    LIST_ROOM,
    LISTED,
    LISTS,
    LOW,
    MARKS,
    PAGE,
    PAGE_ROOM,
    PAGES,
    POINTS,
    PROGRESS,
    PUNISHED,
    QUICK,
    ROWS_A,
    ROWS_B,
    SHUT,
    SPARE_LIST,
    SPARE_PAGE,
    WHITE_SUM,
    SearchArrays,
)
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import FlatArray
from rowlock.kernel.options import bonus_options, colour_options, white_options
from rowlock.kernel.sheet_rules import (
    handle_fewest,
    next_bits,
    points_in,
    run_chain,
    sheet_points,
    takes,
)
from rowlock.kernel.state import (
    ACTION1,
    ACTION2,
    ANSWER,
    CHOICES,
    CLOSED,
    DICE,
    HEAD,
    LOCKING,
    LUCKY,
    PENALTIES,
    PHASE,
    PLAYERS,
    QUEUE_HEAD,
    QUEUE_TAIL,
    ROWS,
    TIED,
    stride,
)
from rowlock.kernel.state import BAR as SEAT_BAR
from rowlock.kernel.turn import close_rows, cross_colour, cross_white
from rowlock.kernel.variant_tables import (
    BONUS_ROWS,
    FIELDS,
    HAS_LUCKY,
    LOCK_BIT,
    PENALTIES_TO_END,
    SIDES,
    SUMS,
)

STATE = stride(1)


@inline
def run_of(mask: int) -> int:
    """The row with its crosses pushed together, ending at the rightmost one."""
    crosses = count(mask)
    return ((1 << crosses) - 1) << (first_free_place(mask) - crosses)


@noinline
def find_page(book: SearchArrays, o: int, base: int) -> int:
    """The page of the single seat of the state at `o`; added if it is new."""
    s, t, n = book.n, book.t, book.n
    b = o + HEAD
    for row in range(4):
        mask = s[b + ROWS + row]
        shut = s[o + CLOSED] >> row & 1
        spent = shut or not takes(t, mask, row, next_bits(t, mask, row))
        if spent and not t[HAS_LUCKY] and not cells_matter(t):
            lock = t[LOCK_BIT + row]
            base += points_in(t, mask, 0) - points_in(t, lock, 0)
            mask = lock
        s[b + ROWS + row] = mask if cells_matter(t) else run_of(mask)
    if t[FIELDS]:
        s[b + SEAT_BAR] = 1 << first_free_place(s[b + SEAT_BAR]) >> 1
    if t[BONUS_ROWS]:
        s[b + SEAT_BAR] = run_of(s[b + SEAT_BAR])
        s[b + SEAT_BAR + 1] = run_of(s[b + SEAT_BAR + 1])
    rows_a = s[b + ROWS] | s[b + ROWS + 1] << HALF
    rows_b = s[b + ROWS + 2] | s[b + ROWS + 3] << HALF
    marks = s[b + PENALTIES] | s[o + CLOSED] << 8 | s[b + LUCKY] << 16
    bar = s[b + SEAT_BAR] | s[b + SEAT_BAR + 1] << 32
    room = PAGE_ROOM - 1
    place = mixed(mixed(mixed(rows_a, rows_b), marks + (bar << 3)), base) & room
    while book.n[IN_PAGE_TABLE + place]:
        p = book.n[IN_PAGE_TABLE + place]
        if (
            n[p + ROWS_A] == rows_a
            and n[p + ROWS_B] == rows_b
            and n[p + MARKS] == marks
            and n[p + BAR] == bar
            and n[p + BASE] == base
        ):
            return p
        place = (place + 1) & room
    number = book.n[IN_COUNTS + PAGES]
    if 2 * number + 2 >= room:
        book.n[IN_COUNTS + FULL] = 1
        return SPARE_PAGE
    book.n[IN_COUNTS + PAGES] = number + 1
    p = IN_PAGES + number * PAGE
    book.n[IN_PAGE_TABLE + place] = p
    for k in range(KEYS, PAGE):
        n[p + k] = 0
    n[p + ROWS_A], n[p + ROWS_B], n[p + MARKS] = rows_a, rows_b, marks
    n[p + BAR], n[p + BASE] = bar, base
    appraise(book, p, o)
    return p


@inline
def mixed(a: int, b: int) -> int:
    """A hash of two words that spreads over all bits; not negative."""
    x = (a ^ (b * 0x2545F491)) & 0x7FFFFFFFFFF
    x = (x * 0x9E3779) & 0x7FFFFFFFFFFFFF
    return x ^ x >> 21


@within
def appraise(book: SearchArrays, p: int, o: int) -> None:
    """Compute the points of a new page and the bounds of its final points."""
    s, t, n = book.n, book.t, book.n
    rows, bar = o + HEAD + ROWS, o + HEAD + SEAT_BAR
    base, penalties = n[p + BASE], s[o + HEAD + PENALTIES]
    n[p + POINTS] = base + sheet_points(t, s, rows, bar, penalties)
    n[p + LOW] = base + sheet_points(t, s, rows, bar, t[PENALTIES_TO_END])
    progress = base + penalties
    for row in range(4):  # cells that score nothing are further right (DA-05)
        progress += points_in(t, s[rows + row], 0) + first_free_place(s[rows + row])
    if t[BONUS_ROWS]:
        progress += count(s[bar]) + count(s[bar + 1])
    n[p + PROGRESS] = progress
    n[p + HIGH] = base + most_points(book, o, penalties)
    n[p + QUICK] = best_cross(book, o) if is_bounded(t) else n[p + HIGH] - n[p + POINTS]


@noinline
def load_page(book: SearchArrays, page: int, o: int) -> None:
    """Write the page as a state with one seat at `o`."""
    s, n, p = book.n, book.n, page
    b = o + HEAD
    half = (1 << HALF) - 1
    s[b + ROWS] = n[p + ROWS_A] & half
    s[b + ROWS + 1] = n[p + ROWS_A] >> HALF
    s[b + ROWS + 2] = n[p + ROWS_B] & half
    s[b + ROWS + 3] = n[p + ROWS_B] >> HALF
    s[b + PENALTIES] = n[p + MARKS] & 255
    s[b + LUCKY] = n[p + MARKS] >> 16
    s[b + SEAT_BAR] = n[p + BAR] & 0xFFFFFFFF
    s[b + SEAT_BAR + 1] = n[p + BAR] >> 32
    s[b + TIED] = 0
    s[b + ANSWER] = 0
    s[b + CHOICES] = 0
    s[b + QUEUE_HEAD] = 0
    s[b + QUEUE_TAIL] = 0
    s[o + PLAYERS] = 1
    s[o + CLOSED] = n[p + MARKS] >> 8 & 15
    s[o + LOCKING] = 0


@inline
def closed_of(book: SearchArrays, page: int) -> int:
    return book.n[page + MARKS] >> 8 & 15


@inline
def penalties_of(book: SearchArrays, page: int) -> int:
    return book.n[page + MARKS] & 255


@inline
def points_of(book: SearchArrays, page: int) -> int:
    return book.n[page + POINTS]


@within
def punished(book: SearchArrays, page: int) -> int:
    """The page with one more penalty (C-08)."""
    next_page = book.n[page + PUNISHED]
    if next_page == 0:
        load_page(book, page, 0)
        book.n[HEAD + PENALTIES] += 1
        next_page = find_page(book, 0, book.n[page + BASE])
        book.n[page + PUNISHED] = next_page
    return next_page


@noinline
def shut(book: SearchArrays, page: int, closed: int) -> int:
    """The page with these rows closed for the whole table (C-10, BA-05)."""
    if closed == closed_of(book, page):
        return page
    place = page + SHUT + closed
    if book.n[place] == 0:
        load_page(book, page, 0)
        book.n[LOCKING] = closed
        close_rows(book.t, book.n, 0)
        book.n[place] = find_page(book, 0, book.n[page + BASE])
    return book.n[place]


@noinline
def answers(book: SearchArrays, page: int, colour: int, total: int) -> int:
    """Index of the list of a page's answers to a sum of a colour, or of WHITE_SUM."""
    place = page + LISTS + SUMS * colour + total
    if book.n[place] == 0:
        s = book.n
        white = max(1, total - book.t[SIDES])
        load_page(book, page, 0)
        s[DICE] = white
        if colour == WHITE_SUM:
            s[PHASE] = ACTION1
            s[DICE + 1] = total - white
            options = white_options(book.t, s, 0, HEAD)
        else:
            s[PHASE] = ACTION2
            s[DICE + 1] = white
            s[DICE + 2 + colour] = total - white
            options = colour_options(book.t, s, 0, HEAD) & 2 << 2 * colour
            if book.t[BONUS_ROWS]:
                upper = (1 - (colour & 1)) << total
                lower = (colour & 1) << total
                options |= bonus_options(book.t, s, HEAD, colour >> 1, upper, lower)
        book.n[place] = list_answers(book, page, options)
    return book.n[place]


@within
def list_answers(book: SearchArrays, page: int, options: int) -> int:
    """List all results of these options and their chains, without repetitions."""
    s, t, base = book.n, book.t, book.n[page + BASE]
    start = book.n[IN_COUNTS + LISTED]
    if start + MAX_ANSWERS + 1 >= LIST_ROOM:
        book.n[IN_COUNTS + FULL] = 1
        start = SPARE_LIST
    size = 0
    while options:
        option = lowest(options)
        options &= options - 1
        waiting = 1
        copy_state(s, 0, STATE)
        if option:
            if s[PHASE] == ACTION1:
                cross_white(t, s, STATE, STATE + HEAD, option)
            else:
                cross_colour(t, s, STATE, STATE + HEAD, option)
        while waiting:  # states with unfinished chains, the last one first
            o = waiting * STATE
            run_chain(t, s, o, o + HEAD)
            tied = s[o + HEAD + TIED]
            if tied:
                waiting += branch(book, o, tied)
            else:
                waiting -= 1
                word = 16 * find_page(book, o, base) + s[o + LOCKING]
                size = note_answer(book, start, size, word)
    s[IN_LISTS + start] = size
    book.n[IN_COUNTS + LISTED] = max(book.n[IN_COUNTS + LISTED], start + size + 1)
    return start


@within
def branch(book: SearchArrays, o: int, tied: int) -> int:
    """Copy the state at `o` for each row that may be chosen; returns the number of added states."""
    rows = count(tied)
    for k in range(rows - 1, -1, -1):
        copy_state(book.n, o, o + k * STATE)
    for k in range(rows):
        row = lowest(tied)
        tied &= tied - 1
        handle_fewest(book.t, book.n, o + k * STATE, o + k * STATE + HEAD, row)
    return rows - 1


@inline
def note_answer(book: SearchArrays, start: int, size: int, word: int) -> int:
    for k in range(size):
        if book.n[IN_LISTS + start + 1 + k] == word:
            return size
    if size == MAX_ANSWERS:
        book.n[IN_COUNTS + FULL] = 1
        return size
    book.n[IN_LISTS + start + 1 + size] = word
    return size + 1


@inline
def copy_state(s: FlatArray, source: int, target: int) -> None:
    for k in range(STATE):
        s[target + k] = s[source + k]
