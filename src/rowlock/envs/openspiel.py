"""OpenSpiel game: `import rowlock.envs.openspiel`, then `pyspiel.load_game("rowlock_v1")`.

    pyspiel.load_game("rowlock_v1(variant=longo,players=3,reward=margin)")

Chance nodes are explicit (`chance_walk.py`). Action 1 is a simultaneous node, action 2 a node of
the active player. If a seat must choose a row in a chain, that is a node of this seat, hidden from
the others (C-11). A solo game is sequential.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from rowlock.core.cards import deck
from rowlock.core.state import format_position
from rowlock.envs.actions import describe, legal_actions
from rowlock.envs.chance_walk import ChanceWalk
from rowlock.envs.observation import observe, parts
from rowlock.envs.openspiel_info import game_info, game_type, most_draws
from rowlock.envs.setting import Setting, make_setting, rewards
from rowlock.variants.variant import COLOURS, MAX_SEATS, ROWS

NAME = "rowlock_v1"
DEFAULTS = {
    "variant": "classic",
    "players": 2,
    "cards": False,
    "jokers": False,
    "reward": "score",
}


class RowlockGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The OpenSpiel game; it creates states and observers."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        merged = {**DEFAULTS, **(params or {})}
        self.setting = make_setting(
            merged["variant"],
            merged["players"],
            cards=merged["cards"],
            jokers=merged["jokers"],
            reward=merged["reward"],
        )
        super().__init__(game_type(NAME, DEFAULTS, self.setting), game_info(self.setting), merged)

    def new_initial_state(self) -> RowlockState:
        return RowlockState(self, self.setting)

    def max_chance_nodes_in_history(self) -> int:
        return most_draws(self.setting)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RowlockObserver:
        return RowlockObserver(self.setting, iig_obs_type, params)


class RowlockState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of the game tree."""

    def __init__(self, game: RowlockGame, setting: Setting) -> None:
        super().__init__(game)
        start = ChanceWalk(setting)
        self.course = start if setting.players > 1 else start.after_draw(0)

    def current_player(self) -> int:
        course = self.course
        if course.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if not course.owing:
            return int(pyspiel.PlayerId.CHANCE)
        if len(course.owing) == course.setting.players > 1 and not self._is_choice():
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return course.owing[0]

    def _is_choice(self) -> bool:
        return self.course.game is not None and any(self.course.game.answers)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.course.game is not None
        return sorted(legal_actions(self.course.game, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.course.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.course = self.course.after_draw(action)
        else:
            self.course = self.course.after_answers([(self.current_player(), action)])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.course = self.course.after_answers(list(enumerate(actions)))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.course.game
        if player == pyspiel.PlayerId.CHANCE:
            return _draw_words(self.course, action)
        move = legal_actions(game, player).get(action) if game is not None else None
        return describe(self.course.setting.variant, action) if move is None else str(move)

    def is_terminal(self) -> bool:
        return self.course.over

    def rewards(self) -> list[float]:
        """Rewards since the previous decision; 0 at chance nodes, as OpenSpiel expects."""
        course, was = self.course, self.course.last_decision()
        if was is None or self.is_chance_node():
            return [0.0] * course.setting.players
        return rewards(course.setting, was.totals, course.totals, over=course.over)

    def returns(self) -> list[float]:
        course = self.course
        nothing = [0] * course.setting.players
        return rewards(course.setting, nothing, course.totals, over=course.over)

    def __str__(self) -> str:
        """The position as text, followed by the draws since then."""
        course = self.course
        position = "" if course.game is None else format_position(course.game)
        return " ".join([position, *(f"~{number}" for number in course.drawn)])


def _draw_words(course: ChanceWalk, outcome: int) -> str:
    game = course.game
    if game is None:
        return f"player_{outcome} begins"
    if game.cards is not None:
        return f"card {deck(jokers=True)[outcome]}"
    dice = ["white", "white", *(COLOURS[row] for row in ROWS if not game.closed >> row & 1)]
    return f"{dice[len(course.drawn)]} {outcome + 1}"


class RowlockObserver:
    """A player's observation: the same tensor as in the other environments, or the position as
    text.

    With perfect recall (an information state), only text is available: all positions so far.
    """

    def __init__(self, setting: Setting, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"{params}: observations take no parameters")
        self.perfect_recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        self.dict: dict[str, Any] = {}
        self.tensor = None
        if not self.perfect_recall:
            self.tensor = np.zeros(sum(length for _, length in parts(setting)), np.float32)
            start = 0
            for name, length in parts(setting):
                self.dict[name] = self.tensor[start : start + length]
                start += length

    def set_from(self, state: RowlockState, player: int) -> None:
        game = state.course.game
        if self.tensor is not None:
            self.tensor[:] = 0 if game is None else observe(game, player)

    def string_from(self, state: RowlockState, player: int) -> str:
        course = state.course
        return course.recalled(player) if self.perfect_recall else course.seen(player)


pyspiel.register_game(
    game_type(NAME, DEFAULTS, make_setting("classic", 2), least=1, most=MAX_SEATS), RowlockGame
)
