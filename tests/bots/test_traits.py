"""What a network sees beyond the rows: traits, by hand from the printed sheets.

`test_compiled.py` holds the compiled network to them.
"""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.evaluation import input_layout
from rowlock.bots.evaluation.features import row_features
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_code, row_shapes
from rowlock.bots.evaluation.traits import trait_lines, traits, traits_of
from rowlock.variants import BUILT_IN, load_variant
from rowlock.variants.variant import LETTERS

WITH_TRAITS = ("connected_steps", "connected_chain", "x_change", "big_points")


def values(sheet: str, crosses: str, beside: int = 0, closed: int = 0) -> list[int]:
    """The traits of a sheet with these crosses, without the places of their lines."""
    variant = load_variant(sheet)
    rows = [0, 0, 0, 0]
    for name in crosses.split():
        cell = variant.cell[name]
        rows[LETTERS.index(name[0])] |= cell.bits
    position = Positions(
        variant,
        np.array([[rows, [0, 0, 0, 0]]]),
        np.zeros((1, 2), dtype=np.int64),
        np.array([[beside, 0]]),
        np.array([closed]),
        np.array([0]),
        np.array([False]),
        (0, 0),
    )
    return [int(trait.of(position, 0)[0]) for trait in traits_of(variant)]


def test_only_four_sheets_have_traits() -> None:
    assert {name for name in BUILT_IN if traits_of(load_variant(name))} == set(WITH_TRAITS)


def test_steps_are_counted_and_so_are_those_that_can_still_be_crossed() -> None:
    # CS-03: Y2 G11 B10 G9 Y6 R7 Y8 G5 B4 G3 Y12
    assert values("connected_steps", "") == [0, 11]
    # Left are R7, Y6 Y8 Y12, G9 G5 G3, B10 B4.
    assert values("connected_steps", "y2 g11") == [2, 9]
    assert values("connected_steps", "y2 g11", closed=0b0010) == [2, 6]
    assert values("connected_steps", "r8") == [0, 10]


def test_a_pair_is_gone_open_at_one_end_or_both_or_crossed() -> None:
    # CC-01: R6-Y6, R11-Y11, Y3-G11, Y8-G6, G9-B9, G4-B4
    assert values("connected_chain", "") == [2, 2, 2, 2, 2, 2]
    # R7 leaves Y6 alone; G10 leaves Y3 alone; Y7 takes Y6 and Y3, too.
    assert values("connected_chain", "r7") == [1, 2, 2, 2, 2, 2]
    assert values("connected_chain", "r7 g10") == [1, 2, 1, 2, 2, 2]
    assert values("connected_chain", "r7 g10 y7") == [0, 2, 0, 2, 2, 2]
    assert values("connected_chain", "r6 y6") == [3, 2, 1, 2, 2, 2]
    # Green closed: Y3 and Y8 are left of their pairs, B9 and B4 of theirs.
    assert values("connected_chain", "", closed=0b0100) == [2, 2, 1, 1, 1, 1]


def test_the_first_swap_field_that_may_still_be_used() -> None:
    assert values("x_change", "r5") == [0]
    assert values("x_change", "r5", beside=0b1001) == [4]
    assert values("x_change", "r5", beside=1 << 8) == [9]


def test_bonus_rows_have_a_last_cross_a_number_of_crosses_and_chances() -> None:
    assert values("big_points", "") == [0, 0, 0, 0, 0, 0]
    # Beside r7 and y8 are o7, six rolls of 36, and o8, five: 11 are two whole steps of four.
    assert values("big_points", "r7 y8") == [0, 0, 2, 0, 0, 0]
    # O7 crossed leaves o8 alone; c9 beside b9 and c5 beside g5 are four rolls each.
    both = 1 << 5 | (1 << 1) << 32
    assert values("big_points", "r7 y8 b9 g5", beside=both) == [6, 1, 1, 2, 1, 2]
    # c10, the third cell of its row, is crossed, and so c11 is lost.
    assert values("big_points", "g11", beside=(1 << 2) << 32) == [0, 0, 0, 3, 1, 0]
    assert values("big_points", "g11 r2", beside=(1 << 0) << 32) == [0, 0, 0, 1, 1, 0]
    assert values("big_points", "g11 g9", beside=(1 << 0) << 32) == [0, 0, 0, 1, 1, 1]


def test_the_lines_of_traits_lie_one_behind_the_other() -> None:
    positions = input_layout._samples(load_variant("big_points"))
    found = np.array(traits(positions, 1))
    starts = [0, 12, 24, 34, 46, 58]  # places 0 to 11, as many crosses, 36 // 4 + 1 steps
    assert trait_lines(positions.variant) == 68
    assert (found.min(axis=1) >= starts).all()
    assert (found.max(axis=1) < [*starts[1:], 68]).all()
    assert len(np.unique(found)) > 30


def test_a_row_of_double_a_shows_whether_its_last_cross_may_be_doubled() -> None:
    variant = load_variant("double_a")
    number = row_shapes(variant).number
    # Red 2 and 3 take the places 0 and 2, their second boxes 1 and 3; a 3 is two rolls of 36.
    fresh, doubled = (number[row_code(mask, closed=0)] for mask in (0b0101, 0b1101))
    closed = number[row_code(0b0101, closed=1)]
    last = row_features(variant)[0, :, -3:]
    assert last[fresh].tolist() == pytest.approx([1, 2 / 36, 2 / 36 * 2 / 21])
    assert last[doubled].tolist() == [0, 0, 0]
    assert last[closed].tolist() == [0, 0, 0]


@pytest.mark.parametrize("sheet", WITH_TRAITS)
def test_traits_are_part_of_the_layout(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = input_layout.layout(load_variant(sheet))
    monkeypatch.setattr(input_layout, "traits", lambda positions, q: ())
    input_layout.layout.cache_clear()
    try:
        assert input_layout.layout(load_variant(sheet)) != before
    finally:
        input_layout.layout.cache_clear()


def test_a_network_with_several_errors_is_stored_once() -> None:
    variant = load_variant("connected_steps")
    network = load_network(variant)
    one = CompiledSpec("network", network=network)
    other = CompiledSpec("network", network=network, noise=0.1)
    alone, both = (compile_evaluators(variant, evaluators) for evaluators in ([one], [one, other]))
    assert len(both.weights) - len(alone.weights) < network.rows.size
