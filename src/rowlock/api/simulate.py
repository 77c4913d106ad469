"""Many games between bots, added up."""

from __future__ import annotations

import msgspec

from rowlock.api.bots import Bots, named_bots, threads_for
from rowlock.simulation import run
from rowlock.simulation.report import as_data
from rowlock.tabular import DataTable, Tabular
from rowlock.variants import Variant, load_variant


class SimulatedSeat(msgspec.Struct, frozen=True):
    """The results of one seat.

    >>> import rowlock
    >>> first = rowlock.simulate("greedy,random", games=100).players[0]
    >>> first.seat, first.bot, first.min_score <= first.mean_score <= first.max_score
    (1, 'greedy', True)
    """

    seat: int
    """Counted from 1."""
    bot: str
    win_share: float
    """Share of all wins; a shared win is divided equally."""
    low: float
    """Lower end of the 95% interval of `win_share`."""
    high: float
    mean_score: float
    sd_score: float
    """Standard deviation of the score of one game."""
    min_score: int
    max_score: int
    percentiles: dict[str, int]
    """Scores that 5, 25, 50, 75 and 95% of the games do not exceed."""
    mean_penalties: float
    mean_locks: float


class SimulationResult(Tabular, frozen=True, kw_only=True):
    """What `simulate` returns. The table has one row per seat.

    >>> import rowlock
    >>> result = rowlock.simulate("greedy,random", games=100)
    >>> sum(result.turns.values()), sum(result.ended.values()), sum(result.scores[0].values())
    (100, 100, 100)
    """

    variant: str
    digest: str
    games: int
    seed: int
    seconds: float
    players: tuple[SimulatedSeat, ...]
    scores: tuple[dict[int, int], ...]
    """For each seat, the number of games by score."""
    turns: dict[int, int]
    """The number of games by number of turns."""
    ended: dict[str, int]
    """The number of games by how they ended: `two_rows_closed` or `four_penalties`."""
    complete: bool
    """False if Ctrl-C stopped the simulation early."""

    def table(self) -> DataTable:
        columns = (
            *("seat", "bot", "win_share", "low", "high", "mean_score", "sd_score"),
            *("min_score", "max_score", "mean_penalties", "mean_locks"),
        )
        rows = tuple(tuple(getattr(seat, name) for name in columns) for seat in self.players)
        return DataTable(f"{self.games:,} games of {self.variant}, seed {self.seed}", columns, rows)


def simulate(
    bots: Bots = "greedy,greedy",
    *,
    variant: Variant | str = "classic",
    games: int = 10_000,
    seed: int = 0,
    threads: int | None = None,
    cards: bool = False,
    jokers: bool = False,
) -> SimulationResult:
    """Play many games between bots and add up the results, as `rowlock simulate` does.

    Equal seeds give equal results, whatever the number of `threads` (default: one per processor for
    bots with a compiled version, else 1; see `arena`). Needs the extra `fast`.

    >>> import rowlock
    >>> result = rowlock.simulate("greedy,random", games=1000, seed=1)
    >>> result.players[0].win_share > 0.95
    True
    >>> result.to_csv().splitlines()[0]
    'seat,bot,win_share,low,high,mean_score,sd_score,min_score,max_score,mean_penalties,mean_locks'
    """
    names, players = named_bots(bots)
    sheet = load_variant(variant) if isinstance(variant, str) else variant
    simulation = run.Simulation(
        variant=sheet,
        players=players,
        games=games,
        seed=seed,
        threads=threads_for(players, (sheet,), threads, cards=cards or jokers),
        cards=cards,
        jokers=jokers,
    )
    outcome = run.simulate(simulation)
    tally = outcome.tally
    data = {
        **as_data(outcome, list(names)),
        "scores": [dict(sorted(counts.items())) for counts in tally.scores],
        "turns": dict(sorted(tally.turns.items())),
    }
    return msgspec.convert(data, SimulationResult)
