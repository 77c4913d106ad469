"""Workplaces and runners: where jobs run, and the object that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

from rowlock.kernel.processors import check_threads
from rowlock.runners.pools import processes, threads

Job = TypeVar("Job")
Answer = TypeVar("Answer")


class Runner(Protocol):
    """Maps functions over jobs."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the answers in the order of the jobs; exceptions of workers are raised here."""
        ...


class Workplace(Protocol):
    """Where jobs run."""

    count: int
    """Maximum number of jobs that run in parallel."""

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Runner]:
        """A runner for `jobs` jobs, which are compiled code or Python."""
        ...


class ThisProcess:
    """Runs one job after another in this process."""

    def map(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """The built-in map."""
        return map(work, jobs)


class Local:
    """This machine.

    Compiled code releases the GIL and runs on threads, or in processes if requested. Python code
    always needs processes, unless there is only one worker or one job.

    >>> with Local(2).runner(compiled=True, jobs=3) as runner:
    ...     list(runner.map(abs, [-3, 2, -1]))
    [3, 2, 1]
    """

    def __init__(self, count: int, *, in_processes: bool = False) -> None:
        check_threads(count)
        self.count, self.in_processes = count, in_processes

    def runner(self, *, compiled: bool, jobs: int) -> AbstractContextManager[Runner]:
        """Threads, processes, or this process."""
        count = max(1, min(self.count, jobs))
        if compiled and not self.in_processes:
            return threads(count)  # even for one thread, so that the main thread handles Ctrl-C
        if count == 1:
            return nullcontext(ThisProcess())
        return processes(count)
