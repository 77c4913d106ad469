"""`rowlock solve`: compute the exact expected score of a sheet under perfect play."""

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
    from rowlock.solver.jobs import SolvedSheet
    from rowlock.solver.problem import SolverProblem

EPILOG = """\
A solo game is solved exactly. With more players the friendly form is solved: you roll in every n-th
turn and may cross the white sum in the others, but the other players never close a row or end the
game. There is one value per seat: for the player who rolls first, second, and so on.

examples:
  rowlock solve --variant classic
  rowlock solve --variant mixx_a --players 3 --out mixx_a-3.table
  rowlock solve --variant longo --lucky '6&11' --device cuda
  rowlock solve --variant double_a --keep
  rowlock solve --variant classic mixx_a mixx_b --keep --ray --resume solved.journal

Classic takes seconds, others take minutes; connected_steps needs 5 GB of memory, double_a 8 GB.
Bonus B and Big Points have too many states to be solved.

Several sheets are solved in sequence by all threads. With --processes or --ray each sheet is solved
by one worker, and the memory needed is that of as many sheets as there are workers.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "--variant",
        metavar="NAME",
        nargs="+",
        default=["classic"],
        help="one or more sheets by name (see `rowlock variants`), or files",
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
        help="store the table where advise, review, exam and bots find it",
    )
    add_workers(parser, "one per processor")
    add_resume(parser)
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="processor or GPU (default cpu)"
    )
    add_json(parser)


def add_lucky(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lucky", metavar="'A&B'", help="lucky numbers of a Longo sheet: --lucky '6&11'"
    )


def lucky_of(args: argparse.Namespace) -> LuckyPair | None:
    if args.lucky is None:
        return None
    match = re.fullmatch(r" *([0-9]{1,2}) *& *([0-9]{1,2}) *", args.lucky)
    if not match:
        raise Unreadable(
            "bad_lucky", f"{args.lucky!r} is not a pair of lucky numbers (expected one like 6&11)"
        )
    return int(match[1]), int(match[2])


def run(args: argparse.Namespace) -> int:
    from rowlock.solver.limits import check_reach
    from rowlock.solver.problem import make_problem

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
        raise Unreadable(
            "bad_device", "--device cuda cannot be used with workers, which solve on processors"
        )
    if args.out:
        check_writable(args.out)
        if len(args.variant) > 1:
            message = "--out writes one table (use --keep for several sheets)"
            raise Unreadable("bad_out", message)


def _elsewhere(args: argparse.Namespace) -> bool:
    """Whether each sheet is solved by one worker, instead of all threads in sequence."""
    return args.processes or args.ray is not None


def _solved(args: argparse.Namespace, problems: list[SolverProblem]) -> Generator[SolvedSheet]:
    """Solve the problems in order."""
    from rowlock.kernel.processors import default_threads
    from rowlock.solver.device import peak_memory_mb, solve_on
    from rowlock.solver.jobs import SheetJob, SolvedSheet, solve_sheet

    if problems and _elsewhere(args):
        jobs = [SheetJob(each.variant, each.players, each.lucky) for each in problems]
        with (
            workplace(args, default_threads(), jobs) as place,
            place.runner(compiled=False, jobs=len(jobs)) as runner,
            stoppable(),
            progress_bar("solving", len(jobs)) as progress,
        ):
            for done, sheet in enumerate(runner.map(solve_sheet, jobs), 1):
                progress(done)
                yield sheet
        return
    threads = args.threads if args.threads is not None else default_threads()
    for problem in problems:
        with stoppable(), progress_bar(f"solving {problem.variant.id}") as progress:
            solved = solve_on(args.device, problem, threads=threads, progress=progress)
        yield SolvedSheet(solved, peak_memory_mb(), threads)


def _answer(args: argparse.Namespace, problem: SolverProblem, sheet: SolvedSheet) -> dict[str, Any]:
    """Store the table; return the data to print."""
    from rowlock.solver.value_table import make_table

    table = make_table(problem, sheet.solved.values)
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
        "seconds": round(sheet.solved.seconds, 3),
        "peak_memory_mb": round(sheet.peak_memory_mb, 1),
        "digest": problem.variant.digest,
        "compile_seconds": round(sheet.solved.compile_seconds, 3),
        "device": args.device,
        "threads": sheet.threads,
        "solved_states": problem.solved_states,
        "symmetries": len(problem.group),
    }
    if problem.lucky:
        answer["lucky"] = problem.lucky
    return answer


def _tables(args: argparse.Namespace, problem: SolverProblem) -> list[Path]:
    """The files that will contain the table of a sheet."""
    from rowlock.solver.table_cache import kept_path

    return [*([args.out] if args.out else []), *([kept_path(problem)] if args.keep else [])]


def _is_stored(args: argparse.Namespace, problem: SolverProblem) -> bool:
    """Whether all table files of a problem exist and are valid; if not, it is solved again."""
    from rowlock.solver.value_table import load_table

    wanted = problem.players, problem.lucky
    try:
        headers = [load_table(path, problem.variant).header for path in _tables(args, problem)]
    except Unreadable:
        return False
    return all((header.players, header.lucky) == wanted for header in headers)


def _show(args: argparse.Namespace, problem: SolverProblem, answer: dict[str, Any]) -> None:
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


def _report(problem: SolverProblem, values: Sequence[float]) -> str:
    name = problem.variant.name
    if problem.lucky:
        name += " {}&{}".format(*problem.lucky)
    if problem.players == 1:
        return f"{name}, alone: {values[0]:.8f} points under perfect play"
    lines = [f"{name}, {problem.players} friendly players, points under perfect play:"]
    for wait, value in enumerate(values):
        when = "rolls first" if wait == 0 else f"rolls after {wait} other turn{'s' * (wait > 1)}"
        lines.append(f"  {value:.8f}  {when}")
    return "\n".join(lines)
