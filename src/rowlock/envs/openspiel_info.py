"""OpenSpiel metadata of a game: its type and its bounds."""

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
    """The game type of a setting. Pass `least` and `most` players to register the game."""
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
    """Whether information is hidden at any node: cards, or others' answers during a chain."""
    chooses = "cross_fewest" in setting.variant.features
    return setting.cards or (chooses and setting.players > 1)


def is_zero_sum(setting: Setting) -> bool:
    """Whether the rewards of the players always add up to zero."""
    return setting.players == 2 and setting.reward in ("margin", "win")


def game_info(setting: Setting) -> Any:
    """The numbers of actions, outcomes, players and moves, and the bounds of the returns."""
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
    """Lower and upper bound of a player's return."""
    worst, best = _score_bounds(setting.variant)
    if setting.reward == "win":
        return -1.0, 1.0
    if setting.reward == "margin" and setting.players > 1:
        return worst - best, best - worst
    return worst, best


def _score_bounds(variant: Variant) -> tuple[float, float]:
    """The worst sheet (all penalties, no crosses) and the best (no penalty, full rows, all
    bonuses)."""
    worst = -variant.penalty_points * variant.penalties_to_end
    rows = [rules.row_points(_most_counted(variant, row)) for row in ROWS]
    extra = rules.row_points(rules.steps_crossed(*variant.step_bits))
    for bonus in variant.bonuses:
        effect = EFFECT_NUMBERS[bonus.effect]
        extra += rules.bonus_points(effect, bonus.points, min(rows), 0)
    return float(worst), float(sum(rows) + extra)


def _most_counted(variant: Variant, row: int) -> int:
    """Number of crosses that count in a full row.

    Only one of the last cells can be crossed, with the lock (L-02). Crosses of a bonus row count in
    both neighbouring rows (BP-04).
    """
    cells, last = variant.rows[row], variant.lock_cells
    before = sum(rules.count(cell.bits | cell.second) for cell in cells[:-last])
    closing = max(rules.count(cell.bits) for cell in cells[-last:]) + 1
    beside = len(variant.bonus_rows[row // 2]) if variant.bonus_rows else 0
    return rules.counted(before + closing + beside, variant.most_counted)


def most_turns(setting: Setting) -> int:
    """Upper bound of the turns: in each, the active player crosses a box or takes a penalty
    (C-08)."""
    variant = setting.variant
    boxes = sum(1 + (cell.second > 0) for cell in variant.cells)
    return setting.players * (boxes + variant.penalties_to_end)


def most_decisions(setting: Setting) -> int:
    """Upper bound of the decisions: two per turn, three with cards, and one choice per bonus."""
    a_turn = 3 if setting.cards else 2
    return a_turn * most_turns(setting) + setting.players * len(setting.variant.bonuses)


def most_draws(setting: Setting) -> int:
    """Upper bound of the draws: the first seat, then all dice; or the deal and three discards per
    turn."""
    turns = most_turns(setting)
    if setting.cards:
        return 1 + len(deck(jokers=setting.jokers)) + 3 * turns
    return 1 + DICE * turns
