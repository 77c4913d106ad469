"""What the dice gave: a roll with best play, compared with the mean of all rolls.

Alone with the exact table both are known exactly. At other tables the roll is answered by the judge
in all seats, and the mean is estimated without bias: every pair of white dice once, and with them
coloured dice drawn so that every face of every die comes up equally often. Two pairs that differ in
their order alone, 41 and 14, have other coloured dice; how far they are apart tells how uncertain
the mean is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import Compiled
from rowlock.bots.compiled.given_rolls import answered_rolls
from rowlock.bots.compiled.judge_arrays import Judges, compile_judges
from rowlock.bots.judging.judges import Values
from rowlock.core.game import roll
from rowlock.core.state import Game, Roll
from rowlock.core.text import format_position
from rowlock.kernel.adapt import state_of
from rowlock.review.eyes import Eyes, TableEyes, chances
from rowlock.review.shapes import RollReview
from rowlock.review.windows import ways_of
from rowlock.variants.variant import Variant

COLOURS = 4


class Luck(NamedTuple):
    """What a roll was worth to every seat."""

    before: Values
    """The mean over all rolls."""
    after: Values
    se: Values
    """Of that mean."""


def roll_review(game: Game, dice: Roll, eyes: Eyes) -> RollReview:
    """A roll in the game before it."""
    rolled = roll(game, dice).state
    if isinstance(eyes, TableEyes):
        luck = exact_luck(game, rolled, eyes)
    else:
        luck = sampled_luck(game, dice, eyes)
    return RollReview(
        turn=game.turn,
        luck=tuple((luck.after - luck.before).tolist()),
        se=tuple(luck.se.tolist()),
        active=game.active + 1,
        roll=str(dice),
        before=tuple(luck.before.tolist()),
        after=tuple(luck.after.tolist()),
        position=format_position(rolled),
    )


def exact_luck(game: Game, rolled: Game, eyes: TableEyes) -> Luck:
    """Alone: the best of all ways to answer, and the table's mean over all rolls."""
    before = np.array([eyes.table.total(game.sheets[0], game.closed)])
    return Luck(before, ways_of(rolled, eyes)[0].values.max(keepdims=True), np.zeros(1))


def sampled_luck(game: Game, dice: Roll, eyes: Eyes) -> Luck:
    """The luck of a roll by a judge that plays all seats."""
    lines = np.vstack([line_of(dice), sampled_rolls(game.variant.sides, game.turn)])
    owners = np.zeros(len(lines), dtype=np.int64)
    judges = judges_of(game.variant, eyes.twin)
    worths, over = answered_rolls(judges, state_of(game)[None], owners, lines)
    if eyes.unit == "wins" and eyes.name != "network":
        worths[~over] = chances(worths[~over])
    others = worths[1:]
    return Luck(others.mean(axis=0), worths[0], uncertainty(others, game.variant.sides))


def line_of(dice: Roll) -> NDArray[np.int64]:
    """A roll as six numbers, 0 for a die that is out."""
    return np.array([*dice.white, *(die or 0 for die in dice.colours)])


@lru_cache(maxsize=256)
def sampled_rolls(sides: int, seed: int) -> NDArray[np.int64]:
    """Every ordered pair of white dice once, and coloured dice with every face equally often."""
    rng = np.random.default_rng([sides, seed])
    faces = np.arange(1, sides + 1)
    white = np.stack(np.meshgrid(faces, faces, indexing="ij"), axis=-1).reshape(-1, 2)
    colours = [rng.permutation(np.repeat(faces, sides)) for _ in range(COLOURS)]
    rolls = np.column_stack([white, *colours]).astype(np.int64)
    rolls.flags.writeable = False
    return rolls


def uncertainty(worths: Values, sides: int) -> Values:
    """[seat] the standard error of the mean over sampled rolls, [roll, seat].

    The coloured dice alone are drawn; what they are worth is told by pairs of rolls with the same
    white ones.
    """
    table = worths.reshape(sides, sides, -1)
    low, high = np.triu_indices(sides, 1)
    variance = ((table[low, high] - table[high, low]) ** 2 / 2).mean(axis=0)
    se: Values = np.sqrt(variance) / sides
    return se


@lru_cache(maxsize=8)
def judges_of(variant: Variant, twin: Compiled) -> Judges:
    return compile_judges(variant, [twin])
