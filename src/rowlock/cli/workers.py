"""Who does the work of a command: threads, processes, or Ray; and where it is noted."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowlock.cli.common import check_writable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import waiting

if TYPE_CHECKING:
    from rowlock.runners import Journal, Workplace

LOCAL = "local"


def add_workers(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--threads", type=whole, metavar="N", help=f"processors to use (default: {default})"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--processes",
        action="store_true",
        help="use processes where threads would do as well (Python code always runs in processes)",
    )
    instead.add_argument(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="use Ray: the cluster at this address (auto, or HOST:PORT), or a Ray of its own; all "
        "processors there unless --threads says how many",
    )


def add_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="note in this file what is done; if it exists already, go on from there",
    )


@contextmanager
def workplace(args: argparse.Namespace, default: int, sent: object) -> Iterator[Workplace]:
    """Where the work is done; `sent` is what workers elsewhere will need."""
    from rowlock.kernel.processors import check_threads
    from rowlock.runners import Local

    count = default if args.threads is None else args.threads
    check_threads(count)
    if args.ray is None:
        yield Local(count, in_processes=args.processes)
        return
    from rowlock.runners.ray_cluster import cluster

    with ExitStack() as stack:
        with waiting("starting Ray"):
            place = stack.enter_context(cluster(args.ray, args.threads, sent))
        yield place


@contextmanager
def journal(args: argparse.Namespace, question: dict[str, Any]) -> Iterator[Journal | None]:
    """The file of --resume, which answers this question; None where none is asked for."""
    from rowlock.runners import Journal

    if args.resume is None:
        yield None
        return
    check_writable(args.resume)
    with Journal(args.resume, {"command": args.command, **question}) as found:
        yield found


def source_digest(args: argparse.Namespace, sent: object) -> dict[str, str]:
    """What the modules of one's own say: a bot that was changed answers another question."""
    from rowlock.runners.own_modules import digest, own_modules

    if args.resume is None:
        return {}
    try:
        files = own_modules(sent)
    except Exception:  # what cannot be sent plays here, and nothing is known of its source
        return {}
    noted = args.resume.resolve()  # it grows, wherever it lies
    found = digest({name: file for name, file in files.items() if file.resolve() != noted})
    return {"own_modules": found} if found else {}
