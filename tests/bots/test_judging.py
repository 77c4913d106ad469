"""The judging bots: the readable way and the compiled way see the same."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from rowlock.bots.champion import Champion
from rowlock.bots.evaluation.evaluators import Values
from rowlock.bots.evaluation.heuristic_values import row_values
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import judged_scenarios, mean_values, own_lines
from rowlock.bots.evaluation.network import has_network, load_network, read_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_code, row_shapes
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.bots.registry import BOTS, make_bot
from rowlock.core.game import deciders, legal_moves, new_game, play, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Roll
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.variants import BUILT_IN, load_variant


def one_position(rows: list[list[int]], penalties: list[int], closed: int = 0) -> Positions:
    return Positions(
        load_variant("classic"),
        np.array([rows]),
        np.array([penalties]),
        np.zeros((1, len(rows)), dtype=np.int64),
        np.array([closed]),
        np.array([0]),
        np.array([True]),
        (0,) * len(rows),
    )


def test_the_worked_example_of_the_rule_sheet_counts_70_points() -> None:
    # C-15: 4, 3, 7 and 8 crosses, two penalties: 10+6+28+36-10 = 70
    position = one_position([[0b1111, 0b111, 0b1111111, 0b11111111], [0, 0, 0, 0]], [2, 0])
    assert position.totals().tolist() == [[70, 0]]
    share, lead = position.shares(0)
    assert share.tolist() == [1.0]
    assert lead.tolist() == [70]


def test_equal_totals_share_the_win() -> None:
    position = one_position([[1, 0, 0, 0], [0, 1, 0, 0]], [0, 0])
    assert position.shares(0)[0].tolist() == [0.5]


def test_an_empty_row_is_worth_what_its_numbers_may_bring() -> None:
    # All eleven sums together have the chance 1: future * 1 * start.
    values = row_values(load_variant("classic"), Weights(future=3, start=2, lock=0, penalty=5))
    empty = row_shapes(load_variant("classic")).number[row_code(0, closed=False)]
    assert values[0, empty] == pytest.approx(6.0)


def test_a_closed_row_is_worth_its_points() -> None:
    values = row_values(load_variant("classic"), Weights())
    state = row_shapes(load_variant("classic")).number[row_code(0b111, closed=True)]
    assert values[2, state] == 6


def test_every_printed_sheet_has_a_network_of_its_own() -> None:
    assert all(has_network(load_variant(name)) for name in BUILT_IN)


def test_a_second_box_is_half_a_chance_and_a_framed_cell_a_cross_of_the_fifth_row() -> None:
    # The eleven sums together have the chance 1, all but the 12 of red 35/36.
    weights = Weights(future=3, start=2, lock=0, penalty=5, second=0.5, steps=4)
    double, steps = load_variant("double_a"), load_variant("connected_steps")
    empty = row_shapes(double).number[row_code(0, closed=False)]
    assert row_values(double, weights)[0, empty] == pytest.approx(3 * (1 + 35 / 72) * 2)
    empty = row_shapes(steps).number[row_code(0, closed=False)]
    # Red has the 7 in the fifth row, 6 of 36.
    assert row_values(steps, weights)[0, empty] == pytest.approx(3 * 2 + 3 * 4 / 6)


def test_a_foreign_network_is_refused() -> None:
    from importlib.resources import files

    place = files("rowlock.bots").joinpath("weights", "classic.npz")
    with place.open("rb") as file, pytest.raises(Unreadable, match="not longo"):
        read_network(load_variant("longo"), file)


def test_weights_are_small() -> None:
    from importlib.resources import files

    for place in files("rowlock.bots").joinpath("weights").iterdir():
        if place.name.endswith(".npz"):
            assert len(place.read_bytes()) < 1_000_000


@pytest.mark.parametrize("name", [name for name in BUILT_IN if has_network(load_variant(name))])
def test_the_chances_of_two_seats_add_up_to_about_one(name: str) -> None:
    variant = load_variant(name)
    start = Positions(
        variant,
        np.zeros((1, 2, 4), dtype=np.int64),
        np.zeros((1, 2), dtype=np.int64),
        np.zeros((1, 2), dtype=np.int64),
        np.array([0]),
        np.array([0]),
        np.array([False]),
        (0, 1) if variant.lucky_pairs else (0, 0),
    )
    first = float(load_network(variant).expect(start, 0)[0][0])
    second = float(load_network(variant).expect(start, 1)[0][0])
    assert first + second == pytest.approx(1, abs=0.04)
    assert first > 0.48  # whoever begins has a little more of it


def test_the_lines_of_a_turn_begin_with_the_legal_moves() -> None:
    game = roll(new_game("classic", ["Ann", "Ben"]), Roll((4, 1), (3, 2, 5, 6))).state
    for seat in deciders(game):
        lines = own_lines(view(game, seat))
        assert {line.moves[0] for line in lines} == set(legal_moves(game, seat))


class Lead(Struct, frozen=True):
    """A judge that can be followed by hand: the points ahead as the sheets are."""

    people: float = 0.0
    looks_around: bool = True

    def worth(self, positions: Positions, seat: int) -> Values:
        return positions.shares(seat)[1].astype(np.float64)


def test_a_candidate_is_worth_the_mean_over_what_the_others_may_do() -> None:
    # Ben has r2 r3 r4, 6 points, and the white sum is 10. In the eyes of the judge r10 is best for
    # him: a fourth cross, 10 points. By the heuristic it throws away red: a row of 3 crosses with
    # 30 of 36 sums to come is worth 6 + 4 * 30/36 * 5.5 = 24.3, of 4 with 3 of 36 only 12.2. Green
    # goes from 4 * 2.5 = 10 to 1 + 4 * 30/36 * 3.5 = 12.7, so a person crosses g10: 7 points.
    game = replace(new_game("classic", ["Ann", "Ben"]), sheets=(Sheet(), Sheet((0b111, 0, 0, 0))))
    game = roll(game, Roll((4, 6), (1, 1, 1, 1))).state
    seen = view(game, 0)
    lines = own_lines(seen)

    def values(judge: Lead) -> dict[str, float]:
        """Of Ann's answers to action 1 without an action 2."""
        worth = mean_values(judged_scenarios(seen, judge, lines))
        pairs = zip(lines, worth, strict=True)
        return {str(line.moves[0]): float(value) for line, value in pairs if line.cell is None}

    # Ann: one point for a cross, or a penalty.
    assert values(Lead()) == {"-": -15, **dict.fromkeys(("r10", "y10", "g10", "b10"), -9)}
    mixed = values(Lead(people=0.25))
    assert mixed["g10"] == 0.75 * (1 - 10) + 0.25 * (1 - 7)
    assert mixed["-"] == 0.75 * (-5 - 10) + 0.25 * (-5 - 7)
    assert values(Lead(people=1.0))["b10"] == 1 - 7
    weights = [scenario.weight for scenario in judged_scenarios(seen, Lead(0.25), lines)]
    assert weights == [0.75, 0.25]


def test_one_scenario_is_enough_where_people_would_do_the_same() -> None:
    # The white sum is 2: Ben may cross r2, y2 or, leaving out all else, g2 and b2.
    game = roll(new_game("classic", ["Ann", "Ben"]), Roll((1, 1), (6, 6, 6, 6))).state
    seen = view(game, 0)
    (only,) = judged_scenarios(seen, Lead(0.25), own_lines(seen))
    assert only.weight == 1


@pytest.mark.parametrize("bot", [Champion(), Heuristic(), Race()])
@pytest.mark.parametrize(("green", "locks"), [(10, True), (11, False)])
def test_a_second_row_is_locked_to_win_and_not_to_lose(
    bot: Champion | Heuristic | Race, green: int, locks: bool
) -> None:
    # Red is closed. With the white 12 Ann may lock yellow: 12 crosses, 78 points, and the end.
    # Ben has 5 blue crosses, 15 points, and 10 or 11 green ones, 55 or 66: 70 or 81 together.
    ann = Sheet((0, (1 << 10) - 1, 0, 0))
    ben = Sheet((0, 0, (1 << green) - 1, 0b11111))
    game = replace(new_game("classic", ["Ann", "Ben"]), sheets=(ann, ben), closed=1)
    game = roll(game, Roll((6, 6), (None, 1, 1, 1))).state
    assert (str(bot.choose(view(game, 0), Random(1))) == "y12") is locks


def test_bots_are_made_by_name_and_a_bad_number_is_refused() -> None:
    assert make_bot("champion:0.05") == Champion(0.05)
    assert {"heuristic", "race", "champion", "gentle", "hard"} <= set(BOTS)
    with pytest.raises(Unreadable):
        make_bot("champion:-1")
    with pytest.raises(Unreadable):
        make_bot("race:3")


def test_a_spread_that_is_not_a_number_is_refused() -> None:
    for text in (f"champion:{math.nan}", "champion:much", "deep:0", "deep:1.5"):
        with pytest.raises(Unreadable, match=text.partition(":")[2]):
            make_bot(text)
    assert make_bot("deep:50") == Champion(second=0.05)


def test_noise_changes_moves_but_not_the_rules() -> None:
    game = new_game("classic", ["Ann", "Ben"])
    game = roll(game, Roll((3, 4), (3, 2, 5, 6))).state
    seen = view(game, 0)
    moves = {Champion(0.3).choose(seen, Random(k)) for k in range(30)}
    assert len(moves) > 1
    assert moves <= set(seen.legal)
    assert play(game, 0, moves.pop()).state.answers[0] is not None
