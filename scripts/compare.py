"""Plays games in core and kernel side by side and stops at the first difference.

Progress is stored in dist/compare.json together with a digest of the sources: after a change in
core, kernel or variants it starts again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import rowlock
from rowlock.kernel.compare import play_both
from rowlock.variants import BUILT_IN, MAX_SEATS

CHUNK = 25
STATE = Path("dist/compare.json")


def sources() -> str:
    """A digest of everything that decides how games go."""
    digest = hashlib.sha256()
    for part in ("core", "kernel", "variants"):
        for file in sorted(Path(rowlock.__file__).parent.joinpath(part).glob("*.*")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


class Done:
    """How many games of each sheet and number of players have been compared."""

    def __init__(self, seed: int) -> None:
        self.head = {"sources": sources(), "seed": seed}
        self.games: dict[str, int] = {}
        self.ahead: dict[str, dict[int, int]] = {}
        try:
            kept = json.loads(STATE.read_text())
        except (OSError, ValueError):
            return
        if all(kept.get(key) == value for key, value in self.head.items()):
            self.games = kept["games"]

    def note(self, key: str, first: int, games: int) -> None:
        """These games agree. Chunks may finish out of order; they count once there is no gap."""
        self.ahead.setdefault(key, {})[first] = games
        while (at := self.games.get(key, 0)) in self.ahead[key]:
            self.games[key] = at + self.ahead[key].pop(at)

    def save(self) -> None:
        STATE.parent.mkdir(exist_ok=True)
        new = STATE.with_suffix(".new")
        new.write_text(json.dumps(self.head | {"games": self.games}, indent=1))
        new.replace(STATE)


MIXED = (
    "double_a+double_b",
    "classic+mixx_a+bonus_a",
    "bonus_b+big_points+x_change+connected_chain+connected_steps",
)
"""Tables whose seats have different sheets, dealt to the seats in turn."""


def sheets_of(name: str, players: int, number: int) -> list[str]:
    """The sheet of each seat; another game begins the list of a mixed table elsewhere."""
    sheets = name.split("+")
    return [sheets[(seat + number) % len(sheets)] for seat in range(players)]


def compare(name: str, players: int, seed: int, first: int, games: int) -> str | None:
    """What differs in these games, or None."""
    for number in range(first, first + games):
        if wrong := play_both(sheets_of(name, players, number), players, seed, number):
            return wrong
    return None


def chunks(done: Done, names: list[str], games: int) -> Iterator[tuple[str, int, int, int]]:
    """What is still to do: sheet, players, first game, how many."""
    each = -(-games // MAX_SEATS)
    for name in names:
        for players in range(1, MAX_SEATS + 1):
            for first in range(done.games.get(f"{name}/{players}", 0), each, CHUNK):
                yield name, players, first, min(CHUNK, each - first)


def work(
    pool: ProcessPoolExecutor,
    todo: list[tuple[str, int, int, int]],
    args: argparse.Namespace,
    done: Done,
    bar: Progress,
) -> str | None:
    """Compare chunk by chunk; the first difference, or None if there is none."""
    queue = iter(todo)
    running: dict[Future[str | None], tuple[str, int, int, int]] = {}
    saved = time.monotonic()
    try:
        while True:
            for name, players, first, games in islice(queue, 2 * args.jobs - len(running)):
                future = pool.submit(compare, name, players, args.seed, first, games)
                running[future] = name, players, first, games
            if not running:
                return None
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name, players, first, games = running.pop(future)
                if wrong := future.result():
                    return wrong
                done.note(f"{name}/{players}", first, games)
                bar.update(bar.task_ids[0], advance=games, description=f"{name}, {players} players")
            if time.monotonic() - saved > 5:
                done.save()
                saved = time.monotonic()
    finally:
        pool.shutdown(cancel_futures=True)


def run(args: argparse.Namespace) -> int:
    names = args.variants.split(",")
    done = Done(args.seed)
    todo = list(chunks(done, names, args.games))
    total = len(names) * MAX_SEATS * -(-args.games // MAX_SEATS)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))
    try:
        with bar, ProcessPoolExecutor(args.jobs, initializer=ignore_interrupt) as pool:
            bar.add_task("comparing", total=total, completed=total - sum(c[3] for c in todo))
            wrong = work(pool, todo, args, done, bar)
    finally:
        done.save()
    if wrong:
        print(wrong)
        return 1
    for name in names:
        line = ", ".join(f"{done.games[f'{name}/{n}']}" for n in range(1, MAX_SEATS + 1))
        print(f"{name}: core and kernel agree on {line} games of 1 to {MAX_SEATS} players")
    return 0


def ignore_interrupt() -> None:
    """Workers ignore SIGINT: the parent handles it and saves the progress."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of each sheet")
    parser.add_argument("--variants", default=",".join((*BUILT_IN, *MIXED)))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    try:
        return run(parser.parse_args())
    except KeyboardInterrupt:
        print("stopped; the next run continues from here", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
