"""Base class of the two PettingZoo environments: every seat is an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium import spaces

from rowlock.envs.rendering import Rendered, check_render_mode, picture
from rowlock.envs.seat_games import open_game
from rowlock.envs.seeds import Seeds
from rowlock.envs.setting import make_setting
from rowlock.envs.single import action_space, observation_space
from rowlock.kernel.batch import Reward
from rowlock.variants import Variant


class Agents:
    """A game for one to five agents: `player_0`, `player_1` and so on."""

    def __init__(
        self,
        variant: Variant | str | Sequence[Variant | str] = "classic",
        players: int = 2,
        *,
        cards: bool = False,
        jokers: bool = False,
        reward: Reward = "score",
        render_mode: str | None = None,
    ) -> None:
        self.setting = make_setting(variant, players, cards=cards, jokers=jokers, reward=reward)
        self.table = open_game(self.setting)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = self.setting.names
        self.agents: list[str] = []
        names = self.possible_agents
        self.observation_spaces = {name: observation_space(self.setting) for name in names}
        self.action_spaces = {name: action_space(self.setting) for name in names}
        self.seeds = Seeds()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space, equal for all agents; see docs/envs."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space, equal for all agents; see `actions.py`."""
        return self.action_spaces[agent]

    def render(self) -> Rendered | None:
        """The public state of the table as text, SVG or pixels, by `render_mode`."""
        return None if self.render_mode is None else picture(self.table.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
