"""A recorded game is the one that is simulated with the same seed and number."""

from __future__ import annotations

import pytest

from rowlock import load_variant, parse_record, replay
from rowlock.bots.registry import make_bot
from rowlock.core.move import NOTHING
from rowlock.simulation.core_games import Seating, play_game, result_line
from rowlock.simulation.records import recorded_game


@pytest.mark.parametrize("variant", ["classic", "longo", "bonus_b"])
def test_the_record_is_of_the_simulated_game(variant: str) -> None:
    bots = tuple(map(make_bot, ("greedy", "random", "greedy:3")))
    seating = Seating(load_variant(variant), bots, seed=5)
    for number in range(3):
        record = recorded_game(seating, number)
        assert result_line(replay(record), record.setup.first) == play_game(seating, number)


@pytest.mark.parametrize("jokers", [False, True])
def test_the_record_of_a_card_game_is_of_the_simulated_game(jokers: bool) -> None:
    bots = tuple(map(make_bot, ("greedy", "random")))
    seating = Seating(load_variant("classic"), bots, seed=5, cards=True, jokers=jokers)
    for number in range(3):
        record = recorded_game(seating, number)
        again = parse_record(str(record))
        assert result_line(replay(again), record.setup.first) == play_game(seating, number)


def test_anyone_can_act_at_once() -> None:
    seating = Seating(load_variant("classic"), (make_bot("greedy"),), seed=5)
    record = recorded_game(seating, 0, lambda seen, move: NOTHING)
    assert [str(turn.columns[0]) for turn in record.turns] == ["x"] * 4
