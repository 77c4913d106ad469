"""The two doors: what a move would do, and whether and why a table ends."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rowlock import (
    Game,
    Illegal,
    PenaltyTaken,
    Sheet,
    deal,
    ending,
    legal_moves,
    load_variant,
    new_game,
    parse_roll,
    parse_sheet,
    play,
    preview,
    roll,
    shuffled_cards,
)
from rowlock.testing.playout import steps

CLASSIC = load_variant("classic")


def alone(sheet: str = "r- y- g- b- x0") -> Game:
    game = replace(new_game(CLASSIC, ["Ann"]), sheets=(parse_sheet(CLASSIC, sheet),))
    return roll(game, parse_roll("41 3256")).state


def test_a_preview_shows_the_cross_and_its_lock() -> None:
    game = roll(new_game(CLASSIC, ["Ann", "Ben"]), parse_roll("66 1111")).state
    assert str(preview(game, 0, "g12").sheet) == "r- y- g12 b- x0"
    full = alone("r2,3,4,5,6 y- g- b- x0")
    assert "r12" not in " ".join(map(str, legal_moves(full, 0)))


def test_declining_both_actions_previews_the_penalty() -> None:
    # Nothing in action 1, so nothing in action 2 costs one (C-08).
    game = play(alone(), 0, "-").state
    draft = preview(game, 0, "-")
    assert draft.sheet.penalties == 1
    assert draft.events == (PenaltyTaken(0, 1),)
    assert preview(game, 0, "+b10").sheet.penalties == 0
    # A cross in action 1 is enough.
    assert preview(play(alone(), 0, "r5").state, 0, "-").sheet.penalties == 0


def test_taking_cards_costs_nothing() -> None:
    game = new_game(CLASSIC, ["Ann"], cards=True)
    game = deal(game, shuffled_cards(game, Random(1))).state
    for move in legal_moves(game, 0):
        assert preview(game, 0, move).sheet == game.sheets[0]


def test_an_illegal_move_has_no_preview() -> None:
    with pytest.raises(Illegal, match="the announced number is 5"):
        preview(alone(), 0, "r6")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["classic", "bonus_b", "double_b"])
def test_a_preview_equals_the_move(name: str, seed: int) -> None:
    for _, step in steps(new_game(name, ["Ann"]), Random(seed)):
        game = step.state
        for move in legal_moves(game, 0):
            draft = preview(game, 0, move)
            if not draft.tied:  # alone every answer takes effect at once
                assert play(game, 0, move).state.sheets[0] == draft.sheet


def test_two_closed_rows_or_the_fourth_penalty_end_a_table() -> None:
    three = Sheet(penalties=3)
    assert ending(CLASSIC, [three, Sheet()], closed=0b0001) is None
    assert ending(CLASSIC, [three, Sheet()], closed=0b1001) == "two_rows_closed"
    assert ending(CLASSIC, [Sheet(), Sheet(penalties=4)], closed=0) == "four_penalties"


def test_with_cards_one_players_own_locks_count() -> None:
    """K-05: two players with a lock each go on, one with two ends it."""
    red = parse_sheet(CLASSIC, "r2,3,4,5,6,12# y- g- b- x0")
    blue = parse_sheet(CLASSIC, "r- y- g- b12,11,10,9,8,2# x0")
    both = parse_sheet(CLASSIC, "r2,3,4,5,6,12# y- g- b12,11,10,9,8,2# x0")
    assert ending(CLASSIC, [red, blue], closed=None) is None
    assert ending(CLASSIC, [red, both], closed=None) == "two_rows_closed"
