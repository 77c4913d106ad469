"""Rollouts: the best candidates of a decision once more, each played on to the end of the game.

The candidates that the network likes best (`close_candidates.py`) are played on by the champion in
all seats (`compiled/rest_of_game.py`), as often as the time allows, so a quicker machine may choose
otherwise.

One game says little: its outcome is spread ten to seventy times as wide as the error that a network
makes when it compares two candidates. Two things make rollouts useful all the same. All candidates
meet the same dice, and only differences to the first one, the champion's own choice, are looked at:
much of the luck cancels. And the network's judgement is not thrown away: for every candidate there
are two measurements of how far it is from the first,

    the network's difference       with the spread of `evaluation/spreads.py`
    the mean over n rollouts       with the spread of the rollouts / sqrt(n)

and the best guess is their mean, each weighed by its precision, one over the square of its
spread. After few rollouts that is the network's word, after many the rollouts'.

A candidate that is clearly behind is played on no longer; when all but one are, it is settled.
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
"""How far two games from such candidates with the same dice are apart, before any are played.

Measured there, too; with dice of their own it would be 0.58.
"""
FEW = 16
"""How many games that first guess counts for: a few games that happen to end alike must not look
as if they were exact."""
CLEAR = 2.0
"""How many spreads a candidate must be behind to be given up."""
BATCH = 8
"""A batch is this part of all games so far: the time is looked at often, and yet costs little."""

Mask = NDArray[np.bool_]


class Differences:
    """Games from some candidates, as differences to the first one with the same dice."""

    def __init__(self, values: Values, network_spread: float) -> None:
        self.network, self.trust = values - values[0], network_spread**-2
        self.games, self.sums, self.squares = np.zeros((3, len(values)))

    def add(self, playing: Mask, worths: Values) -> None:
        """Games of the candidates that are playing, [game, candidate]."""
        differences = (worths - worths[:, :1]) * playing
        self.games += len(worths) * playing
        self.sums += differences.sum(axis=0)
        self.squares += (differences**2).sum(axis=0)

    def guesses(self) -> tuple[Values, Values]:
        """[candidate] the best guess of its difference to the first one, and how sure that is."""
        around = self.squares - self.sums**2 / np.maximum(self.games, 1)
        variance = (FEW * GAME_SPREAD**2 + around) / (FEW + self.games)
        precision = self.trust + self.games / variance
        guesses = (self.trust * self.network + self.sums / variance) / precision
        return guesses, precision**-0.5

    def open(self) -> Mask:
        """[candidate] whether it may still be the best; the leading one always may."""
        guesses, spreads = self.guesses()
        leader = int(np.argmax(guesses))
        spreads[0] = spreads[leader]  # the first one's distance to the leader is the leader's
        still: Mask = guesses + CLEAR * spreads >= guesses[leader]
        return still


def roll_out(scenarios: list[Scenario], seat: int, rng: random.Random, budget: float) -> Values:
    """The values with those of the best candidates played on for `budget` seconds."""
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
    """As many games as there is time for, and one at the least of each that may be the best."""
    evaluators = network_evaluators(few.variant)
    outcomes(evaluators, few.states, seat, np.zeros(0, dtype=np.int64))  # compiles; not on our time
    found = Differences(few.values, network_spread(few.variant))
    played, size, began = 0, 1, clock()
    while played == 0 or (clock() - began) * (played + size) <= budget * played:
        playing = found.open()
        settled = playing.sum() == 1
        playing[0] = True  # the others are measured by it
        needed = (few.weights @ playing) > 0
        if settled or not needed.any():  # or all of them have ended the game
            break
        keys = np.array([rng.getrandbits(62) for _ in range(size)])
        later = np.zeros((size, len(few.states)))
        later[:, needed] = outcomes(evaluators, few.states[needed], seat, keys)
        found.add(playing, few.worth(later))
        played += size
        size = max(1, played // BATCH)
    return found
