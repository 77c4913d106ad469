"""Results of a match for every bot."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.errors import Unreadable
from rowlock.matches.intervals import half_width, share_interval
from rowlock.matches.sets import Sets, shares


class MatchVerdict(Struct, frozen=True):
    """One bot's result in a match, with 95% intervals.

    >>> import rowlock
    >>> first = rowlock.arena("greedy,random", games=200).players[0]
    >>> first.bot, first.low < first.win_share <= first.high
    ('greedy', True)

    Intervals are nan (null in JSON) if too few sets were played.
    """

    bot: str
    win_share: float
    low: float
    high: float
    mean_score: float
    sd_score: float
    margin: float
    """Mean lead over the best of the other bots."""
    margin_error: float
    """Half of its interval."""
    adjusted_margin: float | None
    """The margin with the luck of the dice removed; None if luck is unknown."""
    adjusted_error: float | None


def verdict(names: tuple[str, ...], sets: list[Sets]) -> tuple[MatchVerdict, ...]:
    """The results of every bot from the sets so far."""
    totals = np.concatenate([part.totals for part in sets])
    luck = np.concatenate([part.luck for part in sets])
    if len(totals) == 0:
        raise Unreadable("no_games", "no complete set of games was played")
    won = shares(totals)
    return tuple(_verdict(name, k, totals, won, luck) for k, name in enumerate(names))


def _verdict(
    name: str,
    k: int,
    totals: NDArray[np.int64],
    won: NDArray[np.float64],
    luck: NDArray[np.float64],
) -> MatchVerdict:
    per_set = won[:, :, k].mean(axis=1)
    low, high = share_interval(per_set)
    lead = totals[:, :, k] - np.delete(totals, k, axis=2).max(axis=2, initial=-(10**6))
    if totals.shape[2] == 1:
        lead = totals[:, :, 0]
    leads = lead.mean(axis=1)
    adjusted, adjusted_error = None, None
    if len(luck) == len(totals) and len(totals) > 2:
        edge = luck[:, :, k] - np.delete(luck, k, axis=2).mean(axis=2)
        clean = without_luck(leads, edge.mean(axis=1))
        adjusted, adjusted_error = float(clean.mean()), half_width(clean, fitted=1)
    return MatchVerdict(
        bot=name,
        win_share=float(per_set.mean()),
        low=low,
        high=high,
        mean_score=float(totals[:, :, k].mean()),
        sd_score=float(totals[:, :, k].std()),
        margin=float(leads.mean()),
        margin_error=half_width(leads),
        adjusted_margin=adjusted,
        adjusted_error=adjusted_error,
    )


def without_luck(values: NDArray[np.float64], luck: NDArray[np.float64]) -> NDArray[np.float64]:
    """Remove luck as a control variate: its mean is zero, so no mean changes."""
    spread = luck.var(ddof=1)
    factor = float(np.cov(values, luck)[0, 1] / spread) if spread > 0 else 0.0
    return values - factor * luck
