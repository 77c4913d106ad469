"""Answers of compiled bots in the games of a batch, one decision at a time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators, make_workspace
from rowlock.bots.compiled.turns import Turn, whole_turn
from rowlock.bots.compiled.workspace import Workspace
from rowlock.kernel.batch import ANSWERED, Batch
from rowlock.kernel.jit import FlatArray, entry_point, inline
from rowlock.kernel.options import NOT_NEGATIVE, block
from rowlock.kernel.state import (
    ANSWER,
    BAR,
    DECIDER,
    DRAWS,
    LOCKING,
    OVER,
    PHASE,
    PLAYERS,
    ROWS,
    SHOWN,
    SHOWN_BAR,
    TIED,
)
from rowlock.kernel.variant_tables import Ints

NO_EVALUATOR = -1


class BatchAnswers:
    """Bots with evaluators in some seats of a batch; the others are left to the caller."""

    def __init__(self, batch: Batch, specs: Mapping[int, CompiledSpec]) -> None:
        self._batch = batch
        evaluators = tuple(dict.fromkeys(specs.values()))
        self._work = make_workspace(compile_evaluators(batch.variants, evaluators), batch.players)
        self._turn = whole_turn(self._work)
        self._seats = np.full(batch.players, NO_EVALUATOR, np.int64)
        for seat, spec in specs.items():
            self._seats[seat] = evaluators.index(spec)

    def answer(self, actions: Ints) -> None:
        """Answer wherever one of these seats decides, and write `ANSWERED` as its action.

        The next step of the batch must include these games.
        """
        answer_in_batch(self._turn, self._work, self._batch.state, self._seats, actions)


@entry_point
def answer_in_batch(
    turn: Turn, work: Workspace, states: FlatArray, seats: FlatArray, actions: FlatArray
) -> None:
    """`seats` holds the evaluator of each seat, or NO_EVALUATOR."""
    s = work.state
    size = len(s)
    for game in range(len(actions)):
        o = game * size & NOT_NEGATIVE
        seat = states[o + DECIDER] & 7
        if states[o + PHASE] == OVER or seats[seat] == NO_EVALUATOR:
            continue
        copy_what_is_shown(states, o, s, size)
        for q in range(s[PLAYERS]):
            work.seats[q] = seats[seat] if q == seat else NO_EVALUATOR
        turn(work)
        b, own = block(0, seat), block(o, seat)
        for row in range(4):
            states[own + ROWS + row] = s[b + ROWS + row]
        for half in range(2):
            states[own + BAR + half] = s[b + BAR + half]
        states[own + ANSWER] = s[b + ANSWER]
        states[own + DRAWS] = s[b + DRAWS]
        states[o + LOCKING] |= s[LOCKING]
        actions[game] = ANSWERED


@inline
def copy_what_is_shown(states: FlatArray, o: int, s: FlatArray, size: int) -> None:
    """Copy a game without the hidden answers of this action (C-11)."""
    for k in range(size):
        s[k] = states[o + k]
    s[LOCKING] = 0
    for q in range(s[PLAYERS]):
        b = block(0, q)
        for row in range(4):
            s[b + ROWS + row] = s[b + SHOWN + row]
        for half in range(2):
            s[b + BAR + half] = s[b + SHOWN_BAR + half]
        s[b + ANSWER] = 0
        s[b + TIED] = 0
