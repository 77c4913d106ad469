"""The words beside an answer of `rowlock advise`, worked out by hand from the printed sheets."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.cli.reasons import what_a_move_does
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, legal_moves, new_game, play
from rowlock.core.move import NOTHING, PlayCards, Take
from rowlock.notation import parse_position

DOUBLE_A = 'double_a 3 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r5 y- g- b- x0'
DOUBLE_B = 'double_b 3 1 action1 41 3256; "Ann" r- y- g- b- x0; "Ben" r5 y- g- b- x0'
BIG_POINTS = 'big_points 3 1 action1 41 3256; "Ann" r5 y- g- b- o- c- x0'
X_CHANGE = 'x_change 3 1 action1 41 3256; "Ann" r- y- g- b- x0 ~.........'
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
    ],
)
def test_a_reason_says_what_happens_on_the_sheet(
    position: str, seat: int, move: str, reason: str
) -> None:
    game = parse_position(position)
    [found] = [each for each in legal_moves(game, seat - 1) if str(each) == move]
    assert what_a_move_does(game, seat - 1, found) == reason


def test_cards_that_are_taken_and_played_are_named() -> None:
    game = new_game("classic", ["Ann", "Ben"], cards=True)
    game = deal(game, shuffled_cards(game, Random(1))).state
    assert what_a_move_does(game, 0, Take((2, 7, 12))) == "takes 2, 7 and 12 from the display"
    game = play(game, 0, legal_moves(game, 0)[0]).state
    while game.stage == "action1":
        for seat in deciders(game):
            game = play(game, seat, NOTHING).state
    [none] = [m for m in legal_moves(game, 0) if isinstance(m, PlayCards) and not m.crossed][:1]
    assert what_a_move_does(game, 0, none).startswith("1 card played, ")
