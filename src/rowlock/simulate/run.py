"""Games in chunks, by several workers, in the kernel where it knows the bots.

A bot with a compiled twin is played in compiled code if all seats have one; any other bot
brings the whole table into the readable core, with the same dice. Chunks are jobs for the runners
(`rowlock.runners`). Results do not depend on who does them.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import Compiled, twin_of
from rowlock.bots.compiled.games import play_lines
from rowlock.core.bot import prepare_bots
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.processors import check_threads
from rowlock.runners import Local, Workplace
from rowlock.simulate.core_games import Player, Seating, play_game
from rowlock.simulate.tally import Tally
from rowlock.variants import MAX_SEATS, Variant

KERNEL_CHUNK = 8192
JUDGED_CHUNK = 64
"""Games at a time in compiled code: of simple bots, and of bots that judge every turn."""
SLOW_CHUNK = 20
"""Games at a time in Python: small enough that progress shows and Ctrl-C is heard soon."""

Lines: TypeAlias = NDArray[np.int64]
Progress: TypeAlias = Callable[[int], None]
"""Told how many games are done."""


@dataclass(frozen=True)
class Simulation:
    """Everything asked for; `simulate` carries it out."""

    variant: Variant
    players: tuple[Player, ...]
    games: int
    seed: int = 0
    threads: int = 1
    cards: bool = False
    jokers: bool = False

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        if not 1 <= len(self.players) <= MAX_SEATS:
            raise Unreadable("bad_players", f"one to five can play, not {len(self.players)}")
        if self.games < 1:
            raise Unreadable("bad_games", f"at least one game is needed, not {self.games}")
        check_threads(self.threads)
        names = [f"Seat {seat + 1}" for seat in range(len(self.players))]
        new_game(self.variant, names, cards=self.cards or self.jokers)  # refuses cards on Longo

    @cached_property
    def twins(self) -> tuple[Compiled, ...] | None:
        """The compiled twins of the bots; None when one of them has none."""
        if self.cards or self.jokers:
            return None
        seats = len(self.players)
        twins = [twin_of(player, self.variant, seats) for player in self.players]
        found = tuple(twin for twin in twins if twin is not None)
        return found if len(found) == seats else None

    @property
    def engine(self) -> str:
        """Where the games are played: `kernel` or `core`."""
        return "core" if self.twins is None else "kernel"


@dataclass(frozen=True)
class Outcome:
    """What was played: all of it, unless it was interrupted."""

    simulation: Simulation
    tally: Tally
    seconds: float

    @property
    def complete(self) -> bool:
        return self.tally.games == self.simulation.games


def simulate(
    simulation: Simulation,
    progress: Progress = lambda done: None,
    tally: Tally | None = None,
    place: Workplace | None = None,
) -> Outcome:
    """Play the games. Ctrl-C stops it early and gives what was done so far.

    Whoever wants to look at the sums before the end hands in an empty `tally`, and whoever has
    played the first games already hands in the one that holds them. The games are played in
    `place`, on this machine where none is named.
    """
    simulation.check()
    place = Local(simulation.threads) if place is None else place
    tally = Tally(len(simulation.players)) if tally is None else tally
    if simulation.twins is not None:
        warm_up(simulation.variant, simulation.twins)
    elif not (simulation.cards or simulation.jokers):  # once here, not in every process
        prepare_bots(simulation.players, simulation.variant)
    begun = time.perf_counter()
    with (
        held_interrupts() as interrupts,
        closing(_results(simulation, tally.games, place)) as results,
    ):
        try:
            for lines in results:
                tally.add(lines)
                progress(tally.games)
                if interrupts:
                    break
        except KeyboardInterrupt:  # outside the main thread, or from `progress`
            pass
    return Outcome(simulation, tally, time.perf_counter() - begun)


@contextmanager
def held_interrupts() -> Iterator[list[int]]:
    """Ctrl-C is noted in the list instead of striking in the middle of something."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted  # signals belong to the main thread
        return
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def warm_up(variant: Variant, twins: tuple[Compiled, ...]) -> None:
    """Compile, or load what was compiled before."""
    if JIT:
        play_lines(variant, twins, 0, 0, 0)


def _results(simulation: Simulation, first: int, place: Workplace) -> Generator[Lines]:
    """The lines of one chunk after the other, from a game on."""
    twins = simulation.twins
    compiled = twins is not None and JIT
    size = SLOW_CHUNK
    if compiled:
        size = KERNEL_CHUNK if all(twin.is_simple for twin in twins or ()) else JUDGED_CHUNK
    starts = range(first, simulation.games, size)
    todo = ((start, min(size, simulation.games - start)) for start in starts)
    with place.runner(compiled=compiled, jobs=len(starts)) as runner:
        yield from runner.map(_chunk(simulation), todo)


def _chunk(simulation: Simulation) -> Callable[[tuple[int, int]], Lines]:
    """What plays so many games from a number on, here or in another process."""
    if simulation.twins is not None:
        return partial(_play_twins, simulation.variant, simulation.twins, simulation.seed)
    seating = Seating(
        simulation.variant,
        simulation.players,
        simulation.seed,
        simulation.cards,
        simulation.jokers,
    )
    return partial(_play_seating, seating)


def _play_twins(
    variant: Variant, twins: tuple[Compiled, ...], seed: int, chunk: tuple[int, int]
) -> Lines:
    start, games = chunk
    return play_lines(variant, twins, seed, start, games)


def _play_seating(seating: Seating, chunk: tuple[int, int]) -> Lines:
    start, games = chunk
    return np.array([play_game(seating, number) for number in range(start, start + games)])
