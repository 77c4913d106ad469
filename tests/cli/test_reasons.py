"""The words beside an answer of `rowlock advise`, worked out by hand from the printed sheets."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.cli.consequences import reasons_of
from rowlock.cli.reasons import what_a_move_does
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, legal_moves, new_game, play
from rowlock.core.move import NOTHING, PlayCards, Take
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.notation import parse_position

ENGLISH = Texts("en")

DOUBLE_A = 'double_a 3 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r5 y- g- b- x0'
DOUBLE_B = 'double_b 3 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r5 y- g- b- x0'
BIG_POINTS = 'big_points 3 1 action1 41 3256; "Ann" r5 y- g- b- o- c- x0'
X_CHANGE = 'x_change 3 1 action1 41 3256; "Ann" r- y- g- b- x0 ~.........'
STEPS = 'connected_steps 3 1 action1 11 3256; "Ann" r- y- g- b- x0'
CHAIN = 'connected_chain 3 1 action1 51 3256; "Ann" r- y- g- b- x0'
BONUS_A = 'bonus_a 3 1 action1 42 3256; "Ann" r2 y2 g12 b- x0 =............'


@pytest.mark.parametrize(
    ("position", "seat", "move", "reason"),
    [
        # 2, 3 and 4 are left out: three cells, though each has two boxes (DA-01).
        (DOUBLE_A, 1, "r5", "first cross in red, 3 cells left out, 1 point more"),
        # The second box of the same cell (DA-02): two crosses score 3, one scored 1.
        (DOUBLE_A, 2, "r5", "second cross in red, the second on r5, 2 points more"),
        # Red 5 is a double cell (DB-01): two crosses at once, 3 points; three cells before it.
        (
            DOUBLE_B,
            1,
            "r5",
            "first and second crosses in red, r5 counts twice, 3 cells left out, 3 points more",
        ),
        # A round 5 beside red 5 (BP-02) is credited to red and yellow (BP-04): red has two crosses
        # then, 3 points instead of 1, and yellow one, 1 point.
        (
            BIG_POINTS,
            1,
            "o5",
            "first cross in the upper bonus row, 3 cells left out, 3 points more",
        ),
        # Red 6 is boxed (BA-01): the first square of the bar is red, so red 7 comes with it. Three
        # crosses score 6, one scored 1.
        (
            BONUS_A,
            1,
            "r6",
            "second and third crosses in red, 3 cells left out, 1 bonus square struck off, "
            "5 points more",
        ),
        # 5 is swapped for 10; the six fields left of it are lost.
        (
            X_CHANGE,
            1,
            "~g10",
            "first cross in green, 2 cells left out, swap field 10/5 used, 6 swap fields lost, "
            "1 point more",
        ),
        # Yellow 2 is framed (CS-03): a cross there counts in yellow and on the steps, 1 point each.
        (
            STEPS,
            1,
            "y2",
            "first cross in yellow, first cross on the steps, 2 points more",
        ),
        # Red 6 and yellow 6 are crossed together (CC-01), 1 point each; red 2 to 5 and yellow 2 to
        # 5 are left out.
        (
            CHAIN,
            1,
            "r6",
            "first cross in red, 4 cells left out, first cross in yellow, 4 cells left out, "
            "r6-y6 by the chain, 2 points more",
        ),
    ],
)
def test_a_reason_says_what_happens_on_the_sheet(
    position: str, seat: int, move: str, reason: str
) -> None:
    game = parse_position(position)
    [found] = [each for each in legal_moves(game, seat - 1) if str(each) == move]
    assert what_a_move_does(game, seat - 1, found, ENGLISH) == reason


def test_cards_that_are_taken_and_played_are_named() -> None:
    game = new_game("classic", ["Ann", "Ben"], cards=True)
    game = deal(game, shuffled_cards(game, Random(1))).state
    assert (
        what_a_move_does(game, 0, Take((2, 7, 12)), ENGLISH) == "takes 2, 7 and 12 from the display"
    )
    game = play(game, 0, legal_moves(game, 0)[0]).state
    while game.stage == "action1":
        for seat in deciders(game):
            game = play(game, seat, NOTHING).state
    [none] = [m for m in legal_moves(game, 0) if isinstance(m, PlayCards) and not m.crossed][:1]
    assert what_a_move_does(game, 0, none, ENGLISH).startswith("1 card played, ")


LAST_LOCK = (
    'classic 12 1 action2+ 65 611-; "Ann" r2,3,4,5,6,7 y- g- b- x0; '
    '"Ben" r- y- g- b12,11,10,9,8,2# x0'
)
"""Red 12 closes the second row: eight crosses with the lock are 36 points, Ben's seven are 28."""


def reasons(position: str, language: str = "en") -> dict[str, str]:
    game = parse_position(position)
    moves = legal_moves(game, 0)
    said = reasons_of(game, 0, moves, Texts(language))
    return {str(move): reason for move, reason in said.items()}


def test_ending_the_game_shows_the_final_standing() -> None:
    found = reasons(LAST_LOCK)["+r12"]
    # Six crosses scored 21.
    assert found == (
        "locks red with 8 crosses, 4 cells left out, ends the game ahead, 36 to 28, 15 points more"
    )
    # Seven crosses in yellow are 28 points, and so many in blue with the lock.
    behind = LAST_LOCK.replace('"Ben" r- y-', '"Ben" r- y2,3,4,5,6,7,8')
    assert "ends the game behind, 36 to 56" in reasons(behind)["+r12"]
    # 3 for red, 10 for yellow, 28 for blue and a penalty.
    level = LAST_LOCK.replace('"Ben" r- y- g-', '"Ben" r2,3 y2,3,4,5 g-').replace("2# x0", "2# x1")
    assert "ends the game level, 36 to 36" in reasons(level)["+r12"]


def test_the_next_players_options_are_shown_if_answers_differ() -> None:
    # Ben has 28 for blue and six crosses with red 7, 21: 49 to Ann's 21, or 36 after the lock. If
    # Ann does not lock red, red 12 is open to him and ends the game.
    text = LAST_LOCK.replace('"Ben" r-', '"Ben" r2,3,4,5,6,7')
    found = reasons(text)
    assert "lets Ben end the game ahead with r12" in found["-"]
    assert "lets Ben" not in found["+r12"]


def test_a_fourth_penalty_of_the_next_player_is_seen_coming() -> None:
    # Ben has 28 - 15 = 13 points and 8 after a fourth penalty; Ann has 21 - 15 = 6, or 28 - 15 = 13
    # with red 11.
    text = LAST_LOCK.replace("b- x0", "b- x3").replace("2# x0", "2# x3")
    found = reasons(text)
    assert "lets Ben end the game with a penalty while ahead" in found["-"]
    assert "penalty" not in found["+r11"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_told_in_every_language(language: str) -> None:
    texts = Texts(language)
    for position in (LAST_LOCK, LAST_LOCK.replace("x0", "x3")):
        for reason in reasons(position, language).values():
            assert reason
            assert language == "en" or "cross" not in reason
    assert texts("advise_best") in texts.sentences.values()
