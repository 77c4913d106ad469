"""Ctrl-C within two seconds, whatever is being compiled.

Python hears a signal between two steps of the main thread. While LLVM compiles there is no such
step for half a minute, and a thread that compiles is waited for. So a thread of its own listens at
the descriptor to which Python's C code writes every signal at once (`signal.set_wakeup_fd`). Where
the command has not stopped by itself soon after, this thread shows what is done so far, ends the
worker processes, and then the process.

Between two steps of the compiler's own Python code nothing is raised either: LLVM crashes when it
clears away what was left half done. There, too, the thread ends the process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

EXIT_INTERRUPTED = 130

PATIENCE = 0.7
"""Seconds that a command has to stop by itself."""
LAST_WORDS = 0.8
"""Seconds after that in which what is done so far can be shown."""
_COMPILERS = {"numba", "llvmlite"}
_SHOW_CURSOR = "\r\x1b[2K\x1b[?25h"

_heard = threading.Event()


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed in a command that can be stopped."""
    return _heard.is_set()


@contextmanager
def stoppable(so_far: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Work inside can be stopped by Ctrl-C at any time.

    Mostly that is a KeyboardInterrupt, and the command goes on as it likes. If it does not leave
    the block in time, `so_far` shows what there is, and the process ends.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    _heard.clear()
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    leaving = threading.Lock()
    left = threading.Event()
    decided = threading.Event()
    watcher = threading.Thread(
        target=_watch,
        args=(reader, left, decided, leaving, so_far),
        name="rowlock-ctrl-c",
        daemon=True,
    )
    watcher.start()
    descriptor = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupting(decided))
    told = sys.unraisablehook
    sys.unraisablehook = _without_interrupts(told, decided)
    try:
        yield
    finally:
        left.set()
        decided.set()
        with leaving:  # nobody passes here once the watcher has begun to end the process
            signal.set_wakeup_fd(descriptor)
            signal.signal(signal.SIGINT, handler)
            sys.unraisablehook = told
            os.close(writer)
        watcher.join()
        os.close(reader)


def _interrupting(decided: threading.Event) -> Callable[[int, FrameType | None], None]:
    def interrupt(number: int, frame: FrameType | None) -> None:
        _heard.set()
        if _is_compiling(frame):
            decided.set()
        else:
            signal.default_int_handler(number, frame)

    return interrupt


def _is_compiling(frame: FrameType | None) -> bool:
    while frame is not None:
        package = frame.f_globals.get("__name__", "").partition(".")[0]
        if package in _COMPILERS:
            return True
        frame = frame.f_back
    return False


def _without_interrupts(
    told: Callable[[sys.UnraisableHookArgs], object], decided: threading.Event
) -> Callable[[sys.UnraisableHookArgs], object]:
    """Say nothing of an interrupt that struck inside a callback of C code.

    C code cannot pass it on, so Python would print it and forget it. The command will not stop by
    itself any more, and the watcher need not wait for it.
    """

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            decided.set()
        else:
            told(unraisable)

    return tell


def _watch(
    reader: int,
    left: threading.Event,
    decided: threading.Event,
    leaving: threading.Lock,
    so_far: Callable[[], None],
) -> None:
    while signals := os.read(reader, 64):
        if signal.SIGINT in signals:
            decided.wait(PATIENCE)
            with leaving:
                if left.is_set():
                    return
                _end(so_far)


def _end(so_far: Callable[[], None]) -> None:
    last = threading.Timer(LAST_WORDS, os._exit, [EXIT_INTERRUPTED])
    last.daemon = True
    last.start()
    for child in multiprocessing.active_children():
        child.terminate()
    with suppress(Exception):
        if sys.stderr.isatty():
            sys.stderr.write(_SHOW_CURSOR)
        so_far()
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(EXIT_INTERRUPTED)
