"""The coach: the best answer, what the others give away, and which are rash."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rowlock import (
    Game,
    Scribe,
    Setup,
    deciders,
    load_variant,
    moments,
    new_game,
    parse_position,
    parse_roll,
    parse_sheet,
    play,
    roll,
    view,
)  # fmt: skip
from rowlock.core.cards import Card, deck
from rowlock.core.move import parse_move
from rowlock.endgame.preparation import prepare
from rowlock.reviews import review
from rowlock.reviews.advice import coach as advise
from rowlock.reviews.mistake_classes import LIMITS
from rowlock.reviews.rash_answers import left_out_by
from rowlock.variants import NAMES
from tests.reviews.games import bots_game
from tests.sampling import some


def asked(dice: str) -> Game:
    return roll(new_game("classic", ["Ann", "Ben"]), parse_roll(dice)).state


@pytest.mark.parametrize(
    ("position", "move", "left_out"),
    [
        ("r- y- g- b-", "r3", 1),  # the 2
        ("r- y- g- b-", "b3", 9),  # 12 down to 4
        ("r2 y- g- b-", "r3", 0),
        ("r5 y- g- b-", "+r9", 3),  # 6, 7, 8
        ("r- y- g9 b-", "g3", 5),  # 8 down to 4
        ("r5 y- g- b-", "-", 0),
    ],
)
def test_cells_left_out(position: str, move: str, left_out: int) -> None:
    game = parse_position(f'classic 9 1 action1 12 6611; "Ann" {position} x0; "Ben" r- y- g- b- x0')
    assert left_out_by(view(game, 0), parse_move(move)) == left_out


@pytest.mark.parametrize(
    ("bonus", "move", "left_out"),
    [
        ("o-", "o5", 3),  # 2, 3 and 4 of the upper bonus row
        ("o2", "+o5", 2),
        ("o2,3,4", "o5", 0),
    ],
)
def test_cells_left_out_in_a_bonus_row(bonus: str, move: str, left_out: int) -> None:
    game = parse_position(
        f'big_points 9 1 action1 14 6611; "Ann" r2,3,4,5 y- g- b- {bonus} c- x0; '
        '"Ben" r- y- g- b- o- c- x0'
    )
    assert left_out_by(view(game, 0), parse_move(move)) == left_out


@pytest.mark.parametrize(
    ("move", "left_out"),
    [
        ("+r9", 3),  # 6, 7, 8
        ("+r6,8", 1),  # 7
        ("+r9,11*", 4),  # 6, 7, 8, and 10
        ("+r6,12/6", 0),  # the 12 is played and not crossed
    ],
)
def test_cells_left_out_by_cards(move: str, left_out: int) -> None:
    sheet = parse_sheet(load_variant("classic"), "r5 y- g- b- x0")
    seen = view(replace(card_game(), sheets=(sheet, sheet)), 0)
    assert left_out_by(seen, parse_move(move, cards=True)) == left_out


@pytest.mark.parametrize("variant", some(sorted(NAMES), ["classic", "bonus_a"]))
def test_the_coach_says_what_the_review_will_say(variant: str) -> None:
    """Over a whole game, its last turns included; there the exact search answers both."""
    prepare()
    record = bots_game(("gentle", "easy"), 3, variant)
    answers = [answer for moment in moments(record) for answer in moment.answers]
    judged = {(d.turn, d.seat, d.phase, d.chosen): d for d in review(record).decisions}
    compared = 0
    for answer in answers:
        seen = view(answer.game, answer.seat)
        advice = advise(seen)
        decision = judged.get((seen.turn, answer.seat + 1, seen.phase, str(answer.move)))
        assert bool(advice.moves) == (decision is not None)
        if decision is None or advice.exact != decision.exact:
            continue  # what was searched before makes more of the rest fit
        compared += 1
        assert {each.move for each in advice.moves} == set(map(str, seen.legal))
        ours = {each.move: each.loss for each in advice.moves}
        theirs = {each.move: each.loss for each in decision.moves}
        assert ours == pytest.approx(theirs, abs=1e-6)
    assert compared > 20


def test_the_best_answer_comes_first_and_loses_nothing() -> None:
    advice = advise(view(asked("12 6611"), 0))
    losses = [each.loss for each in advice.moves]
    assert losses == sorted(losses)
    assert losses[0] == 0
    for each in advice.moves:
        assert each.value + each.loss == pytest.approx(advice.moves[0].value)


def test_nobodys_hidden_answer_goes_in() -> None:
    game = asked("12 6611")
    said = {str(advise(view(play(game, 1, move).state, 0))) for move in ("-", "r3", "b3")}
    assert len(said) == 1


def test_a_leap_is_rash_and_a_small_step_is_not() -> None:
    """A 3 at once in blue leaves out nine of eleven cells."""
    rash = {each.move: each.rash for each in advise(view(asked("12 6611"), 0)).moves}
    assert rash["b3"]
    assert rash["g3"]
    assert not rash["r3"]
    assert not rash["-"]  # in action 1 nothing is lost yet: action 2 follows


def test_a_penalty_instead_of_a_possible_cross_is_rash() -> None:
    """White 1 and 1, red 1: the red 2 costs nothing at all, and Ann takes a penalty instead."""
    game = asked("11 1666")
    game = play(play(game, 0, "-").state, 1, "-").state
    rash = {each.move: each.rash for each in advise(view(game, 0)).moves}
    assert rash["-"]
    assert not rash["+r2"]


def test_without_a_choice_there_is_nothing_to_say() -> None:
    game = parse_position('classic 9 1 action1 12 6611; "Ann" r5 y5 g3 b3 x0; "Ben" r- y- g- b- x0')
    assert [str(move) for move in view(game, 0).legal] == ["-"]
    assert advise(view(game, 1)).moves
    game = play(play(game, 0, "-").state, 1, "-").state
    assert advise(view(game, 1)).moves == ()


def test_the_end_of_a_game_of_two_is_exact() -> None:
    """Ann's fourth penalty ends the game, and she is ahead: docs/endgame.md."""
    prepare()
    game = parse_position(
        'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
        '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
    )
    advice = advise(view(game, 0))
    assert advice.exact
    assert [(each.move, round(each.value, 4)) for each in advice.moves] == [
        ("-", 1.0),
        ("+r11", 0.9259),
    ]


def card_game() -> Game:
    pack = list(deck(jokers=False))
    random.Random(1).shuffle(pack)
    setup = Setup(variant=load_variant("classic"), names=("Ann", "Ben"), deck=tuple(pack))
    return Scribe(setup).game


def test_cards_are_judged_as_the_best_bot_judges_them() -> None:
    game = card_game()
    [seat] = deciders(game)
    advice = advise(view(game, seat))
    assert (advice.judge, advice.unit, advice.exact) == ("cards", "wins", False)
    assert {each.move for each in advice.moves} == set(map(str, view(game, seat).legal))


def test_leaps_and_penalties_with_cards_are_rash() -> None:
    """Ann holds red 2 and 9, blue 9: to take the 2 leaves out none, the 9 seven, no cross is a
    penalty."""
    hand = (Card(2, 0), Card(9, 0), Card(9, 3), Card(10, 3), Card(11, 3))
    game = card_game()
    assert game.cards is not None
    hands = (hand, *game.cards.hands[1:])
    game = replace(game, stage="action2", active=0, cards=replace(game.cards, hands=hands))
    found = {each.move: each for each in advise(view(game, 0)).moves}
    for move in ("+r9", "+r9/-"):
        assert found[move].loss > LIMITS["wins"][1]
        assert found[move].rash
    assert not found["+r2"].rash
    crossed = {each.move: each for each in advise(view(replace(game, crossed=True), 0)).moves}
    assert not crossed["+r9/-"].rash  # no penalty after a cross in action 1
