"""Two choose at once and one wins what the other loses: the value of such a matrix and how to play.

Where the best of the worst is the same for both, a pure answer each will do. Else both mix, and
von Neumann's theorem makes it a linear programme, solved here by the simplex method with Bland's
rule, which cannot run in circles.
"""

from __future__ import annotations

from typing import NamedTuple

Matrix = list[list[float]]
TINY = 1e-12


class Play(NamedTuple):
    """What the row player can make sure of, and the chances of either's answers."""

    value: float
    rows: list[float]
    columns: list[float]


def best_play(matrix: Matrix) -> Play:
    """The row player wants much, the column player little."""
    floors = [min(line) for line in matrix]
    roofs = [max(column) for column in zip(*matrix, strict=True)]
    floor, roof = max(floors), min(roofs)
    if roof - floor < TINY:
        return Play(
            floor, pure(floors.index(floor), len(floors)), pure(roofs.index(roof), len(roofs))
        )
    return mixed(matrix)


def pure(answer: int, answers: int) -> list[float]:
    return [float(k == answer) for k in range(answers)]


def mixed(matrix: Matrix) -> Play:
    """Maximise the sum of y with (matrix + shift) y <= 1; its value is one over that sum."""
    height, width = len(matrix), len(matrix[0])
    shift = 1 - min(map(min, matrix))  # a positive matrix has a positive value
    lines = [[x + shift for x in line] + pure(k, height) + [1.0] for k, line in enumerate(matrix)]
    goal = [-1.0] * width + [0.0] * (height + 1)
    basis = list(range(width, width + height))
    while (enters := next((j for j, cost in enumerate(goal[:-1]) if cost < -TINY), -1)) >= 0:
        ratios = [
            (line[-1] / line[enters], basis[k], k)
            for k, line in enumerate(lines)
            if line[enters] > TINY
        ]
        _, _, leaves = min(ratios)
        basis[leaves] = enters
        pivot = [x / lines[leaves][enters] for x in lines[leaves]]
        lines[leaves] = pivot
        for k, line in enumerate(lines):
            if k != leaves:
                lines[k] = [x - line[enters] * y for x, y in zip(line, pivot, strict=True)]
        goal = [x - goal[enters] * y for x, y in zip(goal, pivot, strict=True)]
    total = goal[-1]
    columns = [0.0] * width
    for variable, line in zip(basis, lines, strict=True):
        if variable < width:
            columns[variable] = line[-1] / total
    return Play(1 / total - shift, [x / total for x in goal[width:-1]], columns)
