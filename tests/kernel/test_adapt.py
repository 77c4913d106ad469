"""Positions go from core to kernel and back without loss."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from rowlock import Unreadable, WhiteCross, load_variant, new_game, play, roll
from rowlock.core.state import Roll
from rowlock.kernel.convert import (
    answer_now,
    game_of,
    move_of_option,
    option_of_move,
    options_now,
    settled,
    state_of,
    words_of,
)
from rowlock.kernel.variant_tables import compile_variant
from rowlock.testing.strategies import PlayedGame, played


@given(played())
@settings(max_examples=60)
def test_every_position_of_a_game_comes_back_as_it_was(line: PlayedGame) -> None:
    if line.last.cards is not None:
        with pytest.raises(Unreadable, match="dice games only"):
            state_of(line.last)
        return
    for game in line.games:
        state = state_of(game, key=5)
        assert game_of(game.variant, state, game.names) == game
        assert settled(state) == words_of(game)


def test_hidden_answers_travel_in_any_order() -> None:
    game = new_game(load_variant("classic"), ["Ann", "Ben", "Cleo"])
    game = roll(game, Roll((4, 1), (3, 2, 5, 6))).state
    game = play(game, 2, WhiteCross("y5")).state
    state = state_of(game)
    assert game_of(game.variant, state, game.names) == game
    tables = compile_variant(game.variant).flat
    for _ in range(2):  # seats 1 and 2 decline; then all three answers take effect
        assert options_now(tables, state) == 0b11111
        answer_now(tables, state, 0, 0)
    after = game_of(game.variant, state, game.names)
    assert after.stage == "action2"
    assert after.sheets[2].rows == (0, 1 << 3, 0, 0)
    assert after.sheets[0].rows == after.sheets[1].rows == (0, 0, 0, 0)


def test_moves_and_options_are_two_names_of_the_same_thing() -> None:
    game = new_game(load_variant("longo"), ["Ann", "Ben"], lucky=[(6, 11), (5, 10)])
    game = roll(game, Roll((5, 1), (3, 2, 5, 6))).state
    tables = compile_variant(game.variant).flat
    options = int(options_now(tables, state_of(game)))
    # L-08: 6 is announced and lucky for Ann; her rows are all empty.
    moves = [move_of_option(game, 0, option) for option in range(9) if options >> option & 1]
    assert " ".join(map(str, moves)) == "- r6 y6 g6 b6 *r2 *y2 *g16 *b16"
    assert [option_of_move(game, 0, move) for move in moves] == list(range(9))


def test_the_kernel_refuses_card_games() -> None:
    with pytest.raises(Unreadable, match="dice games only"):
        state_of(new_game("classic", ["Ann"], cards=True))


def test_a_state_is_one_stretch_of_64_bit_integers() -> None:
    state = state_of(new_game("classic", ["Ann", "Ben"], first=1))
    assert state.dtype == np.int64
    assert state.shape == (16 + 2 * 28,)
    assert state[:4].tolist() == [0, 2, 1, 1]
