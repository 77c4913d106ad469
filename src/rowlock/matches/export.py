"""Games of a match as CSV, one row per game.

Columns: `game` and `set` (from 1), then for each bot k in the order given `bot_k`, `seat_k` (from
1), `score_k` and `share_k` (1 for a win, a fraction if it was shared, 0 otherwise).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import IO

from rowlock.matches.match import Match, seats_of
from rowlock.matches.sets import Sets, shares

PER_BOT = ("bot", "seat", "score", "share")


def write_games(file: IO[str], match: Match, sets: Iterable[Sets]) -> None:
    """Write the games of these sets, which are the first of the match."""
    rows = csv.writer(file, lineterminator="\n")
    bots = range(1, match.players + 1)
    rows.writerow(["game", "set", *(f"{name}_{bot}" for bot in bots for name in PER_BOT)])
    seats = [seats_of(match.players, game) for game in range(match.players)]
    game = 0
    for part in sets:
        for totals, split in zip(part.totals.tolist(), shares(part.totals).tolist(), strict=True):
            for rotation, (scores, won) in enumerate(zip(totals, split, strict=True)):
                row: list[object] = [game + 1, game // match.players + 1]
                for bot, name in enumerate(match.names):
                    seat = seats[rotation].index(bot) + 1
                    row += [name, seat, scores[bot], round(won[bot], 6)]
                rows.writerow(row)
                game += 1
