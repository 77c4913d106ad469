"""The tables of a variant, against the printed sheets."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.kernel import variant_tables as layout
from rowlock.kernel.variant_tables import compile_variant
from rowlock.variants import BUILT_IN, load_variant


def test_classic_as_it_is_printed() -> None:
    tables = compile_variant(load_variant("classic"))
    assert tables.rules.tolist() == [6, 1, 5, 5, 4, 2, 44, 0, 0, 0, 0, 0, 184, 0, 0, 99, *[0] * 8]
    assert tables.row_length.tolist() == [11, 11, 11, 11]
    assert tables.row_start.tolist() == [0, 11, 22, 33]
    assert tables.double_bits.tolist() == [0, 0, 0, 0]
    assert tables.lock_bit.tolist() == [2048] * 4
    # Red and yellow run upwards, green and blue downwards: the 2 is first or last.
    assert tables.white_bit[8:12].tolist() == [1, 1, 1024, 1024]
    assert tables.white_cell[8:12].tolist() == [0, 11, 32, 43]
    assert tables.colour_cell[19 * 3 + 12] == 33  # blue 12 comes first in the last row
    assert tables.cell_number[33] == 12
    assert tables.cell_row[44] == -1
    assert not tables.token.any()


def test_two_to_the_32nd_leaves_184_over_after_all_triples_of_dice() -> None:
    # 216 * 19,884,107 = 4,294,967,112, and 184 more make 2**32.
    assert compile_variant(load_variant("classic")).rules[layout.DICE_REJECT] == 184
    assert (
        compile_variant(load_variant("longo")).rules[layout.DICE_REJECT] == 0
    )  # 512 is a power of two


def test_longo_locks_with_either_of_two_cells_and_has_five_pairs() -> None:
    tables = compile_variant(load_variant("longo"))
    assert tables.rules[[layout.SIDES, layout.LOCK_CELLS, layout.CROSSES_BEFORE_LOCK]].tolist() == [
        8,
        2,
        6,
    ]
    assert tables.first_lock_bit.tolist() == [1 << 13] * 4
    assert tables.lucky_mask[:5].tolist() == [
        2**5 + 2**10,
        2**6 + 2**11,
        2**4 + 2**9,
        2**7 + 2**12,
        2**8 + 2**13,
    ]


def test_on_mixx_a_a_colour_wanders_through_the_rows() -> None:
    tables = compile_variant(load_variant("mixx_a"))
    # Blue 5 stands in row 1 at the fourth place, blue 2 is the last of row 4 (M-02).
    assert tables.colour_row[19 * 3 + 5] == 0
    assert tables.colour_bit[19 * 3 + 5] == 1 << 3
    assert tables.colour_row[19 * 3 + 2] == 3
    assert tables.colour_bit[19 * 3 + 2] == 1 << 10
    assert tables.rules[layout.MIXED_COLOURS] == 1


def test_bonus_a_has_twelve_boxes_and_squares() -> None:
    tables = compile_variant(load_variant("bonus_a"))
    assert np.count_nonzero(tables.token == layout.BOX) == 12
    assert tables.token[16 * 2 + 1] == layout.BOX  # green 11, second in its row
    assert tables.square_row[:13].tolist() == [0, 1, 2, 3, 2, 0, 3, 1, 0, 1, 3, 2, -1]
    # R Y G B G R B Y R Y B G: red are squares 0, 5 and 8.
    assert tables.row_squares[0] == 1 + 2**5 + 2**8
    assert tables.row_squares[1::2].tolist() == [0, 0, 0, 0]


def test_bonus_b_has_five_symbols() -> None:
    tables = compile_variant(load_variant("bonus_b"))
    assert tables.bonus_effect[:6].tolist() == [1, 2, 3, 4, 5, 0]
    assert tables.bonus_amount[:5].tolist() == [2, 0, 0, 13, 0]
    # The circle: yellow 11 at place 9, green 9 at place 3.
    assert tables.bonus_mask[:4].tolist() == [0, 1 << 9, 1 << 3, 0]
    assert tables.token[16 * 1 + 9] == layout.FIRST_SYMBOL


@pytest.mark.parametrize("name", BUILT_IN)
def test_tables_are_frozen_and_carry_the_digest(name: str) -> None:
    variant = load_variant(name)
    tables = compile_variant(variant)
    assert tables.digest == variant.digest
    assert tables is compile_variant(variant)
    assert tables.flat.dtype == np.int64
    assert len(tables.flat) == layout.SIZE
    with pytest.raises(ValueError, match="read-only"):
        tables.flat[0] = 1
    named = [value for key, value in vars(tables).items() if key not in ("id", "digest", "flat")]
    assert np.array_equal(np.concatenate(named), tables.flat)  # nothing between the windows


def test_the_select_table_finds_the_set_bits_in_order() -> None:
    select = compile_variant(load_variant("classic")).select
    assert [int(select[0b101100110]) >> 4 * k & 15 for k in range(5)] == [1, 2, 5, 6, 8]


def test_the_spread_table_makes_bytes_of_bits() -> None:
    spread = compile_variant(load_variant("classic")).spread
    assert spread[0b10000101] == 0x01_00_00_00_00_01_00_01
