"""Compiling in the background: nobody waits for code that takes a minute to compile.

The first use after an installation compiles for a minute, the first one of a process reads what was
compiled from disk for a second or two. A `Preparation` does both beforehand: a process of its own
compiles, so that this one keeps its interpreter to itself meanwhile, and steps back for everybody
else on the machine; then a thread reads the code.
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
"""Seconds that reading the code may take when the program ends in the middle of it."""
NICE = 10
"""What compiles in the background waits for games and people."""
WATCHED = "watched"
"""Said to a process that compiles for another one."""


class Preparation:
    """What happens in the background, once in a process.

    `prepare` gets everything ready where it is called, and running `module` with these words does
    the same. A module that knows how far it is tells so by `note`.
    """

    def __init__(self, module: str, prepare: Callable[[], None], *words: str) -> None:
        self.done = threading.Event()
        self.share: float | None = None
        """How much of it is done, from 0 to 1; None while nobody knows."""
        self._module, self._prepare, self._words = module, prepare, words
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._compiler: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start, unless it has begun already or is done."""
        with self._lock:
            if self._thread is None and not self.done.is_set():
                name = self._module.replace(".", "-")
                self._thread = threading.Thread(target=self._run, name=name, daemon=True)
                self._thread.start()
                atexit.register(self._end)

    @property
    def is_under_way(self) -> bool:
        """Whether it has begun and not ended."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        quiet = subprocess.DEVNULL
        python = [sys.executable, "-P", "-m"]  # nothing of this folder
        words = [*python, self._module, WATCHED, *self._words]
        try:
            self._compiler = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet
            )
        except OSError:
            return  # whoever needs it compiles it
        assert self._compiler.stdout is not None
        with self._compiler.stdout as told:
            for line in told:
                with contextlib.suppress(ValueError):  # compilers have their own things to say
                    self.share = float(line)
        if self._compiler.wait() == 0:
            self._prepare()

    def _end(self) -> None:
        """Leave nothing running, and no thread in the compiler while Python takes itself down."""
        if self._compiler is not None:
            self._compiler.terminate()
        if self._thread is not None:
            self._thread.join(PATIENCE)


def step_back() -> None:
    """Let every other process go first, and end with the one that waits; said by a compiler."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if sys.argv[1:2] == [WATCHED]:
        threading.Thread(target=_end_with_the_other, daemon=True).start()


def note(share: float) -> None:
    """Tell the process that waits how much is done."""
    sys.stdout.write(f"{share:.2f}\n")
    sys.stdout.flush()


def _end_with_the_other() -> None:
    """Its input ends however the other process has ended, also by a kill."""
    os.read(0, 1)
    os._exit(1)
