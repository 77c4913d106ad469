"""What OpenSpiel wants to know of a game beforehand: its kind, its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from rowlock.core import rules
from rowlock.core.cards import deck
from rowlock.envs.setting import Setting
from rowlock.variants.variant import EFFECT_NUMBERS, ROWS, Variant

DICE = 2 + len(ROWS)


def game_type(
    name: str,
    parameters: Mapping[str, Any],
    setting: Setting,
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """The kind of a game of this setting; of several numbers of players, to register it."""
    kind = pyspiel.GameType
    alone = setting.players == 1
    points = setting.reward == "points"
    return kind(
        short_name=name,
        long_name="Rowlock",
        dynamics=kind.Dynamics.SEQUENTIAL if alone else kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hides_something(setting)
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if is_zero_sum(setting) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.REWARDS if points else kind.RewardModel.TERMINAL,
        max_num_players=most or setting.players,
        min_num_players=least or setting.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


def hides_something(setting: Setting) -> bool:
    """Whether some node is reached with something hidden: cards, or others' answers in a chain."""
    chooses = "cross_fewest" in setting.variant.features
    return setting.cards or (chooses and setting.players > 1)


def is_zero_sum(setting: Setting) -> bool:
    """Whether one player's gain is the other's loss."""
    return setting.players == 2 and setting.reward in ("margin", "win")


def game_info(setting: Setting) -> Any:
    """The bounds of a game."""
    least, most = utility_bounds(setting)
    outcomes = len(deck(jokers=setting.jokers)) if setting.cards else setting.variant.sides
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions,
        max_chance_outcomes=max(outcomes, setting.players),
        num_players=setting.players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if is_zero_sum(setting) else None,
        max_game_length=most_decisions(setting),
    )


def utility_bounds(setting: Setting) -> tuple[float, float]:
    """No return is below the one or above the other."""
    worst, best = _score_bounds(setting.variant)
    if setting.reward == "win":
        return -1.0, 1.0
    if setting.reward == "margin" and setting.players > 1:
        return worst - best, best - worst
    return worst, best


def _score_bounds(variant: Variant) -> tuple[float, float]:
    """Every penalty and nothing crossed; no penalty, every row full and every bonus earned."""
    worst = -variant.penalty_points * variant.penalties_to_end
    rows = [rules.row_points(_most_counted(variant, row)) for row in ROWS]
    extra = rules.row_points(rules.steps_crossed(*variant.step_bits))
    for bonus in variant.bonuses:
        effect = EFFECT_NUMBERS[bonus.effect]
        extra += rules.bonus_points(effect, bonus.points, min(rows), 0)
    return float(worst), float(sum(rows) + extra)


def _most_counted(variant: Variant, row: int) -> int:
    """The crosses of a full row that count: of its last cells one is crossed, with the lock (L-02),
    and those of a bonus row count in both rows beside it (BP-04)."""
    cells, last = variant.rows[row], variant.lock_cells
    before = sum(rules.count(cell.bits | cell.second) for cell in cells[:-last])
    closing = max(rules.count(cell.bits) for cell in cells[-last:]) + 1
    beside = len(variant.bonus_rows[row // 2]) if variant.bonus_rows else 0
    return rules.counted(before + closing + beside, variant.most_counted)


def most_turns(setting: Setting) -> int:
    """In each turn the active player crosses a box or takes a penalty (C-08)."""
    variant = setting.variant
    boxes = sum(1 + (cell.second > 0) for cell in variant.cells)
    return setting.players * (boxes + variant.penalties_to_end)


def most_decisions(setting: Setting) -> int:
    """Two a turn, three with cards, and no more choices than there are bonuses to earn."""
    a_turn = 3 if setting.cards else 2
    return a_turn * most_turns(setting) + setting.players * len(setting.variant.bonuses)


def most_draws(setting: Setting) -> int:
    """Who begins, and the dice of every turn; or the deal, and three discards a turn."""
    turns = most_turns(setting)
    if setting.cards:
        return 1 + len(deck(jokers=setting.jokers)) + 3 * turns
    return 1 + DICE * turns
