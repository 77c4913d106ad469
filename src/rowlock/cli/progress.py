"""Progress bars on stderr, drawn by Rich; none without Rich or a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec


def is_watched() -> bool:
    """Whether stderr is a terminal and Rich is installed."""
    return sys.stderr.isatty() and find_spec("rich") is not None


@contextmanager
def progress_bar(text: str, total: float = 1.0) -> Iterator[Callable[[float], None]]:
    """A progress bar; call the yielded function with the amount done so far."""
    if not is_watched():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.update(task, completed=done)


def waiting(text: str) -> AbstractContextManager[object]:
    """A spinner, for work without measurable progress."""
    if not is_watched():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(text)
