"""A match between bots: the same dice are played again with the bots in rotated seats.

A *set* has one game per seat, all with the same dice and the same first seat; from game to game
each bot moves on by one seat. Any advantage of a seat or of the dice goes to all bots equally, so
the set is the unit of all statistics here.

Bots with a compiled version (`compiled_spec_of`) play in the kernel, others in the core; the dice
of a seed and a set are the same in both. Sets are jobs for the runners (`rowlock.runners`) and do
not depend on the worker.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial

import numpy as np
from msgspec import Struct

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.games import evaluators_of
from rowlock.bots.compiled.luck import KNOWN as LUCK_KNOWN
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.processors import default_threads
from rowlock.matches.sets import Sets
from rowlock.runners import Local, Workplace
from rowlock.simulation.core_games import Seating, play_game
from rowlock.variants.features import check_features
from rowlock.variants.together import Sheets, for_seats

LUCK_SAMPLES = 8
"""Number of other rolls that each roll is compared with to measure luck."""
CHUNK = 20
MAX_CHUNK = 640
"""Sets per compiled job, from CHUNK to MAX_CHUNK: the first jobs are small, to show results
soon."""
EVEN = 4
"""Jobs per worker that the rest of a match is divided into, so that all finish together."""

Range = tuple[int, int]
"""The first set of a job, and the end (exclusive)."""


class Match(Struct, frozen=True):
    """The parameters of a match; `bots` are in the seats of a set's first game."""

    variant: Sheets
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
    """Yield the sets from `first` up to but not including `sets`, in order.

    They are played in `place`, by default on threads of this machine. They come in parts, so that
    the caller can look at results and stop; the division into parts does not affect the sets.
    """
    names = [f"Seat {seat + 1}" for seat in range(match.players)]
    new_game(match.variant, names, cards=match.cards)  # refuses impossible games
    place = Local(min(match.threads, default_threads())) if place is None else place
    specs = tuple(compiled_spec_of(bot, match.variant, match.players) for bot in match.bots)
    compiled_specs = tuple(spec for spec in specs if spec is not None)
    if len(compiled_specs) == match.players and not match.cards:
        work, jobs = _in_kernel(match, compiled_specs), list(_ranges(first, sets, place.count))
        compiled = JIT
        if compiled:  # here once, not in every process
            work((0, 0))
    else:
        work, jobs = _in_core(match), [(number, number + 1) for number in range(first, sets)]
        compiled = False
        if not match.cards:  # here once, not in every process
            prepare_bots(match.bots, match.variant)
    with place.runner(compiled=compiled, jobs=len(jobs)) as runner:
        yield from runner.map(work, jobs)


def _ranges(first: int, sets: int, workers: int) -> Iterator[Range]:
    """Jobs of growing size that become smaller towards the end."""
    size = CHUNK
    while first < sets:
        even = max(CHUNK, (sets - first) // (EVEN * workers))
        end = min(first + min(size, even), sets)
        yield first, end
        first, size = end, min(2 * size, MAX_CHUNK)


def why_no_luck(match: Match) -> str | None:
    """The reason why the luck of the dice is not measured in this match; None if it is."""
    if match.cards:
        return "the card game has no dice"
    try:
        for variant in for_seats(match.variant, match.players):
            check_features("the luck of the dice", LUCK_KNOWN, variant)
    except Unreadable as refusal:
        return refusal.message
    without = [
        name
        for name, bot in zip(match.names, match.bots, strict=True)
        if compiled_spec_of(bot, match.variant, match.players) is None
    ]
    if not without:
        return None
    names = ", ".join(dict.fromkeys(without))
    return f"luck is measured in compiled games only, and these bots are not compiled: {names}"


def seats_of(players: int, game: int) -> list[int]:
    """The bot in each seat, for a game of a set."""
    return [(seat + game) % players for seat in range(players)]


def _in_kernel(match: Match, specs: tuple[CompiledSpec, ...]) -> Callable[[Range], Sets]:
    # The last evaluator measures luck.
    judges = (*specs, CompiledSpec("heuristic"))
    samples = 0 if why_no_luck(match) else LUCK_SAMPLES
    return partial(_kernel_sets, match.variant, judges, match.seed, samples)


def _kernel_sets(
    variant: Sheets, judges: tuple[CompiledSpec, ...], seed: int, samples: int, sets: Range
) -> Sets:
    players, size = len(judges) - 1, sets[1] - sets[0]
    order = np.array([seats_of(players, game) for game in range(players)])
    seats = np.tile(order, (size, 1))
    numbers = np.repeat(np.arange(*sets), players)
    result = play_games(evaluators_of(variant, judges), seats, seed, numbers, 1, samples)
    back = np.argsort(seats, axis=1)
    shape = (size, players, players)
    luck = np.take_along_axis(result.luck, back, axis=1).reshape(shape)
    return Sets(
        np.take_along_axis(result.totals, back, axis=1).reshape(shape),
        luck if samples else luck[:0],
    )


def seatings_of(match: Match) -> list[Seating]:
    """The seating of every game of a set."""
    return [
        Seating(
            match.variant,
            tuple(match.bots[k] for k in seats_of(match.players, game)),
            match.seed,
            match.cards,
        )
        for game in range(match.players)
    ]


def _in_core(match: Match) -> Callable[[Range], Sets]:
    return partial(_core_sets, seatings_of(match))


def _core_sets(seatings: list[Seating], sets: Range) -> Sets:
    players = len(seatings)
    totals = [
        [_totals(seatings, game, number) for game in range(players)] for number in range(*sets)
    ]
    return Sets(np.array(totals), np.zeros((0, players, players)))


def _totals(seatings: list[Seating], game: int, number: int) -> list[int]:
    """The totals of every bot in one game of a set."""
    totals = play_game(seatings[game], number)[3::3]
    bots = seats_of(len(seatings), game)
    return [totals[bots.index(k)] for k in range(len(seatings))]
