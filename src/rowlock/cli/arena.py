"""`rowlock arena`: matches between bots with paired dice and rotating seats."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from rowlock.bots.registry import make_bot
from rowlock.cli.common import add_json, add_variants, check_writable, print_json, sheets_of
from rowlock.cli.export import add_export, check_export, write_records
from rowlock.cli.interrupt import EXIT_INTERRUPTED, stoppable
from rowlock.cli.numbers import whole
from rowlock.cli.progress import progress_bar
from rowlock.cli.streams import say
from rowlock.cli.workers import add_resume, add_workers, journal, source_digest, workplace
from rowlock.errors import Unreadable
from rowlock.kernel.processors import default_threads
from rowlock.variants.together import digests, variant_ids, variant_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rowlock.core.bot import Bot
    from rowlock.matches.ladder import Ladder, Pair
    from rowlock.matches.match import Match
    from rowlock.matches.sets import Sets
    from rowlock.matches.verdict import MatchVerdict
    from rowlock.runners import Journal, Workplace
    from rowlock.variants.together import Sheets

NOTHING_PLAYED = "stopped before the first set of games was complete"
THREADS = 2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="two to five bots; with --ladder as many as you like"
    )
    add_variants(parser)
    parser.add_argument(
        "--games", type=whole, default=2000, help="maximum number of games (default 2000)"
    )
    parser.add_argument("--seed", type=whole, default=1, help="seed of the dice (default 1)")
    add_workers(parser, "2")
    add_resume(parser)
    parser.add_argument("--cards", action="store_true", help="play the card game instead of dice")
    parser.add_argument(
        "--stop",
        action="store_true",
        help="stop as soon as the best bot is known; the checks after 50, 100, 200 ... sets have "
        "a combined error of 5%%, so equal bots are rarely declared unequal",
    )
    parser.add_argument(
        "--ladder", action="store_true", help="let every bot play every other bot, and rate them"
    )
    parser.add_argument(
        "--plot",
        metavar="FILE",
        type=Path,
        help="plot the win shares, or the ratings of a ladder, as .png or .svg",
    )
    add_export(parser)
    add_json(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock arena champion heuristic --games 4000\n"
        "  rowlock arena champion race greedy random --variant longo\n"
        "  rowlock arena gentle easy medium hard champion --ladder --games 500\n"
        "  rowlock arena champion hard --games 1000000 --ray --resume match.journal\n\n"
        "Seats rotate and every bot gets the same dice; a set is one game for each seat.\n"
        "In adjusted margins the luck of the dice is removed. They are not available with cards,\n"
        "nor for bots without a compiled version (solo, deep, rollout, and your own unless they\n"
        "provide one). Ratings are on the Elo scale, relative to the mean of the ladder.\n"
        "Ctrl-C prints the results so far. Threads, processes and --resume do not change them."
    )


def run(args: argparse.Namespace) -> int:
    if len(args.bots) < 2 or (len(args.bots) > 5 and not args.ladder):
        message = f"{len(args.bots)} bots: a match has two to five (more with --ladder)"
        raise Unreadable("bad_players", message)
    seats = 2 if args.ladder else len(args.bots)
    if args.games < seats:
        message = f"{args.games} games: at least {seats} are needed, one per seat"
        raise Unreadable("bad_games", message)
    if args.plot is not None:
        from rowlock.simulation.plot import check_plot

        check_plot(args.plot)
        check_writable(args.plot)
    if args.ladder and (args.csv or args.records):
        raise Unreadable("bad_option", "--csv and --records cannot be combined with --ladder")
    check_export(args)
    variant = sheets_of(args, 2 if args.ladder else len(args.bots))
    bots = [make_bot(name) for name in args.bots]
    question = {
        "variant": digests(variant),
        "bots": args.bots,
        "seed": args.seed,
        "cards": args.cards,
        "ladder": args.ladder,
        **source_digest(args, bots),
    }
    with (
        journal(args, question) as noted,
        workplace(args, min(THREADS, default_threads()), (variant, bots)) as place,
    ):
        played = _ladder if args.ladder else _table
        return played(args, variant, bots, MatchSetup(place, noted))


class MatchSetup(NamedTuple):
    """The workplace for matches, and their journal."""

    place: Workplace
    journal: Journal | None


class FinishedMatch(NamedTuple):
    """The sets of a match: all requested ones, unless it was interrupted or stopped early."""

    sets: list[Sets]
    interrupted: bool = False
    stopped: bool = False

    @property
    def shares(self) -> NDArray[np.float64]:
        """Win shares by set and bot."""
        import numpy as np

        from rowlock.matches.sets import shares

        games = shares(np.concatenate([part.totals for part in self.sets]))
        sets: NDArray[np.float64] = games.mean(axis=1)
        return sets


def _played(
    args: argparse.Namespace,
    match: Match,
    hall: MatchSetup,
    so_far: Callable[[FinishedMatch], None],
    pair: tuple[int, int] | None = None,
) -> FinishedMatch:
    """Play the sets of a match. `so_far` shows the results if the process has to exit early."""
    from rowlock.matches.resume import play_noted
    from rowlock.matches.sets import cut
    from rowlock.matches.stopping import is_decided, looks

    played = FinishedMatch([])
    total = args.games // match.players
    ahead = looks(total) if args.stop else []
    finished = 0
    interrupted = played._replace(interrupted=True)  # shares the list of sets
    with (
        stoppable(lambda: so_far(interrupted)),
        progress_bar(" ".join(match.names), total) as progress,
    ):
        try:
            with closing(cut(play_noted(match, total, *hall, pair), ahead)) as parts:
                for part in parts:
                    played.sets.append(part)
                    finished += len(part.totals)
                    progress(finished)
                    if finished in ahead and is_decided(played.shares, total):
                        return played._replace(stopped=True)
        except KeyboardInterrupt:
            return interrupted
    return played


def _table(args: argparse.Namespace, variant: Sheets, bots: list[Bot], hall: MatchSetup) -> int:
    from rowlock.matches.match import Match

    began = time.perf_counter()
    names = tuple(args.bots)
    match = Match(variant, names, tuple(bots), args.seed, args.cards)

    def show(played: FinishedMatch) -> None:
        _show_table(args, match, played, round(time.perf_counter() - began, 2))

    played = _played(args, match, hall, show)
    show(played)
    if args.plot and played.sets:
        from rowlock.matches.plot import plot_shares
        from rowlock.matches.verdict import verdict

        games = sum(len(part.totals) for part in played.sets) * match.players
        title = f"{variant_names(variant)}: {games:,} games, seed {args.seed}"
        plot_shares(verdict(names, played.sets), args.plot, title)
    _export(args, match, played, hall.place)
    return EXIT_INTERRUPTED if played.interrupted else 0


def _export(
    args: argparse.Namespace, match: Match, played: FinishedMatch, place: Workplace
) -> None:
    from rowlock.matches.export import write_games
    from rowlock.matches.match import seatings_of, seats_of
    from rowlock.simulation.export import RecordJob
    from rowlock.simulation.records import player_names

    if args.csv is not None:
        with args.csv.open("w", encoding="utf-8", newline="") as file:
            write_games(file, match, played.sets)
    named = player_names(match.names)
    names = [
        tuple(named[bot] for bot in seats_of(match.players, game)) for game in range(match.players)
    ]
    games = sum(len(part.totals) for part in played.sets) * match.players
    write_records(args, RecordJob(tuple(seatings_of(match)), tuple(names)), games, place)


def _show_table(
    args: argparse.Namespace, match: Match, played: FinishedMatch, seconds: float
) -> None:
    from rowlock.matches.report import print_match
    from rowlock.matches.verdict import verdict

    if not played.sets:
        say(NOTHING_PLAYED)
        return
    verdicts = verdict(match.names, played.sets)
    games = match.players * len(played.shares)
    notes = _notes(args, match, played, verdicts)
    if args.json:
        answer: dict[str, Any] = {
            "variant": variant_ids(match.variant),
            "digest": digests(match.variant),
            "games": games,
            "seed": args.seed,
            "seconds": seconds,
            "interrupted": played.interrupted,
            "stopped": played.stopped,
            "notes": notes,
            "players": [msgspec.to_builtins(v) for v in verdicts],
        }
        print_json(answer)
    else:
        title = f"{games} games on {variant_names(match.variant)} in {seconds:.0f} s"
        title += ", stopped early" if played.stopped else ""
        title += ", interrupted" if played.interrupted else ""
        print_match(verdicts, title, notes)


def _notes(
    args: argparse.Namespace, match: Match, played: FinishedMatch, verdicts: Sequence[MatchVerdict]
) -> list[str]:
    from rowlock.matches.match import why_no_luck

    sets = len(played.shares)
    notes = []
    if played.stopped:
        best = max(verdicts, key=lambda v: v.win_share)
        notes.append(
            f"Stopped after {match.players * sets} of {args.games} games: {best.bot} is the best "
            "(error at most 5%). Stopping early slightly overstates the results of the best bot."
        )
    reason = why_no_luck(match)
    if reason is not None:
        notes.append(f"No adjusted margins: {reason}.")
    elif sets < 3:
        notes.append("No adjusted margins: they need three sets of games.")
    if sets < 2:
        notes.append("No intervals: they need two sets of games.")
    return notes


def _ladder(args: argparse.Namespace, variant: Sheets, bots: list[Bot], hall: MatchSetup) -> int:
    from rowlock.matches.ladder import ladder, numbered
    from rowlock.matches.match import Match

    began = time.perf_counter()
    names = numbered(args.bots)
    pairs: list[Pair] = []
    interrupted = False

    def show(pairs: list[Pair], interrupted: bool) -> None:
        if pairs:
            _show_ladder(args, variant, ladder(names, pairs), interrupted, began)
        else:
            say(NOTHING_PLAYED)

    for a, b in combinations(range(len(names)), 2):
        both, two = (names[a], names[b]), (bots[a], bots[b])
        match = Match(variant, both, two, args.seed, args.cards)
        extended = partial(_with_pair, tuple(pairs), a, b)
        played = _played(args, match, hall, partial(_stopped_in_pair, show, extended), (a, b))
        pairs = extended(played)
        interrupted = played.interrupted
        if interrupted:
            break
    show(pairs, interrupted)
    if args.plot and pairs:
        from rowlock.matches.plot import plot_ratings

        result = ladder(names, pairs)
        title = f"{variant_names(variant)}: {result.games:,} games, seed {args.seed}"
        plot_ratings(result, args.plot, title)
    return EXIT_INTERRUPTED if interrupted else 0


def _with_pair(before: tuple[Pair, ...], a: int, b: int, played: FinishedMatch) -> list[Pair]:
    from rowlock.matches.ladder import Pair

    met = [Pair(a, b, played.shares[:, 0], played.stopped)] if played.sets else []
    return [*before, *met]


def _stopped_in_pair(
    show: Callable[[list[Pair], bool], None],
    extended: Callable[[FinishedMatch], list[Pair]],
    part: FinishedMatch,
) -> None:
    show(extended(part), True)


def _show_ladder(
    args: argparse.Namespace, variant: Sheets, result: Ladder, interrupted: bool, began: float
) -> None:
    from rowlock.matches.report import print_ladder

    seconds = round(time.perf_counter() - began, 2)
    if args.json:
        answer: dict[str, Any] = {
            "variant": variant_ids(variant),
            "digest": digests(variant),
            "games": result.games,
            "seed": args.seed,
            "seconds": seconds,
            "interrupted": interrupted,
            "stopped": any(pair["stopped"] for pair in result.pairs),
            "notes": result.notes,
            "ladder": result.as_data(),
            "pairs": result.pairs,
        }
        print_json(answer)
    else:
        sheets = variant_names(variant)
        title = f"{result.games} games on {sheets} in {seconds:.0f} s, ratings as Elo points"
        print_ladder(result, title + (", interrupted" if interrupted else ""))
