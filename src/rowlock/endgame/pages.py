"""Pages of the book: sheets as far as their future goes, and what answers make of them.

Two facts about a row decide what it can still do, its rightmost cross and its number of crosses,
so a row stands for all with the same two: its crosses are pushed together to the right. A row that
takes nothing any more, closed or past its last chance, keeps its points alone: it becomes a crossed
lock, and the rest of its points go to the base. Lucky numbers and symbols look at the number of
crosses of every row (L-05, BB-02): there no row is spent. Symbols (BB-01), framed cells (CS-01),
chained ones (CC-02) and bonus rows (BP-02) look at single cells: there crosses stay where they are,
in closed rows, too. Of swap fields the last used one says which are left (X-03).

Everything that a page can become is asked of the kernel, on a state with one seat.
"""

from __future__ import annotations

from rowlock.core.rules import count, reach
from rowlock.endgame.book import (
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
    Book,
)
from rowlock.endgame.bounds import best_cross, cells_matter, is_bounded, most_points
from rowlock.endgame.jit import part, piece, within
from rowlock.endgame.matrix_game import MOST
from rowlock.kernel.bits import lowest
from rowlock.kernel.compile import (
    BONUS_ROWS,
    FIELDS,
    HAS_LUCKY,
    LOCK_BIT,
    PENALTIES_TO_END,
    SIDES,
    SUMS,
)
from rowlock.kernel.jit import Flat
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

STATE = stride(1)


@piece
def run_of(mask: int) -> int:
    """The row with its crosses pushed together below the rightmost one."""
    crosses = count(mask)
    return ((1 << crosses) - 1) << (reach(mask) - crosses)


@part
def find_page(book: Book, o: int, base: int) -> int:
    """The page of the one seat of the state at `o`; a new one is entered."""
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
        s[b + SEAT_BAR] = 1 << reach(s[b + SEAT_BAR]) >> 1
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


@piece
def mixed(a: int, b: int) -> int:
    """Two words as one that spreads over all bits; not negative."""
    x = (a ^ (b * 0x2545F491)) & 0x7FFFFFFFFFF
    x = (x * 0x9E3779) & 0x7FFFFFFFFFFFFF
    return x ^ x >> 21


@within
def appraise(book: Book, p: int, o: int) -> None:
    """The points of a new page and the bounds of what they can become."""
    s, t, n = book.n, book.t, book.n
    rows, bar = o + HEAD + ROWS, o + HEAD + SEAT_BAR
    base, penalties = n[p + BASE], s[o + HEAD + PENALTIES]
    n[p + POINTS] = base + sheet_points(t, s, rows, bar, penalties)
    n[p + LOW] = base + sheet_points(t, s, rows, bar, t[PENALTIES_TO_END])
    progress = base + penalties
    for row in range(4):  # a cross that scores nothing stands further right (DA-05)
        progress += points_in(t, s[rows + row], 0) + reach(s[rows + row])
    if t[BONUS_ROWS]:
        progress += count(s[bar]) + count(s[bar + 1])
    n[p + PROGRESS] = progress
    n[p + HIGH] = base + most_points(book, o, penalties)
    n[p + QUICK] = best_cross(book, o) if is_bounded(t) else n[p + HIGH] - n[p + POINTS]


@part
def load_page(book: Book, page: int, o: int) -> None:
    """The page as the state of one seat at `o`."""
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


@piece
def closed_of(book: Book, page: int) -> int:
    return book.n[page + MARKS] >> 8 & 15


@piece
def penalties_of(book: Book, page: int) -> int:
    return book.n[page + MARKS] & 255


@piece
def points_of(book: Book, page: int) -> int:
    return book.n[page + POINTS]


@within
def punished(book: Book, page: int) -> int:
    """The page with one penalty more (C-08)."""
    known = book.n[page + PUNISHED]
    if known == 0:
        load_page(book, page, 0)
        book.n[HEAD + PENALTIES] += 1
        known = find_page(book, 0, book.n[page + BASE])
        book.n[page + PUNISHED] = known
    return known


@part
def shut(book: Book, page: int, closed: int) -> int:
    """The page with these rows closed for everybody (C-10, BA-05)."""
    if closed == closed_of(book, page):
        return page
    place = page + SHUT + closed
    if book.n[place] == 0:
        load_page(book, page, 0)
        book.n[LOCKING] = closed
        close_rows(book.t, book.n, 0)
        book.n[place] = find_page(book, 0, book.n[page + BASE])
    return book.n[place]


@part
def answers(book: Book, page: int, colour: int, total: int) -> int:
    """Where a page's answers to a sum stand in the lists: of a colour, or the WHITE_SUM."""
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
                options |= bonus_options(book.t, s, HEAD, colour >> 1, 1 << total)
        book.n[place] = list_answers(book, page, options)
    return book.n[place]


@within
def list_answers(book: Book, page: int, options: int) -> int:
    """Every answer with these options and every end of its chain, each result once."""
    s, t, base = book.n, book.t, book.n[page + BASE]
    start = book.n[IN_COUNTS + LISTED]
    if start + MOST + 1 >= LIST_ROOM:
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
        while waiting:  # states whose chain is still to run, the last one first
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
def branch(book: Book, o: int, tied: int) -> int:
    """The state at `o` once for every row that may be chosen; how many states more that makes."""
    rows = count(tied)
    for k in range(rows - 1, -1, -1):
        copy_state(book.n, o, o + k * STATE)
    for k in range(rows):
        row = lowest(tied)
        tied &= tied - 1
        handle_fewest(book.t, book.n, o + k * STATE, o + k * STATE + HEAD, row)
    return rows - 1


@piece
def note_answer(book: Book, start: int, size: int, word: int) -> int:
    for k in range(size):
        if book.n[IN_LISTS + start + 1 + k] == word:
            return size
    if size == MOST:
        book.n[IN_COUNTS + FULL] = 1
        return size
    book.n[IN_LISTS + start + 1 + size] = word
    return size + 1


@piece
def copy_state(s: Flat, source: int, target: int) -> None:
    for k in range(STATE):
        s[target + k] = s[source + k]
