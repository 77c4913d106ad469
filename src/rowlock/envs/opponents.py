"""Bots for all seats except the learner's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.batch_answers import BatchAnswers
from rowlock.bots.compiled.games import simple_actions
from rowlock.bots.registry import make_bot
from rowlock.core.bot import Bot
from rowlock.core.view import view
from rowlock.envs.actions import action_of
from rowlock.errors import Unreadable
from rowlock.kernel.batch import Batch
from rowlock.kernel.convert import game_of
from rowlock.kernel.jit import JIT
from rowlock.kernel.rng import LANE_BOTS
from rowlock.kernel.state import DRAWS, HEAD, KEY, OVER, PHASE, SEAT
from rowlock.kernel.stream import BotRandom

Opponents: TypeAlias = Sequence[Bot | str] | Bot | str
"""Bots or their names; a single one may be passed without a list."""


def listed(opponents: Opponents) -> Sequence[Bot | str]:
    """The opponents as a list.

    >>> listed("greedy"), listed(["greedy", "race"])
    (['greedy'], ['greedy', 'race'])
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents]
    return opponents


def seated(opponents: Sequence[Bot | str], seat: int) -> dict[int, Bot]:
    """The bots by seat; they take all seats except the learner's."""
    if not 0 <= seat <= len(opponents):
        raise Unreadable(
            "no_such_seat", f"there is no seat {seat} (expected 0 to {len(opponents)})"
        )
    bots = [make_bot(bot) if isinstance(bot, str) else bot for bot in opponents]
    others = [other for other in range(len(bots) + 1) if other != seat]
    return dict(zip(others, bots, strict=True))


class BatchBots:
    """Plays the bots' decisions in a batch until the learner must decide in every game.

    Bots with a compiled version play in compiled code, the others in the core, game by game.
    """

    def __init__(self, batch: Batch, bots: Mapping[int, Bot]) -> None:
        self.batch = batch
        self._actions = np.zeros(batch.games, np.int64)
        self._states = batch.state.reshape(batch.games, -1)
        self._draws = self._states[:, HEAD + DRAWS :: SEAT]
        specs = {
            seat: compiled_spec_of(bot, batch.variants, batch.players) for seat, bot in bots.items()
        }
        self._simple = {s: bots[s] for s, spec in specs.items() if spec and spec.is_simple}
        evaluated = {s: spec for s, spec in specs.items() if spec and not spec.is_simple and JIT}
        self._evaluated = BatchAnswers(batch, evaluated) if evaluated else None
        self._slow = {s: bots[s] for s in bots if s not in self._simple and s not in evaluated}
        first, *others = bots.values()
        same = len(self._simple) == len(bots) and all(other == first for other in others)
        self._only = first if same else None
        """The simple bot in all of these seats; None if they differ."""

    def answer(self, until: int) -> Iterator[NDArray[np.bool_]]:
        """Play decisions of the other seats, one per game and step; yields the games that were
        stepped. Finished games wait."""
        player = self.batch.buffers.player
        while (where := (player != until) & (self._states[:, PHASE] != OVER)).any():
            self._choose()
            self.batch.step_unchecked(self._actions, where)
            yield where

    def _choose(self) -> None:
        if self._only is not None:
            simple_actions(self.batch, self._only, self._actions)
            return
        for seat, bot in self._simple.items():
            self._choose_simply(bot, self.batch.buffers.player == seat)
        if self._evaluated is not None:
            self._evaluated.answer(self._actions)
        for seat, bot in self._slow.items():
            for number in np.flatnonzero(self.batch.buffers.player == seat):
                self._actions[number] = self._choose_in_core(int(number), seat, bot)

    def _choose_simply(self, bot: Bot, asked: NDArray[np.bool_]) -> None:
        """Let a simple bot decide in all games; restore the games in which it was not asked."""
        actions, draws = self._actions.copy(), self._draws.copy()
        simple_actions(self.batch, bot, self._actions)
        self._actions[~asked] = actions[~asked]
        self._draws[~asked] = draws[~asked]

    def _choose_in_core(self, number: int, seat: int, bot: Bot) -> int:
        state = self._states[number]
        game = game_of(self.batch.variants, state)
        rng = BotRandom(int(state[KEY]), LANE_BOTS + seat)
        rng.draws = int(self._draws[number, seat])
        move = bot.choose(view(game, seat), rng)
        self._draws[number, seat] = rng.draws
        return action_of(game, seat, move)
