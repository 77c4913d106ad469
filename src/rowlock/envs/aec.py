"""PettingZoo AEC environment: one seat acts after the other.

In action 1 the seats act in ascending order. No observation shows another seat's answer before all
are in (C-11), so their decisions are in effect simultaneous.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pettingzoo import AECEnv

from rowlock.envs.agents import Agents
from rowlock.envs.rendering import RENDER_MODES
from rowlock.envs.seat_games import Bits
from rowlock.envs.setting import action_number, rewards


class RowlockAEC(Agents, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """AEC environment (agent-environment cycle) with one agent per seat.

    `infos[agent]["action_mask"]` marks the legal actions of the agent to act. An illegal action is
    replaced by the lowest legal one, and `infos[agent]["illegal"]` is set.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rowlock_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(*self.seeds.next_game(seed))
        names = self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in names}
        self._totals = [0] * len(names)
        self._ask()

    def observe(self, agent: str) -> Bits:
        if agent == self.agent_selection and not self.table.over:
            return self._observation
        return self.table.look(self.possible_agents.index(agent))[0]

    def step(self, action: int | np.integer[Any] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(self.setting, action)
        legal = self.table.answer(self.possible_agents.index(agent), number)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": not legal}
        if self.table.over:
            self._end()
        else:
            if self.setting.reward == "points":
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
        """Select the next seat that must answer and store its observation and mask."""
        seat = self.table.asked
        self._observation, mask = self.table.look(seat)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection]["action_mask"] = mask
