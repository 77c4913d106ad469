"""`rowlock solve`: compute the best possible expected score of a sheet, exactly."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.cli.common import add_json, add_variant, check_writable, print_json, variant_of
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar
from rowlock.errors import Unreadable
from rowlock.variants import LuckyPair

if TYPE_CHECKING:
    from rowlock.solve.problem import Problem

EPILOG = """\
Alone at the table, every turn is yours. With more players the friendly form is solved: you roll in
every n-th turn and may cross the white sum in the others, but nobody else closes a row or ends the
game. There is one value per seat: for the player who rolls first, second, and so on.

examples:
  rowlock solve --variant classic
  rowlock solve --variant mixx_a --players 3 --out mixx_a-3.table
  rowlock solve --variant longo --lucky '6&11' --device cuda
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    add_variant(parser)
    add_lucky(parser)
    parser.add_argument(
        "--players", type=whole, default=1, metavar="N", help="players at the table (default 1)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the table to a file, for rowlock advise --solved",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="store the table where advise and the bot solo look for it",
    )
    parser.add_argument(
        "--threads", type=whole, metavar="T", help="threads (default: one per processor)"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="processor or GPU")
    add_json(parser)


def add_lucky(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lucky", metavar="'A&B'", help="the lucky numbers of a Longo sheet: --lucky '6&11'"
    )


def lucky_of(args: argparse.Namespace) -> LuckyPair | None:
    if args.lucky is None:
        return None
    match = re.fullmatch(r" *([0-9]{1,2}) *& *([0-9]{1,2}) *", args.lucky)
    if not match:
        raise Unreadable("bad_lucky", f"{args.lucky!r} is not a pair of lucky numbers like 6&11")
    return int(match[1]), int(match[2])


def run(args: argparse.Namespace) -> int:
    from rowlock.kernel.processors import check_threads, default_threads
    from rowlock.solve.device import peak_memory_mb, solve_on
    from rowlock.solve.problem import make_problem
    from rowlock.solve.reach import check_reach
    from rowlock.solve.store import kept_path
    from rowlock.solve.value_table import make_table

    threads = args.threads if args.threads is not None else default_threads()
    check_threads(threads)
    problem = make_problem(variant_of(args), args.players, lucky_of(args))
    check_reach(problem, args.device)
    if args.out:
        check_writable(args.out)
    with stoppable(), progress_bar(f"solving {problem.variant.id}") as progress:
        solved = solve_on(args.device, problem, threads=threads, progress=progress)
    table = make_table(problem, solved.values)
    written = [args.out] if args.out else []
    written += [kept_path(problem)] if args.keep else []
    for path in written:
        try:
            table.save(path)
        except OSError as error:
            message = f"{path} cannot be written: {error.strerror}"
            raise Unreadable("bad_out", message) from None
    answer = {
        "variant": problem.variant.id,
        "players": problem.players,
        "values": table.values,
        "states": problem.states,
        "seconds": round(solved.seconds, 3),
        "peak_memory_mb": round(peak_memory_mb(), 1),
        "digest": problem.variant.digest,
        "compile_seconds": round(solved.compile_seconds, 3),
        "device": args.device,
        "threads": threads,
        "solved_states": problem.solved_states,
        "symmetries": len(problem.group),
    }
    if problem.lucky:
        answer["lucky"] = problem.lucky
    if args.json:
        print_json(answer)
    else:
        print(_report(problem, table.values))
        print(
            f"{problem.states:,} states in {solved.seconds:.1f} s on {args.device} "
            f"(compiling: {solved.compile_seconds:.1f} s), "
            f"{answer['peak_memory_mb']:,} MB of memory at most"
        )
        for path in written:
            print(f"table: {path}")
    return 0


def _report(problem: Problem, values: tuple[float, ...]) -> str:
    name = problem.variant.name
    if problem.lucky:
        name += " {}&{}".format(*problem.lucky)
    if problem.players == 1:
        return f"{name}, alone: {values[0]:.8f} points under best play"
    lines = [f"{name}, {problem.players} friendly players, points under best play:"]
    for wait, value in enumerate(values):
        when = "rolls first" if wait == 0 else f"rolls after {wait} other turn{'s' * (wait > 1)}"
        lines.append(f"  {value:.8f}  {when}")
    return "\n".join(lines)
