"""Compares threads, processes and Ray on the same match: equal results, and their cost.

    python bench/runners_figures.py --games 100000 --rounds 3

Runs `rowlock arena` several times, alternating between the kinds, because other programs use the
machine as well. `ray` starts Ray for each match; `cluster` uses a Ray that is already running. The
script prints wall-clock time and the processor time of all processes of a run, including Ray's own,
from /proc (Linux only). `--kill` kills a Ray worker in the middle of every match. The script fails
if two results differ in anything but `seconds`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KINDS = {
    "threads": [],
    "processes": ["--processes"],
    "ray": ["--ray"],
    "cluster": ["--ray", "auto"],
}
MARK = "ROWLOCK_FIGURES"
LOOK = 0.2
"""Polling interval in seconds; up to this much of each process's time is missed."""
TICKS = os.sysconf("SC_CLK_TCK")
BUSY = 6.0
"""Processor seconds after which a worker is assumed to be in the middle of its work."""


class Family:
    """All processes with one of these marks in their environment, however they were started."""

    def __init__(self, *marks: str) -> None:
        self.marks = {f"{MARK}={mark}".encode() for mark in marks}
        self.seconds: dict[int, float] = {}
        self.names: dict[int, str] = {}

    def look(self) -> None:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                pid = int(folder.name)
                known = pid in self.seconds
                if known or self.marks & {*(folder / "environ").read_bytes().split(b"\0")}:
                    fields = (folder / "stat").read_text().rpartition(")")[2].split()
                    self.seconds[pid] = (int(fields[11]) + int(fields[12])) / TICKS
                    self.names[pid] = (folder / "cmdline").read_text()
            except (OSError, UnicodeDecodeError):
                continue  # it has exited, or belongs to another user

    def busy_worker(self) -> int | None:
        workers = [pid for pid, name in self.names.items() if name.startswith("ray::Worker")]
        return next((pid for pid in workers if self.seconds[pid] > BUSY), None)


@contextlib.contextmanager
def head_of_cluster(workers: int) -> Iterator[str]:
    """Context manager: a Ray cluster on this machine; yields its mark."""
    mark = uuid.uuid4().hex
    ray = str(Path(sys.executable).with_name("ray"))
    quiet = ["--include-dashboard=false", "--disable-usage-stats"]
    start = [ray, "start", "--head", f"--num-cpus={workers}", *quiet]
    subprocess.run(start, env={**os.environ, MARK: mark}, check=True, stdout=subprocess.DEVNULL)
    try:
        yield mark
    finally:
        subprocess.run([ray, "stop"], check=True, stdout=subprocess.DEVNULL)


def measure(
    words: list[str], *, kill: bool, beside: str | None = None
) -> tuple[float, float, dict[str, Any]]:
    """Wall-clock seconds, processor seconds and output; includes processes with the mark
    `beside`."""
    mark = uuid.uuid4().hex
    family = Family(mark, *([beside] if beside else []))
    family.look()
    before = sum(family.seconds.values())
    began = time.perf_counter()
    command = [sys.executable, "-m", "rowlock", "arena", *words, "--json"]
    with subprocess.Popen(command, env={**os.environ, MARK: mark}, stdout=subprocess.PIPE) as run:
        while run.poll() is None:
            family.look()
            if kill and (worker := family.busy_worker()) is not None:
                os.kill(worker, signal.SIGKILL)
                kill = False
                print(f"killed worker {worker}", file=sys.stderr)
            time.sleep(LOOK)
        seconds = time.perf_counter() - began
        assert run.stdout is not None
        answer = json.loads(run.stdout.read())
    del answer["seconds"]
    return seconds, sum(family.seconds.values()) - before, answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", nargs="+", default=["heuristic", "race"])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument(
        "--kill", action="store_true", help="kill a Ray worker in the middle of each match"
    )
    args = parser.parse_args()
    words = [*args.bots, "--games", str(args.games), "--threads", str(args.workers)]
    answers = []
    print(f"{'kind':10} {'seconds':>9} {'processor':>9}")
    for _ in range(args.rounds):
        for kind in args.kinds:
            head = head_of_cluster(args.workers) if kind == "cluster" else contextlib.nullcontext()
            with head as beside:
                kill = args.kill and kind in ("ray", "cluster")
                found = measure([*words, *KINDS[kind]], kill=kill, beside=beside)
            seconds, processor, answer = found
            answers.append(answer)
            print(f"{kind:10} {seconds:9.2f} {processor:9.2f}", flush=True)
            assert answer == answers[0], "the answers differ"
    print(f"{len(answers)} results, all equal")


if __name__ == "__main__":
    main()
