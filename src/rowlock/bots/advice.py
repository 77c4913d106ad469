"""What every answer of a seat wins in company: exactly where that can be computed, else as the
champion's network sees it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rowlock.bots.judging.judges import NetworkJudge
from rowlock.bots.judging.lookahead import judged_scenarios, mean_values, own_lines
from rowlock.bots.judging.network import has_network
from rowlock.bots.judging.spreads import network_spread
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.endgame.lines import rest_of
from rowlock.endgame.size import least_positions
from rowlock.kernel.jit import JIT

BUDGET = 20_000
"""Positions for the exact search: some tenths of a second."""

Method = Literal["exact", "network"]


class Worth(NamedTuple):
    """An answer and what it wins."""

    move: Move
    win: float
    """The seat's share of the win, between 0 and 1."""
    error: float
    """How far that is off in comparison with the other answers: one standard deviation."""


class Advice(NamedTuple):
    """Every answer of a seat, the best first."""

    method: Method
    worths: tuple[Worth, ...]


def advise(view: View) -> Advice | None:
    """The answers by what they win; None where there is neither an exact end nor a network."""
    exact = _exact(view)
    if exact is not None:
        return Advice("exact", _best_first(exact))
    if view.cards is None and len(view.sheets) > 1 and has_network(view.variant):
        return Advice("network", _best_first(_by_network(view)))
    return None


def may_be_exact(view: View) -> bool:
    """Whether the exact search will be asked: it takes a while to get ready."""
    fits = len(view.sheets) == 2 and view.cards is None
    return JIT and fits and least_positions(rest_of(view)) <= BUDGET


def _exact(view: View) -> list[Worth] | None:
    if view.seat is None or not may_be_exact(view):
        return None
    from rowlock.endgame.ends import solve  # compiled code

    ends = solve(view, BUDGET)
    if ends is None:
        return None
    return [Worth(choice.move, choice.win_share, 0.0) for choice in ends.answers(view.seat)]


def _by_network(view: View) -> list[Worth]:
    lines = own_lines(view)
    values = mean_values(judged_scenarios(view, NetworkJudge(), lines))
    best: dict[Move, float] = {}
    for line, value in zip(lines, values, strict=True):
        move = line.moves[len(view.moves)]
        best[move] = max(best.get(move, 0.0), min(1.0, float(value)))
    spread = network_spread(view.variant)
    return [Worth(move, win, spread) for move, win in best.items()]


def _best_first(worths: list[Worth]) -> tuple[Worth, ...]:
    return tuple(sorted(worths, key=lambda worth: (-worth.win, str(worth.move))))
