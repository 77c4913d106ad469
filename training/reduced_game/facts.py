"""What games look like when both play at their best: how often each position comes up, and more."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from rowlock.core import rules

from .solver import Rolled, Solver
from .turns import End, Final, Position


@dataclass
class Facts:
    visits: dict[Position, float] = field(default_factory=dict)
    """The chance that a position comes up; their sum is the mean number of turns."""
    mixed: float = 0.0
    """The mean number of rolls in a game to which no single answer is best."""
    shared: float = 0.0
    """The chance of a shared win."""
    by_penalty: float = 0.0
    """The chance that a penalty ends the game; else closed rows do."""


def facts(solver: Solver) -> Facts:
    """From the start on, position by position in the order of crosses and penalties."""
    found = Facts()
    waiting: dict[int, dict[Position, float]] = defaultdict(lambda: defaultdict(float))
    start = solver.turns.start
    waiting[progress(start)][start] = 1.0
    while waiting:
        for position, chance in waiting.pop(min(waiting)).items():
            found.visits[position] = chance
            for roll in solver.rolls(position):
                found.mixed += chance * roll.chance * (max(roll.play.rows) < 1)
                for end, part in ends(solver, roll).items():
                    weight = chance * roll.chance * part
                    if isinstance(end, Final):
                        found.shared += weight * (end.share == 0.5)
                        found.by_penalty += weight * end.by_penalty
                    else:
                        waiting[progress(end)][end] += weight
    return found


def ends(solver: Solver, roll: Rolled) -> dict[End, float]:
    """Where a roll leads, with chances."""
    chances: dict[End, float] = defaultdict(float)
    for line, mine in zip(roll.window.middles, roll.play.rows, strict=True):
        for middle, theirs in zip(line, roll.play.columns, strict=True):
            if mine * theirs > 0:
                chances[middle.after(solver.second(middle, roll.offers))] += mine * theirs
    return chances


def progress(position: Position) -> int:
    """Crosses and penalties: every turn has more of them than the one before."""
    sheets = (position.rolls, position.waits)
    return sum(rules.count(mask) for s in sheets for mask in s.rows) + sum(
        s.penalties for s in sheets
    )
