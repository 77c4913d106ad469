"""The ways a seat may answer an action, each with what it is worth to that seat.

In action 1 everybody answers at once, so one look serves all seats: what each of them may do, what
the others are supposed to do, and where that leads. Action 2 is the active seat's alone. The last
decisions of a game of two are computed exactly where they fit (`rowlock.endgame`).

Nobody's hidden answer goes in (C-11): a seat is judged by what it could know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

from rowlock.bots.judging.judges import HeuristicJudge, PositionJudge, Values
from rowlock.bots.judging.lookahead import (
    Line,
    Scenario,
    action2_lines,
    end_positions,
    mean_values,
    turn_lines,
)
from rowlock.bots.judging.positions import Positions
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import View, view
from rowlock.endgame.ends import solve
from rowlock.review.eyes import Eyes

Moves = tuple[Move, ...]
BUDGET = 1_000
"""Positions of the exact search at the end of a game: some milliseconds."""


class Ways(NamedTuple):
    """What one seat may answer to an action."""

    moves: list[Moves]
    """Whole answers: a move and the choices of its chain; several may begin alike."""
    values: Values
    exact: bool
    scenarios: list[Scenario]
    """Where each way leads; empty where the rest was computed exactly."""

    def after(self, given: Moves) -> dict[Move, int]:
        """The possible next moves after these, each with the place of its best way."""
        best: dict[Move, int] = {}
        for place, moves in enumerate(self.moves):
            if moves[: len(given)] == given and len(moves) > len(given):
                move = moves[len(given)]
                if move not in best or self.values[place] > self.values[best[move]]:
                    best[move] = place
        return best


def ways_of(game: Game, eyes: Eyes) -> dict[int, Ways]:
    """By seat, the ways through the action under way; in company only of seats with a choice."""
    found = exact_ways(game)
    return judged_ways(game, eyes) if found is None else found


def judged_ways(game: Game, eyes: Eyes) -> dict[int, Ways]:
    """The same by the judge alone."""
    if game.stage == "action1":
        return dict(ways1(view(game, None), eyes))
    return dict(ways2(view(game, None), eyes))


def can_end_exactly(game: Game | View) -> bool:
    """Whether the exact search knows such games at all."""
    return len(game.names) == 2 and game.cards is None


def exact_ways(game: Game | View) -> dict[int, Ways] | None:
    """The same by the exact search, where the rest of the game fits it."""
    if not can_end_exactly(game) or (ends := solve(game, BUDGET)) is None:
        return None
    return {
        seat: Ways([line.moves for line in lines], ends.worth(seat), True, [])
        for seat, lines in enumerate(ends.lines)
        if len(lines) > 1
    }


def ways1(table: View, eyes: Eyes, asked: Collection[int] = ()) -> Iterator[tuple[int, Ways]]:
    """Action 1 in the eyes of the judge, for seats with a choice and those asked for."""
    lines = [turn_lines(table, seat) for seat in range(len(table.sheets))]
    always = range(1) if len(lines) == 1 else asked
    choosing = [seat for seat, own in enumerate(lines) if len(own) > 1 or seat in always]
    guesses = [
        _guess(table, seat, own, eyes.supposes) if set(choosing) - {seat} else (own[0], own[0])
        for seat, own in enumerate(lines)
    ]
    for seat in choosing:
        best = {q: guess[0] for q, guess in enumerate(guesses) if q != seat}
        human = {q: guess[1] for q, guess in enumerate(guesses) if q != seat}
        weighted = [(1.0, best)]
        if human != best:
            people = eyes.supposes.people
            weighted = [(1.0 - people, best), (people, human)]
        ends = [end_positions(table, seat, lines[seat], picks) for _, picks in weighted]
        yield seat, _judged(seat, lines[seat], [weight for weight, _ in weighted], ends, eyes)


def ways2(table: View, eyes: Eyes, asked: Collection[int] = ()) -> Iterator[tuple[int, Ways]]:
    """Action 2 in the eyes of the judge, where there is a choice or it is asked for."""
    seat = table.active
    sheet = table.sheets[seat]
    lines = action2_lines(table, Line((), sheet, table.crossed, sheet, None))
    if len(lines) > 1 or seat in asked:
        ends = end_positions(table, seat, lines, {})
        yield seat, _judged(seat, lines, [1.0], [ends], eyes)


def _guess(table: View, seat: int, lines: list[Line], judge: PositionJudge) -> tuple[Line, Line]:
    """What a seat is likely to do in the eyes of the judge, and what a good player would do."""
    if len(lines) == 1:
        return lines[0], lines[0]
    ends = end_positions(table, seat, lines, {})
    best = human = lines[int(np.argmax(judge.worth(ends, seat)))]
    if judge.people > 0:
        human = lines[int(np.argmax(HeuristicJudge().worth(ends, seat)))]
    return best, human


def _judged(
    seat: int, lines: list[Line], weights: list[float], ends: list[Positions], eyes: Eyes
) -> Ways:
    # All at once: a call of the judge costs more than the positions in it.
    values = np.split(eyes.values(Positions.joined(ends), seat), len(ends))
    scenarios = [Scenario(*each) for each in zip(weights, ends, values, strict=True)]
    return Ways([line.moves for line in lines], mean_values(scenarios), eyes.error == 0, scenarios)
