"""Row states, symmetries and state counts, against numbers worked out on paper."""

from __future__ import annotations

import pytest

from rowlock.solve.problem import make_problem
from rowlock.solve.row_states import row_states
from rowlock.solve.symmetry import symmetries
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


def test_mixx_a_is_its_own_mirror_with_rows_one_and_three_two_and_four_exchanged() -> None:
    assert symmetries(load_variant("mixx_a")) == ((0, 1, 2, 3), (2, 3, 0, 1))


@pytest.mark.parametrize("name", ["mixx_b", "bonus_a", "bonus_b"])
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
