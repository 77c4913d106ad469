"""The value of a position: the mean over all rolls of the resulting matrix games.

Given the white dice, each coloured die raises every entry of the matrix to the best cross that it
allows in action 2. Faces that raise all entries equally are one *kind*. There are few combinations
of kinds (*meetings*), and each is one matrix game.

If the other player has no choice, the matrix game is a maximum. Then the dice are independent, and
the mean of the maximum is computed along the sorted values, as in `solver/sweep.py`.
"""

from __future__ import annotations

from rowlock.endgame.jit import noinline, within
from rowlock.endgame.matrix_game import game_value
from rowlock.endgame.positions import fetch_home, forget, keep_home, meet, offer_all
from rowlock.endgame.search_arrays import (
    AT,
    BUCKETS,
    CELLS,
    CHANCE,
    CROSS2,
    FACES,
    FULL,
    IN_COUNTS,
    IN_LISTS,
    IN_ORDER,
    IN_PAIRS,
    IN_VALUES,
    KINDS,
    MATCHES,
    MAX_KINDS,
    MEETING,
    NOTHING2,
    POSITIONS,
    WHITE_SUM,
    SearchArrays,
)
from rowlock.endgame.sheets import answers
from rowlock.kernel.variant_tables import SIDES, SUMS


@noinline
def turn(book: SearchArrays, position: int, exploring: bool) -> float:
    """The value of a position if all later ones are known; `exploring` only adds those."""
    sides = book.t[SIDES]
    active, other = book.n[IN_PAIRS + 2 * position], book.n[IN_PAIRS + 2 * position + 1]
    mean = 0.0
    for total in range(2 * sides + 1):
        if total == 1:
            continue
        offer_all(book, total)
        fetch_home(book)
        own = meet(book, active, other, total, exploring)
        if total == 0:
            keep_home(book)
        elif not exploring:
            others = book.n[IN_LISTS + answers(book, other, WHITE_SUM, total)]
            mean += mean_of_sum(book, total, own, others)
    return mean / (sides * sides)


@within
def mean_of_sum(book: SearchArrays, total: int, own: int, others: int) -> float:
    """Mean over all rolls with this white sum, times the number of pairs of white dice."""
    if others == 1:
        fold(book, own)
        own = 1
    mean = 0.0
    for low in range(max(1, total - book.t[SIDES]), total // 2 + 1):
        pairs = 1.0 if 2 * low == total else 2.0
        if own * others == 1:
            mean += pairs * mean_of_best(book, low, total - low)
        else:
            mean += pairs * mean_of_games(book, low, total - low, own, others)
    return mean


@within
def fold(book: SearchArrays, own: int) -> None:
    """Merge all answers into one that is as good as the best, for any coloured dice."""
    f = book.f
    for match in range(1, own):
        f[NOTHING2] = max(f[NOTHING2], f[NOTHING2 + match])
        for cell in range(CELLS):
            f[CROSS2 + cell] = max(f[CROSS2 + cell], f[CROSS2 + CELLS * match + cell])


@within
def mean_of_best(book: SearchArrays, low: int, high: int) -> float:
    """Mean of the best action 2 with these white dice, for a single pair of answers."""
    f, sides = book.f, book.t[SIDES]
    floor = f[NOTHING2]
    size = 0
    for colour in range(4):  # values above the floor in ascending order, with their colours
        cells = CROSS2 + SUMS * colour
        for die in range(1, sides + 1):
            best = max(f[cells + low + die], f[cells + high + die])
            if best > floor:
                k = size
                while k and f[KINDS + 2 * k - 2] > best:
                    f[KINDS + 2 * k] = f[KINDS + 2 * k - 2]
                    f[KINDS + 2 * k + 1] = f[KINDS + 2 * k - 1]
                    k -= 1
                f[KINDS + 2 * k] = best
                f[KINDS + 2 * k + 1] = colour
                size += 1
    for colour in range(4):
        f[FACES + colour] = 0.0
    for k in range(size):
        f[FACES + int(f[KINDS + 2 * k + 1])] += 1.0
    mean = floor
    for k in range(size):  # a step counts unless all dice are below it
        below = 1.0
        for colour in range(4):
            below *= 1.0 - f[FACES + colour] / sides
        mean += (f[KINDS + 2 * k] - floor) * (1.0 - below)
        floor = f[KINDS + 2 * k]
        f[FACES + int(f[KINDS + 2 * k + 1])] -= 1.0
    return mean


@within
def mean_of_games(book: SearchArrays, low: int, high: int, own: int, others: int) -> float:
    """Mean of the matrix games with these white dice over all coloured dice."""
    f = book.f
    size = own * others
    for k in range(size):
        f[MEETING + k] = f[NOTHING2 + k]
    dice = 0
    for colour in range(4):
        kinds = sort_faces(book, colour, dice, low, high, size)
        if kinds > 1:
            dice += 1
        else:  # the die changes nothing, or all faces change the same
            for k in range(size):
                f[MEETING + k] = max(f[MEETING + k], f[KINDS + MAX_KINDS * MATCHES * dice + k])
    return mean_of_meetings(book, dice, own, others)


@within
def sort_faces(book: SearchArrays, colour: int, slot: int, low: int, high: int, size: int) -> int:
    """Group the faces of a die by their effect on the matrix; returns the number of kinds."""
    f = book.f
    cells = CROSS2 + SUMS * colour
    faces = FACES + (MAX_KINDS + 1) * slot
    kinds = 0
    for die in range(1, book.t[SIDES] + 1):
        new = KINDS + MATCHES * (MAX_KINDS * slot + kinds)
        for k in range(size):
            best = max(f[cells + CELLS * k + low + die], f[cells + CELLS * k + high + die])
            f[new + k] = max(best, f[NOTHING2 + k])
        kind = 0
        while kind < kinds:
            old = KINDS + MATCHES * (MAX_KINDS * slot + kind)
            k = 0
            while k < size and f[old + k] == f[new + k]:
                k += 1
            if k == size:
                break
            kind += 1
        if kind == kinds:
            f[faces + kind] = 0.0
            kinds += 1
        f[faces + kind] += 1.0
    f[faces + kinds] = 0.0  # the end of the list
    return kinds


@within
def mean_of_meetings(book: SearchArrays, dice: int, own: int, others: int) -> float:
    """Mean over all kinds of `dice` dice, one recursion level per die."""
    f, sides = book.f, book.t[SIDES]
    size = own * others
    if dice == 0:
        return game_value(f, MEETING, own, others, 0)
    mean = 0.0
    f[CHANCE] = 1.0
    level = 0
    for k in range(4):
        f[AT + k] = 0.0
    while level >= 0:
        kind = int(f[AT + level])
        faces = f[FACES + (MAX_KINDS + 1) * level + kind]
        if faces == 0.0:
            f[AT + level] = 0.0
            level -= 1
            continue
        f[AT + level] += 1.0
        die = KINDS + MATCHES * (MAX_KINDS * level + kind)
        before = MEETING + MATCHES * level
        for k in range(size):
            f[before + MATCHES + k] = max(f[before + k], f[die + k])
        f[CHANCE + level + 1] = f[CHANCE + level] * faces / sides
        level += 1
        if level == dice:
            mean += f[CHANCE + level] * game_value(f, before + MATCHES, own, others, 0)
            level -= 1
    return mean


@within
def explore_from(book: SearchArrays, first: int, budget: int) -> bool:
    """Add everything after the positions from `first` on; False if that exceeds the budget.

    In that case the positions from `first` on are removed again.
    """
    position = first
    while position < book.n[IN_COUNTS + POSITIONS]:
        turn(book, position, True)
        position += 1
        if book.n[IN_COUNTS + FULL] or book.n[IN_COUNTS + POSITIONS] - first > budget:
            forget(book, first)
            return False
    return book.n[IN_COUNTS + FULL] == 0


@within
def evaluate(book: SearchArrays) -> None:
    """Compute the values of new positions, those with the most progress first."""
    for progress in range(BUCKETS - 1, -1, -1):
        while book.n[IN_ORDER + progress]:
            position = book.n[IN_ORDER + progress] - 1
            book.f[IN_VALUES + position] = turn(book, position, False)
            book.n[IN_ORDER + progress] = book.n[IN_ORDER + BUCKETS + position]
