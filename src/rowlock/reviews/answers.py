"""The possible answers of a seat to an action, with their values.

In action 1 all seats answer at the same time, so one evaluation serves all of them: each seat's
answers, the predicted answers of the others, and the resulting positions. In action 2 only the
active seat answers. The last decisions of a two-player game are solved exactly if they fit the
budget (`rowlock.endgame`).

Hidden answers of others are not used (C-11): a seat is judged by what it could know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.lookahead import (
    Scenario,
    TurnLine,
    action2_lines,
    end_positions,
    likely_lines,
    mean_values,
    situation_of,
    turn_lines,
)
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.exact_ends import REVIEW_SEARCH, SearchLimit, exact_end
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import View, view
from rowlock.reviews.evaluators import Evaluator

Moves = tuple[Move, ...]


class Answers(NamedTuple):
    """The answers of one seat to an action."""

    moves: list[Moves]
    """Whole answers: a move and the choices of its chain. Several may begin with the same move."""
    values: Values
    exact: bool
    scenarios: list[Scenario]
    """The positions after each answer; empty if the rest was solved exactly."""

    def after(self, given: Moves) -> dict[Move, int]:
        """The possible next moves after `given`, each with the index of the best answer that begins
        with `given` and this move.
        """
        best: dict[Move, int] = {}
        for place, moves in enumerate(self.moves):
            if moves[: len(given)] == given and len(moves) > len(given):
                move = moves[len(given)]
                if move not in best or self.values[place] > self.values[best[move]]:
                    best[move] = place
        return best


def answers_of(game: Game, evaluator: Evaluator) -> dict[int, Answers]:
    """The answers of each seat that has a choice. A solo player is always included."""
    found = exact_answers(game)
    return evaluated_answers(game, evaluator) if found is None else found


def evaluated_answers(game: Game, evaluator: Evaluator) -> dict[int, Answers]:
    """Like `answers_of`, by the evaluator only."""
    if game.stage == "action1":
        return dict(action1_answers(view(game, None), evaluator))
    return dict(action2_answers(view(game, None), evaluator))


def exact_answers(
    game: Game | View, limit: SearchLimit = REVIEW_SEARCH
) -> dict[int, Answers] | None:
    """Like `answers_of`, by the endgame solver only; None if the game does not fit."""
    ends = exact_end(game, limit)
    if ends is None:
        return None
    return {
        seat: Answers([line.moves for line in lines], ends.worth(seat), True, [])
        for seat, lines in enumerate(ends.lines)
        if len(lines) > 1
    }


def action1_answers(
    table: View, evaluator: Evaluator, asked: Collection[int] = ()
) -> Iterator[tuple[int, Answers]]:
    """Evaluate action 1 for the seats that have a choice or are asked for."""
    lines = [turn_lines(table, seat) for seat in range(len(table.sheets))]
    always = range(1) if len(lines) == 1 else asked
    choosing = [seat for seat, own in enumerate(lines) if len(own) > 1 or seat in always]
    situation = situation_of(table)
    guesses = [
        likely_lines(situation, evaluator.supposes, seat)
        if set(choosing) - {seat}
        else (own[0], own[0])
        for seat, own in enumerate(lines)
    ]
    for seat in choosing:
        best = {q: guess[0] for q, guess in enumerate(guesses) if q != seat}
        human = {q: guess[1] for q, guess in enumerate(guesses) if q != seat}
        weighted = [(1.0, best)]
        if human != best:
            people = evaluator.supposes.people
            weighted = [(1.0 - people, best), (people, human)]
        ends = [
            Positions.of(end_positions(table, seat, lines[seat], picks)) for _, picks in weighted
        ]
        yield seat, _judged(seat, lines[seat], [weight for weight, _ in weighted], ends, evaluator)


def action2_answers(
    table: View, evaluator: Evaluator, asked: Collection[int] = ()
) -> Iterator[tuple[int, Answers]]:
    """Evaluate action 2 if there is a choice or it is asked for."""
    seat = table.active
    sheet = table.sheets[seat]
    lines = action2_lines(table, TurnLine((), sheet, table.crossed, sheet, None))
    if len(lines) > 1 or seat in asked:
        ends = Positions.of(end_positions(table, seat, lines, {}))
        yield seat, _judged(seat, lines, [1.0], [ends], evaluator)


def _judged(
    seat: int,
    lines: list[TurnLine],
    weights: list[float],
    ends: list[Positions],
    evaluator: Evaluator,
) -> Answers:
    # One call for all positions, because a call costs more than its positions.
    values = np.split(evaluator.values(Positions.joined(ends), seat), len(ends))
    scenarios = [Scenario(*each) for each in zip(weights, ends, values, strict=True)]
    return Answers(
        [line.moves for line in lines], mean_values(scenarios), evaluator.error == 0, scenarios
    )
