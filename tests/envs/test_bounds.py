"""The bounds of which OpenSpiel is told: no sheet scores more, and a full one scores just that."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock.core.legality import obstacle
from rowlock.core.score import score
from rowlock.core.sheet import Sheet
from rowlock.core.sheet_rules import cross
from rowlock.envs.openspiel_info import utility_bounds
from rowlock.envs.setting import make_setting
from rowlock.variants import BUILT_IN, Cell, Variant, load_variant
from tests.solver.sheets import short_sheet

MOST = {
    # Eleven cells and the lock are 12 crosses, 78 points.
    "classic": 4 * 78,
    "mixx_a": 4 * 78,
    "mixx_b": 4 * 78,
    "bonus_a": 4 * 78,
    "connected_chain": 4 * 78,
    "x_change": 4 * 78,
    # 2 to 14, then either 15 or 16, and the lock: 15 crosses, 120 points (L-02).
    "longo": 4 * 120,
    # The row with the fewest crosses counts twice, and 13 points (BB-01).
    "bonus_b": 4 * 78 + 78 + 13,
    # 21 crosses and the lock, of which 16 count: 136 points (DA-05).
    "double_a": 4 * 136,
    # Four cells of a row make two crosses: 16 in all (DB-02).
    "double_b": 4 * 136,
    # Eleven framed cells are 66 points (CS-01).
    "connected_steps": 4 * 78 + 66,
    # 12 and 11 beside it are 23 crosses, of which 15 count: 120 points (BP-05).
    "big_points": 4 * 120,
}


def test_every_printed_sheet_has_its_bound() -> None:
    assert set(MOST) == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_bounds_of_a_printed_sheet_by_hand(name: str) -> None:
    most = MOST[name]
    wanted = {"score": (-20, most), "margin": (-20 - most, most + 20), "win": (-1, 1)}
    for reward, bounds in (wanted | {"points": (-20, most)}).items():
        assert utility_bounds(make_setting(name, 2, reward=reward)) == bounds  # type: ignore[arg-type]  # it is one of them
    assert utility_bounds(make_setting(name, 1, reward="margin")) == (-20, most)


def with_crosses(variant: Variant, cells: Iterable[Cell]) -> Sheet:
    """A sheet after crosses in these cells and all they set off, where its rules allow them."""
    sheet = Sheet(variant=variant)
    for cell in cells:
        if obstacle(variant, sheet, 0, cell) is None:
            sheet = cross(variant, 0, sheet, 0, [cell], source="white").sheet
    return sheet


def boxes(variant: Variant) -> list[Cell]:
    """Every cell as often as it may be crossed (DA-02), column by column: pairs need it (CC-02)."""
    cells = sorted(variant.cells, key=lambda cell: cell.position)
    return [cell for cell in cells for _ in range(1 + (cell.second > 0))]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_full_sheet_reaches_the_bound(name: str) -> None:
    variant = load_variant(name)
    assert score(variant, with_crosses(variant, boxes(variant))).total == MOST[name]


@pytest.mark.parametrize("name", BUILT_IN)
@given(left_out=st.sets(st.integers(0, 87)), penalties=st.integers(0, 4))
def test_no_sheet_is_beyond_the_bounds(name: str, left_out: set[int], penalties: int) -> None:
    variant = load_variant(name)
    crossed = (cell for place, cell in enumerate(boxes(variant)) if place not in left_out)
    sheet = replace(with_crosses(variant, crossed), penalties=penalties)
    worst, best = utility_bounds(make_setting(variant, 1))
    assert worst <= score(variant, sheet).total <= best


def test_the_bound_holds_whichever_of_several_last_cells_is_crossed() -> None:
    """Two cells and the lock are 6 points in each row; all three framed cells may be crossed."""
    rows = "r2 r3 r4", "y2 y3 y4", "g4 g3 g2", "b4 b3 b2"
    steps = '[steps]\ncells = "r2 y3 g2"'
    variant = short_sheet(*rows, lock_cells=2, crosses_before=0, more=steps)
    assert utility_bounds(make_setting(variant, 1))[1] == 4 * 6 + 6
    cells = [variant.cell[name] for name in ["r2", "r4", "y2", "y3", "g4", "g2", "b4", "b2"]]
    assert score(variant, with_crosses(variant, cells)).total == 4 * 6 + 6
