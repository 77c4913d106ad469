"""`rowlock simulate`: play many games between bots."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.bots.registry import make_bot
from rowlock.cli.common import add_json, add_variants, check_writable, print_json, sheets_of
from rowlock.cli.export import add_export, check_export, game_table, write_records
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar, waiting
from rowlock.cli.workers import add_resume, add_workers, journal, source_digest, workplace
from rowlock.variants.together import digests

if TYPE_CHECKING:
    from rowlock.runners import Workplace
    from rowlock.simulation.export import GameTable, RecordJob
    from rowlock.simulation.resume import Notes
    from rowlock.simulation.run import Outcome, Simulation


def configure(parser: argparse.ArgumentParser) -> None:
    add_variants(parser)
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        default="greedy,greedy",
        help="one to five bots, separated by commas: random, greedy, greedy:3 (skips at most "
        "three cells), heuristic, race, solo, gentle ... champion, deep, rollout, or your own as "
        "module:Class (default greedy,greedy); random and greedy are the fastest",
    )
    parser.add_argument(
        "--games", type=whole, default=10_000, help="number of games (default 10000)"
    )
    parser.add_argument("--seed", type=whole, default=0, help="seed of the games (default 0)")
    add_workers(parser, "one per processor")
    add_resume(parser)
    parser.add_argument("--cards", action="store_true", help="play the card game on this sheet")
    parser.add_argument("--jokers", action="store_true", help="play the card game with its jokers")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="plot the results as .png or .svg"
    )
    add_export(parser)
    add_json(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock simulate --bots greedy,random --games 1000000\n"
        "  rowlock simulate --variant longo --bots greedy:2,greedy:3,greedy:4 --plot longo.png\n"
        "  rowlock simulate --bots mybots:Careful,greedy --games 2000 --json\n"
        "  rowlock simulate --bots heuristic,race --games 500 --csv a.csv --records a.rowlock\n"
        "  rowlock simulate --bots champion,race --games 10000000 --ray --resume games.journal\n"
        "\n"
        "The first player is random in every game. Equal seeds give equal results, whatever the\n"
        "number of threads, processes or machines."
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.kernel.processors import default_threads
    from rowlock.simulation.plot import check_plot, plot
    from rowlock.simulation.report import as_data
    from rowlock.simulation.resume import Notes
    from rowlock.simulation.run import Simulation

    names = [name.strip() for name in args.bots.split(",")]
    simulation = Simulation(
        variant=sheets_of(args, len(names)),
        players=tuple(make_bot(name) for name in names),
        games=args.games,
        seed=args.seed,
        threads=default_threads() if args.threads is None else args.threads,
        cards=args.cards,
        jokers=args.jokers,
    )
    simulation.check()
    if args.plot is not None:
        check_plot(args.plot)
        check_writable(args.plot)
    check_export(args)
    _warn_if_slow(simulation)
    question = {
        "variant": digests(simulation.variant),
        "bots": names,
        "seed": args.seed,
        "cards": args.cards,
        "jokers": args.jokers,
        **source_digest(args, simulation.players),
    }

    def show(outcome: Outcome) -> None:
        if args.json:
            print_json(as_data(outcome, names))
        else:
            _show(outcome, names)

    with (
        journal(args, question) as noted,
        workplace(args, default_threads(), (simulation.variant, simulation.players)) as place,
        game_table(args, len(names)) as games,
    ):
        simulation = replace(simulation, threads=place.count)
        notes = Notes(noted, len(names), args.games)
        outcome = _with_progress(simulation, show, place, notes, games)
        show(outcome)
        write_records(args, _record_job(simulation, names), outcome.tally.games, place)
    if args.plot is not None and outcome.tally.games:
        plot(outcome, names, args.plot)
    return 0 if outcome.complete else EXIT_INTERRUPTED


def _record_job(simulation: Simulation, names: list[str]) -> RecordJob:
    from rowlock.simulation.core_games import Seating
    from rowlock.simulation.export import RecordJob
    from rowlock.simulation.records import player_names

    seating = Seating(
        simulation.variant,
        simulation.players,
        simulation.seed,
        simulation.cards,
        simulation.jokers,
    )
    return RecordJob((seating,), (player_names(names),))


def _warn_if_slow(simulation: Simulation) -> None:
    from rowlock.kernel.jit import HAS_NUMBA

    if simulation.engine == "kernel" and not HAS_NUMBA:
        print(
            "rowlock: Numba is not installed, so this runs about a hundred times slower "
            '(pip install "rowlock[fast]")',
            file=sys.stderr,
        )


def _with_progress(
    simulation: Simulation,
    show: Callable[[Outcome], None],
    place: Workplace,
    notes: Notes,
    games: GameTable | None,
) -> Outcome:
    from rowlock.simulation.run import Outcome, simulate, warm_up

    tally = notes.tally
    begun = time.perf_counter()

    def so_far() -> None:
        if tally.games:
            show(Outcome(simulation, tally, time.perf_counter() - begun))
        notes.write()

    with stoppable(so_far):
        if simulation.specs is not None:
            with waiting("compiling the kernel (only once, about ten seconds)"):
                warm_up(simulation.variant, simulation.specs)
        with progress_bar("simulating", simulation.games) as progress, closing(notes):

            def report(games: int) -> None:
                progress(games)
                notes.write_now_and_then()

            return simulate(simulation, report, tally, place, games.add if games else None)


def _show(outcome: Outcome, names: list[str]) -> None:
    from rowlock.simulation.report import (
        ending,
        headline,
        histogram,
        table,
    )

    print(headline(outcome))
    if outcome.tally.games:
        print("\n".join(["", *table(outcome, names), "", ending(outcome), ""]))
        print("\n".join(histogram(outcome, names)))
