"""The matrix game: two seats answer at once, and what one wins the other loses.

The row player picks a row, the column player a column, neither sees the other's; the entry is what
the row player gets. The value is what the row player can be sure of on average, and the most that
the column player has to grant (von Neumann). Most of these games have a saddle point, an entry
that is least in its row and greatest in its column; then nobody has to mix. The others are solved
exactly by the simplex method on the tableau

            y_1 ... y_n
     s_1  | entries      | 1         maximise y_1 + ... + y_n
      :   |  raised to   | :         where every row adds up to at most 1
     s_m  |  1 or more   | 1
          | -1  ...  -1  | 0

Bland's rule picks the pivots, so that it always ends. The columns' shares are then the y, the
rows' shares the numbers under the s, each divided by their sum, and the value is one divided by
that sum, lowered again by what the entries were raised.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.endgame.jit import Floats, entry, part, within

MOST = 32
"""The most answers of a seat."""
WIDTH = MOST + 2
"""Of a line of the tableau: columns, right side, label."""
TABLEAU = (MOST + 2) * WIDTH
"""How many numbers the tableau takes: lines, the line of the aim, the labels of the columns."""
CLOSE = 1e-14
"""What is nearer to nothing is a rounding error: entries are raised to 1 and more."""


@part
def game_value(f: Floats, m: int, rows: int, columns: int, w: int) -> float:
    """The value of the game whose entries stand in `f` from `m` on, line by line.

    The tableau is left in `f` from `w` on, empty lines where a saddle point is found.
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
    """The tableau at the start; labels 0.. are columns of the game, `columns`.. its rows."""
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
    """One exchange of a row and a column; False when the aim cannot be raised any more."""
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


@entry
def solve_into(f: Floats, rows: int, columns: int, out: Floats) -> float:
    """The value; the shares of the rows, then those of the columns, in `out`."""
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
    """A row and a column that are sure of the value.

    Of several the one that gains most where the other errs.
    """
    best, most = 0, -1.0
    for i in range(rows):
        least, total = 2.0, 0.0
        for j in range(columns):
            least = min(least, f[m + i * columns + j])
            total += f[m + i * columns + j]
        if least >= value and total > most:
            best, most = i, total
    out[best] = 1.0
    best, most = 0, -1.0
    for j in range(columns):
        greatest, total = -1.0, 0.0
        for i in range(rows):
            greatest = max(greatest, f[m + i * columns + j])
            total += 1.0 - f[m + i * columns + j]
        if greatest <= value and total > most:
            best, most = j, total
    out[rows + best] = 1.0


Mixture = NDArray[np.float64]


def solve_matrix(matrix: NDArray[np.float64]) -> tuple[float, Mixture, Mixture]:
    """The value of a game, and for each player how often each answer is given.

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
