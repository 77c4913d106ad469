"""Explains losses of solo games: plays out the chosen and the best answer with the exact policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from msgspec.structs import replace

from rowlock.core.ending import ending
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, is_locked, locked_rows
from rowlock.reviews.decisions import EvaluatedAnswer
from rowlock.reviews.evaluators import TableEvaluator
from rowlock.reviews.model import Outlook, RowOutlook
from rowlock.reviews.rollouts import seed_of
from rowlock.solver.policy import play_games
from rowlock.solver.value_table import ValueTable
from rowlock.variants.variant import COLOURS, ROWS

GAMES = 4_000
"""After each answer, with the same dice."""


def can_play_on(table: ValueTable) -> bool:
    """Whether the exact policy supports this sheet; it does not with lucky numbers or a bar."""
    return not (table.variant.bar or table.problem.lucky)


def explain(
    judged: list[EvaluatedAnswer],
    wanted: list[int],
    evaluator: TableEvaluator,
    seconds: float,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[float]:
    """Add reasons to decisions, costliest first, until time is up."""
    began = clock()
    order = sorted(wanted, key=lambda place: -judged[place].decision.loss)
    for number, place in enumerate(order):
        if clock() - began >= seconds:
            return
        found = judged[place]
        decision = found.decision
        arms = ((decision.chosen, found.chosen), (decision.moves[0].move, found.best))
        why = tuple(
            outlook(evaluator.table, move, sheet_at(found, way), seed_of(found.game, 0))
            for move, way in arms
        )
        judged[place] = found._replace(decision=replace(decision, why=why))
        yield (number + 1) / len(order)


def sheet_at(judged: EvaluatedAnswer, place: int) -> Sheet:
    """The sheet at the end of the turn after this answer."""
    positions = judged.ways.scenarios[0].positions
    rows = tuple(map(int, positions.rows[place, 0]))
    return Sheet(rows, int(positions.penalties[place, 0]), int(positions.bar[place, 0]))


def outlook(table: ValueTable, move: str, sheet: Sheet, seed: int) -> Outlook:
    """How the exact policy continues from a sheet."""
    variant = table.variant
    now = score(variant, sheet)
    points = np.array(now.rows, dtype=float)
    locks = np.array([is_locked(variant, sheet, row) for row in ROWS], dtype=float)
    penalties, total, turns = float(sheet.penalties), float(now.total), 0.0
    if not ending(variant, [sheet], locked_rows(variant, sheet)):
        games = play_games(table, GAMES, seed=seed, sheet=sheet)
        slots = list(table.problem.layout.slots)
        places = [slots.index(row) for row in ROWS]
        points += games.rows.mean(axis=0)[places]
        locks = games.locked.mean(axis=0)[places]
        penalties = float(games.penalties.mean())
        total += float(games.totals.mean())
        turns = float(games.turns.mean())
    return Outlook(
        move=move,
        games=GAMES,
        win=1.0,
        total=total,
        rows=tuple(
            RowOutlook(colour, float(points[row]), float(locks[row]))
            for row, colour in enumerate(COLOURS)
        ),
        penalties=penalties,
        bonus=total - points.sum() + penalties * variant.penalty_points if variant.steps else 0.0,
        turns=turns,
        ends=(1.0,),
    )
