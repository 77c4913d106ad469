"""Runs the sweep on a GPU with CuPy.

This file imports nothing else from the package, so it also runs where only NumPy and CuPy are
installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

TABLES = (
    "after",
    "gain",
    "start",
    "crosses",
    "closed",
    "half",
    "first",
    "second",
    "white",
    "cell_slot",
    "cell_position",
    "boxed",
    "square",
)
"""The arrays of `struct Tables` in sweep.cu, in the same order."""

THREADS = 128

Blocks = list[tuple[int, int, int, int]]
"""The sheets of a level: first index, lowest first half, lowest second half, second halves."""


def run_on_gpu(
    source: str,
    defines: dict[str, int | float],
    tables: dict[str, NDArray[Any]],
    shape: tuple[int, int, int],
    levels: list[tuple[Blocks, int]],
    *,
    progress: Callable[[float], None] | None = None,
) -> tuple[NDArray[np.float64], float, float]:
    """Returns the values, the solving time and the compile time in seconds.

    `levels` are blocks and number of sheets of each level, beginning with the highest level.
    """
    cupy = import_module("cupy")  # optional dependency without types
    started = time.perf_counter()
    options = tuple(f"-D{name}={value}" for name, value in defines.items())
    kernel = cupy.RawKernel(source, "sweep", options=("--std=c++17", *options))
    kernel.compile()
    cupy.cuda.Stream.null.synchronize()
    compiled = time.perf_counter()

    values = cupy.zeros(shape)
    arrays = [cupy.asarray(tables[name]) for name in TABLES]
    structure = cupy.asarray(np.array([array.data.ptr for array in arrays], np.uint64))
    bars = defines["BARS"]
    total = sum(sheets for _, sheets in levels)
    solved_sheets = 0
    for blocks, sheets in levels:
        threads = int(sheets * bars)
        grid = (-(-threads // THREADS),)
        listed = cupy.asarray(np.array(blocks, np.int64))
        for penalties in range(int(defines["PENALTIES"]) - 1, -1, -1):
            kernel(
                grid,
                (THREADS,),
                (
                    structure,
                    values,
                    listed,
                    np.int32(len(blocks)),
                    np.int64(threads),
                    np.int32(penalties),
                ),
            )
        solved_sheets += sheets
        if progress:
            cupy.cuda.Stream.null.synchronize()
            progress(solved_sheets / total)
    cupy.cuda.Stream.null.synchronize()
    solved = time.perf_counter()
    return values.get(), solved - compiled, compiled - started
