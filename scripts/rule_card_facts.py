"""What the exact tables say about best play of a sheet.

Worths are exact. What depends on how games go is counted in games of best play.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from msgspec import Struct, field

from rowlock.core.chance import random_roll
from rowlock.core.ending import ending
from rowlock.core.legality import obstacle
from rowlock.core.move import NOTHING
from rowlock.core.sheet import Sheet, locked_rows, with_penalty
from rowlock.core.sheet_rules import crossed
from rowlock.notation.position import parse_sheet
from rowlock.solver.turns import RankedTurn, own_game, ranked_turns
from rowlock.solver.value_table import ValueTable
from rowlock.variants import ROWS

MOST_GAPS = 8


def first_cross_worth(table: ValueTable) -> dict[str, float]:
    """What each first cross on an empty sheet changes of the expected total."""
    empty = table.values[0]
    worth = {}
    for cell in table.variant.cells:
        if obstacle(table.variant, Sheet(), 0, cell):
            continue  # C-09
        rows = tuple(cell.bits if row == cell.row else 0 for row in ROWS)
        worth[cell.name] = table.total(Sheet(rows)) - empty
    return worth


def skip_worth(table: ValueTable) -> dict[tuple[int, int], float]:
    """By the last cross of a red row without gaps, and by the cells left out after it.

    A cross on the 12 closes the row; it is among them wherever it is allowed.
    """
    worth = {}
    for last in range(2, 12):
        row = ",".join(str(number) for number in range(2, last + 1))
        sheet = parse_sheet(table.variant, f"r{row} y- g- b- x0")
        before = table.total(sheet)
        for number in range(last + 1, 13):
            cell = table.variant.cell[f"r{number}"]
            if obstacle(table.variant, sheet, 0, cell):
                continue  # C-09
            after = crossed(table.variant, 0, sheet, cell, "white", events=[])
            worth[last, number - last - 1] = table.total(after) - before
    return worth


class Watched(Struct):
    """What was seen in games of best play."""

    turns: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    doubles_possible: int = 0
    doubles_best: int = 0
    chosen_penalties: int = 0
    skipped: Counter[int] = field(default_factory=Counter)
    better_than_penalty: dict[tuple[int, int], list[bool]] = field(default_factory=dict)
    """By penalties so far and cells left out: whether one cross beats the penalty."""
    penalty_cost: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    """By penalties so far and turn: what one more costs."""
    locks: dict[int, list[bool]] = field(default_factory=dict)
    """By own locks so far: whether the best turn takes a lock that is there to be taken."""


def watch_games(table: ValueTable, games: int, seed: int) -> Watched:
    """Play games turn by turn and note what is seen."""
    rng = random.Random(seed)
    seen = Watched()
    for _ in range(games):
        sheet = Sheet()
        number = 0
        while True:
            game = own_game(table, sheet, 0)
            if ending(table.variant, [sheet], game.closed):
                break
            number += 1
            turns = ranked_turns(table, sheet, random_roll(game, rng))
            _note(table, seen, sheet, number, turns)
            sheet = turns[0].sheet
    return seen


def _note(
    table: ValueTable, seen: Watched, sheet: Sheet, number: int, turns: tuple[RankedTurn, ...]
) -> None:
    variant, best = table.variant, turns[0]
    seen.turns += 1
    crosses = {turn: sum(move != NOTHING for move in turn.moves) for turn in turns}
    seen.kinds["penalty" if best.penalty else f"{crosses[best]}"] += 1
    if any(count == 2 for count in crosses.values()):
        seen.doubles_possible += 1
        seen.doubles_best += crosses[best] == 2
    if best.penalty and len(turns) > 1:
        seen.chosen_penalties += 1
    if not best.penalty:
        seen.skipped.update(left_out(sheet, best.sheet))
    penalty = next(turn for turn in turns if turn.penalty)
    for turn in turns:
        if crosses[turn] == 1:
            (gap,) = left_out(sheet, turn.sheet)
            better = turn.total > penalty.total
            seen.better_than_penalty.setdefault((sheet.penalties, gap), []).append(better)
    one_more = with_penalty(sheet)
    cost = table.total(sheet) - table.total(one_more)
    seen.penalty_cost.setdefault((sheet.penalties, number), []).append(cost)
    own = locked_rows(variant, sheet).bit_count()
    if any(locked_rows(variant, turn.sheet).bit_count() > own for turn in turns):
        taken = locked_rows(variant, best.sheet).bit_count() > own
        seen.locks.setdefault(own, []).append(taken)


def left_out(before: Sheet, after: Sheet) -> list[int]:
    """The cells left out by each new cross, in row order."""
    gaps = []
    for row in ROWS:
        old, new = before.rows[row], after.rows[row]
        position = old.bit_length()
        while new >> position:
            step = (new >> position & -(new >> position)).bit_length() - 1
            position += step + 1
            if position > 11:
                break  # the lock is no cell
            gaps.append(step)
    return gaps


def largest_gap(seen: Watched, penalties: int) -> int | None:
    """The most cells to leave out rather than take a penalty; None: however many it takes."""
    allowed = [
        gap
        for gap in range(MOST_GAPS)
        if np.mean(seen.better_than_penalty.get((penalties, gap), [False])) >= 0.5
    ]
    return None if len(allowed) == MOST_GAPS else max(allowed)
