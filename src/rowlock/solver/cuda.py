"""Prepares a problem for the GPU: tables, constants, and blocks of sheets by level."""

from __future__ import annotations

from importlib import resources
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import Unreadable
from rowlock.solver.gpu import Blocks, run_on_gpu
from rowlock.solver.problem import SolverProblem
from rowlock.solver.progress import Progress, Solved

NOWHERE = 255


def sweep_on_gpu(problem: SolverProblem, *, progress: Progress | None = None) -> Solved:
    """Solve a problem on a GPU."""
    if find_spec("cupy") is None:
        message = "--device cuda requires CuPy (package cupy-cuda13x, or that of your CUDA)"
        raise Unreadable("no_cupy", message)
    source, needs = gpu_source(), (constants(problem), tables(problem))
    try:
        values, seconds, compile_seconds = run_on_gpu(
            source, *needs, problem.shape, levels(problem), progress=progress
        )
    except Exception as error:
        # CuPy raises different exceptions for a missing driver, a missing GPU and too little
        # memory.
        if not type(error).__module__.startswith("cupy") and not isinstance(error, ImportError):
            raise
        reason = str(error).partition("\n")[0]
        raise Unreadable("no_card", f"the GPU cannot be used: {reason}") from error
    return Solved(values, seconds, compile_seconds)


def gpu_source() -> str:
    return resources.files(__package__).joinpath("sweep.cu").read_text("utf-8")


def constants(problem: SolverProblem) -> dict[str, int | float]:
    """Constants that sweep.cu is compiled with."""
    variant, board = problem.variant, problem.board
    return {
        "SIDES": variant.sides,
        "CELLS": board.after.shape[2],
        "STATES": board.after.shape[1],
        "BARS": problem.marks,
        "PENALTIES": problem.limits.penalties,
        "PENALTY": float(variant.penalty_points),
        "ROWS_TO_END": problem.limits.rows,
        "PHASES": problem.players,
        "FOLD": int(problem.layout.fold_halves),
        "SECOND": problem.layout.halves[1].size,
        "PLACES": problem.layout.places * problem.marks,
        "LUCKY": sum(1 << number for number in problem.lucky or ()),
    }


def tables(problem: SolverProblem) -> dict[str, NDArray[Any]]:
    """The arrays of `struct Tables` in sweep.cu."""
    variant, board, slots = problem.variant, problem.board, problem.layout.slots
    sums = 2 * variant.sides + 1
    white = np.full((len(slots), sums), NOWHERE, np.uint8)
    cell_slot = np.full((len(slots), sums), NOWHERE, np.uint8)
    cell_position = np.full((len(slots), sums), NOWHERE, np.uint8)
    boxed = np.zeros((len(slots), board.after.shape[2]), np.uint8)
    for cell in variant.cells:
        slot, colour = slots.index(cell.row), slots.index(cell.colour)
        white[slot, cell.number] = cell.position
        cell_slot[colour, cell.number] = slot
        cell_position[colour, cell.number] = cell.position
        boxed[slot, cell.position] = cell.name in variant.boxed
    return {
        "after": board.after,
        "gain": board.gain.astype(np.float32),
        "start": board.start.astype(np.uint8),
        "crosses": board.crosses.astype(np.uint8),
        "closed": board.closed,
        "half": board.half,
        "first": board.first_states,
        "second": board.second_states,
        "white": white,
        "cell_slot": cell_slot,
        "cell_position": cell_position,
        "boxed": boxed,
        "square": np.array([slots.index(row) for row in variant.bar] or [0], np.uint8),
    }


def levels(problem: SolverProblem) -> list[tuple[Blocks, int]]:
    """Blocks and number of sheets of each level, beginning with the highest level."""
    first, second = problem.layout.halves
    by_level: list[tuple[Blocks, int]] = []
    for level in range(problem.layout.top_level, -1, -1):
        blocks: Blocks = []
        sheets = 0
        for upper in range(max(0, level - second.top_level), min(level, first.top_level) + 1):
            lower = level - upper
            if problem.layout.fold_halves and lower > upper:
                continue  # stored with the halves exchanged
            a_low, a_high = (int(n) for n in first.level_start[upper : upper + 2])
            b_low, b_high = (int(n) for n in second.level_start[lower : lower + 2])
            if a_low < a_high and b_low < b_high:
                blocks.append((sheets, a_low, b_low, b_high - b_low))
                sheets += (a_high - a_low) * (b_high - b_low)
        by_level.append((blocks, sheets))
    return by_level
