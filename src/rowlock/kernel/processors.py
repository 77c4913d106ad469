"""Number of threads for compiled code and of processes for Python bots."""

from __future__ import annotations

import os

from rowlock.errors import Unreadable


def default_threads() -> int:
    """One thread per processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


MAX_THREADS = 1024
"""Far more than useful on any machine, and few enough for every system to start."""


def check_threads(threads: int) -> None:
    """Refuse an impossible number of threads."""
    if threads < 1:
        raise Unreadable("bad_threads", f"{threads} threads: at least one is needed")
    if threads > MAX_THREADS:
        raise Unreadable("bad_threads", f"{threads} threads: at most {MAX_THREADS} can be used")
