"""Rollouts: plays the best candidates of a decision out.

The candidates that the network values most (`close_candidates.py`) are played out by the champion
in all seats (`compiled/rest_of_game.py`), as often as the time allows, so a faster machine may
choose differently.

One game says little: the standard deviation of its outcome is ten to seventy times the error that a
network makes when it compares two candidates. Two things make rollouts useful. All candidates get
the same dice, and only differences to the first one, the champion's own choice, are used, so that
much of the luck cancels. And the network's values are still used: for every candidate there are two
measurements of its difference to the first,

    the network's difference       with the spread of `evaluation/spreads.py`
    the mean over n rollouts       with the spread of the rollouts / sqrt(n)

and the best estimate is their mean, weighted by precision (one over the square of the spread).
After few rollouts the network dominates, after many the rollouts.

A candidate that is clearly behind gets no more games; if only one is left, the decision is made.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled.rest_of_game import outcomes
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.lookahead import Scenario, mean_values
from rowlock.bots.evaluation.spreads import network_spread
from rowlock.bots.search.close_candidates import (
    CloseCandidates,
    find_close_candidates,
    network_evaluators,
)

GAME_SPREAD = 0.36
"""Assumed standard deviation of the difference of two games with the same dice, before any are
played.

Measured in the same way; with independent dice it would be 0.58.
"""
FEW = 16
"""Number of games for which that assumption counts: a few games that happen to end alike must not
look exact."""
CLEAR = 2.0
"""Standard deviations by which a candidate must be behind to be dropped."""
BATCH = 8
"""A batch is one BATCH-th of all games so far, so that checking the clock costs little."""

Mask = NDArray[np.bool_]


class Differences:
    """Results of games after some candidates, as differences to the first one with the same
    dice."""

    def __init__(self, values: Values, network_spread: float) -> None:
        self.network, self.trust = values - values[0], network_spread**-2
        self.games, self.sums, self.squares = np.zeros((3, len(values)))

    def add(self, playing: Mask, worths: Values) -> None:
        """Add the results `worths` [game, candidate] of new games; only candidates marked in
        `playing` count.
        """
        differences = (worths - worths[:, :1]) * playing
        self.games += len(worths) * playing
        self.sums += differences.sum(axis=0)
        self.squares += (differences**2).sum(axis=0)

    def guesses(self) -> tuple[Values, Values]:
        """[candidate] the estimated difference to the first one, and its standard error."""
        around = self.squares - self.sums**2 / np.maximum(self.games, 1)
        variance = (FEW * GAME_SPREAD**2 + around) / (FEW + self.games)
        precision = self.trust + self.games / variance
        guesses = (self.trust * self.network + self.sums / variance) / precision
        return guesses, precision**-0.5

    def open(self) -> Mask:
        """[candidate] whether it may still be the best; always true for the leading one."""
        guesses, spreads = self.guesses()
        leader = int(np.argmax(guesses))
        spreads[0] = spreads[leader]  # the distance of the first one is that of the leader
        still: Mask = guesses + CLEAR * spreads >= guesses[leader]
        return still


def roll_out(scenarios: list[Scenario], seat: int, rng: random.Random, budget: float) -> Values:
    """The values, improved for the best candidates by rollouts for `budget` seconds."""
    values, few = mean_values(scenarios), find_close_candidates(scenarios)
    if few.decided:
        return values
    found = play_on_for(few, seat, rng, budget)
    return few.among(values, few.values[0] + found.guesses()[0])


def play_on_for(
    few: CloseCandidates,
    seat: int,
    rng: random.Random,
    budget: float,
    clock: Callable[[], float] = perf_counter,
) -> Differences:
    """Play as many games as the time allows, at least one for each candidate."""
    evaluators = network_evaluators(few.variants)
    outcomes(evaluators, few.states, seat, np.zeros(0, dtype=np.int64))  # compiles now
    found = Differences(few.values, network_spread(few.variants[seat]))
    played, size, began = 0, 1, clock()
    while played == 0 or (clock() - began) * (played + size) <= budget * played:
        playing = found.open()
        settled = playing.sum() == 1
        playing[0] = True  # the others are compared with it
        needed = (few.weights @ playing) > 0
        if settled or not needed.any():  # or the game is over after all of them
            break
        keys = np.array([rng.getrandbits(62) for _ in range(size)])
        later = np.zeros((size, len(few.states)))
        later[:, needed] = outcomes(evaluators, few.states[needed], seat, keys)
        found.add(playing, few.worth(later))
        played += size
        size = max(1, played // BATCH)
    return found
