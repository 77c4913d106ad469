"""The figures of the bots' ladder, one line of JSON each; see docs/experiments.md.

.venv/bin/python bench/bots_figures.py levels        each level against the one below
.venv/bin/python bench/bots_figures.py champion      against the heuristic, two players
.venv/bin/python bench/bots_figures.py tables        alone among heuristics, all sheets
.venv/bin/python bench/bots_figures.py speed         games a second, time of a decision
.venv/bin/python bench/bots_figures.py unrest        values now against values a turn later
"""

from __future__ import annotations

import json
import sys
import time
from itertools import pairwise
from random import Random

import numpy as np

from rowlock.arena.match import Match, judge_of, play_matches, shares, verdict
from rowlock.bots.bot import Bot
from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.levels import levels
from rowlock.bots.match import compile_judges, play_match
from rowlock.bots.network import load_network
from rowlock.bots.one_turn_on import expected_turn, recorded_games
from rowlock.bots.position import Positions
from rowlock.bots.race import Race
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.core.view import view
from rowlock.kernel.state import ACTIVE, CLOSED, HEAD, PENALTIES, SEAT
from rowlock.kernel.stream import GameChance
from rowlock.variants import load

SHEETS = ("classic", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "longo")


def say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def duel(sheet: str, a: Bot, b: Bot, games: int) -> tuple[float, float]:
    """The first bot's win share of two players, and half its interval."""
    match = Match(load(sheet), ("a", "b"), (a, b), seed=7)
    first = verdict(match.names, list(play_matches(match, games // 2)))[0]
    return first.win_share, (first.high - first.low) / 2


def level_figures(games: int) -> None:
    for sheet in SHEETS:
        for below, above in pairwise(levels()):
            share, error = duel(sheet, above.bot, below.bot, games)
            figures = {"share": round(share, 4), "error": round(error, 4)}
            say(sheet=sheet, above=above.name, below=below.name, **figures)


def champion_figures(games: int) -> None:
    for name, bot in (("heuristic", Heuristic()), ("race", Race())):
        share, error = duel("classic", Champion(), bot, games)
        say(sheet="classic", against=name, share=round(share, 4), error=round(error, 4))


def table_figures(games: int) -> None:
    """One champion among heuristics: its win share over its fair share."""
    for sheet in SHEETS:
        variant = load(sheet)
        pair = [judge_of(Champion(), variant), judge_of(Heuristic(), variant)]
        judges = compile_judges(variant, [judge for judge in pair if judge is not None])
        for players in (2, 3, 4, 5):
            seats = np.ones((games, players), dtype=np.int64)
            seats[np.arange(games), np.arange(games) % players] = 0
            result = play_match(judges, seats, 7, np.arange(games) // players, 2)
            won = shares(result.totals)[seats == 0]
            error = 1.96 * float(won.std()) / games**0.5
            say(
                sheet=sheet,
                players=players,
                share=round(float(won.mean()), 4),
                error=round(error, 4),
                times_fair=round(players * float(won.mean()), 3),
            )


def speed_figures(games: int) -> None:
    variant = load("classic")
    judge = judge_of(Champion(), variant)
    assert judge is not None
    judges = compile_judges(variant, [judge])
    seats = np.zeros((games, 2), dtype=np.int64)
    play_match(judges, seats[:2], 1)
    for threads in (1, 2):
        began, used = time.perf_counter(), time.process_time()
        play_match(judges, seats, 1, threads=threads)
        wall, cpu = time.perf_counter() - began, time.process_time() - used
        say(threads=threads, games_a_second=round(games / wall), of_cpu=round(games / cpu))
    for players in (2, 5):
        times = decision_times(players)
        say(
            players=players,
            decision_ms_mean=round(float(np.mean(times)), 2),
            decision_ms_99=round(float(np.quantile(times, 0.99)), 2),
        )


def unrest_figures(games: int) -> None:
    """How far classic positions of two are from their own expectation a turn later."""
    variant = load("classic")
    judge = judge_of(Champion(), variant)
    assert judge is not None
    judges = compile_judges(variant, [judge])
    states = recorded_games(judges, np.zeros((games, 2), dtype=np.int64), 5)[0][::5]
    later = expected_turn(judges, states, np.zeros((len(states), 2), dtype=np.int64), 0, 2)
    seats = states[:, HEAD:].reshape(len(states), 2, SEAT)
    rows, penalties = seats[:, :, :4], seats[:, :, PENALTIES]
    none, going = np.zeros_like(penalties), np.zeros(len(states), dtype=np.bool_)
    positions = Positions(
        variant, rows, penalties, none, states[:, CLOSED], states[:, ACTIVE], going, (0, 0)
    )
    now, _ = load_network(variant).expect(positions, 0)
    say(positions=len(states), unrest=round(float((later[:, 0, 0] - now).std()), 4))


def decision_times(players: int) -> list[float]:
    """Milliseconds of processor time for every decision of some games."""
    bot, rng, times = Champion(), Random(1), list[float]()
    for number in range(6):
        chance = GameChance(1, number)
        game = new_game("classic", [f"P{k}" for k in range(players)], first=number % players)
        while not game.over:
            if game.stage == "roll":
                game = roll(game, chance.roll(game)).state
                continue
            seat = deciders(game)[0]
            seen = view(game, seat)
            began = time.process_time()
            move = bot.choose(seen, rng)
            times.append(1000 * (time.process_time() - began))
            game = play(game, seat, move).state
    return times


FIGURES = {
    "levels": (level_figures, 4000),
    "champion": (champion_figures, 20000),
    "tables": (table_figures, 6000),
    "speed": (speed_figures, 2000),
    "unrest": (unrest_figures, 1000),
}


def main() -> None:
    for name in sys.argv[1:] or list(FIGURES):
        figure, games = FIGURES[name]
        figure(games)


if __name__ == "__main__":
    main()
