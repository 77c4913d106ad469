"""The two simple bots in compiled code, with the same moves as in `bots/simple.py`.

Their numbers are 0 for `Random` and 1 + gap for `Greedy(gap)`. They look only at their own sheets,
so a table of them needs no candidates and no evaluator: this is the fastest way to play.
"""

from __future__ import annotations

from rowlock.core.rules import count, first_free_place
from rowlock.kernel.actions import action_of
from rowlock.kernel.bits import lowest
from rowlock.kernel.jit import (
    FlatArray,
    entry_point,
    inline,
    noinline,
)
from rowlock.kernel.options import NOT_NEGATIVE, block, colour_options, legal_options, white_options
from rowlock.kernel.play import RESULT_SEAT, RESULT_SEATS, new_game, write_result
from rowlock.kernel.rng import below, roll
from rowlock.kernel.seat_tables import seat_tables
from rowlock.kernel.sheet_rules import strikes
from rowlock.kernel.state import (
    ACTION1,
    ACTIVE,
    CLOSED,
    CROSSED,
    DECIDER,
    OVER,
    PHASE,
    PLAYERS,
    ROWS,
    TIED,
)
from rowlock.kernel.turn import (
    answer_choice,
    answer_colour,
    answer_white,
    colour_bits,
    colour_row,
    settle_action1,
    settle_action2,
    show_all,
    white_bits,
    white_row,
)
from rowlock.kernel.variant_tables import HAS_TOKENS, ROW_LENGTH, SELECT


@inline
def random_option(t: FlatArray, s: FlatArray, o: int, b: int, seat: int, options: int) -> int:
    """A random option, all equally likely."""
    return option_at(t, options, below(s, o, b, seat, options.bit_count()))


@inline
def option_at(t: FlatArray, options: int, k: int) -> int:
    """Option number `k`, searched in blocks of nine; few sheets have more."""
    first = 0
    while k >= (options & 511).bit_count():
        k -= (options & 511).bit_count()
        options >>= 9
        first += 9
    return first + (t[SELECT + (options & 511)] >> 4 * k & 15)


@noinline
def greedy_white(t: FlatArray, s: FlatArray, o: int, b: int, options: int, gap: int) -> int:
    """The option of action 1 that skips the fewest cells, at most `gap`."""
    best = 0
    best_rank = gap * 32 + 1
    options &= ~1
    while options:
        option = lowest(options)
        options &= options - 1
        row = white_row(t, option)
        mask = s[b + ROWS + row]
        bits = strikes(t, mask, row, white_bits(t, s, o, b, option))
        rank = (lowest(bits) - first_free_place(mask)) * 32 - count(mask)
        if rank < best_rank:
            best, best_rank = option, rank
    return best


@noinline
def greedy_colour(t: FlatArray, s: FlatArray, o: int, b: int, options: int, gap: int) -> int:
    """The option of action 2 that skips the fewest cells, at most `gap`, or one more to avoid a
    penalty."""
    best = 0
    best_rank = (gap if s[o + CROSSED] else gap + 1) * 32 + 1
    options &= ~1
    while options:
        option = lowest(options)
        options &= options - 1
        row = colour_row(t, s, o, option)
        mask = s[b + ROWS + row]
        bits = strikes(t, mask, row, colour_bits(t, s, o, option))
        rank = (lowest(bits) - first_free_place(mask)) * 32 - count(mask)
        if rank < best_rank:
            best, best_rank = option, rank
    return best


@noinline
def roomiest(t: FlatArray, s: FlatArray, o: int, b: int) -> int:
    """The first of the tied rows with the most cells right of its last cross, as an option."""
    best = 0
    best_room = -1
    rows = s[b + TIED]
    while rows:
        row = lowest(rows)
        rows &= rows - 1
        work = max(0, t[ROW_LENGTH + row] - first_free_place(s[b + ROWS + row]))
        if s[o + CLOSED] >> row & 1:
            work = 0
        if work > best_room:
            best, best_room = 1 + row, work
    return best


@inline
def bot_option(t: FlatArray, s: FlatArray, o: int, bot: int) -> int:
    """The option that the bot of this number chooses at any decision."""
    seat = s[o + DECIDER]
    b = block(o, seat)
    options = legal_options(t, s, o)
    t = seat_tables(t, seat)
    if bot == 0:
        return random_option(t, s, o, b, seat, options)
    if s[b + TIED]:
        return roomiest(t, s, o, b)
    if s[o + PHASE] == ACTION1:
        return greedy_white(t, s, o, b, options, bot - 1)
    return greedy_colour(t, s, o, b, options, bot - 1)


@inline
def play_choices(t: FlatArray, s: FlatArray, o: int, b: int, seat: int, bot: int) -> None:
    """Make all choices that a chain still owes."""
    while s[b + TIED]:
        if bot == 0:
            option = random_option(t, s, o, b, seat, s[b + TIED] << 1)
        else:
            option = roomiest(t, s, o, b)
        answer_choice(t, s, o, b, option)


@inline
def answer_simply1(t: FlatArray, s: FlatArray, o: int, seat: int, bot: int) -> None:
    """Give a simple bot's whole answer to action 1."""
    b = block(o, seat)
    options = white_options(t, s, o, b)
    if bot == 0:
        option = random_option(t, s, o, b, seat, options)
    else:
        option = greedy_white(t, s, o, b, options, bot - 1)
    answer_white(t, s, o, b, option)
    if t[HAS_TOKENS]:
        play_choices(t, s, o, b, seat, bot)


@inline
def answer_simply2(t: FlatArray, s: FlatArray, o: int, seat: int, bot: int) -> None:
    """Give a simple bot's whole answer to action 2."""
    b = block(o, seat)
    options = colour_options(t, s, o, b)
    if bot == 0:
        option = random_option(t, s, o, b, seat, options)
    else:
        option = greedy_colour(t, s, o, b, options, bot - 1)
    answer_colour(t, s, o, b, option)
    if t[HAS_TOKENS]:
        play_choices(t, s, o, b, seat, bot)


@inline
def play_turn(t: FlatArray, s: FlatArray, o: int, bots: FlatArray) -> None:
    """Play one turn from roll to roll, or to the end."""
    roll(t, s, o)
    for seat in range(s[o + PLAYERS]):
        answer_simply1(seat_tables(t, seat), s, o, seat, bots[seat])
    settle_action1(t, s, o)
    if s[o + PHASE] != OVER:
        active = s[o + ACTIVE]
        answer_simply2(seat_tables(t, active), s, o, active, bots[active])
        settle_action2(t, s, o)


@entry_point
def play_simple(
    t: FlatArray,
    s: FlatArray,
    bots: FlatArray,
    players: int,
    seed: int,
    first: int,
    games: int,
    results: FlatArray,
) -> None:
    """Play games `first` .. `first + games - 1` of a seed, one after the other.

    `bots` holds a number per seat, `s` is the state of one game, `results` has a line per game.
    """
    for game in range(games):
        new_game(t, s, 0, players, seed, first + game)
        began = s[ACTIVE]
        while s[PHASE] != OVER:
            play_turn(t, s, 0, bots)
        show_all(s, 0)
        write_result(t, s, 0, began, results, game * (RESULT_SEATS + RESULT_SEAT * players))


@entry_point
def choose_simply(
    t: FlatArray, s: FlatArray, stride: int, games: int, bot: int, out: FlatArray
) -> None:
    """Write the action of a simple bot in every game of a batch to `out`."""
    for game in range(games):
        o = game * stride & NOT_NEGATIVE
        out[game] = 0
        if s[o + PHASE] != OVER:
            out[game] = action_of(t, s, o, bot_option(t, s, o, bot))
