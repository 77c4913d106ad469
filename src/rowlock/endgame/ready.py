"""Getting the search ready: nobody at a table waits while it compiles.

The first search after an installation compiles for a minute, the first one of a process reads what
was compiled from disk for a second or two. `is_ready` begins that in the background and answers
no until it is done. A process of its own compiles, so that this one keeps its interpreter to itself
meanwhile; then a thread reads the code.

Whoever can wait, such as a match of many games, calls `prepare` before.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading

from rowlock.kernel.jit import JIT

SMALL = (
    'classic 31 2 action1 56 1111; "Ann" r2,3,10 y2,3,4,5,11 g3 b3 x3; '
    '"Ben" r2,3,4,11 y2,3,4,11 g12,11,10,3 b12,4,3 x2'
)
"""A question that goes through all of the search."""
PATIENCE = 10.0
"""Seconds that reading the code may take when the program ends in the middle of it."""


def prepare() -> None:
    """Compile the search, or read what was compiled before; without Numba there is nothing."""
    if JIT:
        from rowlock.endgame.ends import solve
        from rowlock.notation import parse_position

        solve(parse_position(SMALL))
        _preparation.done.set()


def is_ready() -> bool:
    """Whether the search answers at once; where it does not yet, it is being prepared from now on.

    Uncompiled the search would take minutes: it is never ready then.
    """
    if JIT and not _preparation.done.is_set():
        _preparation.begin()
    return _preparation.done.is_set()


class _Preparation:
    """What happens in the background, once in a process."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._compiler: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="rowlock-endgame", daemon=True
                )
                self._thread.start()
                atexit.register(self._end)

    def _run(self) -> None:
        quiet = subprocess.DEVNULL
        words = [sys.executable, "-P", "-m", __name__]  # nothing from the current folder
        try:
            self._compiler = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        except OSError:
            return  # the bots go on without
        if self._compiler.wait() == 0:
            prepare()

    def _end(self) -> None:
        """Leave nothing running, and no thread in the compiler while Python takes itself down."""
        if self._compiler is not None:
            self._compiler.terminate()
        if self._thread is not None:
            self._thread.join(PATIENCE)


_preparation = _Preparation()


if __name__ == "__main__":
    prepare()
