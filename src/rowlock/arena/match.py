"""A match: the same dice again and again with the bots in rotated seats.

A *set* is as many games as there are seats, all with the same dice and the same beginner; from
game to game every bot moves on one seat. What the seat or the dice give to one bot they give to
every other bot too, so a set is the unit of all statistics here.

Bots with a compiled twin (`twin_of`) play in the kernel, others in the readable core; the dice
of a seed and a set are the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack

import numpy as np
from msgspec import Struct

from rowlock.arena.sets import Sets
from rowlock.bots.compiled import Compiled, twin_of
from rowlock.bots.compiled.judge_arrays import compile_judges
from rowlock.bots.compiled.judged_games import play_games
from rowlock.bots.compiled.luck import KNOWN as LUCK_KNOWN
from rowlock.core.bot import Bot, prepare_bots
from rowlock.core.game import new_game
from rowlock.errors import Unreadable
from rowlock.kernel.processors import default_threads
from rowlock.simulate.core_games import Seating, play_game
from rowlock.simulate.workers import processes
from rowlock.variants.features import check_features
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


def play_matches(match: Match, sets: int) -> Generator[Sets]:
    """Play so many sets; they come in chunks, so that one may look and stop in between."""
    names = [f"Seat {seat + 1}" for seat in range(match.players)]
    new_game(match.variant, names, cards=match.cards)  # refuses what cannot be played
    twins = [twin_of(bot, match.variant, match.players) for bot in match.bots]
    known = [twin for twin in twins if twin is not None]
    if len(known) == match.players and not match.cards:
        yield from _in_kernel(match, known, sets)
    else:
        yield from _in_core(match, sets)


def why_no_luck(match: Match) -> str | None:
    """Why the luck of this match's dice is unknown; None where it is measured."""
    if match.cards:
        return "in the card game there is no luck of the dice"
    try:
        check_features("the luck of the dice", LUCK_KNOWN, match.variant)
    except Unreadable as refusal:
        return refusal.message
    without = [
        name
        for name, bot in zip(match.names, match.bots, strict=True)
        if twin_of(bot, match.variant, match.players) is None
    ]
    if not without:
        return None
    names = ", ".join(dict.fromkeys(without))
    return f"luck is measured in compiled games only, and not compiled here: {names}"


def _seats(players: int, game: int) -> list[int]:
    """The bot in each seat of a set's game."""
    return [(seat + game) % players for seat in range(players)]


def _in_kernel(match: Match, twins: list[Compiled], sets: int) -> Iterator[Sets]:
    players = match.players
    samples = 0 if why_no_luck(match) else LUCK_SAMPLES
    # The last judge measures luck.
    compiled = compile_judges(match.variant, [*twins, Compiled("heuristic")])
    order = np.array([_seats(players, game) for game in range(players)])
    done, size = 0, CHUNK
    while done < sets:
        size = min(size, sets - done)
        seats = np.tile(order, (size, 1))
        numbers = np.repeat(np.arange(done, done + size), players)
        result = play_games(compiled, seats, match.seed, numbers, match.threads, samples)
        back = np.argsort(seats, axis=1)
        shape = (size, players, players)
        luck = np.take_along_axis(result.luck, back, axis=1).reshape(shape)
        yield Sets(
            np.take_along_axis(result.totals, back, axis=1).reshape(shape),
            luck if samples else luck[:0],
        )
        done += size
        size = min(2 * size, CHUNK_MOST)


def _in_core(match: Match, sets: int) -> Iterator[Sets]:
    seatings = [
        Seating(
            match.variant,
            tuple(match.bots[k] for k in _seats(match.players, game)),
            match.seed,
            match.cards,
        )
        for game in range(match.players)
    ]
    count = min(match.threads, default_threads())
    if not match.cards:  # once here, not in every process
        prepare_bots(match.bots, match.variant)
    with ExitStack() as stack:
        play: Callable[..., Iterator[list[list[int]]]] = map
        if count > 1 and sets > 2:
            play = stack.enter_context(processes(count, seatings)).map
        for start in range(0, sets, CHUNK):
            numbers = range(start, min(start + CHUNK, sets))
            for lines in play(_set, [(seatings, number) for number in numbers]):
                yield Sets(np.array([lines]), np.zeros((0, match.players, match.players)))


def _set(job: tuple[list[Seating], int]) -> list[list[int]]:
    """The totals of one set, [game, bot]."""
    seatings, number = job
    players = len(seatings)
    lines = []
    for game, seating in enumerate(seatings):
        line = play_game(seating, number)
        totals = line[3::3]
        bots = _seats(players, game)
        lines.append([totals[bots.index(k)] for k in range(players)])
    return lines
