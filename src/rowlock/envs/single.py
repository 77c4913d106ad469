"""Gymnasium environment of one seat, solo or against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from rowlock.core.view import view
from rowlock.envs.observation import size
from rowlock.envs.opponents import Opponents, listed, seated
from rowlock.envs.rendering import RENDER_MODES, Rendered, check_render_mode, picture
from rowlock.envs.seat_games import (
    Bits,
    CoreGame,
    SeatGame,
    open_game,
)
from rowlock.envs.seeds import Seeds
from rowlock.envs.setting import Setting, action_number, make_setting, rewards
from rowlock.kernel.batch import Reward
from rowlock.variants import Variant


def observation_space(setting: Setting) -> spaces.Space[Any]:
    """Zeros and ones; docs/envs explains every index."""
    return spaces.Box(0, 1, (size(setting),), np.int8)


def action_space(setting: Setting) -> spaces.Space[Any]:
    """All actions of the sheet, legal or not; see `actions.py`."""
    return spaces.Discrete(setting.actions)


class RowlockEnv(gymnasium.Env[Bits, int]):
    """Gymnasium environment for the decisions of one seat; bots answer for the others immediately.

    opponents    bots or names of bots (`"greedy"`, `"champion"`, `"module:Class"`), one or several;
                 none for a solo game
    seat         the learner's seat, from 0; the first seat is drawn for each game
    cards        play the card game; `jokers` adds its jokers
    reward       "score", "margin" or "win" at the end, or "points" in every step

    `info["action_mask"]` is 1 for legal actions; `action_masks()` returns the same. An illegal
    action is replaced by the lowest legal one, and `info["illegal"]` is set; a number outside the
    action space is refused. `reset(seed=7)` starts
    game 0 of seed 7, and each further `reset()` the next game.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as declared there

    def __init__(
        self,
        variant: Variant | str | Sequence[Variant | str] = "classic",
        opponents: Opponents = (),
        *,
        seat: int = 0,
        cards: bool = False,
        jokers: bool = False,
        reward: Reward = "score",
        render_mode: str | None = None,
    ) -> None:
        others = listed(opponents)
        players = 1 + len(others)
        self.setting = make_setting(variant, players, cards=cards, jokers=jokers, reward=reward)
        self.seat = seat
        self.bots = seated(others, seat)
        # Bots need positions of the core.
        self.table: SeatGame = CoreGame(self.setting) if self.bots else open_game(self.setting)
        self.observation_space = observation_space(self.setting)
        self.action_space = action_space(self.setting)
        self.render_mode = check_render_mode(render_mode)
        self._seeds = Seeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin(*self._seeds.next_game(seed))
        self._let_bots_answer()
        return self._seen(legal=True)

    def step(self, action: int) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        if self._seeds.seed is None:
            raise ResetNeeded("there is no game yet (call reset() first)")
        if not self.table.owing:
            raise ResetNeeded("the game is over (call reset() to start the next one)")
        before = self.table.totals
        legal = self.table.answer(self.seat, action_number(self.setting, action))
        self._let_bots_answer()
        over = self.table.over
        paid = rewards(self.setting, before, self.table.totals, over=over)
        seen, info = self._seen(legal=legal)
        if over:
            info["scores"] = np.array(self.table.totals, np.int32)
        return seen, paid[self.seat], over, False, info

    def action_masks(self) -> Bits:
        """The action mask, under the method name that MaskablePPO expects."""
        return self.table.look(self.seat)[1]

    def render(self) -> Rendered | None:
        """The public state of the table as text, SVG or pixels, by `render_mode`."""
        return None if self.render_mode is None else picture(self.table.game, self.render_mode)

    def _seen(self, *, legal: bool) -> tuple[Bits, dict[str, Any]]:
        seen, mask = self.table.look(self.seat)
        return seen, {"action_mask": mask, "illegal": not legal}

    def _let_bots_answer(self) -> None:
        table = self.table
        if isinstance(table, CoreGame):
            while not table.over and (seat := table.asked) != self.seat:
                move = self.bots[seat].choose(view(table.game, seat), table.bot_random(seat))
                table.play(seat, move)
