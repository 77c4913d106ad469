"""Options for workers (threads, processes, Ray) and for the journal of --resume."""

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
        "--threads",
        type=whole,
        metavar="N",
        help=f"number of threads or processes (default: {default})",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--processes",
        action="store_true",
        help="use processes instead of threads (Python bots always run in processes)",
    )
    instead.add_argument(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="use Ray: the cluster at this address (auto, or HOST:PORT), or a local one without "
        "an address; uses all its processors unless --threads limits them",
    )


def add_resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="save progress to this file; if it exists, resume from it",
    )


@contextmanager
def workplace(args: argparse.Namespace, default: int, sent: object) -> Iterator[Workplace]:
    """The workplace for the options. `sent` is the object that remote workers will need."""
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
    """The journal of --resume, checked to be for this question; None without --resume."""
    from rowlock.runners import Journal

    if args.resume is None:
        yield None
        return
    check_writable(args.resume)
    with Journal(args.resume, {"command": args.command, **question}) as progress:
        yield progress


def source_digest(args: argparse.Namespace, sent: object) -> dict[str, str]:
    """Digests of the user's own modules: a changed bot makes an old journal invalid."""
    from rowlock.runners.own_modules import digest, own_modules

    if args.resume is None:
        return {}
    try:
        files = own_modules(sent)
    except Exception:  # bots that cannot be pickled run here; their sources are unknown
        return {}
    noted = args.resume.resolve()  # leave out the journal itself, which changes
    digests = digest({name: file for name, file in files.items() if file.resolve() != noted})
    return {"own_modules": digests} if digests else {}
