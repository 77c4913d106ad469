"""Output of a simulation: a table, a histogram, and plain data for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rowlock.core.rules import PENALTIES_TAKEN, ROWS_CLOSED
from rowlock.simulation.run import Outcome
from rowlock.simulation.tally import (
    interval,
    mean,
    percentiles,
    spread,
)
from rowlock.variants.together import digests, variant_ids, variant_names

PERCENTILES = (5, 25, 50, 75, 95)
BAR = 24
"""Maximum length of a histogram bar in characters."""
EIGHTHS = " ▏▎▍▌▋▊▉█"


def as_data(outcome: Outcome, names: list[str]) -> dict[str, Any]:
    """The output of `simulate --json`."""
    simulation, tally = outcome.simulation, outcome.tally
    low, high = interval(tally.first_share(), tally.games)
    return {
        "variant": variant_ids(simulation.variant),
        "digest": digests(simulation.variant),
        "games": tally.games,
        "seed": simulation.seed,
        "seconds": round(outcome.seconds, 3),
        "players": [_player(outcome, seat, name) for seat, name in enumerate(names)],
        "turns": _summary(tally.turns),
        "ended": {
            "two_rows_closed": tally.reasons[ROWS_CLOSED],
            "four_penalties": tally.reasons[PENALTIES_TAKEN],
        },
        "first_seat": {"win_share": tally.first_share(), "low": low, "high": high},
        "engine": simulation.engine,
        "threads": simulation.threads,
        "complete": outcome.complete,
    }


def _player(outcome: Outcome, seat: int, name: str) -> dict[str, Any]:
    tally = outcome.tally
    share = tally.win_share(seat)
    low, high = interval(share, tally.games)
    scores = _summary(tally.scores[seat])
    return {
        "seat": seat + 1,
        "bot": name,
        "win_share": share,
        "low": low,
        "high": high,
        "mean_score": scores["mean"],
        "sd_score": scores["sd"],
        "min_score": scores["min"],
        "max_score": scores["max"],
        "percentiles": scores["percentiles"],
        "mean_penalties": mean(tally.penalties[seat]),
        "mean_locks": mean(tally.locks[seat]),
    }


def _summary(counts: Counter[int]) -> dict[str, Any]:
    values = percentiles(counts, PERCENTILES)
    return {
        "mean": mean(counts),
        "sd": spread(counts),
        "min": min(counts, default=0),
        "max": max(counts, default=0),
        "percentiles": {str(p): v for p, v in zip(PERCENTILES, values, strict=True)},
    }


def headline(outcome: Outcome) -> str:
    """Number of games, speed and engine."""
    simulation, games = outcome.simulation, outcome.tally.games
    rate = games / outcome.seconds if outcome.seconds else 0.0
    stopped = "" if outcome.complete else f" of {simulation.games:,} (stopped)"
    plural = "s" if simulation.threads > 1 else ""
    return (
        f"{games:,} games{stopped} of {variant_names(simulation.variant)}, seed {simulation.seed}: "
        f"{outcome.seconds:.1f} s, {rate:,.0f} games/s "
        f"({simulation.engine}, {simulation.threads} thread{plural})"
    )


HEADS = ("seat", "bot", "wins", "95 %", "mean", "sd", "5/50/95 %", "penalties", "locks")


def table(outcome: Outcome, names: list[str]) -> list[str]:
    """A table with one line per seat."""
    lines = [list(HEADS)]
    for seat, name in enumerate(names):
        player = _player(outcome, seat, name)
        lines.append(
            [
                str(seat + 1),
                name,
                f"{player['win_share']:.1%}",
                f"{player['low']:.1%}-{player['high']:.1%}",
                f"{player['mean_score']:.2f}",
                f"{player['sd_score']:.1f}",
                " ".join(str(player["percentiles"][p]) for p in ("5", "50", "95")),
                f"{player['mean_penalties']:.2f}",
                f"{player['mean_locks']:.2f}",
            ]
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    return [
        "  ".join(
            text.ljust(width) if head == "bot" else text.rjust(width)
            for head, text, width in zip(HEADS, line, widths, strict=True)
        )
        for line in lines
    ]


def ending(outcome: Outcome) -> str:
    """Length of games, how they ended, and the win share of the first seat."""
    tally = outcome.tally
    turns = tally.turns
    closed = tally.reasons[ROWS_CLOSED] / max(tally.games, 1)
    text = (
        f"turns: mean {mean(turns):.1f}, {min(turns, default=0)} to {max(turns, default=0)}   "
        f"ended by closed rows {closed:.1%}, by penalties {1 - closed:.1%}"
    )
    if tally.players > 1:
        low, high = interval(tally.first_share(), tally.games)
        text += f"\nthe first player wins {tally.first_share():.1%} ({low:.1%} - {high:.1%})"
    return text


def bins(outcome: Outcome) -> tuple[int, range]:
    """Width and starts of the bins of scores."""
    scores = [score for counts in outcome.tally.scores for score in counts]
    low, high = min(scores, default=0), max(scores, default=0)
    width = next(w for w in (5, 10, 20, 50, 100, 200, 500) if (high - low) / w < 25)
    return width, range(low // width * width, high + 1, width)


def histogram(outcome: Outcome, names: list[str]) -> list[str]:
    """A histogram of scores with one column per seat, all on the same scale."""
    width, starts = bins(outcome)
    shares = [_binned(counts, width, starts) for counts in outcome.tally.scores]
    top = max((share for column in shares for share in column), default=0.0) or 1.0
    head = [f"{f'{seat + 1} {name}'[:BAR]:<{BAR}}" for seat, name in enumerate(names)]
    lines = [f"{'score':>9}  {'  '.join(head)}".rstrip()]
    for place, start in enumerate(starts):
        bars = [f"{_bar(column[place] / top):<{BAR}}" for column in shares]
        label = f"{start:>4}..{start + width - 1:<4}"
        lines.append(f"{label:>10} {'  '.join(bars)}".rstrip())
    return lines


def _binned(counts: Counter[int], width: int, starts: range) -> list[float]:
    games = max(counts.total(), 1)
    binned = Counter[int]()
    for score, count in counts.items():
        binned[score // width * width] += count
    return [binned[start] / games for start in starts]


def _bar(share: float) -> str:
    eighths = round(share * BAR * 8)
    whole, rest = divmod(eighths, 8)
    if eighths == 0 and share > 0:
        return EIGHTHS[1]  # rare values stay visible
    return EIGHTHS[8] * whole + (EIGHTHS[rest] if rest else "")
