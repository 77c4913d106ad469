"""Whole games in the kernel: set one up, let bots play it out, keep the results."""

from __future__ import annotations

from rowlock.kernel.bits import count
from rowlock.kernel.compile import (
    HAS_LUCKY,
    LUCKY_MASK,
    SELECT,
)
from rowlock.kernel.jit import Flat, entry, piece
from rowlock.kernel.rng import below, first_seat, game_key, roll
from rowlock.kernel.sheet_rules import score
from rowlock.kernel.state import (
    ACTIVE,
    DECIDER,
    HEAD,
    KEY,
    LUCKY,
    OVER,
    PHASE,
    PLAYERS,
    ROLL,
    SEAT,
    TURN,
)
from rowlock.kernel.turn import answer, begin_action1, legal_options


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
def random_option(t: Flat, s: Flat, o: int, options: int) -> int:
    seat = s[o + DECIDER]
    k = below(s, o, o + HEAD + SEAT * seat, seat, count(options))
    return t[SELECT + options] >> 4 * k & 15


@piece
def play(t: Flat, s: Flat, o: int) -> None:
    while s[o + PHASE] != OVER:
        if s[o + PHASE] == ROLL:
            roll(t, s, o)
            begin_action1(s, o)
        answer(t, s, o, random_option(t, s, o, legal_options(t, s, o)))


@entry
def play_many(t: Flat, s: Flat, players: int, seed: int, first: int, games: int, out: Flat) -> None:
    for i in range(games):
        new_game(t, s, 0, players, seed, first + i)
        play(t, s, 0)
        for seat in range(players):
            out[i * players + seat] = score(t, s, HEAD + SEAT * seat)
