"""Matches between bots with paired dice and rotating seats."""

from __future__ import annotations

import time

from rowlock.api.bots import Bots, named_bots, threads_for
from rowlock.errors import Unreadable
from rowlock.matches.match import Match, play_matches
from rowlock.matches.verdict import MatchVerdict, verdict
from rowlock.tabular import DataTable, Tabular
from rowlock.variants import Variant, load_variant


class ArenaResult(Tabular, frozen=True, kw_only=True):
    """What `arena` returns. The table has one row per bot, in the order given.

    >>> import rowlock
    >>> match = rowlock.arena("greedy,random", games=200)
    >>> match.variant, match.games, match.to_csv().splitlines()[0][:14]
    ('classic', 200, 'bot,win_share,')
    """

    variant: str
    digest: str
    games: int
    seed: int
    seconds: float
    players: tuple[MatchVerdict, ...]

    def table(self) -> DataTable:
        columns = MatchVerdict.__struct_fields__
        rows = tuple(tuple(getattr(bot, name) for name in columns) for bot in self.players)
        return DataTable(f"{self.games:,} games of {self.variant}, seed {self.seed}", columns, rows)


def arena(
    bots: Bots,
    *,
    variant: Variant | str = "classic",
    games: int = 2000,
    seed: int = 1,
    threads: int | None = None,
    cards: bool = False,
) -> ArenaResult:
    """Let two to five bots play each other, as `rowlock arena` does.

    Every bot plays every seat with the same dice, so neither seats nor dice favour a bot. The
    number of games is rounded down to whole sets of one game per seat. `threads` defaults to one
    per processor if every bot has a compiled version for this game, else to 1. Bots without one
    play in processes: for more than one of these, guard your program with `if __name__ ==
    "__main__":`. Needs the extra `fast`.

    >>> import rowlock
    >>> match = rowlock.arena("greedy,random", games=400)
    >>> [bot.bot for bot in match.players], match.games
    (['greedy', 'random'], 400)
    >>> match.players[0].low > 0.9  # the 95% interval of its share of the wins
    True
    """
    names, players = named_bots(bots)
    if not 2 <= len(players) <= 5:
        raise Unreadable("bad_players", f"{len(players)} bots: a match has two to five")
    if games < len(players):
        message = f"{games} games: at least {len(players)} are needed, one per seat"
        raise Unreadable("bad_games", message)
    sheet = load_variant(variant) if isinstance(variant, str) else variant
    workers = threads_for(players, (sheet,), threads, cards=cards)
    match = Match(sheet, names, players, seed, cards, workers)
    began = time.perf_counter()
    sets = list(play_matches(match, games // len(players)))
    return ArenaResult(
        variant=sheet.id,
        digest=sheet.digest,
        games=sum(len(part.totals) for part in sets) * len(players),
        seed=seed,
        seconds=round(time.perf_counter() - began, 3),
        players=verdict(names, sets),
    )
