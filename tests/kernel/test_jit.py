"""Compiled or not, with Numba or without it: the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.games import play_lines, simple_actions
from rowlock.bots.compiled.simple import play_simple
from rowlock.bots.simple import Random
from rowlock.kernel.batch import Batch
from rowlock.kernel.play import result_size
from rowlock.kernel.state import stride
from rowlock.kernel.variant_tables import compile_variant
from rowlock.variants import BUILT_IN, load_variant

THREE = CompiledSpec("random"), CompiledSpec("greedy", gap=2), CompiledSpec("random")
MIXED = CompiledSpec("heuristic"), CompiledSpec("greedy", gap=2)

GAMES = """
import sys
{block}
import numpy as np
from rowlock.kernel.batch import Batch
from rowlock.kernel.jit import JIT
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.games import play_lines, simple_actions
from rowlock.bots.simple import Random
from rowlock.variants import BUILT_IN, load_variant
assert not JIT
THREE = CompiledSpec("random"), CompiledSpec("greedy", gap=2), CompiledSpec("random")
for name in BUILT_IN:
    print(play_lines(load_variant(name), THREE, 2**64 - 3, 5, 4).tolist())
MIXED = CompiledSpec("heuristic"), CompiledSpec("greedy", gap=2)
print(play_lines(load_variant("bonus_b"), MIXED, 3, 0, 1).tolist())
batch = Batch(load_variant("bonus_b"), 3, 4, seed=9)
seen = batch.reset()
actions = np.zeros(4, np.int64)
for _ in range(150):
    batch.step(simple_actions(batch, Random(), actions))
print(seen.observation.tolist(), seen.mask.tolist(), seen.score.tolist(), batch.number.tolist())
"""


def expected() -> str:
    """The same lines from this process, where the kernel is compiled."""
    lines = [
        *(
            str(play_lines(load_variant(name), THREE, 2**64 - 3, 5, 4).tolist())
            for name in BUILT_IN
        ),
        str(play_lines(load_variant("bonus_b"), MIXED, 3, 0, 1).tolist()),
    ]
    batch = Batch(load_variant("bonus_b"), 3, 4, seed=9)
    seen = batch.reset()
    actions = np.zeros(4, np.int64)
    for _ in range(150):
        batch.step(simple_actions(batch, Random(), actions))
    arrays = (seen.observation, seen.mask, seen.score, batch.number)
    return "\n".join([*lines, " ".join(str(array.tolist()) for array in arrays)])


def run(code: str, **settings: str) -> str:
    # Warnings are errors: an overflow in the interpreter would show as one.
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_interpreter_plays_the_same_games_bit_for_bit() -> None:
    assert run(GAMES.format(block=""), ROWLOCK_JIT="0") == expected()


def test_without_numba_everything_still_runs_the_same() -> None:
    assert run(GAMES.format(block="sys.modules['numba'] = None")) == expected()


def test_no_reference_to_an_array_is_kept() -> None:
    tables = compile_variant(load_variant("classic")).flat
    state = np.zeros(stride(2), np.int64)
    bots = np.zeros(2, np.int64)
    results = np.zeros(10 * result_size(2), np.int64)
    before = [sys.getrefcount(array) for array in (tables, state, bots, results)]
    for _ in range(100):
        play_simple(tables, state, bots, 2, 1, 0, 10, results)
    assert [sys.getrefcount(array) for array in (tables, state, bots, results)] == before


SUM = """
from rowlock.kernel.jit import entry_point
from {module} import Pair

@entry_point
def total(pair):
    return pair.one + pair.two

print(total(Pair(2, 3)), total._cache_hits.total(), total._cache_misses.total())
"""
PAIR = "import typing\nclass Pair(typing.NamedTuple):\n    one: int\n    two: int\n"


def test_code_cached_for_types_of_a_renamed_module_is_compiled_again(tmp_path: Path) -> None:
    """As after an upgrade, which leaves the files of Numba's cache where they are."""
    places = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def outcome(module: str) -> str:
        (tmp_path / f"{module}.py").write_text(PAIR, "utf-8")
        (tmp_path / "adding.py").write_text(SUM.format(module=module), "utf-8")
        return run("import adding", **places)

    assert outcome("pairs") == "5 0 1"
    assert outcome("pairs") == "5 1 0"
    (tmp_path / "pairs.py").unlink()
    assert outcome("couples") == "5 0 1"
