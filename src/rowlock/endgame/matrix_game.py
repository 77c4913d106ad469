"""Solves zero-sum matrix games: two seats answer simultaneously.

The row player picks a row and the column player a column, without knowing the other's choice. The
entry is what the row player wins. The value is what the row player can guarantee on average, and
the least to which the column player can limit it (von Neumann). Most of these games have a saddle
point, an entry that is the minimum of its row and the maximum of its column; then pure strategies
are optimal. The others are solved exactly by the simplex method on the tableau

            y_1 ... y_n
     s_1  | entries      | 1         maximise y_1 + ... + y_n
      :   |  raised to   | :         where every row adds up to at most 1
     s_m  |  1 or more   | 1
          | -1  ...  -1  | 0

Bland's rule chooses the pivots, so the method terminates. The column probabilities are the y, the
row probabilities the numbers under the s, each divided by their sum. The value is one divided by
that sum, minus the amount by which entries were raised.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.endgame.jit import (
    Floats,
    entry_point,
    noinline,
    within,
)

MAX_ANSWERS = 32
"""Maximum number of answers of a seat."""
WIDTH = MAX_ANSWERS + 2
"""Length of a line of the tableau: columns, right side, label."""
TABLEAU = (MAX_ANSWERS + 2) * WIDTH
"""Size of the tableau: lines, the line of the objective, the labels of the columns."""
CLOSE = 1e-14
"""Tolerance for rounding errors, given that entries are raised to at least 1."""


@noinline
def game_value(f: Floats, m: int, rows: int, columns: int, w: int) -> float:
    """The value of the game whose entries are in `f` from index `m` on, row by row.

    The final tableau is written to `f` from index `w` on. If there is a saddle point, nothing is
    written.
    """
    least = 2.0
    best_row = -2.0
    for i in range(rows):
        low = f[m + i * columns]
        for j in range(1, columns):
            if f[m + i * columns + j] < low:
                low = f[m + i * columns + j]
        if low > best_row:
            best_row = low
        if low < least:
            least = low
    best_column = 2.0
    for j in range(columns):
        high = f[m + j]
        for i in range(1, rows):
            if f[m + i * columns + j] > high:
                high = f[m + i * columns + j]
        if high < best_column:
            best_column = high
    if best_row >= best_column:
        return best_row
    fill_tableau(f, m, rows, columns, w, least)
    while pivot(f, rows, columns, w):
        pass
    return 1.0 / f[w + rows * WIDTH + columns] + least - 1.0


@within
def fill_tableau(f: Floats, m: int, rows: int, columns: int, w: int, least: float) -> None:
    """Write the initial tableau. Labels from 0 are columns of the game, from `columns` its rows."""
    for i in range(rows):
        for j in range(columns):
            f[w + i * WIDTH + j] = f[m + i * columns + j] - least + 1.0
        f[w + i * WIDTH + columns] = 1.0
        f[w + i * WIDTH + columns + 1] = columns + i
    for j in range(columns):
        f[w + rows * WIDTH + j] = -1.0
        f[w + (rows + 1) * WIDTH + j] = j
    f[w + rows * WIDTH + columns] = 0.0


@within
def pivot(f: Floats, rows: int, columns: int, w: int) -> bool:
    """Exchange a row and a column; False if the objective is optimal."""
    aim = w + rows * WIDTH
    labels = aim + WIDTH
    c = -1
    for j in range(columns):
        if f[aim + j] < -CLOSE and (c < 0 or f[labels + j] < f[labels + c]):
            c = j
    if c < 0:
        return False
    r = -1
    tightest = 0.0
    for i in range(rows):
        step = f[w + i * WIDTH + c]
        if step > CLOSE:
            ratio = f[w + i * WIDTH + columns] / step
            label = f[w + i * WIDTH + columns + 1]
            if r < 0 or ratio < tightest:
                r, tightest = i, ratio
            elif ratio == tightest and label < f[w + r * WIDTH + columns + 1]:
                r = i
    if r < 0:
        return False
    exchange(f, rows, columns, w, r, c)
    return True


@within
def exchange(f: Floats, rows: int, columns: int, w: int, r: int, c: int) -> None:
    line = w + r * WIDTH
    p = f[line + c]
    for j in range(columns + 1):
        if j != c:
            f[line + j] /= p
    for i in range(rows + 1):
        if i != r:
            other = w + i * WIDTH
            q = f[other + c]
            for j in range(columns + 1):
                if j != c:
                    f[other + j] -= q * f[line + j]
            f[other + c] = -q / p
    f[line + c] = 1.0 / p
    label = w + (rows + 1) * WIDTH + c
    f[label], f[line + columns + 1] = f[line + columns + 1], f[label]


@entry_point
def solve_into(f: Floats, rows: int, columns: int, out: Floats) -> float:
    """Returns the value; writes the row and column probabilities to `out`."""
    m = TABLEAU
    f[rows * WIDTH + columns] = 0.0
    value = game_value(f, m, rows, columns, 0)
    total = f[rows * WIDTH + columns]
    if total == 0.0:
        note_saddle(f, m, rows, columns, value, out)
        return value
    for i in range(rows):
        label = int(f[i * WIDTH + columns + 1])
        if label < columns:
            out[rows + label] = f[i * WIDTH + columns] / total
    for j in range(columns):
        label = int(f[(rows + 1) * WIDTH + j])
        if label >= columns:
            out[label - columns] = f[rows * WIDTH + j] / total
    return value


@within
def note_saddle(f: Floats, m: int, rows: int, columns: int, value: float, out: Floats) -> None:
    """Write a row and a column that guarantee the value.

    If there are several, take the one that gains most if the other player errs.
    """
    best, highest = 0, -1.0
    for i in range(rows):
        least, total = 2.0, 0.0
        for j in range(columns):
            least = min(least, f[m + i * columns + j])
            total += f[m + i * columns + j]
        if least >= value and total > highest:
            best, highest = i, total
    out[best] = 1.0
    best, highest = 0, -1.0
    for j in range(columns):
        greatest, total = -1.0, 0.0
        for i in range(rows):
            greatest = max(greatest, f[m + i * columns + j])
            total += 1.0 - f[m + i * columns + j]
        if greatest <= value and total > highest:
            best, highest = j, total
    out[rows + best] = 1.0


Mixture = NDArray[np.float64]


def solve_matrix(matrix: NDArray[np.float64]) -> tuple[float, Mixture, Mixture]:
    """The value of a game, and each player's probabilities of their answers.

    >>> rock_paper_scissors = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])
    >>> value, rows, columns = solve_matrix(rock_paper_scissors)
    >>> round(value, 12), rows.round(3).tolist()
    (0.5, [0.333, 0.333, 0.333])
    """
    rows, columns = matrix.shape
    f = np.zeros(TABLEAU + rows * columns)
    f[TABLEAU:] = matrix.ravel()
    out = np.zeros(rows + columns)
    value = solve_into(f, rows, columns, out)
    return float(value), out[:rows], out[rows:]
