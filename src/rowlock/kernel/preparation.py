"""Compiles code in the background, because compiling takes a minute.

The first use after an installation compiles for a minute; the first use in a process loads the
compiled code from disk for a second or two. A `Preparation` does both in advance: a separate,
low-priority process compiles, so that this interpreter stays free, and then a thread loads the
code.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable

PATIENCE = 10.0
"""Maximum time in seconds to wait at exit for code that is being loaded."""
NICE = 10
"""Niceness of the compiling process, so that games and people come first."""
WATCHED = "watched"
"""Argument for a process that compiles on behalf of another one and ends with it."""


class Preparation:
    """Work to be done in the background, once per process.

    `prepare` does the work in the process that calls it; running `module` with these arguments does
    the same in a process of its own. A module that knows its progress reports it with `note`.
    """

    def __init__(self, module: str, prepare: Callable[[], None], *words: str) -> None:
        self.done = threading.Event()
        self.share: float | None = None
        """Progress from 0 to 1; None if unknown."""
        self._module, self._prepare, self._words = module, prepare, words
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._compiler: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start the work, unless it is running or done."""
        with self._lock:
            if self._thread is None and not self.done.is_set():
                name = self._module.replace(".", "-")
                self._thread = threading.Thread(target=self._run, name=name, daemon=True)
                self._thread.start()
                atexit.register(self._end)

    @property
    def is_under_way(self) -> bool:
        """Whether it has started and not finished."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        quiet = subprocess.DEVNULL
        python = [sys.executable, "-P", "-m"]  # do not import from the current folder
        words = [*python, self._module, WATCHED, *self._words]
        try:
            self._compiler = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet
            )
        except OSError:
            return  # the first caller will compile it
        assert self._compiler.stdout is not None
        with self._compiler.stdout as output:
            for line in output:
                with contextlib.suppress(ValueError):  # compilers print other lines as well
                    self.share = float(line)
        if self._compiler.wait() == 0:
            self._prepare()

    def _end(self) -> None:
        """Stop the compiler, and leave no thread in it while Python shuts down."""
        if self._compiler is not None:
            self._compiler.terminate()
        if self._thread is not None:
            self._thread.join(PATIENCE)


def step_back() -> None:
    """In the compiling process: lower the priority, and exit together with the waiting process."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if sys.argv[1:2] == [WATCHED]:
        threading.Thread(target=_end_with_the_other, daemon=True).start()


def note(share: float) -> None:
    """Report progress to the waiting process."""
    sys.stdout.write(f"{share:.2f}\n")
    sys.stdout.flush()


def _end_with_the_other() -> None:
    """Exit when the other process ends, even if it was killed: that closes our standard input."""
    os.read(0, 1)
    os._exit(1)
