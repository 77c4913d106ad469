"""Whole games between compiled bots, and simple opponents for a batch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import EvaluatorArrays, compile_evaluators
from rowlock.bots.compiled.simple import choose_simply, play_simple
from rowlock.core.bot import Bot
from rowlock.errors import Unreadable
from rowlock.kernel.batch import Batch, check_array, signed
from rowlock.kernel.jit import JIT
from rowlock.kernel.play import result_size
from rowlock.kernel.seat_tables import compile_variants
from rowlock.kernel.state import stride
from rowlock.variants.together import Sheets, for_seats

MOST_NUMBER = 2**31 - 1
"""Maximum number of a simple bot, far below an overflow of `Greedy`'s gaps."""


def play_lines(
    variant: Sheets, specs: tuple[CompiledSpec, ...], seed: int, start: int, games: int
) -> NDArray[np.int64]:
    """Play games `start` .. `start + games - 1` of a seed; one result line each."""
    if all(spec.is_simple for spec in specs):
        return _play_simple(variant, specs, seed, start, games)
    seats = np.tile(np.arange(len(specs)), (games, 1))
    numbers = np.arange(start, start + games)
    return play_games(evaluators_of(variant, specs), seats, seed, numbers).lines


@lru_cache(maxsize=8)
def evaluators_of(variant: Sheets, specs: tuple[CompiledSpec, ...]) -> EvaluatorArrays:
    """The arrays of these evaluators, cached."""
    return compile_evaluators(variant, specs)


def _play_simple(
    variant: Sheets, specs: tuple[CompiledSpec, ...], seed: int, start: int, games: int
) -> NDArray[np.int64]:
    players = len(specs)
    tables = compile_variants(for_seats(variant, players))
    bots = np.array([spec.simple_number for spec in specs], np.int64)
    state = np.zeros(stride(players), np.int64)
    results = np.zeros(games * result_size(players), np.int64)
    # Lists are twice as fast as arrays in the interpreter, and hold plain integers.
    t, s, b = (array if JIT else _listed(array) for array in (tables, state, bots))
    play_simple(t, s, b, players, signed(seed), start, games, results)
    return results.reshape(games, result_size(players))


def _listed(array: NDArray[np.int64]) -> Any:
    return array.tolist() if array.ndim == 1 else tuple(array.tolist())


def simple_actions(batch: Batch, bot: Bot, out: NDArray[np.int64]) -> NDArray[np.int64]:
    """The action of a simple bot in every game of a batch, written to `out`.

    >>> from rowlock.bots import Greedy
    >>> from rowlock.variants import load_variant
    >>> batch = Batch(load_variant("classic"), players=2, games=3)
    >>> seen = batch.reset()
    >>> seen = batch.step(simple_actions(batch, Greedy(), np.zeros(3, np.int64)))
    """
    spec = compiled_spec_of(bot, batch.variants, batch.players)
    if spec is None or not spec.is_simple:
        name = type(bot).__name__
        raise Unreadable("bad_bot", f"{name} is not a simple bot (expected Random or Greedy)")
    # Compiled code does not check bounds: it would write beyond a short array.
    check_array("the array out", out, batch.number)
    number = min(spec.simple_number, MOST_NUMBER)
    tables, state = batch.flat_tables, batch.state
    choose_simply(tables, state, stride(batch.players), batch.games, number, out)
    return out
