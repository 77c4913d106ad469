"""A match: the same dice again and again with the bots in rotated seats.

A *set* is as many games as there are seats, all with the same dice and the same beginner; from
game to game every bot moves on one seat. What the seat or the dice give to one bot they give to
every other bot too, so a set is the unit of all statistics here.

Bots with a compiled twin (`judge_of`) play in the kernel, others in the readable core; the dice
of a seed and a set are the same in both.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rowlock.arena.workers import workers
from rowlock.bots.bot import Bot
from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.judges import PEOPLE
from rowlock.bots.match import Judge, compile_judges, play_match
from rowlock.bots.network import has_network, load_network
from rowlock.bots.race import Race
from rowlock.errors import Unreadable
from rowlock.simulate.core_games import Table, play_game
from rowlock.variants.variant import Variant

LUCK_SAMPLES = 8
"""Other rolls that each roll is compared with for the luck of a game."""
CHUNK = 20
"""Sets that are handed out at a time; in the kernel this grows to CHUNK_MOST."""
CHUNK_MOST = 640


class Match(Struct, frozen=True):
    """Who plays what: the bots in the seats of a set's first game."""

    variant: Variant
    names: tuple[str, ...]
    bots: tuple[Bot, ...]
    seed: int = 1
    cards: bool = False
    threads: int = 2

    @property
    def players(self) -> int:
        return len(self.bots)


class Sets(Struct, frozen=True):
    """[set, game, bot] totals and luck of finished sets; luck is empty where it is unknown."""

    totals: NDArray[np.int64]
    luck: NDArray[np.float64]


def judge_of(bot: Bot, variant: Variant) -> Judge | None:
    """The compiled twin of a bot on this sheet; None for a bot that has none."""
    if isinstance(bot, Heuristic):
        return Judge("heuristic", bot.weights)
    if isinstance(bot, Race):
        return Judge("race", bot.weights, looks_around=True)
    if isinstance(bot, Champion) and has_network(variant) and not bot.second:
        network = load_network(variant)
        return Judge("network", network=network, noise=bot.noise, looks_around=True, people=PEOPLE)
    return None


def play_matches(match: Match, sets: int) -> Iterator[Sets]:
    """Play so many sets; they come in chunks, so that one may look and stop in between."""
    judges = [judge_of(bot, match.variant) for bot in match.bots]
    known = [judge for judge in judges if judge is not None]
    if len(known) == match.players and not match.cards and match.players > 1:
        yield from _in_kernel(match, known, sets)
    else:
        yield from _in_core(match, sets)


def _seats(players: int, game: int) -> list[int]:
    """The bot in each seat of a set's game."""
    return [(seat + game) % players for seat in range(players)]


def _in_kernel(match: Match, judges: list[Judge], sets: int) -> Iterator[Sets]:
    players = match.players
    # The last judge measures luck.
    compiled = compile_judges(match.variant, [*judges, Judge("heuristic")])
    order = np.array([_seats(players, game) for game in range(players)])
    done, size = 0, CHUNK
    while done < sets:
        size = min(size, sets - done)
        seats = np.tile(order, (size, 1))
        numbers = np.repeat(np.arange(done, done + size), players)
        result = play_match(compiled, seats, match.seed, numbers, match.threads, LUCK_SAMPLES)
        back = np.argsort(seats, axis=1)
        shape = (size, players, players)
        yield Sets(
            np.take_along_axis(result.totals, back, axis=1).reshape(shape),
            np.take_along_axis(result.luck, back, axis=1).reshape(shape),
        )
        done += size
        size = min(2 * size, CHUNK_MOST)


def _in_core(match: Match, sets: int) -> Iterator[Sets]:
    tables = [
        Table(
            match.variant,
            tuple(match.bots[k] for k in _seats(match.players, game)),
            match.seed,
            match.cards,
        )
        for game in range(match.players)
    ]
    count = min(match.threads, os.cpu_count() or 1)
    with ExitStack() as stack:
        play = stack.enter_context(workers(count, tables)).map if count > 1 and sets > 2 else map
        for start in range(0, sets, CHUNK):
            numbers = range(start, min(start + CHUNK, sets))
            for lines in play(_set, [(tables, number) for number in numbers]):
                yield Sets(np.array([lines]), np.zeros((0, match.players, match.players)))


def _set(job: tuple[list[Table], int]) -> list[list[int]]:
    """The totals of one set, [game, bot]."""
    tables, number = job
    players = len(tables)
    lines = []
    for game, table in enumerate(tables):
        line = play_game(table, number)
        totals = line[3::3]
        bots = _seats(players, game)
        lines.append([totals[bots.index(k)] for k in range(players)])
    return lines


class Verdict(Struct, frozen=True):
    """One bot's part of a match; the intervals hold for 95 of 100 matches."""

    bot: str
    win_share: float
    low: float
    high: float
    mean_score: float
    sd_score: float
    margin: float
    """Mean lead over the best other."""
    margin_error: float
    """Half the width of its interval."""
    adjusted_margin: float | None
    """The same with the luck of the dice taken out; None where luck is unknown."""
    adjusted_error: float | None


def shares(totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Win shares of the last axis; equal totals split the win."""
    winners = (totals == totals.max(axis=-1, keepdims=True)).astype(np.float64)
    split: NDArray[np.float64] = winners / winners.sum(axis=-1, keepdims=True)
    return split


def verdict(names: tuple[str, ...], sets: list[Sets]) -> tuple[Verdict, ...]:
    """What the sets played so far say about every bot."""
    totals = np.concatenate([part.totals for part in sets])
    luck = np.concatenate([part.luck for part in sets])
    if len(totals) == 0:
        raise Unreadable("no_games", "not one set of games was finished")
    won = shares(totals)
    return tuple(_verdict(name, k, totals, won, luck) for k, name in enumerate(names))


def _verdict(
    name: str,
    k: int,
    totals: NDArray[np.int64],
    won: NDArray[np.float64],
    luck: NDArray[np.float64],
) -> Verdict:
    per_set = won[:, :, k].mean(axis=1)
    share, error = float(per_set.mean()), half_width(per_set)
    lead = totals[:, :, k] - np.delete(totals, k, axis=2).max(axis=2, initial=-(10**6))
    if totals.shape[2] == 1:
        lead = totals[:, :, 0]
    leads = lead.mean(axis=1)
    adjusted, adjusted_error = None, None
    if len(luck) == len(totals) and len(totals) > 2:
        edge = luck[:, :, k] - np.delete(luck, k, axis=2).mean(axis=2)
        clean = without_luck(leads, edge.mean(axis=1))
        adjusted, adjusted_error = float(clean.mean()), half_width(clean)
    return Verdict(
        bot=name,
        win_share=share,
        low=max(0.0, share - error),
        high=min(1.0, share + error),
        mean_score=float(totals[:, :, k].mean()),
        sd_score=float(totals[:, :, k].std()),
        margin=float(leads.mean()),
        margin_error=half_width(leads),
        adjusted_margin=adjusted,
        adjusted_error=adjusted_error,
    )


def half_width(values: NDArray[np.float64]) -> float:
    """Half of the 95 % interval of a mean."""
    if len(values) < 2:
        return float("inf") if len(values) == 0 else 1.0
    return float(1.96 * values.std(ddof=1) / np.sqrt(len(values)))


def without_luck(values: NDArray[np.float64], luck: NDArray[np.float64]) -> NDArray[np.float64]:
    """A control variate: luck has mean zero, so taking a multiple of it out changes no mean."""
    spread = luck.var(ddof=1)
    factor = float(np.cov(values, luck)[0, 1] / spread) if spread > 0 else 0.0
    return values - factor * luck


def is_decided(verdicts: tuple[Verdict, ...]) -> bool:
    """Whether the best bot's interval lies above that of every other."""
    best, *others = sorted(verdicts, key=lambda v: -v.win_share)
    return all(best.low > other.high for other in others)
