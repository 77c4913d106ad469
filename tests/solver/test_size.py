"""Row states, symmetries and state counts, against numbers worked out on paper."""

from __future__ import annotations

import pytest

from rowlock.solver.problem import make_problem
from rowlock.solver.row_states import row_states
from rowlock.solver.symmetry import symmetries
from rowlock.variants import load_variant


def test_a_row_of_classic_has_56_open_states_and_closed_ones() -> None:
    # Rightmost cross on cell p: 1..p crosses, so 1 + (1 + 2 + ... + 10); closed: 7..12 crosses.
    row = row_states(load_variant("classic"), 0, merge=False)
    assert (~row.closed).sum() == 56
    assert sorted(row.crosses[row.closed]) == [7, 8, 9, 10, 11, 12]


def test_dead_rows_are_one_state_and_closed_rows_another() -> None:
    # 10 reached with 1, 2, 3 or 4 crosses: the 11th cell needs five.
    row = row_states(load_variant("classic"), 0, merge=True)
    assert row.size == 56 - 3 + 1
    dead = [keys for keys in row.keys if len(keys) > 1 and not keys[0][2]]
    assert [sorted(keys) for keys in dead] == [[(10, n, False) for n in (1, 2, 3, 4)]]


def test_a_row_of_double_a_has_188_states() -> None:
    # Cell p of ten crossed once: 1..2p-1 crosses in the row; twice: 2..2p. Nothing crossed: one.
    # That is 1 + 2 * (1 + 3 + ... + 19) = 201 open ones. Sixteen crosses and more are one: of
    # rows that end in box 17, 18, 19, 20 there are 1, 2, 3, 4 fewer. Of those that end in the
    # second box of the tenth cell, 2 to 6 crosses are dead and one: four fewer. All closed rows
    # are one more.
    row = row_states(load_variant("double_a"), 0, merge=True)
    assert row.size == 201 - 10 - 4 + 1


def test_a_chained_row_keeps_the_crosses_of_closed_rows() -> None:
    row = row_states(load_variant("connected_chain"), 0, merge=False)
    assert (~row.closed).sum() == 56
    assert sorted(row.crosses[row.closed]) == list(range(13))


def test_a_partner_is_crossed_left_of_others_and_in_a_closed_row() -> None:
    # Red 6 stands at position 4. Crosses on 2, 3 and 9: the fourth is worth four points, and 9
    # stays the last one. In an empty row the forced cross becomes the rightmost.
    row = row_states(load_variant("connected_chain"), 0, merge=False)
    three = row.number[8, 3, False]
    assert row.after_forced[three, 4] == row.number[8, 4, False]
    assert row.gain_forced[three, 4] == 4
    assert row.after_forced[row.number[0, 0, False], 4] == row.number[5, 1, False]
    closed = row.of_mask(0b1000_1111 | 0b11 << 10, closed=True)
    assert row.crosses[closed] == 7
    assert row.crosses[row.after_forced[closed, 4]] == 8
    assert row.gain_forced[closed, 4] == 8


def test_a_cross_too_many_gains_nothing_on_double_a() -> None:
    # All boxes of eight cells: 16 crosses, 136 points. The next one is allowed for nothing.
    row = row_states(load_variant("double_a"), 0, merge=True)
    full = row.of_mask((1 << 16) - 1, closed=False)
    assert row.after[full, 8] != 65535
    assert row.gain[full, 8] == 0


def test_every_cross_leads_to_a_later_state_and_gains_points() -> None:
    row = row_states(load_variant("longo"), 0, merge=False)
    states, positions = (row.after != 65535).nonzero()
    assert (row.after[states, positions] > states).all()
    assert (row.gain[states, positions] > 0).all()


def test_a_sixth_cross_gains_six_and_a_lock_gains_two_crosses() -> None:
    row = row_states(load_variant("classic"), 0, merge=True)
    five = row.number[7, 5, False]
    assert row.gain[five, 8] == 6
    assert row.gain[five, 10] == 6 + 7


def test_classic_has_eight_symmetries() -> None:
    # Swap red and yellow, swap green and blue, swap the pairs in the mirror.
    assert len(symmetries(load_variant("classic"))) == 8


def test_the_strip_of_x_change_has_no_mirror() -> None:
    # 8/5 in the mirror would be 6/9: only red with yellow and green with blue may be exchanged.
    assert len(symmetries(load_variant("x_change"))) == 4


def test_double_a_has_the_symmetries_of_classic() -> None:
    assert symmetries(load_variant("double_a")) == symmetries(load_variant("classic"))


def test_mixx_a_is_its_own_mirror_with_rows_one_and_three_two_and_four_exchanged() -> None:
    assert symmetries(load_variant("mixx_a")) == ((0, 1, 2, 3), (2, 3, 0, 1))


@pytest.mark.parametrize(
    "name", ["mixx_b", "bonus_a", "bonus_b", "connected_steps", "connected_chain"]
)
def test_some_sheets_have_no_symmetry(name: str) -> None:
    assert symmetries(load_variant(name)) == ((0, 1, 2, 3),)


def test_lucky_numbers_break_the_mirror_of_longo() -> None:
    longo = load_variant("longo")
    assert len(symmetries(longo)) == 8
    assert [len(symmetries(longo, pair)) for pair in longo.lucky_pairs] == [4] * 5


@pytest.mark.parametrize(
    ("name", "states"),
    [
        # 56^4 + 4 * 56^3 sheets with at most one closed row; 1,363,782 after folding by eight
        ("classic", 4 * 1_363_782),
        ("mixx_b", 4 * (56**4 + 4 * 56**3)),
        # Burnside: the exchange leaves 56^2 sheets as they are, none of them with one closed row
        ("mixx_a", 4 * (56**4 + 4 * 56**3 + 56**2) // 2),
        # as Mixx B, with 0 to 11 crosses in the fifth row
        ("connected_steps", 12 * 4 * (56**4 + 4 * 56**3)),
        # closed rows hold 0 to 12 crosses
        ("connected_chain", 4 * (56**4 + 4 * 13 * 56**3)),
    ],
)
def test_state_counts(name: str, states: int) -> None:
    assert make_problem(load_variant(name)).states == states
    assert make_problem(load_variant(name), 3).states == 3 * states


def test_the_table_of_classic_is_folded_eight_times() -> None:
    layout = make_problem(load_variant("classic")).layout
    half = 54 * 55 // 2
    assert layout.places == half * (half + 1) // 2


def test_symmetric_sheets_share_a_place() -> None:
    problem = make_problem(load_variant("classic"))
    places = {
        problem.layout.place(tuple(states[row] for row in exchange))
        for states in [(3, 7, 11, 20)]
        for exchange in problem.group
    }
    assert len(places) == 1
