"""Running the sweep on a GPU with CuPy.

This file needs nothing of the package but arrays, so that it also runs where only NumPy and CuPy
are installed.
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
"""The arrays of `struct Tables` in sweep.cu, in its order."""

THREADS = 128

Blocks = list[tuple[int, int, int, int]]
"""The sheets of a level: first index, lowest first half, lowest second half, second halves."""


def run_on_gpu(
    source: str,
    defines: dict[str, int | float],
    tables: dict[str, NDArray[Any]],
    shape: tuple[int, int, int],
    levels: list[tuple[Blocks, int]],
    progress: Callable[[float], None] | None = None,
) -> tuple[NDArray[np.float64], float, float]:
    """The values, the seconds of solving and the seconds of compiling.

    `levels` are the blocks of each level with its number of sheets, the furthest level first.
    """
    cupy = import_module("cupy")  # optional, so no types of it can be expected
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
    done = 0
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
        done += sheets
        if progress:
            cupy.cuda.Stream.null.synchronize()
            progress(done / total)
    cupy.cuda.Stream.null.synchronize()
    solved = time.perf_counter()
    return values.get(), solved - compiled, compiled - started
