"""The Ray actor that runs jobs; unpickles each function once."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

MAX_CACHED = 4
"""Number of functions that a worker caches; a ladder never returns to a previous pair."""


class RayWorker:
    """A worker process; Ray restarts it if it dies."""

    def __init__(self) -> None:
        self.known: dict[str, Callable[[Any], Any]] = {}

    def version(self) -> str:
        """The first call to every worker, which it answers as soon as it runs."""
        return version("rowlock")

    def do(self, name: str, packed: list[Any], job: Any) -> Any:
        """Run one job. The function is a reference, in a list so that it is fetched only once."""
        import ray

        if name not in self.known:
            if len(self.known) == MAX_CACHED:
                del self.known[next(iter(self.known))]
            # Fetched as bytes: objects that Ray unpickles are read-only views of shared memory,
            # which compiled code treats as a different type.
            self.known[name] = pickle.loads(ray.get(packed[0]))
        return self.known[name](job)
