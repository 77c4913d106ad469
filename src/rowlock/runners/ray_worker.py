"""What runs in a worker of Ray: it does jobs of work that it has unpacked once."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

KEPT = 4
"""Works that a worker remembers: a ladder comes back to none of its pairs."""


class Worker:
    """One of them; Ray makes it anew if it dies."""

    def __init__(self) -> None:
        self.known: dict[str, Callable[[Any], Any]] = {}

    def version(self) -> str:
        """The first question to every worker: answered as soon as it is there."""
        return version("rowlock")

    def do(self, name: str, packed: list[Any], job: Any) -> Any:
        """One job; the work comes as a reference, in a list so that it is fetched only once."""
        import ray

        if name not in self.known:
            if len(self.known) == KEPT:
                del self.known[next(iter(self.known))]
            # As bytes: what Ray unpacks itself lies in shared memory and cannot be written to,
            # which compiled code takes for another type.
            self.known[name] = pickle.loads(ray.get(packed[0]))
        return self.known[name](job)
