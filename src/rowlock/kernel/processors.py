"""How many processors there are for threads of compiled code and processes of Python bots."""

from __future__ import annotations

import os

from rowlock.errors import Unreadable


def default_threads() -> int:
    """One for each processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


MOST_THREADS = 1024
"""More than any machine here is worth, and fewer than any system refuses to start."""


def check_threads(threads: int) -> None:
    """Refuse a number of threads that cannot work."""
    if threads < 1:
        raise Unreadable("bad_threads", f"at least one thread is needed, not {threads}")
    if threads > MOST_THREADS:
        raise Unreadable("bad_threads", f"at most {MOST_THREADS} threads can be used")
