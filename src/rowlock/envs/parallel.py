"""PettingZoo parallel environment: in each step, every seat that owes an answer gives one."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pettingzoo import ParallelEnv

from rowlock.envs.agents import Agents
from rowlock.envs.rendering import RENDER_MODES
from rowlock.envs.seat_games import Bits
from rowlock.envs.setting import action_number, rewards

Infos = dict[str, dict[str, Any]]


class RowlockParallel(Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Parallel environment with one agent per seat.

    In action 1 all seats answer together. In action 2, and while other seats choose a row, a seat
    that owes no answer has "nothing" as its only legal action, and its action is ignored. Masks and
    illegal actions work as in `RowlockAEC`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rowlock_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bits], Infos]:
        self.table.begin(*self.seeds.next_game(seed))
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Bits], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        if not self.agents:  # no agents before the first reset and after the end
            return {}, {}, {}, {}, {}
        table, names = self.table, self.possible_agents
        before = table.totals
        numbers = [action_number(self.setting, actions[name]) for name in names]
        legal = {seat: table.answer(seat, numbers[seat]) for seat in table.owing}
        over = table.over
        paid = rewards(self.setting, before, table.totals, over=over)
        seen, infos = self._seen()
        for seat, name in enumerate(names):
            infos[name]["illegal"] = not legal.get(seat, True)
            if over:
                infos[name]["scores"] = np.array(table.totals, np.int32)
        if over:
            self.agents = []
        return (
            seen,
            dict(zip(names, paid, strict=True)),
            dict.fromkeys(names, over),
            dict.fromkeys(names, False),
            infos,
        )

    def _seen(self) -> tuple[dict[str, Bits], Infos]:
        looks = {name: self.table.look(seat) for seat, name in enumerate(self.possible_agents)}
        seen = {name: observation for name, (observation, _) in looks.items()}
        return seen, {name: {"action_mask": mask} for name, (_, mask) in looks.items()}
