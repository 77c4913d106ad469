"""PettingZoo, all seats at once: each step every seat that owes an answer gives one."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from rowlock.envs.picture import RENDER_MODES, check_render_mode, picture
from rowlock.envs.seeds import Seeds
from rowlock.envs.setting import make_setting, rewards
from rowlock.envs.single import action_space, observation_space
from rowlock.envs.table import Bits, open_table
from rowlock.kernel.batch import Reward
from rowlock.variants import Variant

Infos = dict[str, dict[str, Any]]


class RowlockParallel(ParallelEnv[str, Bits, int]):
    """A table of one to five, every seat an agent: `player_0` and so on.

    In action 1 all of them answer together. In action 2, and while others have rows to choose, a
    seat that owes nothing has "nothing" as its only legal action, and whatever it says is ignored.
    Legal actions and illegal ones: as in `RowlockAEC`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rowlock_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
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
        self.setting = make_setting(variant, players, cards=cards, jokers=jokers, reward=reward)
        self.table = open_table(self.setting)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = self.setting.names
        self.agents = []
        self.observation_spaces = {
            name: observation_space(self.setting) for name in self.possible_agents
        }
        self.action_spaces = {name: action_space(self.setting) for name in self.possible_agents}
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> spaces.Space[Bits]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bits], Infos]:
        self.table.begin(*self._seeds.next_game(seed))
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Bits], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        table, names = self.table, self.possible_agents
        before = table.totals
        legal = {seat: table.answer(seat, int(actions[names[seat]])) for seat in table.owing}
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

    def render(self) -> str | None:
        """The table as everybody sees it: plain text, or an SVG document."""
        return None if self.render_mode is None else picture(self.table.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
