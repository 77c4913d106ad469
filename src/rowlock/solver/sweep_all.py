"""Backward induction over all sheets on the CPU.

Crosses only go to the right, so the levels of both halves (see layout.py) never fall, and at least
one rises. First halves are therefore computed level by level, from the end of the game to its
beginning. Those of one level do not depend on each other and are distributed to threads; each
thread goes through all second halves from the highest level down. A thread stays with one first
half for a long time, so the data it reads stays in the processor's cache.

If the halves are folded, a sheet (a, b) with b of a lower level may need (a, c) with c of the same
level as a, which is stored as (c, a). So the sheets with both halves in one level come first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.processors import default_threads
from rowlock.solver.problem import SolverProblem
from rowlock.solver.progress import Progress, Solved
from rowlock.solver.sweep import make_scratch, sweep
from rowlock.solver.sweep_linked import make_plan, sweep_linked

Block = tuple[int, int, int, int]
Hand = Callable[[Block], None]
"""A function that solves one block after another; each thread has its own."""


def sweep_all(
    problem: SolverProblem, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """Solve a problem on the CPU."""
    threads = threads or default_threads()
    values = np.zeros(problem.shape)
    hands: SimpleQueue[Hand] = SimpleQueue()
    for _ in range(threads):
        hands.put(_hand(problem, values))
    started = time.perf_counter()
    _work(hands, (0, 0, 0, 0))
    compiled = time.perf_counter()
    stages = list(_stages(problem))
    total = sum(map(_size, stages))
    finished = 0
    pool = ThreadPoolExecutor(threads)
    try:
        for stage in stages:
            tasks = [pool.submit(_work, hands, block) for block in stage]
            for task, block in zip(tasks, stage, strict=True):
                task.result()
                finished += _size([block])
                if progress:
                    progress(finished / total)
    finally:
        pool.shutdown(cancel_futures=True)
    return Solved(values, time.perf_counter() - compiled, compiled - started)


def _hand(problem: SolverProblem, values: NDArray[np.float64]) -> Hand:
    board = problem.board
    scratch = make_scratch(board, problem.players)
    if not problem.is_linked:
        return lambda block: sweep(board, values, scratch, *block)
    links = problem.links
    plan = make_plan(board, links)
    return lambda block: sweep_linked(board, links, values, scratch, plan, *block)


def _work(hands: SimpleQueue[Hand], block: Block) -> None:
    hand = hands.get()
    try:
        hand(block)
    finally:
        hands.put(hand)


def _stages(problem: SolverProblem) -> Iterator[list[Block]]:
    """Lists of blocks; the blocks of one list may be computed in parallel."""
    first, second = problem.layout.halves
    for level in range(first.top_level, -1, -1):
        low, high = (int(start) for start in first.level_start[level : level + 2])
        if problem.layout.fold_halves:
            yield [(a, a + 1, low, a + 1) for a in range(low, high)]
            yield [(a, a + 1, 0, low) for a in range(low, high)]
        else:
            yield [(a, a + 1, 0, second.size) for a in range(low, high)]


def _size(stage: list[Block]) -> int:
    return sum((a_high - a_low) * (b_high - b_low) for a_low, a_high, b_low, b_high in stage)
