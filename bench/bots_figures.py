"""Measures the strength and speed of the bots, one line of JSON per figure; see docs/results.md.

`level_figures.py` measures the levels.

.venv/bin/python bench/bots_figures.py champion      champion against heuristic, two players
.venv/bin/python bench/bots_figures.py people        gain from predicting people's answers
.venv/bin/python bench/bots_figures.py tables        one champion among heuristics, all sheets
.venv/bin/python bench/bots_figures.py speed         games per second, time per decision
.venv/bin/python bench/bots_figures.py unrest        network values against those one turn later
.venv/bin/python bench/bots_figures.py rollouts      gain of `rollout:500` in close decisions
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.compiled.next_turn import expected_turn, recorded_games
from rowlock.bots.compiled.rest_of_game import outcomes
from rowlock.bots.evaluation.evaluators import NetworkEvaluator
from rowlock.bots.evaluation.lookahead import judged_scenarios, own_lines
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.bots.search.close_candidates import (
    CloseCandidates,
    find_close_candidates,
    network_evaluators,
)
from rowlock.bots.search.rollouts import play_on_for
from rowlock.core.bot import Bot
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.core.move import Move
from rowlock.core.view import View, view
from rowlock.kernel.state import ACTIVE, CLOSED, HEAD, PENALTIES, SEAT
from rowlock.kernel.stream import GameChance
from rowlock.matches.intervals import half_width
from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import shares
from rowlock.matches.verdict import verdict
from rowlock.variants import BUILT_IN, load_variant

LONG = 4000
"""Playouts per candidate to determine the best one."""


def say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def duel(sheet: str, a: Bot, b: Bot, games: int) -> tuple[float, float]:
    """The first bot's win share in two-player games, and half of its interval."""
    match = Match(load_variant(sheet), ("a", "b"), (a, b), seed=7)
    first = verdict(match.names, list(play_matches(match, games // 2)))[0]
    return first.win_share, (first.high - first.low) / 2


def champion_figures(games: int) -> None:
    for name, bot in (("heuristic", Heuristic()), ("race", Race())):
        share, error = duel("classic", Champion(), bot, games)
        say(sheet="classic", against=name, share=round(share, 4), error=round(error, 4))


def people_figures(games: int) -> None:
    """The champion with and without predicted answers of people, and one against the other."""
    variant = load_variant("classic")
    network = compiled_spec_of(Champion(), variant, 2)
    other = compiled_spec_of(Heuristic(), variant, 2)
    assert network is not None
    assert other is not None
    evaluators = compile_evaluators(variant, [network, replace(network, people=0.0), other])
    numbers = np.repeat(np.arange(games // 2), 2)
    for first, second, name in ((0, 2, "heuristic"), (1, 2, "heuristic"), (0, 1, "without")):
        seats = np.tile([[first, second], [second, first]], (games // 2, 1))
        result = play_games(evaluators, seats, 21, numbers, 2)
        won = shares(result.totals)[seats == first].reshape(-1, 2).mean(axis=1)
        figures = {"share": round(float(won.mean()), 4), "error": round(half_width(won), 4)}
        say(people=(network.people, 0.0)[first], against=name, **figures)


def table_figures(games: int) -> None:
    """One champion among heuristics: its win share divided by the equal share."""
    for sheet in BUILT_IN:
        for players in (2, 3, 4, 5):
            figures = one_among(sheet, Champion(), Heuristic(), players, games)
            say(sheet=sheet, players=players, **figures)


def one_among(sheet: str, one: Bot, others: Bot, players: int, games: int) -> dict[str, float]:
    """The win share of one bot among bots of another kind; it takes each seat in turn."""
    variant = load_variant(sheet)
    pair = [compiled_spec_of(one, variant, players), compiled_spec_of(others, variant, players)]
    evaluators = compile_evaluators(variant, [judge for judge in pair if judge is not None])
    seats = np.ones((games, players), dtype=np.int64)
    seats[np.arange(games), np.arange(games) % players] = 0
    result = play_games(evaluators, seats, 7, np.arange(games) // players, 2)
    won = shares(result.totals)[seats == 0]
    return {
        "share": round(float(won.mean()), 4),
        "error": round(1.96 * float(won.std()) / games**0.5, 4),
        "times_fair": round(players * float(won.mean()), 3),
    }


def speed_figures(games: int) -> None:
    variant = load_variant("classic")
    judge = compiled_spec_of(Champion(), variant, 2)
    assert judge is not None
    evaluators = compile_evaluators(variant, [judge])
    seats = np.zeros((games, 2), dtype=np.int64)
    play_games(evaluators, seats[:2], 1)
    for threads in (1, 2):
        began, used = time.perf_counter(), time.process_time()
        play_games(evaluators, seats, 1, threads=threads)
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
    """Standard deviation between the network's value of a position and its expectation one turn
    later."""
    variant = load_variant("classic")
    judge = compiled_spec_of(Champion(), variant, 2)
    assert judge is not None
    evaluators = compile_evaluators(variant, [judge])
    states = recorded_games(evaluators, np.zeros((games, 2), dtype=np.int64), 5)[0][::5]
    later = expected_turn(evaluators, states, np.zeros((len(states), 2), dtype=np.int64), 0, 2)
    seats = states[:, HEAD:].reshape(len(states), 2, SEAT)
    rows, penalties = seats[:, :, :4], seats[:, :, PENALTIES]
    none, going = np.zeros_like(penalties), np.zeros(len(states), dtype=np.bool_)
    positions = Positions(
        variant, rows, penalties, none, states[:, CLOSED], states[:, ACTIVE], going, (0, 0)
    )
    now, _ = load_network(variant).expect(positions, 0)
    say(positions=len(states), unrest=round(float((later[:, 0, 0] - now).std()), 4))


def rollout_figures(decisions: int) -> None:
    for sheet in BUILT_IN:
        rollout_gain(sheet, decisions)


def rollout_gain(sheet: str, decisions: int) -> None:
    """The gain of half a second of rollouts in close decisions, measured by many other playouts."""
    rng, evaluators = Random(3), network_evaluators(load_variant(sheet))
    errors, gains, spreads = list[float](), list[float](), list[float]()
    used, games, rolled, changed = 0.0, 0, list[float](), 0
    for near, seat, moves in islice(close_decisions(sheet), decisions):
        found = play_on_for(near, seat, rng, 0.5, clock=time.process_time)
        rolled.append(float(found.games[0]))
        keys = np.array([rng.getrandbits(62) for _ in range(LONG)])
        began = time.process_time()
        worths = near.worth(outcomes(evaluators, near.states, seat, keys))
        used, games = used + time.process_time() - began, games + LONG * len(near.states)
        differences = (worths - worths[:, :1])[:, 1:]
        means, noise = differences.mean(axis=0), differences.var(axis=0) / LONG
        # The squared error of the network, minus the variance of the playouts.
        errors += list((near.values[1:] - near.values[0] - means) ** 2 - noise)
        spreads += list(differences.var(axis=0))
        chosen = int(np.argmax(found.guesses()[0]))
        other = moves[chosen] != moves[0]
        changed += other
        gains.append(float(means[chosen - 1]) if other else 0.0)
    say(
        sheet=sheet,
        decisions=decisions,
        pairs=len(errors),
        network_spread=round(max(float(np.mean(errors)), 0.0) ** 0.5, 4),
        square_error=round(1.96 * float(np.std(errors)) / len(errors) ** 0.5, 6),
        game_spread=round(float(np.mean(spreads)) ** 0.5, 3),
        rollouts_a_second=round(games / used),
        rollouts_each=round(float(np.mean(rolled))),
        changed=int(changed),
        gain=round(float(np.mean(gains)), 5),
        error=round(1.96 * float(np.std(gains)) / decisions**0.5, 5),
    )


def close_decisions(sheet: str) -> Iterator[tuple[CloseCandidates, int, list[Move]]]:
    """Yield decisions between two champions with several moves close to the best one.

    Each has the close candidates, the seat, and the first move of every candidate.
    """
    close = 0
    for seen, _ in decisions_of(sheet, 2, 1000):
        lines, given = own_lines(seen), len(seen.moves)
        near = find_close_candidates(judged_scenarios(seen, NetworkEvaluator(), lines))
        moves = [lines[place].moves[given] for place in near.places]
        if not near.decided and len(set(moves)) > 1 and seen.seat is not None:
            close += 1
            if close % 7 == 0:  # from many games, and all parts of them
                yield near, seen.seat, moves


def decision_times(players: int) -> list[float]:
    """Processor time of every decision in some games, in milliseconds."""
    return [took for _, took in decisions_of("classic", players, 6)]


def decisions_of(sheet: str, players: int, games: int) -> Iterator[tuple[View, float]]:
    """Yield every decision of champions in some games, with its processor time in milliseconds."""
    bot, rng = Champion(), Random(1)
    for number in range(games):
        chance = GameChance(1, number)
        game = new_game(sheet, [f"P{k}" for k in range(players)], first=number % players)
        while not game.over:
            if game.stage == "roll":
                game = roll(game, chance.roll(game)).state
                continue
            seat = deciders(game)[0]
            seen = view(game, seat)
            began = time.process_time()
            move = bot.choose(seen, rng)
            yield seen, 1000 * (time.process_time() - began)
            game = play(game, seat, move).state


FIGURES = {
    "champion": (champion_figures, 20000),
    "people": (people_figures, 40000),
    "tables": (table_figures, 6000),
    "speed": (speed_figures, 2000),
    "unrest": (unrest_figures, 1000),
    "rollouts": (rollout_figures, 40),
}


def main() -> None:
    unknown = set(sys.argv[1:]) - set(FIGURES)
    if unknown:
        raise SystemExit(f"unknown figure {', '.join(unknown)} (expected {', '.join(FIGURES)})")
    for name in sys.argv[1:] or list(FIGURES):
        figure, games = FIGURES[name]
        figure(games)


if __name__ == "__main__":
    main()
