"""`rowlock solve`: compute the best possible expected score of a sheet, exactly."""

from __future__ import annotations

import argparse
import re
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rowlock.cli.common import add_json, check_writable, print_json
from rowlock.cli.interrupt import stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.workers import add_resume, add_workers, journal, workplace
from rowlock.errors import Unreadable
from rowlock.variants import LuckyPair, load_variant

if TYPE_CHECKING:
    from rowlock.solve.jobs import SolvedSheet
    from rowlock.solve.problem import Problem

EPILOG = """\
Alone at the table, every turn is yours. With more players the friendly form is solved: you roll in
every n-th turn and may cross the white sum in the others, but nobody else closes a row or ends the
game. There is one value per seat: for the player who rolls first, second, and so on.

examples:
  rowlock solve --variant classic
  rowlock solve --variant mixx_a --players 3 --out mixx_a-3.table
  rowlock solve --variant longo --lucky '6&11' --device cuda
  rowlock solve --variant double_a --keep
  rowlock solve --variant classic mixx_a mixx_b --keep --ray --resume solved.journal

Classic takes seconds, others minutes; connected_steps needs 5 GB of memory, double_a 8.
Bonus B and Big Points have too many states to be solved.

Several sheets are solved one after the other by all threads. With --processes or --ray each is
solved by one worker; all workers together then need the memory of as many sheets.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "--variant",
        metavar="NAME",
        nargs="+",
        default=["classic"],
        help="one or more sheets by name (see `rowlock variants`), or files of your own",
    )
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
        help="store the table where advise, review, exam and the bots look for it",
    )
    add_workers(parser, "one per processor")
    add_resume(parser)
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
    from rowlock.solve.problem import make_problem
    from rowlock.solve.reach import check_reach

    problems = [
        make_problem(load_variant(name), args.players, lucky_of(args)) for name in args.variant
    ]
    for problem in problems:
        check_reach(problem, args.device)
    _check_options(args)
    question = {
        "variants": [problem.variant.digest for problem in problems],
        "players": args.players,
        "lucky": args.lucky,
        "tables": [str(args.out) if args.out else None, args.keep],
    }
    with journal(args, question) as noted:
        known = {
            line["sheet"]: line["answer"]
            for line in (noted.found if noted else ())
            if _is_stored(args, problems[line["sheet"]])
        }
        todo = [problem for k, problem in enumerate(problems) if k not in known]
        with closing(_solved(args, todo)) as solved:
            for k, problem in enumerate(problems):
                if k not in known:
                    known[k] = _answer(args, problem, next(solved))
                    if noted is not None:
                        noted.note({"sheet": k, "answer": known[k]})
                _show(args, problem, known[k])
    return 0


def _check_options(args: argparse.Namespace) -> None:
    from rowlock.kernel.processors import check_threads

    if args.threads is not None:
        check_threads(args.threads)
    if args.device == "cuda" and _elsewhere(args):
        raise Unreadable("bad_device", "workers solve on processors: leave --device cuda out")
    if args.out:
        check_writable(args.out)
        if len(args.variant) > 1:
            message = "--out is the file of one table; --keep stores those of several sheets"
            raise Unreadable("bad_out", message)


def _elsewhere(args: argparse.Namespace) -> bool:
    """Whether workers solve a sheet each, not all threads one after the other."""
    return args.processes or args.ray is not None


def _solved(args: argparse.Namespace, problems: list[Problem]) -> Generator[SolvedSheet]:
    """One after the other, in order."""
    from rowlock.kernel.processors import default_threads
    from rowlock.solve.device import peak_memory_mb, solve_on
    from rowlock.solve.jobs import Sheet, SolvedSheet, solve_sheet

    if problems and _elsewhere(args):
        jobs = [Sheet(each.variant, each.players, each.lucky) for each in problems]
        with (
            workplace(args, default_threads(), jobs) as place,
            place.runner(compiled=False, jobs=len(jobs)) as runner,
            stoppable(),
            progress_bar("solving", len(jobs)) as progress,
        ):
            for done, found in enumerate(runner.map(solve_sheet, jobs), 1):
                progress(done)
                yield found
        return
    threads = args.threads if args.threads is not None else default_threads()
    for problem in problems:
        with stoppable(), progress_bar(f"solving {problem.variant.id}") as progress:
            solved = solve_on(args.device, problem, threads=threads, progress=progress)
        yield SolvedSheet(solved, peak_memory_mb(), threads)


def _answer(args: argparse.Namespace, problem: Problem, found: SolvedSheet) -> dict[str, Any]:
    """What is printed of it, after its table is stored."""
    from rowlock.solve.value_table import make_table

    table = make_table(problem, found.solved.values)
    for path in _tables(args, problem):
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
        "seconds": round(found.solved.seconds, 3),
        "peak_memory_mb": round(found.peak_memory_mb, 1),
        "digest": problem.variant.digest,
        "compile_seconds": round(found.solved.compile_seconds, 3),
        "device": args.device,
        "threads": found.threads,
        "solved_states": problem.solved_states,
        "symmetries": len(problem.group),
    }
    if problem.lucky:
        answer["lucky"] = problem.lucky
    return answer


def _tables(args: argparse.Namespace, problem: Problem) -> list[Path]:
    """The files that hold the table of a sheet when it is done."""
    from rowlock.solve.store import kept_path

    return [*([args.out] if args.out else []), *([kept_path(problem)] if args.keep else [])]


def _is_stored(args: argparse.Namespace, problem: Problem) -> bool:
    """Whether all its tables are there and sound; an answer without them is not the whole one."""
    from rowlock.solve.value_table import load_table

    asked = problem.players, problem.lucky
    try:
        found = [load_table(path, problem.variant).header for path in _tables(args, problem)]
    except Unreadable:
        return False
    return all((header.players, header.lucky) == asked for header in found)


def _show(args: argparse.Namespace, problem: Problem, answer: dict[str, Any]) -> None:
    if args.json:
        print_json(answer)
        return
    print(_report(problem, answer["values"]))
    print(
        f"{problem.states:,} states in {answer['seconds']:.1f} s on {args.device} "
        f"(compiling: {answer['compile_seconds']:.1f} s), "
        f"{answer['peak_memory_mb']:,} MB of memory at most"
    )
    for path in _tables(args, problem):
        print(f"table: {path}")


def _report(problem: Problem, values: Sequence[float]) -> str:
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
