"""PettingZoo, one seat after the other.

The seats of action 1 are asked from the lowest to the highest, but nobody sees an answer before all
are in (C-11): they decide as simultaneously as at a table.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rowlock.envs.picture import RENDER_MODES, check_render_mode, picture
from rowlock.envs.seeds import Seeds
from rowlock.envs.setting import make_setting, rewards
from rowlock.envs.single import action_space, observation_space
from rowlock.envs.table import Bits, open_table
from rowlock.kernel.batch import Reward
from rowlock.variants import Variant


class RowlockAEC(AECEnv[str, Bits, int]):
    """A table of one to five, every seat an agent: `player_0` and so on.

    The agent that is asked finds its legal actions in `infos[agent]["action_mask"]`. An illegal one
    counts as the lowest legal one, and `infos[agent]["illegal"]` says so afterwards.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rowlock_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: Variant | str = "classic",
        players: int = 2,
        *,
        cards: bool = False,
        jokers: bool = False,
        reward: Reward = "score",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.setting = make_setting(variant, players, cards=cards, jokers=jokers, reward=reward)
        self.table = open_table(self.setting)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = self.setting.names
        self.agents = []
        self.observation_spaces = {
            name: observation_space(self.setting) for name in self.possible_agents
        }
        self.action_spaces = {name: action_space(self.setting) for name in self.possible_agents}
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._by_points = reward == "points"
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> spaces.Space[Bits]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(*self._seeds.next_game(seed))
        names = self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self.infos = {name: {} for name in names}
        self._totals = [0] * len(names)
        self._ask()

    def observe(self, agent: str) -> Bits:
        if agent == self.agent_selection and not self.table.over:
            return self._observation
        return self.table.look(self._seat[agent])[0]

    def step(self, action: int | np.integer[Any] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        legal = self.table.answer(self._seat[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": not legal}
        if self.table.over:
            self._end()
        else:
            if self._by_points:
                self._pay(self.table.totals, over=False)
            self._ask()

    def _pay(self, totals: list[int], *, over: bool) -> None:
        paid = rewards(self.setting, self._totals, totals, over=over)
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._totals = totals
        self._accumulate_rewards()

    def _end(self) -> None:
        self._pay(self.table.totals, over=True)
        self.terminations = dict.fromkeys(self.agents, True)
        for info in self.infos.values():
            info["scores"] = np.array(self._totals, np.int32)

    def _ask(self) -> None:
        """Turn to the seat whose answer is next, with its observation and mask at hand."""
        seat = self.table.asked
        self._observation, mask = self.table.look(seat)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection]["action_mask"] = mask

    def render(self) -> str | None:
        """The table as everybody sees it: plain text, or an SVG document."""
        return None if self.render_mode is None else picture(self.table.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
