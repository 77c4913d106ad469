"""The coach: the best answer, what the others give away, and which are rash."""

from __future__ import annotations

import random

import pytest

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
    play,
    roll,
    view,
)  # fmt: skip
from rowlock.core.cards import deck
from rowlock.core.move import parse_move
from rowlock.endgame.ready import prepare
from rowlock.review import review
from rowlock.review.coach import advise, cells_left_out
from tests.review.games import bots_game


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
    assert cells_left_out(view(game, 0), parse_move(move)) == left_out


@pytest.mark.parametrize("variant", ["classic", "bonus_a"])
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


def test_a_penalty_where_a_cell_is_to_be_had_is_rash() -> None:
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


def test_cards_are_judged_as_the_best_bot_judges_them() -> None:
    pack = list(deck(jokers=False))
    random.Random(1).shuffle(pack)
    setup = Setup(variant=load_variant("classic"), names=("Ann", "Ben"), deck=tuple(pack))
    game = Scribe(setup).game
    [seat] = deciders(game)
    advice = advise(view(game, seat))
    assert (advice.judge, advice.unit, advice.exact) == ("cards", "wins", False)
    assert {each.move for each in advice.moves} == set(map(str, view(game, seat).legal))
