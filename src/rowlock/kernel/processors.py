"""How many processors there are for threads of compiled code and processes of Python bots."""

from __future__ import annotations

import os


def default_threads() -> int:
    """One for each processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
