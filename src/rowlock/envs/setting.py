"""Parameters of an environment: sheet, number of players, dice or cards, reward."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import get_args

from msgspec import Struct

from rowlock.core.game import new_game
from rowlock.core.state import Game
from rowlock.envs.actions import card_action_count
from rowlock.errors import Unreadable
from rowlock.kernel.actions import action_count
from rowlock.kernel.batch import Reward, no_action
from rowlock.variants import Variant
from rowlock.variants.together import Sheets, for_seats, one_or_each, only_variant


class Setting(Struct, frozen=True):
    """The parameters that all environments have in common."""

    sheets: Sheets
    players: int
    cards: bool = False
    jokers: bool = False
    reward: Reward = "score"

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The sheet of each seat."""
        return for_seats(self.sheets, self.players)

    @property
    def variant(self) -> Variant:
        """The sheet of all seats. Refuses a setting whose seats have different ones."""
        return only_variant(self.variants)

    @property
    def actions(self) -> int:
        """Number of actions, legal or not; on different sheets, of the one with the most cells."""
        dice = action_count(max(len(variant.cells) for variant in self.variants))
        return dice + card_action_count() if self.cards else dice

    @property
    def names(self) -> list[str]:
        """The names of the seats, which are also the agents in PettingZoo."""
        return [f"player_{seat}" for seat in range(self.players)]

    def start(self, first: int) -> Game:
        """The game before its first roll."""
        return new_game(self.sheets, self.names, first=first, cards=self.cards, jokers=self.jokers)


def make_setting(
    variant: Variant | str | Sequence[Variant | str],
    players: int,
    *,
    cards: bool = False,
    jokers: bool = False,
    reward: Reward = "score",
) -> Setting:
    """A checked setting; `Unreadable` says why another one cannot be played.

    `variant` is the sheet of all seats, or lists one for each (`"double_a, double_b"`).

    >>> make_setting("longo", 2, cards=True)
    Traceback (most recent call last):
    rowlock.errors.Unreadable: the cards run from 2 to 12, but longo has other rows
    """
    sheets = one_or_each(for_seats(variant, max(players, 1)))
    if reward not in get_args(Reward):
        raise Unreadable(
            "bad_reward", f"{reward!r} is not a reward (expected {', '.join(get_args(Reward))})"
        )
    setting = Setting(sheets, players, cards or jokers, jokers, reward)
    setting.start(first=0)  # refuses what cannot be played
    return setting


def action_number(setting: Setting, action: object) -> int:
    """An action as an integer; refused if the action space does not contain it.

    >>> action_number(make_setting("classic", 1), 53)
    Traceback (most recent call last):
    rowlock.errors.Unreadable: 53 is not an action (expected 0 to 52)
    """
    try:
        number = index(action)  # type: ignore[arg-type]  # anything else is refused
    except TypeError:
        number = -1
    if not 0 <= number < setting.actions:
        raise Unreadable("bad_action", no_action(action, setting.actions))
    return number


def rewards(
    setting: Setting, before: Sequence[int], after: Sequence[int], *, over: bool
) -> list[float]:
    """The reward of each seat for a step between these totals; see `Batch` in `kernel/batch.py`."""
    if setting.reward == "points":
        return [float(new - old) for old, new in zip(before, after, strict=True)]
    if not over:
        return [0.0] * setting.players
    return [_final_reward(setting.reward, seat, after) for seat in range(setting.players)]


def _final_reward(kind: Reward, seat: int, totals: Sequence[int]) -> float:
    own = totals[seat]
    others = [total for other, total in enumerate(totals) if other != seat]
    if kind == "score":
        return float(own)
    if kind == "margin":
        return float(own - max(others, default=0))
    if not others:
        return 1.0
    return float((own > max(others)) - (own < max(others)))
