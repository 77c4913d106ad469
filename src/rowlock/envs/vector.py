"""Gymnasium vector environment: thousands of games in one kernel batch.

The games are those of `RowlockEnv`: environment i of n plays games i, i + n, i + 2n … of the seed.
When a game ends, the next one starts in the same step, in the next one, or when you reset it
(`autoreset_mode`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rowlock.core.state import Game
from rowlock.envs.opponents import BatchBots, Opponents, listed, seated
from rowlock.envs.rendering import RENDER_MODES, Rendered, check_render_mode, picture
from rowlock.envs.seat_games import Bits
from rowlock.envs.setting import make_setting
from rowlock.envs.single import action_space, observation_space
from rowlock.errors import Unreadable
from rowlock.kernel.batch import (
    Batch,
    Buffers,
    Reward,
    check_actions,
    check_array,
    make_buffers,
)
from rowlock.kernel.convert import game_of
from rowlock.variants import Variant

NO_CARDS = (
    "the vector environment supports dice games only: for cards use "
    "make_vec(..., vectorization_mode='sync'), which plays one game after the other"
)
NOT_BEGUN = "there are no games yet (call reset() first)"
ONE_SEED = "reset_mask cannot be combined with a seed: a new seed applies to all games"


class RowlockVectorEnv(VectorEnv[Bits, NDArray[Any], NDArray[Any]]):
    """One seat of each game; see `RowlockEnv` for the arguments.

    Bots with a compiled version play in compiled code, the champion and the levels without exact
    endgames. Other bots answer in Python, game by game. The card game is not supported, because the
    kernel has dice only.

    `autoreset_mode` is one of Gymnasium's, or its name:

    - `SAME_STEP`: the next game starts in the same step. The observation is that of the new game;
      `info["final_obs"]` and `info["final_info"]` are those of the old one.
    - `NEXT_STEP`: the next game starts in the next step, which ignores the action.
    - `DISABLED`: the next game starts when `reset_mask` selects it; a step before that is refused.

    `reset(options={"reset_mask": where})` aborts the games that the boolean array `where` selects,
    and starts the next game in each of these environments.

    With copy=False the environment returns the arrays of the batch, which the next step overwrites.
    """

    metadata = {  # noqa: RUF012  # Gymnasium declares it as a plain dict
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        variant: Variant | str | Sequence[Variant | str] = "classic",
        opponents: Opponents = (),
        *,
        seat: int = 0,
        cards: bool = False,
        jokers: bool = False,
        reward: Reward = "score",
        render_mode: str | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        if cards or jokers:
            raise Unreadable("no_card_game", NO_CARDS)
        others = listed(opponents)
        self.setting = make_setting(variant, 1 + len(others), reward=reward)
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = check_render_mode(render_mode)
        self.copy = copy
        self.autoreset = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset}
        self.single_observation_space = observation_space(self.setting)
        self.single_action_space = action_space(self.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        players, games = self.setting.players, num_envs
        buffers = make_buffers(self.setting.variants, players, games, final=True)
        self.batch = Batch(
            self.setting.variants,
            players,
            games,
            reward=reward,
            autoreset=self.autoreset == AutoresetMode.SAME_STEP,
            buffers=buffers,
        )
        bots = seated(others, seat)
        self._opponents = BatchBots(self.batch, bots) if bots else None
        self._everywhere = np.ones(games, np.bool_)
        self._nothing = np.zeros_like(buffers.mask)
        self._nothing[:, 0] = 1
        self._over = ~self._everywhere
        """Where a game is over and waits for the next one."""
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        super().reset(seed=seed)
        where = (options or {}).get("reset_mask")
        if where is not None:
            self._begin_next(np.array(where), seed)
        else:
            self._begin(seed)
        for _ in self._opponents.answer(until=self.seat) if self._opponents else ():
            pass
        return self.batch.buffers.observation, self._info(~self._everywhere)

    def _begin(self, seed: int | None) -> None:
        first = 0
        if self._begun and seed is None:  # continue with the next games
            first = (int(self.batch.number.max()) // self.num_envs + 1) * self.num_envs
        elif seed is None:
            seed = int(self.np_random.integers(2**63))
        self._begun = True
        if self.copy:
            self.batch.renew()
        self._over[:] = False
        self.batch.reset(first, seed=seed)

    def _begin_next(self, where: NDArray[np.bool_], seed: int | None) -> None:
        if not self._begun:
            raise ResetNeeded(f"{NOT_BEGUN} without reset_mask")
        if seed is not None:
            raise Unreadable("bad_seed", ONE_SEED)
        check_array("reset_mask", where, self._everywhere)
        if self.copy:
            self.batch.renew(keep=True)
        self._over[where] = False
        self.batch.begin_next(where)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Bits, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if not self._begun:
            raise ResetNeeded(NOT_BEGUN)
        seen = self._step(actions)
        reward = seen.reward[:, self.seat].astype(np.float64)
        ended, illegal = seen.done.copy(), seen.illegal.copy()
        if self._opponents is not None:
            for where in self._opponents.answer(until=self.seat):
                reward += seen.reward[:, self.seat] * where
                ended |= seen.done & where
        if self.autoreset != AutoresetMode.SAME_STEP:
            self._show_ends(ended)
        info = self._info(illegal)
        if ended.any():
            info |= self._endings(ended, illegal)
        return seen.observation, reward, ended, np.zeros(self.num_envs, np.bool_), info

    def _step(self, actions: NDArray[Any]) -> Buffers:
        over = self._over
        if not over.any():
            check_actions(actions, self.num_envs, self.batch.action_count)
            if self.copy:
                self.batch.renew()
            return self.batch.step_unchecked(actions)
        if self.autoreset == AutoresetMode.DISABLED:
            raise ResetNeeded(f"{over.sum()} games are over (reset them with reset_mask)")
        check_actions(actions, self.num_envs, self.batch.action_count, ~over)
        if self.copy:
            self.batch.renew()
        self.batch.begin_next(over)
        self.batch.step_unchecked(actions, ~over)
        over[:] = False
        return self.batch.buffers

    def _show_ends(self, ended: NDArray[np.bool_]) -> None:
        """Show the learner the end of its game, whichever seat decided last."""
        seen = self.batch.buffers
        assert seen.final is not None
        seen.observation[ended] = seen.final[ended, self.seat]
        self._over |= ended

    def render(self) -> tuple[Rendered, ...] | None:
        """The public state of every table as text, SVG or pixels, by `render_mode`."""
        mode = self.render_mode
        if mode is None:
            return None
        return tuple(picture(self.game(number), mode) for number in range(self.num_envs))

    def game(self, number: int) -> Game:
        """The position of one of the games as a core game."""
        state = self.batch.state.reshape(self.num_envs, -1)[number]
        return game_of(self.setting.variants, state, self.setting.names)

    def _info(self, illegal: NDArray[np.bool_]) -> dict[str, Any]:
        return {
            "action_mask": self.batch.buffers.mask,
            "_action_mask": self._everywhere,
            "illegal": illegal,
            "_illegal": self._everywhere,
        }

    def _endings(self, ended: NDArray[np.bool_], illegal: NDArray[np.bool_]) -> dict[str, Any]:
        """Final observations and info of games that ended; other entries of the arrays are
        undefined."""
        seen = self.batch.buffers
        assert seen.final is not None
        if self.autoreset != AutoresetMode.SAME_STEP:
            return {"scores": seen.score.copy(), "_scores": ended}
        return {
            "final_obs": seen.final[:, self.seat].copy(),
            "_final_obs": ended,
            "final_info": {
                "scores": seen.score.copy(),
                "_scores": ended,
                "action_mask": self._nothing.copy(),
                "_action_mask": ended,
                "illegal": illegal,
                "_illegal": ended,
            },
            "_final_info": ended,
        }


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Gymnasium's mode of this name, such as `NEXT_STEP` or `NextStep`."""
    for each in AutoresetMode:
        if mode in (each, each.name, each.value):
            return each
    names = ", ".join(each.name for each in AutoresetMode)
    raise Unreadable("bad_autoreset_mode", f"{mode!r} is no autoreset mode (expected {names})")
