"""Measures the solver for docs/solver.md: solves sheets and plays them with the optimal policy.

    python bench/solve_figures.py x_change double_a --threads 16 --games 2000000 --json figures.json

Prints a line of JSON for each sheet as soon as it is done: its value, the resources that solving
took, and the mean score of optimal play. With --gpu it also solves the sheet on a GPU and compares
the tables. The games have seeds 5, 6, 7, ..., one per thread.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.kernel.processors import default_threads
from rowlock.solver.device import peak_memory_mb, solve_on
from rowlock.solver.policy import play_games
from rowlock.solver.problem import SolverProblem, make_problem
from rowlock.solver.value_table import ValueTable, checksum_of, make_table
from rowlock.variants import load_variant

FIRST_SEED = 5


def figures(problem: SolverProblem, threads: int, games: int, *, gpu: bool) -> dict[str, Any]:
    """The figures of a sheet in docs/solver.md."""
    solved = solve_on("cpu", problem, threads=threads)
    table = make_table(problem, solved.values)
    found: dict[str, Any] = {
        "variant": problem.variant.id,
        "digest": problem.variant.digest,
        "values": table.values,
        "checksum": checksum_of(table),
        "symmetries": len(problem.group),
        "row_states": [row.size for row in problem.rows],
        "sheets": problem.states // (problem.limits.penalties * problem.players),
        "states": problem.states,
        "solved_states": problem.solved_states,
        "table_mb": round(problem.table_bytes / 2e6),
        "threads": threads,
        "seconds": round(solved.seconds, 1),
        "compile_seconds": round(solved.compile_seconds, 1),
        "peak_memory_mb": round(peak_memory_mb()),
    }
    if gpu:
        found |= compared(problem, solved.values)
    del solved
    return found | played(table, threads, games)


def compared(problem: SolverProblem, values: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Solving time on a GPU in seconds, and the largest difference between the values."""
    again = solve_on("cuda", problem)
    parts = range(0, values.shape[2], 1 << 20)
    apart = max(
        float(np.abs(values[:, :, k : k + (1 << 20)] - again.values[:, :, k : k + (1 << 20)]).max())
        for k in parts
    )
    return {"gpu_seconds": round(again.seconds, 2), "gpu_apart": apart}


def played(table: ValueTable, threads: int, games: int) -> dict[str, Any]:
    """Mean score of optimal play with its standard error."""
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        seeds = range(FIRST_SEED, FIRST_SEED + threads)
        parts = pool.map(lambda seed: play_games(table, games // threads, seed=seed).totals, seeds)
        totals = np.concatenate(list(parts))
    return {
        "games": len(totals),
        "mean": round(float(totals.mean()), 4),
        "error": round(float(totals.std() / np.sqrt(len(totals))), 4),
        "play_seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", nargs="+")
    parser.add_argument("--threads", type=int, default=default_threads())
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--gpu", action="store_true", help="also solve on a GPU and compare")
    parser.add_argument("--json", type=Path, help="append the lines to this file as well")
    args = parser.parse_args()
    for name in args.variant:
        problem = make_problem(load_variant(name))
        line = json.dumps(figures(problem, args.threads, args.games, gpu=args.gpu))
        print(line, flush=True)
        if args.json:
            with args.json.open("a") as file:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
