"""A player that judges the ends of a turn, as the champion does, and its exact win probability.

The player is the champion's way to decide (`Tables.turn` in selfplay.py) on top of any judgement
of ends. In action 1 it first supposes that the other does nothing, finds what is best for each,
and answers that; action 2 is chosen once action 1 is known. What it is worth is worked out from
the last positions back to the start, without a single game being drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from .solver import Solver
from .turns import End, Final, Middle, Position, Second, Window

Judge: TypeAlias = Callable[[End], tuple[float, float]]
"""What the end of a turn is worth to the mover and to the other."""


class Player:
    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def answers(self, window: Window, offers: Sequence[Second]) -> tuple[int, int]:
        """The answers to action 1 that it gives as the mover and as the other."""
        middles, judge = window.middles, self.judge
        plans = [
            (i, second)
            for i, line in enumerate(middles)
            for second in (None, *(o for o in offers if o in line[0].crosses))
        ]
        others = range(len(window.unmoved))

        def plan_against(j: int) -> tuple[int, Second | None]:
            return max(plans, key=lambda plan: judge(middles[plan[0]][j].after(plan[1]))[0])

        i, second = plan_against(0)
        other = max(others, key=lambda j: judge(window.unmoved[j])[1])
        mine, _ = plan_against(other)
        return mine, max(others, key=lambda j: judge(middles[i][j].after(second))[1])

    def second(self, middle: Middle, offers: Sequence[Second]) -> Second | None:
        return max((None, *offers), key=lambda second: self.judge(middle.after(second))[0])


class Worth(NamedTuple):
    """A player's win probability against an exact player, and against the one that suits it
    least: who knows all its answers beforehand."""

    exact: float
    worst: float


class Match:
    """A player in the exact solver's game."""

    def __init__(self, solver: Solver, player: Player) -> None:
        self.solver, self.player = solver, player
        self.known: dict[Position, tuple[Worth, Worth]] = {}

    def worth(self, position: Position) -> tuple[Worth, Worth]:
        """The player's win probability as the seat that rolls and as the one that waits."""
        if position not in self.known:
            self.known[position] = self._worth(position)
        return self.known[position]

    def _worth(self, position: Position) -> tuple[Worth, Worth]:
        solver, player = self.solver, self.player
        rolls_exact = rolls_worst = waits_exact = waits_worst = 0.0
        for roll in solver.rolls(position):
            i, j = player.answers(roll.window, roll.offers)
            own = [
                self.of_mover(middle.after(player.second(middle, roll.offers)))
                for middle in roll.window.middles[i]
            ]
            chances = zip(roll.play.columns, own, strict=True)
            rolls_exact += roll.chance * sum(chance * w.exact for chance, w in chances)
            rolls_worst += roll.chance * min(w.worst for w in own)
            column = [line[j] for line in roll.window.middles]
            replies = [self.of_other(m.after(solver.second(m, roll.offers))) for m in column]
            chances = zip(roll.play.rows, replies, strict=True)
            waits_exact += roll.chance * sum(chance * w.exact for chance, w in chances)
            waits_worst += roll.chance * min(
                self.of_other(middle.after(second)).worst
                for middle in column
                for second in (None, *roll.offers)
            )
        return Worth(rolls_exact, rolls_worst), Worth(waits_exact, waits_worst)

    def of_mover(self, end: End) -> Worth:
        """The end of the player's own turn."""
        if isinstance(end, Final):
            return Worth(end.share, end.share)
        return self.worth(end)[1]

    def of_other(self, end: End) -> Worth:
        """The end of the other's turn, to the player."""
        if isinstance(end, Final):
            return Worth(1 - end.share, 1 - end.share)
        return self.worth(end)[0]
