"""`rowlock arena`: paired, seat-rotated matches between bots, with intervals and ratings."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rowlock.bots.registry import make_bot
from rowlock.cli.common import add_json, add_variant, print_json, variant_of
from rowlock.errors import Unreadable

if TYPE_CHECKING:
    from rowlock.arena.match import Match, Sets, Verdict

EXIT_INTERRUPTED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two to five at one table")
    add_variant(parser)
    parser.add_argument("--games", type=int, default=2000, help="how many at most (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (default 1)")
    parser.add_argument("--threads", type=int, default=2, help="processors to use (default 2)")
    parser.add_argument("--cards", action="store_true", help="the card game instead of dice")
    parser.add_argument("--stop", action="store_true", help="stop as soon as the best bot is known")
    parser.add_argument(
        "--ladder", action="store_true", help="every two bots against each other, with ratings"
    )
    parser.add_argument("--plot", metavar="FILE", type=Path, help="a picture of the win shares")
    add_json(parser)
    parser.epilog = (
        "examples:\n"
        "  rowlock arena champion heuristic --games 4000\n"
        "  rowlock arena champion race greedy random --variant longo\n"
        "  rowlock arena gentle easy medium hard champion --ladder --games 500\n\n"
        "Seats rotate and every bot gets the same dice. Adjusted margins have the luck of the\n"
        "dice taken out. Ctrl-C prints what was played so far."
    )


def run(args: argparse.Namespace) -> int:
    if len(args.bots) < 2 or (len(args.bots) > 5 and not args.ladder):
        raise Unreadable("bad_players", "an arena needs two to five bots, or --ladder for more")
    if args.games < len(args.bots) or args.threads < 1:
        raise Unreadable("bad_games", "there must be at least one game for each seat")
    return _ladder(args) if args.ladder else _table(args)


def _match(args: argparse.Namespace, names: tuple[str, ...]) -> Match:
    from rowlock.arena.match import Match

    bots = tuple(make_bot(name) for name in names)
    return Match(variant_of(args), names, bots, args.seed, args.cards, args.threads)


def _played(args: argparse.Namespace, match: Match, label: str) -> tuple[list[Sets], bool]:
    """The sets of a match, and whether it was interrupted."""
    from rich.console import Console
    from rich.progress import Progress

    from rowlock.arena.match import is_decided, play_matches, verdict

    sets: list[Sets] = []
    wanted = max(1, args.games // match.players)
    quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), disable=quiet, transient=True) as progress:
        task = progress.add_task(label, total=wanted)
        try:
            for part in play_matches(match, wanted):
                sets.append(part)
                progress.advance(task, len(part.totals))
                played = sum(len(p.totals) for p in sets)
                if args.stop and played >= 50 and is_decided(verdict(match.names, sets)):
                    break
        except KeyboardInterrupt:
            if not sets:
                print("stopped before the first games were finished", file=sys.stderr)
                raise
            return sets, True
    return sets, False


def _table(args: argparse.Namespace) -> int:
    from rowlock.arena.match import verdict

    began = time.perf_counter()
    match = _match(args, tuple(args.bots))
    sets, interrupted = _played(args, match, " ".join(match.names))
    verdicts = verdict(match.names, sets)
    games = match.players * sum(len(part.totals) for part in sets)
    seconds = round(time.perf_counter() - began, 2)
    answer: dict[str, Any] = {
        "variant": match.variant.id,
        "digest": match.variant.digest,
        "games": games,
        "seed": args.seed,
        "seconds": seconds,
        "interrupted": interrupted,
        "players": [msgspec.to_builtins(v) for v in verdicts],
    }
    if args.json:
        print_json(answer)
    else:
        _print_table(verdicts, f"{games} games on {match.variant.name} in {seconds:.0f} s")
    if args.plot:
        from rowlock.arena.plot import plot_shares

        plot_shares(verdicts, args.plot)
    return EXIT_INTERRUPTED if interrupted else 0


def _print_table(verdicts: tuple[Verdict, ...], title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    for column in ("bot", "wins %", "95 %", "score", "sd", "margin", "adjusted"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for v in sorted(verdicts, key=lambda v: -v.win_share):
        adjusted = "-"
        if v.adjusted_margin is not None and v.adjusted_error is not None:
            adjusted = f"{v.adjusted_margin:+.1f} ±{v.adjusted_error:.1f}"
        table.add_row(
            v.bot,
            f"{100 * v.win_share:.1f}",
            f"{100 * v.low:.1f} – {100 * v.high:.1f}",
            f"{v.mean_score:.1f}",
            f"{v.sd_score:.1f}",
            f"{v.margin:+.1f} ±{v.margin_error:.1f}",
            adjusted,
        )
    Console().print(table)


def _ladder(args: argparse.Namespace) -> int:
    import numpy as np

    from rowlock.arena.match import shares
    from rowlock.arena.ratings import ratings

    began = time.perf_counter()
    names = tuple(args.bots)
    won = np.zeros((len(names), len(names)))
    interrupted = False
    for a, b in combinations(range(len(names)), 2):
        sets, interrupted = _played(
            args, _match(args, (names[a], names[b])), f"{names[a]} {names[b]}"
        )
        share = shares(np.concatenate([part.totals for part in sets])).sum(axis=(0, 1))
        won[a, b], won[b, a] = share
        if interrupted:
            break
    rated = ratings(won)
    order = sorted(range(len(names)), key=lambda k: -rated[k])
    played = won + won.T
    answer = {
        "variant": variant_of(args).id,
        "games": int(played.sum() / 2),
        "seed": args.seed,
        "seconds": round(time.perf_counter() - began, 2),
        "interrupted": interrupted,
        "ladder": [
            {
                "bot": names[k],
                "rating": round(rated[k], 1),
                "against": {
                    names[j]: round(float(won[k, j] / played[k, j]), 4)
                    for j in range(len(names))
                    if played[k, j]
                },
            }
            for k in order
        ],
    }
    if args.json:
        print_json(answer)
    else:
        _print_ladder([names[k] for k in order], rated, order, won)
    return EXIT_INTERRUPTED if interrupted else 0


def _print_ladder(names: list[str], rated: list[float], order: list[int], won: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="wins % of the row's bot against the column's; ratings on the Elo scale")
    table.add_column("bot")
    table.add_column("rating", justify="right")
    for name in names:
        table.add_column(name, justify="right")
    for name, k in zip(names, order, strict=True):
        cells = []
        for j in order:
            games = won[k, j] + won[j, k]
            cells.append(f"{100 * won[k, j] / games:.1f}" if games else "")
        table.add_row(name, f"{rated[k]:+.0f}", *cells)
    Console().print(table)
