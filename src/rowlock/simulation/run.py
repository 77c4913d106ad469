"""Runs a simulation: games in chunks, on several workers, compiled if possible.

Games run as compiled code if all bots have a compiled version; otherwise all are played in the
core, with the same dice. Chunks are jobs for the runners (`rowlock.runners`). Results do not depend
on the workers.
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

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.games import play_lines
from rowlock.core.bot import prepare_bots
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.kernel.processors import check_threads
from rowlock.runners import Local, Workplace
from rowlock.simulation.core_games import Player, Seating, play_game
from rowlock.simulation.tally import Tally
from rowlock.variants import MAX_SEATS
from rowlock.variants.together import Sheets

KERNEL_CHUNK = 8192
JUDGED_CHUNK = 64
"""Games per compiled chunk: with simple bots, and with bots that evaluate every turn."""
SLOW_CHUNK = 20
"""Games per chunk in Python: few enough for frequent progress and a quick Ctrl-C."""

Lines: TypeAlias = NDArray[np.int64]
Progress: TypeAlias = Callable[[int], None]
"""Called with the number of games finished."""


@dataclass(frozen=True)
class Simulation:
    """The parameters of a simulation; run it with `simulate`."""

    variant: Sheets
    players: tuple[Player, ...]
    games: int
    seed: int = 0
    threads: int = 1
    cards: bool = False
    jokers: bool = False

    def check(self) -> None:
        """Refuse impossible parameters before any game is played."""
        if not 1 <= len(self.players) <= MAX_SEATS:
            raise Unreadable("bad_players", f"{len(self.players)} players: a game has one to five")
        if self.games < 1:
            raise Unreadable("bad_games", f"{self.games} games: at least one is needed")
        check_threads(self.threads)
        names = [f"Seat {seat + 1}" for seat in range(len(self.players))]
        new_game(
            self.variant, names, cards=self.cards or self.jokers
        )  # refuses cards on sheets without card game

    @cached_property
    def specs(self) -> tuple[CompiledSpec, ...] | None:
        """The compiled versions of the bots; None if one of them has none."""
        if self.cards or self.jokers:
            return None
        seats = len(self.players)
        specs = [compiled_spec_of(player, self.variant, seats) for player in self.players]
        known = tuple(spec for spec in specs if spec is not None)
        return known if len(known) == seats else None

    @property
    def engine(self) -> str:
        """The engine that plays the games: `kernel` or `core`."""
        return "core" if self.specs is None else "kernel"


@dataclass(frozen=True)
class Outcome:
    """The games played: all of them, unless interrupted."""

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
    on_games: Callable[[Lines], None] | None = None,
) -> Outcome:
    """Play the games. Ctrl-C stops early and returns the results so far.

    Pass an empty `tally` to see intermediate results, or one with the first games to continue from.
    `place` says where the games are played; by default on this machine. `on_games` gets the result
    lines of the games, in order.
    """
    simulation.check()
    place = Local(simulation.threads) if place is None else place
    tally = Tally(len(simulation.players)) if tally is None else tally
    if simulation.specs is not None:
        warm_up(simulation.variant, simulation.specs)
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
                if on_games is not None:
                    on_games(lines)
                progress(tally.games)
                if interrupts:
                    break
        except KeyboardInterrupt:  # raised by `progress`, or outside the main thread
            pass
    return Outcome(simulation, tally, time.perf_counter() - begun)


@contextmanager
def held_interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C in the list instead of raising KeyboardInterrupt in the middle of
    something."""
    interrupts: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield interrupts  # only the main thread receives signals
        return
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def warm_up(variant: Sheets, specs: tuple[CompiledSpec, ...]) -> None:
    """Compile the kernel, or load it from the cache."""
    if JIT:
        play_lines(variant, specs, 0, 0, 0)


def _results(simulation: Simulation, first: int, place: Workplace) -> Generator[Lines]:
    """Yield the result lines of one chunk after another, from game `first` on."""
    specs = simulation.specs
    compiled = specs is not None and JIT
    size = SLOW_CHUNK
    if compiled:
        size = KERNEL_CHUNK if all(spec.is_simple for spec in specs or ()) else JUDGED_CHUNK
    starts = range(first, simulation.games, size)
    todo = ((start, min(size, simulation.games - start)) for start in starts)
    with place.runner(compiled=compiled, jobs=len(starts)) as runner:
        yield from runner.map(_chunk(simulation), todo)


def _chunk(simulation: Simulation) -> Callable[[tuple[int, int]], Lines]:
    """A picklable function that plays a chunk: first game and number of games."""
    if simulation.specs is not None:
        return partial(_play_compiled, simulation.variant, simulation.specs, simulation.seed)
    seating = Seating(
        simulation.variant,
        simulation.players,
        simulation.seed,
        simulation.cards,
        simulation.jokers,
    )
    return partial(_play_seating, seating)


def _play_compiled(
    variant: Sheets, specs: tuple[CompiledSpec, ...], seed: int, chunk: tuple[int, int]
) -> Lines:
    start, games = chunk
    return play_lines(variant, specs, seed, start, games)


def _play_seating(seating: Seating, chunk: tuple[int, int]) -> Lines:
    start, games = chunk
    return np.array([play_game(seating, number) for number in range(start, start + games)])
