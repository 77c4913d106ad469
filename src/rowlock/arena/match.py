"""A match: the same dice again and again with the bots in rotated seats.

A *set* is as many games as there are seats, all with the same dice and the same beginner; from
game to game every bot moves on one seat. What the seat or the dice give to one bot they give to
every other bot too, so a set is the unit of all statistics here.

Bots with a compiled twin (`twin_of`) play in the kernel, others in the readable core; the dice
of a seed and a set are the same in both. Sets are jobs for the runners (`rowlock.runners`): a set
is the same whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial

import numpy as np
from msgspec import Struct

from rowlock.arena.sets import Sets
from rowlock.bots.compiled import Compiled, twin_of
from rowlock.bots.compiled.games import judges_of
from rowlock.bots.compiled.judged_games import play_games
from rowlock.bots.compiled.luck import KNOWN as LUCK_KNOWN
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.processors import default_threads
from rowlock.runners import Local, Workplace
from rowlock.simulate.core_games import Seating, play_game
from rowlock.variants.features import check_features
from rowlock.variants.variant import Variant

LUCK_SAMPLES = 8
"""Other rolls that each roll is compared with for the luck of a game."""
CHUNK = 20
CHUNK_MOST = 640
"""Sets of one job in the kernel: the first jobs are small, so that something can be shown soon."""
EVEN = 4
"""Jobs for each worker that the rest of a match is divided into: all of them finish together."""

Range = tuple[int, int]
"""The first set of a job, and the one after its last."""


class Match(Struct, frozen=True):
    """Who plays what: the bots in the seats of a set's first game."""

    variant: Variant
    names: tuple[str, ...]
    bots: tuple[Bot, ...]
    seed: int = 1
    cards: bool = False
    threads: int = 2

    @property
    def players(self) -> int:
        return len(self.bots)


def play_matches(
    match: Match, sets: int, place: Workplace | None = None, first: int = 0
) -> Generator[Sets]:
    """Play the sets from the first to before `sets`, in a workplace or on threads of this machine.

    They come in parts and in their order, so that one may look and stop in between. How they are
    divided into parts says nothing: the sets are the same.
    """
    names = [f"Seat {seat + 1}" for seat in range(match.players)]
    new_game(match.variant, names, cards=match.cards)  # refuses what cannot be played
    place = Local(min(match.threads, default_threads())) if place is None else place
    twins = tuple(twin_of(bot, match.variant, match.players) for bot in match.bots)
    known = tuple(twin for twin in twins if twin is not None)
    if len(known) == match.players and not match.cards:
        work, jobs = _in_kernel(match, known), list(_ranges(first, sets, place.count))
        compiled = JIT
        if compiled:  # once here, not in every process
            work((0, 0))
    else:
        work, jobs = _in_core(match), [(number, number + 1) for number in range(first, sets)]
        compiled = False
        if not match.cards:  # once here, not in every process
            prepare_bots(match.bots, match.variant)
    with place.runner(compiled=compiled, jobs=len(jobs)) as runner:
        yield from runner.map(work, jobs)


def _ranges(first: int, sets: int, workers: int) -> Iterator[Range]:
    """Growing jobs, and smaller ones again towards the end."""
    size = CHUNK
    while first < sets:
        even = max(CHUNK, (sets - first) // (EVEN * workers))
        end = min(first + min(size, even), sets)
        yield first, end
        first, size = end, min(2 * size, CHUNK_MOST)


def why_no_luck(match: Match) -> str | None:
    """Why the luck of this match's dice is unknown; None where it is measured."""
    if match.cards:
        return "in the card game there is no luck of the dice"
    try:
        check_features("the luck of the dice", LUCK_KNOWN, match.variant)
    except Unreadable as refusal:
        return refusal.message
    without = [
        name
        for name, bot in zip(match.names, match.bots, strict=True)
        if twin_of(bot, match.variant, match.players) is None
    ]
    if not without:
        return None
    names = ", ".join(dict.fromkeys(without))
    return f"luck is measured in compiled games only, and not compiled here: {names}"


def _seats(players: int, game: int) -> list[int]:
    """The bot in each seat of a set's game."""
    return [(seat + game) % players for seat in range(players)]


def _in_kernel(match: Match, twins: tuple[Compiled, ...]) -> Callable[[Range], Sets]:
    # The last judge measures luck.
    judges = (*twins, Compiled("heuristic"))
    samples = 0 if why_no_luck(match) else LUCK_SAMPLES
    return partial(_kernel_sets, match.variant, judges, match.seed, samples)


def _kernel_sets(
    variant: Variant, judges: tuple[Compiled, ...], seed: int, samples: int, sets: Range
) -> Sets:
    players, size = len(judges) - 1, sets[1] - sets[0]
    order = np.array([_seats(players, game) for game in range(players)])
    seats = np.tile(order, (size, 1))
    numbers = np.repeat(np.arange(*sets), players)
    result = play_games(judges_of(variant, judges), seats, seed, numbers, 1, samples)
    back = np.argsort(seats, axis=1)
    shape = (size, players, players)
    luck = np.take_along_axis(result.luck, back, axis=1).reshape(shape)
    return Sets(
        np.take_along_axis(result.totals, back, axis=1).reshape(shape),
        luck if samples else luck[:0],
    )


def _in_core(match: Match) -> Callable[[Range], Sets]:
    seatings = [
        Seating(
            match.variant,
            tuple(match.bots[k] for k in _seats(match.players, game)),
            match.seed,
            match.cards,
        )
        for game in range(match.players)
    ]
    return partial(_core_sets, seatings)


def _core_sets(seatings: list[Seating], sets: Range) -> Sets:
    players = len(seatings)
    totals = [
        [_totals(seatings, game, number) for game in range(players)] for number in range(*sets)
    ]
    return Sets(np.array(totals), np.zeros((0, players, players)))


def _totals(seatings: list[Seating], game: int, number: int) -> list[int]:
    """What every bot got in one game of a set."""
    totals = play_game(seatings[game], number)[3::3]
    bots = _seats(len(seatings), game)
    return [totals[bots.index(k)] for k in range(len(seatings))]
