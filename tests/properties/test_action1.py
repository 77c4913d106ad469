"""Action 1 is one window: order of arrival does not matter, nothing shows before all are in."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rowlock import Event, Game, Illegal, Move, deciders, legal_moves, play, take_back
from rowlock.core.state import Step
from rowlock.testing.strategies import PlayedGame, played, setups
from tests.properties.law import law


def opened(line: PlayedGame) -> list[Game]:
    """The states of a game in which action 1 has just begun."""
    return [g for g in line.games if g.stage == "action1" and not any(g.answers)]


def full_answer(game: Game, seat: int, rng: Random) -> list[Move]:
    """An answer of this seat with all the choices it owes, each drawn at random."""
    moves: list[Move] = []
    while seat in deciders(game) and game.stage == "action1":
        moves.append(rng.choice(legal_moves(game, seat)))
        step = play(game, seat, moves[-1])
        if step.state.answers[seat] is None:  # the last one in: the action is over
            break
        game = step.state
    return moves


def answered(line: PlayedGame, seed: int) -> tuple[Game, list[list[Move]], Random]:
    """An action 1 of the game that has just begun, a full answer of every seat, and more chance."""
    windows = opened(line)
    assume(windows)
    rng = Random(seed)
    game = rng.choice(windows)
    return game, [full_answer(game, seat, rng) for seat in game.seats], rng


def play_all(game: Game, order: list[tuple[int, Move]]) -> tuple[Game, list[Event]]:
    events: list[Event] = []
    for number, (seat, move) in enumerate(order, 1):
        step = play(game, seat, move)
        if number < len(order):
            assert step.events == (), "nothing is told before all answers are in (C-11)"
            assert step.state.sheets == game.sheets
        events += step.events
        game = step.state
    return game, events


@law(40)
@given(played(setups(seats=range(2, 5))), st.integers(0, 2**32 - 1))
def test_the_order_of_arrival_does_not_matter(line: PlayedGame, seed: int) -> None:
    game, answers, _ = answered(line, seed)
    outcomes = [
        play_all(game, [(seat, move) for seat in order for move in answers[seat]])
        for order in permutations(game.seats)
    ]
    assert all(outcome == outcomes[0] for outcome in outcomes)


@law(40)
@given(played(setups(seats=range(2, 6))), st.integers(0, 2**32 - 1))
def test_choices_of_several_seats_may_come_in_any_mixture(line: PlayedGame, seed: int) -> None:
    game, answers, rng = answered(line, seed)
    straight = [(seat, move) for seat in game.seats for move in answers[seat]]
    waiting = {seat: list(answers[seat]) for seat in game.seats}
    mixed: list[tuple[int, Move]] = []
    while any(waiting.values()):
        seat = rng.choice([seat for seat, moves in waiting.items() if moves])
        mixed.append((seat, waiting[seat].pop(0)))
    assert play_all(game, mixed) == play_all(game, straight)


@law(40)
@given(played(setups(seats=range(2, 6))), st.integers(0, 2**32 - 1))
def test_taking_back_and_answering_the_same_again_changes_nothing(
    line: PlayedGame, seed: int
) -> None:
    rng = Random(seed)
    waiting = [g for g in line.games if g.stage == "action1" and any(g.answers)]
    assume(waiting)
    game = rng.choice(waiting)
    for seat in game.seats:
        answer = game.answers[seat]
        if answer is None:
            with pytest.raises(Illegal) as refusal:
                take_back(game, seat)
            assert (refusal.value.code, refusal.value.seat) == ("nothing_to_take_back", seat)
            continue
        step = Step(take_back(game, seat))
        assert seat in deciders(step.state)
        assert step.state.answers[seat] is None
        for move in answer.moves:
            step = play(step.state, seat, move)
        assert step == Step(game)


@law(30)
@given(played())
def test_nothing_can_be_taken_back_outside_of_action_1(line: PlayedGame) -> None:
    for game in line.games:
        if game.stage != "action1":
            for seat in game.seats:
                with pytest.raises(Illegal):
                    take_back(game, seat)


@law(30)
@given(played())
def test_no_seat_outside_of_the_table_can_do_anything(line: PlayedGame) -> None:
    for game in line.games[-3:]:
        for seat in (-1, len(game.names)):
            assert legal_moves(game, seat) == ()
            with pytest.raises(Illegal):
                take_back(game, seat)
