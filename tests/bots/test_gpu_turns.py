"""Training's turns for a GPU, compiled for the processor, play by the core's rules.

`scripts/test-long training` compares them with the bots as well, which needs torch.
"""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rowlock.bots.evaluation.row_shapes import row_code, row_shapes
from rowlock.core.ending import ending
from rowlock.core.legality import obstacle
from rowlock.core.score import score
from rowlock.core.sheet import Sheet, next_cell, rows_with_fewest_crosses
from rowlock.errors import Unreadable
from rowlock.variants import BUILT_IN, Variant, load_variant
from rowlock.variants.features import FEATURES
from training import export
from training.gpu import HEURISTIC, RACE, GpuRules, Lessons, Net, gpu_rules

TRAINING = Path(__file__).parents[2] / "training"
SHEETS = sorted(n for n in BUILT_IN if load_variant(n).features <= export.KNOWN)
HIDDEN = 4


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    file = tmp_path_factory.mktemp("gpu") / "turns.so"
    sizes = [f"-DHIDDEN={HIDDEN}", f"-DSECOND={HIDDEN}"]
    flags = ["-O1", "-shared", "-fPIC", "-x", "c++"]
    subprocess.run([compiler, *flags, *sizes, TRAINING / "turns.cu", "-o", file], check=True)
    return ctypes.CDLL(str(file))


class Arrays:
    """Keeps what it hands out the addresses of."""

    def __init__(self) -> None:
        self.kept: list[np.ndarray[Any, Any]] = []

    def put(self, array: np.ndarray[Any, Any]) -> int:
        self.kept.append(array)
        return int(array.ctypes.data)


def some_sheet(variant: Variant, draw: Random) -> Sheet:
    share = draw.choice((0.2, 0.5, 0.8))
    rows = []
    for cells, lock in zip(variant.rows, variant.lock_bits, strict=True):
        crossed = [cell for cell in cells if draw.random() < share]
        locked = any(cell.name in variant.closing for cell in crossed)
        rows.append(sum(cell.bits for cell in crossed) | lock * locked)
    return Sheet(tuple(rows), draw.randint(0, variant.penalties_to_end))


def told(variant: Variant, sheet: Sheet, closed: int) -> list[int]:
    """What `look` in turns.cu should say, from the core."""
    numbers = []
    for row, mask in enumerate(sheet.rows):
        takes = [c for c in variant.rows[row] if not obstacle(variant, sheet, closed, c)]
        following = next_cell(variant, sheet, row)
        numbers += [
            row_shapes(variant).number[row_code(mask, bool(closed >> row & 1))],
            sum(cell.bits for cell in takes),
            following.bits if following in takes else 0,
        ]
    fewest = sum(1 << row for row in rows_with_fewest_crosses(sheet))
    over = ending(variant, [sheet], closed) is not None
    return [*numbers, fewest, score(variant, sheet).total, over]


@pytest.mark.parametrize("name", SHEETS)
def test_the_gpu_tables_of_a_sheet_equal_the_core(name: str, library: ctypes.CDLL) -> None:
    variant, draw, arrays = load_variant(name), Random(name), Arrays()
    rules = gpu_rules(export.arrays(variant), arrays.put)
    assert library.size_of_rules() == ctypes.sizeof(GpuRules)
    for _ in range(1500):
        sheet, closed = some_sheet(variant, draw), draw.randrange(16)
        out = (ctypes.c_int * 15)()
        rows = (ctypes.c_int * 4)(*sheet.rows)
        library.look(ctypes.byref(rules), rows, sheet.penalties, closed, out)
        assert list(out) == told(variant, sheet, closed), (sheet, closed)


@pytest.mark.parametrize("name", SHEETS)
def test_turns_of_the_gpu_are_turns_of_the_core(
    name: str, library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(TRAINING)
    core = importlib.import_module("core_turns")
    variant, draw, arrays, players = load_variant(name), Random(name), Arrays(), 2
    rules = gpu_rules(export.arrays(variant), arrays.put)
    nothing = arrays.put(np.zeros(HIDDEN * 20_000, dtype=np.float32))  # a network without opinion
    net = Net(*[nothing] * 7, 0.0, HEURISTIC)
    for _ in range(20):
        seats = range(players)
        position = np.zeros(7 * players + 2, dtype=np.int32)
        position[5 * players : 6 * players] = seats if variant.lucky_pairs else 0
        policies = np.array([draw.choice((HEURISTIC, RACE)) for _ in seats], dtype=np.int32)
        over = False
        while not over:
            dice = np.array([draw.randint(1, variant.sides) for _ in range(6)], dtype=np.int32)
            after, out = np.zeros_like(position), np.zeros(2 * players, dtype=np.float32)
            places = (arrays.put(array) for array in (position, policies, out, dice, after))
            work = Lessons(1, players, len(position), 1, 1, 1, *places)
            library.expect_turns(ctypes.byref(rules), ctypes.byref(net), 1, ctypes.byref(work))
            game = core.rolled(core.core_game(variant, position.tolist(), players), dice.tolist())
            then = core.core_game(variant, after.tolist(), players)
            reached = then.sheets, then.closed
            ends = {end for *place, end in core.possible(game) if tuple(place) == reached}
            assert len(ends) == 1, (game.sheets, game.roll, then.sheets)
            position, over = after, ends.pop()


def test_training_refuses_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "KNOWN", FEATURES - {"double_cells"})
    message = "training does not support double cells, which double_b has"
    with pytest.raises(Unreadable, match=message):
        export.arrays(load_variant("double_b"))
    monkeypatch.setattr(export, "MOST_PLACES", 14)
    with pytest.raises(Unreadable, match="room for rows of 14 places"):
        export.arrays(load_variant("longo"))
