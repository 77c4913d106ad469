"""Backward induction over all sheets on the processor.

Crosses only go to the right, so both halves of a sheet (see layout.py) only ever move up in
level, and at least one of them does. First halves are therefore taken level by level, from the
end of the game to its beginning; those of one level do not need each other and are shared out
among threads, each going through all second halves from the highest level down. A thread
stays with one first half for long, and what it reads stays in the processor's cache.

Where the halves are folded, a sheet (a, b) with b of a lower level may need (a, c) with c of the
same level as a, stored as (c, a). So of each level the sheets with both halves in it come first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from rowlock.kernel.processors import default_threads
from rowlock.solve.problem import Problem
from rowlock.solve.progress import Progress, Solved
from rowlock.solve.sweep import make_scratch, sweep
from rowlock.solve.sweep_linked import make_plan, sweep_linked

Block = tuple[int, int, int, int]
Hand = Callable[[Block], None]
"""What solves one block after the other; every thread has its own."""


def sweep_all(
    problem: Problem, *, threads: int | None = None, progress: Progress | None = None
) -> Solved:
    """Solve a problem on the processor."""
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
    done = 0
    pool = ThreadPoolExecutor(threads)
    try:
        for stage in stages:
            tasks = [pool.submit(_work, hands, block) for block in stage]
            for task, block in zip(tasks, stage, strict=True):
                task.result()
                done += _size([block])
                if progress:
                    progress(done / total)
    finally:
        pool.shutdown(cancel_futures=True)
    return Solved(values, time.perf_counter() - compiled, compiled - started)


def _hand(problem: Problem, values: NDArray[np.float64]) -> Hand:
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


def _stages(problem: Problem) -> Iterator[list[Block]]:
    """Lists of blocks; those of one list may be done at the same time."""
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
