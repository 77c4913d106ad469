"""One case after the other, each made from its own number, so that any one can be repeated."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random

from msgspec import Struct

from rowlock import Refusal
from tests.fuzz.spoil import garbage, spoiled
from tests.fuzz.targets import TARGETS

SHARED = 50
"""Neighbouring cases that are spoiled from the same good text of each kind."""
SLOW_SECONDS = 5
"""No text of a few thousand signs may take longer."""


MOST_MEMORY = 256 << 20
"""Bytes on top of what Python and the readers themselves need."""


class Case(Struct, frozen=True):
    """A text and what it is fed to."""

    number: str
    target: str
    text: str


class Found(AssertionError):
    """Something else than a refusal came out."""


def case(seed: int, number: int) -> Case:
    """The case of this number: a spoiled text, in one of five pure garbage."""
    name = f"{seed} {number}"
    rng = Random(name)
    target = rng.choice([*TARGETS, "record", "record", "position"])
    if rng.random() < 0.2:
        return Case(name, target, garbage(rng))
    good = _good(target, f"{seed} good {number // SHARED}")
    return Case(name, target, spoiled(good, rng, TARGETS[target][0]))


@lru_cache(maxsize=16)
def _good(target: str, name: str) -> str:
    """A good text; to play a game for it takes longer than to spoil and read it many times."""
    return TARGETS[target][0](Random(name))


def feed(case: Case) -> str:
    """What came of a case: a refusal's code or "good"; anything else is found."""
    try:
        with time_limit():
            TARGETS[case.target][1](case.text)
    except Refusal as refusal:
        return refusal.code
    except Exception as error:
        where = f"case {case.number} of {case.target}"
        raise Found(f"{where}: {error!r} from {case.text[:2000]!r}") from error
    return "good"


@contextmanager
def time_limit() -> Iterator[None]:
    """A text that keeps the reader busy for ever is found as well (where alarms exist)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def too_slow(*_: object) -> None:
        raise TimeoutError(f"not read after {SLOW_SECONDS} s")

    before = signal.signal(signal.SIGALRM, too_slow)
    signal.setitimer(signal.ITIMER_REAL, SLOW_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def limited_memory() -> Iterator[None]:
    """A text for which a reader needs much more than all others is found (where Linux tells)."""
    if sys.platform != "linux":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MOST_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


class Tally(Struct):
    cases: int = 0
    bytes: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = Counter()


def fuzz(seed: int, size: int, cases: int = 0) -> Iterator[Tally]:
    """Feed cases until `size` bytes and so many cases are through; the tally after each."""
    tally = Tally(outcomes=Counter())
    start = time.monotonic()
    while tally.bytes < size or tally.cases < cases:
        now = case(seed, tally.cases)
        tally.outcomes[f"{now.target}: {feed(now)}"] += 1
        tally.cases += 1
        tally.bytes += len(now.text.encode("utf-8", "surrogatepass"))
        tally.seconds = time.monotonic() - start
        yield tally
