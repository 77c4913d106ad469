"""Makes Ctrl-C work within two seconds, even during compilation.

Python handles signals only between two bytecodes of the main thread. LLVM can compile for half a
minute without one, and Python waits for a compiling thread at exit. So a watcher thread reads the
descriptor to which Python's C code writes every signal immediately (`signal.set_wakeup_fd`). If the
command has not stopped soon after, the watcher shows the results so far, ends the worker processes
and then this process.

No KeyboardInterrupt is raised inside the compiler's own Python code: LLVM crashes when it cleans up
half-finished work. In that case the watcher ends the process as well.
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
"""Further seconds for showing the results so far."""
_COMPILERS = {"numba", "llvmlite"}
_SHOW_CURSOR = "\r\x1b[2K\x1b[?25h"

_heard = threading.Event()


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed inside `stoppable`."""
    return _heard.is_set()


@contextmanager
def stoppable(so_far: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Context manager: Ctrl-C stops the work inside at any time.

    Usually it raises KeyboardInterrupt, which the command may handle. If the block is not left in
    time, `so_far` shows the results so far and the process exits.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
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
    previous_hook = sys.unraisablehook
    sys.unraisablehook = _without_interrupts(previous_hook, decided)
    try:
        yield
    finally:
        left.set()
        decided.set()
        with leaving:  # blocks once the watcher has begun to end the process
            signal.set_wakeup_fd(descriptor)
            signal.signal(signal.SIGINT, handler)
            sys.unraisablehook = previous_hook
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
    previous_hook: Callable[[sys.UnraisableHookArgs], object], decided: threading.Event
) -> Callable[[sys.UnraisableHookArgs], object]:
    """Do not report a KeyboardInterrupt that was raised inside a callback of C code.

    C code cannot propagate it, so Python would only print it. The command will not stop by itself
    any more, so the watcher need not wait for it.
    """

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            decided.set()
        else:
            previous_hook(unraisable)

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
