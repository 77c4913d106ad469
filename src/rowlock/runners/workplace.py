"""Where the work of a command is done, and what does it there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

from rowlock.kernel.processors import check_threads
from rowlock.runners.pools import processes, threads

Job = TypeVar("Job")
Answer = TypeVar("Answer")


class Runner(Protocol):
    """Whoever does jobs."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The answers in the order of the jobs; a refusal by a worker is raised here."""
        ...


class Workplace(Protocol):
    """Where the work of a command is done."""

    count: int
    """How many jobs are done at the same time, at most."""

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Runner]:
        """Whoever does so many jobs, of compiled code or of Python."""
        ...


class Here:
    """One job after the other, where the answers are wanted."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The built-in map."""
        return map(work, jobs)


class Local:
    """This machine.

    Compiled code gives up the interpreter's lock and runs on threads, or where that is asked for in
    processes; Python always needs processes, unless there is only one worker or one job.

    >>> with Local(2).runner(compiled=True, jobs=3) as runner:
    ...     list(runner.map(abs, [-3, 2, -1]))
    [3, 2, 1]
    """

    def __init__(self, count: int, *, in_processes: bool = False) -> None:
        check_threads(count)
        self.count, self.in_processes = count, in_processes

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Runner]:
        """Threads, processes, or nobody but the caller."""
        count = max(1, min(self.count, jobs))
        if compiled and not self.in_processes:
            return threads(count)  # one thread, too: the main thread then hears Ctrl-C
        if count == 1:
            return nullcontext(Here())
        return processes(count)
