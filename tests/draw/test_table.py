"""A picture of a table shows dice, whose turn it is and every sheet, and keeps secrets."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rowlock import (
    NOTHING,
    Game,
    Roll,
    Sheet,
    WhiteCross,
    draw_table,
    legal_moves,
    new_game,
    parse_sheet,
    play,
    result,
    roll,
)
from rowlock.draw.box import Box
from rowlock.draw.shapes import Rect
from rowlock.testing import small_gaps, steps
from rowlock.variants.load import BUILT_IN, NAMES
from tests.draw.bounds import bounds
from tests.draw.looking import all_crosses, texts
from tests.sampling import some

NAMES_OF_FIVE = ("Ann", "Ben", "Cid", "Dora", "Eve")


def positions(game: Game, seed: int) -> list[Game]:
    """Every seventh position of a game, and its end."""
    found = [step.state for _, step in steps(game, Random(seed), small_gaps)]
    return [game, *found[::7], found[-1]]


@pytest.mark.parametrize("players", some([1, 2, 3, 5], [1, 5]))
@pytest.mark.parametrize("variant", NAMES)
def test_every_position_is_a_well_formed_picture_on_its_page(variant: str, players: int) -> None:
    game = new_game(variant, NAMES_OF_FIVE[:players])
    for position in positions(game, seed=players)[-8:]:
        drawing = draw_table(position, legal=True)
        ElementTree.fromstring(drawing.svg())
        page = Box(0, 0, drawing.width, drawing.height)
        assert all(page.holds(bounds(shape), 0.001) for shape in drawing.shapes)


@pytest.mark.parametrize(
    "variant",
    [name for name in BUILT_IN if name not in ("longo", "double_a", "x_change", "big_points")],
)
def test_the_card_game_has_pictures_too(variant: str) -> None:
    game = new_game(variant, ["Ann", "Ben"], cards=True, jokers=True)
    for position in positions(game, seed=2)[-8:]:
        drawing = draw_table(position, legal=True)
        ElementTree.fromstring(drawing.svg())


def first_roll(variant: str = "classic", white: tuple[int, int] = (4, 1)) -> Game:
    return roll(new_game(variant, ["Ann", "Ben"]), Roll(white, (3, 2, 5, 6))).state


def test_it_names_everybody_and_says_what_goes_on() -> None:
    words = texts(draw_table(first_roll()))
    for wanted in (
        "Ann",
        "Ben",
        "Turn 1 · Qwixx",
        "White dice: 5",
        "Everyone may cross one 5",
        "rolls",
    ):
        assert wanted in words


def test_it_shows_the_sum_of_the_white_dice() -> None:
    before = texts(draw_table(new_game("classic", ["Ann", "Ben"])))
    after = texts(draw_table(first_roll()))
    assert after.count("5") == before.count("5") + 1


def test_it_shows_totals_and_the_winner_at_the_end() -> None:
    game = positions(new_game("bonus_b", NAMES_OF_FIVE), seed=4)[-1]
    drawing = draw_table(game)
    outcome = result(game)
    for total in outcome.totals:
        assert str(total).replace("-", "−") in texts(drawing)
    assert texts(drawing).count("wins") == len(outcome.winners)
    assert "rolls" not in texts(drawing)
    assert game.names[outcome.winners[0]] in drawing.title


def test_an_answer_stays_hidden_until_all_are_in() -> None:
    before = first_roll()
    after = play(before, 0, WhiteCross("r5")).state
    drawing = draw_table(after)
    assert all_crosses(drawing) == 0
    assert "Waiting for Ben" in texts(drawing)
    other = play(before, 0, WhiteCross("b5")).state
    assert draw_table(other) == drawing


def test_a_choice_that_is_owed_in_action_1_stays_hidden_too() -> None:
    """That somebody has a row to choose tells that a bonus was earned (C-11)."""
    game = first_roll("bonus_b", white=(4, 5))
    sheet = parse_sheet(game.variant, "r- y11 g- b- x0")
    game = replace(game, sheets=(sheet, Sheet()))
    game = play(game, 0, WhiteCross("g9")).state  # the second circle: red and blue are tied
    game = play(game, 1, NOTHING).state
    assert game.phase == "choice"
    drawing = draw_table(game)
    assert "Waiting for Ann" in texts(drawing)
    assert "choose" not in drawing.description


def test_legal_cells_are_marked_when_asked_for() -> None:
    game = first_roll()
    assert len(legal_moves(game, 0)) == 5
    assert len(draw_table(game, legal=True).shapes) > len(draw_table(game).shapes)


def test_marking_legal_cells_tells_nothing_of_a_hand() -> None:
    """In action 2 of the card game the active player plays cards from the hand (K-03)."""
    game = new_game("classic", ["Ann", "Ben"], cards=True)
    found = [step.state for _, step in steps(game, Random(1), small_gaps)]
    position = next(state for state in found if state.stage == "action2")
    assert draw_table(position, legal=True) == draw_table(position)


def test_a_die_that_has_left_the_game_leaves_a_dashed_place() -> None:
    game = replace(new_game("classic", ["Ann", "Ben"]), closed=1)
    drawing = draw_table(roll(game, Roll((4, 1), (None, 2, 5, 6))).state)
    assert sum(isinstance(shape, Rect) and shape.dash > 0 for shape in drawing.shapes) == 1
