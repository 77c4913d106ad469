"""`scripts/fuzz`: feed the readers with spoiled texts and garbage."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from tests.fuzz.fuzzer import Found, Tally, case, feed, fuzz

MOST_MEMORY = 256 << 20
"""Bytes on top of what Python and the readers themselves need."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Feed every reader with spoiled texts; only refusals may come out.",
        epilog="example: scripts/fuzz --bytes 1000000 --seed 7; scripts/fuzz --case 7 1234",
    )
    parser.add_argument("--bytes", type=int, default=10_000_000, help="how much (ten million)")
    parser.add_argument("--cases", type=int, default=0, help="go on until there were so many cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int, nargs=2, metavar=("SEED", "NUMBER"), help="only one")
    args = parser.parse_args()
    if args.case:
        one = case(*args.case)
        sys.stdout.write(f"{one.target}\n{one.text}\n{feed(one)}\n")
        return 0
    _limit_memory()
    tally = Tally()
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("fuzz", total=max(args.bytes, 1) + args.cases)
        try:
            for tally in fuzz(args.seed, args.bytes, args.cases):
                done = min(tally.bytes, args.bytes) + min(tally.cases, args.cases)
                progress.update(bar, completed=done)
        except Found as found:
            sys.stdout.write(f"{found}\n")
            return 1
    for outcome, times in sorted(tally.outcomes.items()):
        sys.stdout.write(f"{times:7} {outcome}\n")
    sys.stdout.write(f"{tally.cases} cases, {tally.bytes} bytes, {tally.seconds:.0f} s: all good\n")
    return 0


def _limit_memory() -> None:
    """A text that makes a reader take more than this fails (where the system can say so)."""
    if sys.platform == "linux":
        import resource

        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MOST_MEMORY, resource.RLIM_INFINITY))


if __name__ == "__main__":
    sys.exit(main())
