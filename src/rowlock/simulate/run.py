"""Games in chunks, on several threads, in the kernel where it knows the bots.

A bot with a compiled twin is played in compiled code if all seats have one; any other bot
brings the whole table into the readable core, with the same dice. Compiled code runs on threads,
Python bots in processes of their own. Results do not depend on the number of either.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from multiprocessing import get_context
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import Compiled, twin_of
from rowlock.bots.compiled.games import play_lines
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.simulate.core_games import Player, Refused, Table, play_chunk
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
        if self.threads < 1:
            raise Unreadable("bad_threads", f"at least one thread is needed, not {self.threads}")
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


def default_threads() -> int:
    """As many as the machine gives this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(simulation: Simulation, progress: Progress = lambda done: None) -> Outcome:
    """Play the games. Ctrl-C stops it early and gives what was done so far."""
    simulation.check()
    tally = Tally(len(simulation.players))
    if simulation.twins is not None:
        warm_up(simulation.variant, simulation.twins)
    begun = time.perf_counter()
    with held_interrupts() as interrupts, closing(_results(simulation)) as results:
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


def _results(simulation: Simulation) -> Generator[Lines]:
    """The lines of one chunk after the other, in whatever order they are done."""
    twins = simulation.twins
    compiled = twins is not None and JIT
    size = SLOW_CHUNK
    if compiled:
        size = KERNEL_CHUNK if all(twin.is_simple for twin in twins or ()) else JUDGED_CHUNK
    starts = range(0, simulation.games, size)
    todo = ((start, min(size, simulation.games - start)) for start in starts)
    threads = min(simulation.threads, len(starts))
    chunk = _chunk(simulation)
    if threads == 1 and not compiled:
        for start, games in todo:
            yield _lines(chunk(start, games))
        return
    pool = _pool(threads, compiled=compiled)
    running: set[Future[Lines | list[list[int]] | Refused]] = set()
    try:
        while True:
            for start, games in islice(todo, 2 * threads - len(running)):
                running.add(pool.submit(chunk, start, games))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield _lines(future.result())
    finally:
        pool.shutdown(cancel_futures=True)


def _lines(result: Lines | list[list[int]] | Refused) -> Lines:
    if isinstance(result, tuple):
        raise Unreadable(*result)
    return np.asarray(result)


def _chunk(simulation: Simulation) -> Callable[[int, int], Lines | list[list[int]] | Refused]:
    """What plays so many games from a number on, here or in another process."""
    if simulation.twins is not None:
        return partial(play_lines, simulation.variant, simulation.twins, simulation.seed)
    table = Table(
        simulation.variant,
        simulation.players,
        simulation.seed,
        simulation.cards,
        simulation.jokers,
    )
    return partial(play_chunk, table)


def _pool(threads: int, *, compiled: bool) -> Executor:
    if compiled:
        return ThreadPoolExecutor(threads)  # compiled code gives up the interpreter's lock
    return ProcessPoolExecutor(threads, get_context("spawn"), leave_interrupts_to_the_parent)


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
