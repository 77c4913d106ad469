"""Whole games in the kernel: set one up, let bots play it out, keep the results.

Two bots live here in compiled code, by number (`Bot.kernel_code`): 0 is `bots.simple.Random`,
1 + gap is `bots.simple.Greedy(gap)`. Both choose what their Python selves choose.

The result of a game is a line of integers:

    0  turns    1  reason of the end    2  seat that began
    3 + 3 * seat  score, penalties, locks of that seat
"""

from __future__ import annotations

from rowlock.kernel.bits import count, length, lowest
from rowlock.kernel.compile import (
    COLOUR_BIT,
    COLOUR_ROW,
    HAS_LUCKY,
    LOCK_BIT,
    LUCKY_MASK,
    ROW_LENGTH,
    SELECT,
)
from rowlock.kernel.jit import Flat, entry, part, piece
from rowlock.kernel.rng import below, first_seat, game_key, roll
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.state import (
    ACTION1,
    ACTIVE,
    CLOSED,
    CROSSED,
    DECIDER,
    HEAD,
    KEY,
    LUCKY,
    OVER,
    PENALTIES,
    PHASE,
    PLAYERS,
    REASON,
    ROLL,
    ROWS,
    SEAT,
    SHOWN,
    TIED,
    TURN,
)
from rowlock.kernel.turn import (
    answer_choice,
    answer_colour,
    answer_white,
    begin_action1,
    block,
    colour_options,
    colour_place,
    legal_options,
    settle_action1,
    settle_action2,
    show_all,
    white_bit,
    white_options,
)

RESULT_TURNS = 0
RESULT_REASON = 1
RESULT_FIRST = 2
RESULT_SEATS = 3
RESULT_SEAT = 3


def result_size(players: int) -> int:
    """How many integers the result of a game takes."""
    return RESULT_SEATS + RESULT_SEAT * players


@piece
def new_game(t: Flat, s: Flat, o: int, players: int, seed: int, game: int) -> None:
    """A game before its first roll; the seat that begins is drawn (C-04)."""
    for place in range(o, o + HEAD + SEAT * players):
        s[place] = 0
    s[o + KEY] = game_key(seed, game)
    s[o + PLAYERS] = players
    s[o + TURN] = 1
    s[o + ACTIVE] = first_seat(s[o + KEY], players)
    if t[HAS_LUCKY]:
        for seat in range(players):
            s[o + HEAD + SEAT * seat + LUCKY] = t[LUCKY_MASK + seat]


@piece
def to_decision(t: Flat, s: Flat, o: int) -> None:
    """Roll if a roll is due: the game stands at a decision then, or is over."""
    if s[o + PHASE] == ROLL:
        roll(t, s, o)
        begin_action1(s, o)


@piece
def random_option(t: Flat, s: Flat, o: int, b: int, seat: int, options: int) -> int:
    """Any option, all alike."""
    k = below(s, o, b, seat, count(options))
    return t[SELECT + options] >> 4 * k & 15


@part
def greedy_white(t: Flat, s: Flat, o: int, b: int, options: int, gap: int) -> int:
    """The option of action 1 that leaves out the fewest cells, at most `gap`."""
    best = 0
    best_rank = gap * 32 + 1
    options &= ~1
    while options:
        option = lowest(options)
        options &= options - 1
        mask = s[b + ROWS + ((option - 1) & 3)]
        rank = (lowest(white_bit(t, s, o, b, option)) - length(mask)) * 32 - count(mask)
        if rank < best_rank:
            best, best_rank = option, rank
    return best


@part
def greedy_colour(t: Flat, s: Flat, o: int, b: int, options: int, gap: int) -> int:
    """The option of action 2 that leaves out the fewest cells, one more against a penalty."""
    best = 0
    best_rank = (gap if s[o + CROSSED] else gap + 1) * 32 + 1
    options &= ~1
    while options:
        option = lowest(options)
        options &= options - 1
        place = colour_place(s, o, option)
        mask = s[b + ROWS + (t[COLOUR_ROW + place] & 3)]
        rank = (lowest(t[COLOUR_BIT + place]) - length(mask)) * 32 - count(mask)
        if rank < best_rank:
            best, best_rank = option, rank
    return best


@part
def roomiest(t: Flat, s: Flat, o: int, b: int) -> int:
    """The first of the tied rows with the most cells right of its last cross, as an option."""
    best = 0
    best_room = -1
    rows = s[b + TIED]
    while rows:
        row = lowest(rows)
        rows &= rows - 1
        room = max(0, t[ROW_LENGTH + row] - length(s[b + ROWS + row]))
        if s[o + CLOSED] >> row & 1:
            room = 0
        if room > best_room:
            best, best_room = 1 + row, room
    return best


@piece
def bot_option(t: Flat, s: Flat, o: int, bot: int) -> int:
    """What the bot of this number does at any decision."""
    seat = s[o + DECIDER]
    b = block(o, seat)
    options = legal_options(t, s, o)
    if bot == 0:
        return random_option(t, s, o, b, seat, options)
    if s[b + TIED]:
        return roomiest(t, s, o, b)
    if s[o + PHASE] == ACTION1:
        return greedy_white(t, s, o, b, options, bot - 1)
    return greedy_colour(t, s, o, b, options, bot - 1)


@piece
def play_choices(t: Flat, s: Flat, o: int, b: int, seat: int, bot: int) -> None:
    """All choices that a chain still owes."""
    while s[b + TIED]:
        if bot == 0:
            option = random_option(t, s, o, b, seat, s[b + TIED] << 1)
        else:
            option = roomiest(t, s, o, b)
        answer_choice(t, s, o, b, option)


@piece
def play_turn(t: Flat, s: Flat, o: int, bots: Flat) -> None:
    """One turn from roll to roll (or to the end), everything decided by bots.

    They look at nothing but their own sheets, so nothing is shown until the game is over.
    """
    roll(t, s, o)
    for seat in range(s[o + PLAYERS]):
        b = block(o, seat)
        options = white_options(t, s, o, b)
        if bots[seat] == 0:
            option = random_option(t, s, o, b, seat, options)
        else:
            option = greedy_white(t, s, o, b, options, bots[seat] - 1)
        answer_white(t, s, o, b, option)
        play_choices(t, s, o, b, seat, bots[seat])
    settle_action1(t, s, o)
    if s[o + PHASE] == OVER:
        return
    seat = s[o + ACTIVE]
    b = block(o, seat)
    options = colour_options(t, s, o, b)
    if bots[seat] == 0:
        option = random_option(t, s, o, b, seat, options)
    else:
        option = greedy_colour(t, s, o, b, options, bots[seat] - 1)
    answer_colour(t, s, o, b, option)
    play_choices(t, s, o, b, seat, bots[seat])
    settle_action2(t, s, o)


@entry
def play_games(
    t: Flat, s: Flat, bots: Flat, players: int, seed: int, first: int, games: int, results: Flat
) -> None:
    """Games `first` .. `first + games - 1` of a seed, played out one after the other.

    `bots` holds a number for each seat, `s` is room for one game, `results` for all lines.
    """
    r = 0
    for game in range(first, first + games):
        new_game(t, s, 0, players, seed, game)
        results[r + RESULT_FIRST] = s[ACTIVE]
        while s[PHASE] != OVER:
            play_turn(t, s, 0, bots)
        show_all(s, 0)
        results[r + RESULT_TURNS] = s[TURN]
        results[r + RESULT_REASON] = s[REASON]
        r += RESULT_SEATS
        for seat in range(players):
            b = block(0, seat)
            locks = 0
            for row in range(4):
                locks += (s[b + SHOWN + row] & t[LOCK_BIT + row]) != 0
            results[r] = score(t, s, b)
            results[r + 1] = s[b + PENALTIES]
            results[r + 2] = locks
            r += RESULT_SEAT
