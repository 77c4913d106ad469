"""The kernel of the GPU, compiled for the processor by a C++ compiler.

Slow, but it shows without a GPU that sweep.cu computes what it should.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rowlock.solver.cuda import (
    constants,
    gpu_source,
    levels,
    tables,
)
from rowlock.solver.gpu import TABLES
from rowlock.solver.problem import SolverProblem

BEFORE = """
#define __device__
#define __global__
struct Place { long long x; };
static thread_local Place blockIdx, blockDim, threadIdx;
"""

AFTER = """
extern "C" void run(const Tables *tables, double *values, const long long *blocks,
                    int block_count, long long sheets, int penalties) {
    blockDim.x = 1;
    for (long long index = 0; index < sheets; index++) {
        blockIdx.x = index;
        sweep(tables, values, blocks, block_count, sheets, penalties);
    }
}
"""


def solve_as_gpu(compiler: str, problem: SolverProblem, folder: Path) -> NDArray[np.float64]:
    fixed = constants(problem)
    folder = Path(tempfile.mkdtemp(dir=folder))  # a library of its own for every problem
    source, library = folder / "sweep.cpp", folder / "sweep.so"
    source.write_text(BEFORE + gpu_source() + AFTER)
    options = [f"-D{name}={value}" for name, value in fixed.items()]
    subprocess.run(
        [compiler, "-O2", "-shared", "-fPIC", *options, "-o", library, source], check=True
    )
    run = ctypes.CDLL(str(library)).run
    arrays = tables(problem)
    kept = [np.ascontiguousarray(arrays[name]) for name in TABLES]
    pointers = (ctypes.c_void_p * len(kept))(*(array.ctypes.data for array in kept))
    values = np.zeros(problem.shape)
    for blocks, sheets in levels(problem):
        listed = np.array(blocks, np.int64)
        for penalties in range(int(fixed["PENALTIES"]) - 1, -1, -1):
            run(
                pointers,
                ctypes.c_void_p(values.ctypes.data),
                ctypes.c_void_p(listed.ctypes.data),
                ctypes.c_int(len(blocks)),
                ctypes.c_longlong(int(sheets * fixed["BARS"])),
                ctypes.c_int(penalties),
            )
    return values
