"""Luck: the value of a roll with best play, compared with the mean over all rolls.

In a solo game with an exact table both are exact. Otherwise the evaluator answers the roll for all
seats, and the mean is estimated without bias: every pair of white dice is rolled twice, with
different coloured dice, drawn so that every face of every die appears equally often. The difference
between the two halves gives the standard error. Several such samples make it smaller.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.given_rolls import answered_rolls
from rowlock.bots.evaluation.evaluators import Values
from rowlock.core.game import roll
from rowlock.core.state import Game, Roll, format_position
from rowlock.kernel.convert import state_of
from rowlock.reviews.answers import answers_of
from rowlock.reviews.evaluators import Evaluator, TableEvaluator
from rowlock.reviews.model import RollReview
from rowlock.variants.together import Sheets

COLOURS = 4
MANY_SAMPLES = 10
"""Samples per roll for callers that can wait some tenths of a second per game: the error of the
luck is a third of that with one."""


class Luck(NamedTuple):
    """The value of a roll to every seat."""

    before: Values
    """The mean over all rolls."""
    after: Values
    se: Values
    """Standard error of `before`."""


def roll_review(game: Game, dice: Roll, evaluator: Evaluator, samples: int = 1) -> RollReview:
    """Evaluate the luck of a roll."""
    rolled = roll(game, dice).state
    if isinstance(evaluator, TableEvaluator):
        luck = exact_luck(game, rolled, evaluator)
    else:
        luck = sampled_luck(game, dice, evaluator, samples)
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


def exact_luck(game: Game, rolled: Game, evaluator: TableEvaluator) -> Luck:
    """Solo: the value of the best answer, and the table's mean over all rolls."""
    before = np.array([evaluator.table.total(game.sheets[0], game.closed)])
    return Luck(before, answers_of(rolled, evaluator)[0].values.max(keepdims=True), np.zeros(1))


def sampled_luck(game: Game, dice: Roll, evaluator: Evaluator, samples: int = 1) -> Luck:
    """The luck of a roll, with one evaluator for all seats."""
    state = state_of(game)[None]
    # A different sample for every position, so that its bias does not repeat in all games.
    seed = crc32(state.tobytes())
    drawn = [sampled_rolls(game.sides, seed + number) for number in range(samples)]
    lines = np.vstack([line_of(dice), *(sample.rolls for sample in drawn)])
    owners = np.zeros(len(lines), dtype=np.int64)
    judges = judges_of(game.variants, evaluator.twin)
    worths, over = answered_rolls(judges, state, owners, lines)
    worths[~over] = evaluator.of_twin(worths[~over])
    if evaluator.unit == "wins":
        worths = adding_up(worths)
    means, errors = zip(
        *(
            sample.mean(part)
            for sample, part in zip(drawn, np.split(worths[1:], samples), strict=True)
        ),
        strict=True,
    )
    se = np.sqrt(np.square(errors).sum(axis=0)) / samples
    return Luck(np.mean(means, axis=0), worths[0], se)


def adding_up(worths: Values) -> Values:
    """[n, seat] chances of winning, scaled so that those of all seats add up to 1.

    A network evaluates each seat separately, so its values need not add up to 1.

    >>> import numpy as np
    >>> adding_up(np.array([[0.25, 0.25], [1.0, 0.0]])).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    shares: Values = worths / worths.sum(axis=1, keepdims=True)
    return shares


def line_of(dice: Roll) -> NDArray[np.int64]:
    """A roll as six numbers; 0 stands for a removed die."""
    return np.array([*dice.white, *(die or 0 for die in dice.colours)])


class Sample(NamedTuple):
    """A sample of rolls: every pair of white dice in both halves."""

    rolls: NDArray[np.int64]
    chances: Values
    """[pair] weight of its white dice."""

    def mean(self, worths: Values) -> tuple[Values, Values]:
        """[seat] the mean over all rolls and its standard error, from [roll, seat] values of the
        sample.
        """
        one, two = np.split(worths, 2)
        mean: Values = self.chances @ (one + two) / 2
        se: Values = np.sqrt(self.chances**2 @ (one - two) ** 2) / 2
        return mean, se


def sampled_rolls(sides: int, seed: int) -> Sample:
    """The sample for a seed."""
    rng = np.random.default_rng([sides, seed])
    faces = np.arange(1, sides + 1)
    pairs = np.array([(low, high) for low in faces for high in faces if low <= high])
    often = np.where(pairs[:, 0] == pairs[:, 1], 1, 2) / sides**2
    number = 2 * len(pairs)
    balanced = np.resize(faces, number)  # equally often, if the number of sides allows it
    colours = [rng.permutation(rng.permutation(faces)[balanced - 1]) for _ in range(COLOURS)]
    return Sample(np.column_stack([np.tile(pairs, (2, 1)), *colours]).astype(np.int64), often)


@lru_cache(maxsize=8)
def judges_of(variants: Sheets, twin: CompiledSpec) -> EvaluatorArrays:
    return compile_evaluators(variants, [twin])
