"""Compares the network's win probabilities for positions of the levels' games with the outcomes."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bench.spread import Piece, Rows
from rowlock import load_variant
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.next_turn import States, recorded_games
from rowlock.bots.compiled.rest_of_game import TOTALS, noted_ends
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.levels import levels
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, HEAD, LUCKY, PENALTIES, ROWS, SEAT
from rowlock.kernel.variant_tables import LUCKY_MASK, compile_variant
from rowlock.variants.variant import Variant

STEPS = 10
"""Rows per unit of log odds."""
FAR = 8.0
"""Limit of the log odds; larger ones count as the limit."""


def said_and_won(piece: Piece) -> Rows:
    """Outcomes by predicted odds, for all positions between turns of one level among champions.

    Level and seat change from game to game; champions play out each position once. Each row has the
    log odds relative to an equal share, as predicted by the network; the number of positions and
    seats with these odds; and the sum of their win shares.
    """
    evaluators, players = level_judges(piece.sheet, piece.players), piece.players
    numbers = np.array(piece.numbers)
    seats = np.full((len(numbers), players), len(levels()) - 1, dtype=np.int64)
    seats[np.arange(len(numbers)), numbers % players] = numbers // players % len(levels())
    states, _ = recorded_games(evaluators, seats, piece.seed, piece.first)
    said = what_is_said(evaluators.variant, states)
    odds = np.log(said / (1.0 - said)) + np.log(players - 1.0)
    place = np.rint(STEPS * np.clip(odds, -FAR, FAR)).astype(np.int64)
    won = played_once(evaluators, states, players, piece)
    return [
        [step / STEPS, int((place == step).sum()), float(won[place == step].sum())]
        for step in np.unique(place).tolist()
    ]


@cache
def level_judges(sheet: str, players: int) -> EvaluatorArrays:
    """The evaluators of all levels; the champion is the last."""
    variant = load_variant(sheet)
    specs = [compiled_spec_of(level.bot, variant, players) for level in levels()]
    return compile_evaluators(variant, [spec for spec in specs if spec is not None])


def played_once(evaluators: EvaluatorArrays, states: States, players: int, piece: Piece) -> Values:
    """[state, seat] win shares after champions played out each state once, with different dice."""
    keys = np.random.default_rng([piece.seed, piece.first]).integers(0, 1 << 62, len(states))
    champions = np.full(players, len(levels()) - 1)
    totals = np.stack(
        [
            noted_ends(evaluators, states[k : k + 1], 0, keys[k : k + 1], champions)[0, 0]
            for k in range(len(states))
        ]
    )[:, TOTALS : TOTALS + players]
    winners = totals == totals.max(axis=1, keepdims=True)
    won: Values = winners / winners.sum(axis=1, keepdims=True)
    return won


def what_is_said(variant: Variant, states: States) -> Values:
    """[state, seat] the network's win probabilities."""
    network, sheets = load_network(variant), states[:, HEAD:].reshape(len(states), -1, SEAT)
    players = sheets.shape[1]
    lucky = lucky_numbers(variant, sheets)
    said = np.zeros((len(states), players))
    for pairs in set(map(tuple, lucky.tolist())):
        at = np.flatnonzero((lucky == pairs).all(axis=1))
        own = sheets[at]
        positions = Positions(
            variant,
            rows=own[:, :, ROWS : ROWS + 4],
            penalties=own[:, :, PENALTIES],
            bar=own[:, :, BAR] | own[:, :, BAR + 1] << 32,
            closed=states[at, CLOSED],
            following=states[at, ACTIVE],
            over=np.zeros(len(at), dtype=np.bool_),
            lucky=pairs,
        )
        for seat in range(players):
            said[at, seat] = network.expect(positions, seat)[0]
    return np.clip(said, 1e-6, 1.0 - 1e-6)


def lines_of(variant: Variant, states: States) -> NDArray[np.int64]:
    """[state, column] the positions in the layout of the training (`training/positions.py`)."""
    if not len(states):
        return np.zeros((0, 0), dtype=np.int64)
    sheets = states[:, HEAD:].reshape(len(states), -1, SEAT)
    parts = [
        sheets[:, :, ROWS : ROWS + 4].reshape(len(states), -1),
        sheets[:, :, PENALTIES],
        lucky_numbers(variant, sheets),
        sheets[:, :, BAR],
        states[:, [CLOSED, ACTIVE]],
    ]
    return np.concatenate(parts, axis=1)


def lucky_numbers(variant: Variant, sheets: States) -> NDArray[np.int64]:
    """[state, seat] the index of the seat's lucky pair; 0 without lucky pairs."""
    masks = compile_variant(variant).flat[LUCKY_MASK:][: max(1, len(variant.lucky_pairs))]
    found: NDArray[np.int64] = (sheets[:, :, LUCKY, None] == masks).argmax(axis=2)
    return found
