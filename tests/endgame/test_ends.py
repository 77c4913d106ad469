"""What `solve` answers, what it refuses, and what it remembers."""

from __future__ import annotations

import pytest

from rowlock.core.game import new_game, play
from rowlock.core.view import view
from rowlock.endgame.search_arrays import (
    IN_COUNTS,
    LISTED,
    MAX_LISTED,
    MAX_PAGES,
    MAX_POSITIONS,
    PAGES,
    POSITIONS,
    clear,
)
from rowlock.endgame.solve_endgame import EndgameValues, search_arrays_of, solve
from rowlock.notation import parse_position

END = (
    'classic 31 2 action1 56 1111; "Ann" r2,3,10 y2,3,4,5,11 g3 b3 x3; '
    '"Ben" r2,3,4,11 y2,3,4,11 g12,11,10,3 b12,4,3 x2'
)
CHAIN = (
    'bonus_b 30 1 action1 56 1111; "Ann" r2,3,4,11 y2,3,4 g9,3 b4,3 x3; '
    '"Ben" r11 y2,3,4,11 g3 b3 x3'
)


def solved(text: str) -> EndgameValues:
    ends = solve(parse_position(text))
    assert ends is not None
    return ends


def positions_known() -> int:
    return int(search_arrays_of(parse_position(END).variant).n[IN_COUNTS + POSITIONS])


def test_the_shares_of_both_seats_make_one_win() -> None:
    assert sum(solved(END).shares) == pytest.approx(1)


def test_a_seat_that_is_not_asked_has_no_answers() -> None:
    text = 'classic 30 1 action2 51 6111; "Ann" r2,3,10 y11 g3 b3 x3; "Ben" r11 y11 g3 b3 x3'
    assert [str(choice.move) for choice in solved(text).answers(0)] == ["-", "+r11"]
    assert solved(text).answers(1) == []


def test_before_a_roll_there_is_a_value_and_nothing_to_answer() -> None:
    # Nobody can cross anything: Ann takes her fourth penalty, 4 - 20 against 4 - 15.
    ends = solved('classic 30 1 roll; "Ann" r11 y11 g3 b3 x3; "Ben" r11 y11 g3 b3 x3')
    assert ends.shares == pytest.approx((0.0, 1.0))
    assert ends.answers(0) == ends.answers(1) == []


def test_a_hidden_answer_does_not_affect_the_other_player() -> None:
    game = parse_position(END)
    ends = solve(play(game, 1, "-").state)
    assert ends is not None
    assert ends.answers(0) == solved(END).answers(0)


def test_a_given_answer_leaves_its_seat_nothing_to_choose() -> None:
    ends = solve(play(parse_position(END), 1, "-").state)
    assert ends is not None
    assert ends.answers(1) == []


def test_in_the_middle_of_a_chain_the_choices_are_worth_something() -> None:
    # Yellow 11 completes the circle: two crosses in green or in blue, which hold two each.
    game = parse_position(CHAIN)
    after = play(game, 0, "y11").state
    ends = solve(after)
    assert ends is not None
    choices = ends.answers(0)
    assert [str(choice.move) for choice in choices] == ["?g", "?b"]
    assert sum(choice.probability for choice in choices) == pytest.approx(1)
    seen = solve(view(after, 0))
    assert seen is not None
    assert seen.answers(0) == choices


def test_known_values_are_not_computed_again() -> None:
    solved(END)
    known = positions_known()
    solved(END)
    assert positions_known() == known


def test_an_aborted_search_leaves_nothing_behind() -> None:
    search_arrays_of(parse_position(END).variant)
    known = positions_known()
    text = (
        'classic 25 1 roll; "Ann" r2,3,4,5,9 y2,3,4,5,9 g3 b3 x3; '
        '"Ben" r2,3,4,5,9 y2,3,4,5,9 g3 b3 x2'
    )
    assert solve(parse_position(text), budget=30) is None
    assert positions_known() == known
    assert solve(parse_position(text), budget=100_000) is not None


@pytest.mark.parametrize(
    ("counted", "most"), [(PAGES, MAX_PAGES), (LISTED, MAX_LISTED), (POSITIONS, MAX_POSITIONS)]
)
def test_a_book_that_is_nearly_full_makes_room_and_answers_the_same(
    counted: int, most: int
) -> None:
    book, expected = search_arrays_of(parse_position(END).variant), solved(END)
    ran_full = 0
    for left in range(1, 40, 2):  # at another point of the search each time, if at all
        clear(book)
        book.n[IN_COUNTS + counted] = most - left
        ends = solved(END)
        assert ends.shares == expected.shares
        assert ends.answers(0) == expected.answers(0)
        ran_full += book.n[IN_COUNTS + counted] < most // 2
    assert ran_full


@pytest.mark.parametrize(
    "text",
    [
        'classic 30 1 roll; "Ann" r11 y11 g3 b3 x3',
        'classic 30 1 roll; "Ann" r11 y11 g3 b3 x3; "Ben" r11 y11 g3 b3 x3; "Cy" r11 y11 g3 b3 x3',
        'classic 9 1 over 41 3256 four_penalties; "Ann" r- y- g- b- x4; "Ben" r2 y- g- b- x0',
    ],
)
def test_one_player_three_and_a_game_that_is_over_are_refused(text: str) -> None:
    assert solve(parse_position(text)) is None


def test_a_card_game_and_a_game_that_has_just_begun_are_refused() -> None:
    assert solve(new_game("classic", ["Ann", "Ben"], cards=True)) is None
    assert solve(new_game("classic", ["Ann", "Ben"])) is None
