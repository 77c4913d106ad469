"""Tables on disk: what is read back, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rowlock.core.sheet import Sheet
from rowlock.errors import Unreadable
from rowlock.notation.position import parse_sheet
from rowlock.solver.plain import PlainSolver
from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.value_table import (
    MAGIC,
    ValueTable,
    load_table,
    make_table,
)
from rowlock.variants import load_variant
from tests.solver.sheets import mixed_sheet, plain_sheet


@pytest.fixture
def table() -> ValueTable:
    problem = make_problem(mixed_sheet(), 2)
    return make_table(problem, sweep_all(problem, threads=1).values)


def refusal(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        load_table(path, mixed_sheet())
    return caught.value.code


def test_a_table_reads_back_as_it_was_written(table: ValueTable, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mixed.table"
    table.save(path)
    again = load_table(path, mixed_sheet())
    assert again.values == table.values
    assert again.problem == table.problem
    np.testing.assert_array_equal(again.numbers, table.numbers)
    assert [file.name for file in path.parent.iterdir()] == ["mixed.table"]


def test_its_values_are_those_of_the_plain_solver(table: ValueTable) -> None:
    plain = PlainSolver(mixed_sheet(), 2)
    for text in ("r- y- g- b- x0", "r2 y- g4,3 b- x1", "r2,3,4# y- g- b4 x0"):
        sheet = parse_sheet(mixed_sheet(), text)
        for wait in (0, 1):
            expected = plain.to_come(sheet, wait)
            assert table.to_come(sheet, wait=wait) == pytest.approx(expected, abs=1e-7)


def test_nothing_comes_after_the_end(table: ValueTable) -> None:
    assert table.to_come(Sheet(penalties=2)) == 0
    assert table.to_come(parse_sheet(mixed_sheet(), "r2,4# y2,4# g- b- x0")) == 0
    assert table.to_come(Sheet(), closed=0b0101) == 0


def test_a_row_that_others_closed_is_as_closed_as_an_own_one(classic: ValueTable) -> None:
    variant = load_variant("classic")
    own = parse_sheet(variant, "r2,3,4,5,6,12# y3 g12 b- x1")
    others = parse_sheet(variant, "r5 y3 g12 b- x1")
    assert classic.to_come(own) == classic.to_come(others, closed=0b0001)


def test_a_table_of_other_rules_is_refused(table: ValueTable, tmp_path: Path) -> None:
    path = tmp_path / "mixed.table"
    table.save(path)
    with pytest.raises(Unreadable, match="other rules") as caught:
        load_table(path, plain_sheet())
    assert caught.value.code == "foreign_digest"


def test_a_damaged_table_is_refused_wherever_the_damage_is(
    table: ValueTable, tmp_path: Path
) -> None:
    path = tmp_path / "mixed.table"
    table.save(path)
    sound = path.read_bytes()
    data = sound.index(b"\n", len(MAGIC)) + 1
    value = sound.index(b'"values":[') + len(b'"values":[')
    for place in (data, data + 1001, len(sound) - 1, value):
        spoilt = bytearray(sound)
        spoilt[place] ^= 1
        path.write_bytes(spoilt)
        assert refusal(path) == "damaged_table"
    for spoilt_bytes in (sound[:-1], sound + b"x", sound[:data]):
        path.write_bytes(spoilt_bytes)
        assert refusal(path) == "damaged_table"
    path.write_bytes(b"something else")
    assert refusal(path) == "not_a_table"
    assert refusal(tmp_path / "nowhere.table") == "no_table"


def test_a_failed_write_leaves_nothing(
    table: ValueTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mixed.table"
    path.write_bytes(b"the old one")

    def interrupted(_: object) -> list[object]:
        raise KeyboardInterrupt

    table.problem.board  # noqa: B018 - made now, so that only the writing is interrupted
    monkeypatch.setattr("rowlock.solver.value_table._pieces", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["mixed.table"]
    assert path.read_bytes() == b"the old one"
