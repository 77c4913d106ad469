"""`scripts/fuzz`: feed readers, tables and the server with spoiled texts and garbage."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import Progress

from tests.fuzz.fuzzer import Found, Tally, case, feed, fuzz, limited_memory
from tests.fuzz.messages import fuzz_messages
from tests.fuzz.requests import fuzz_requests
from tests.fuzz.sheets import fuzz_sheets


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
    parser.add_argument("--messages", type=int, default=20_000, help="to tables (20,000)")
    parser.add_argument("--requests", type=int, default=10_000, help="to the server (10,000)")
    parser.add_argument("--sheets", type=int, default=2_000, help="to a real server (2,000)")
    args = parser.parse_args()
    if args.case:
        one = case(*args.case)
        sys.stdout.write(f"{one.target}\n{one.text}\n{feed(one)}\n")
        return 0
    tally = Tally()
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("texts", total=args.bytes + args.cases)
        messages = progress.add_task("messages", total=args.messages)
        requests = progress.add_task("requests", total=args.requests)
        sheets = progress.add_task("sheets", total=args.sheets)
        try:
            with limited_memory():
                for tally in fuzz(args.seed, args.bytes, args.cases):
                    done = min(tally.bytes, args.bytes) + min(tally.cases, args.cases)
                    progress.update(bar, completed=done)
            at_tables = fuzz_messages(
                args.seed, args.messages, lambda done: progress.update(messages, completed=done)
            )
            over_http = fuzz_requests(
                args.seed, args.requests, lambda done: progress.update(requests, completed=done)
            )
            uploaded = fuzz_sheets(
                args.seed, args.sheets, lambda done: progress.update(sheets, completed=done)
            )
        except Found as found:
            sys.stdout.write(f"{found}\n")
            return 1
    for outcome, times in sorted(tally.outcomes.items()):
        sys.stdout.write(f"{times:7} {outcome}\n")
    for outcome, times in sorted((at_tables + over_http + uploaded.outcomes).items()):
        sys.stdout.write(f"{times:7} {outcome}\n")
    sys.stdout.write(f"{args.messages} messages, {args.requests} requests: every log folds again\n")
    sys.stdout.write(
        f"{args.sheets} sheets: the slowest took {uploaded.slowest * 1000:.0f} ms, the server's "
        f"memory went from {uploaded.before >> 20} to {uploaded.after >> 20} MiB\n"
    )
    sys.stdout.write(f"{tally.cases} cases, {tally.bytes} bytes, {tally.seconds:.0f} s: all good\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
