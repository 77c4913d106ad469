"""Bots at tables whose seats have different sheets."""

from __future__ import annotations

from random import Random

import pytest

from rowlock import new_game, play, roll, view
from rowlock.bots.champion import Champion
from rowlock.bots.evaluation.evaluators import NetworkEvaluator, sheet_worth
from rowlock.bots.evaluation.heuristic_weights import Weights
from rowlock.bots.evaluation.lookahead import end_positions, own_lines
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_code, row_shapes, shapes_as_on
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.judges import judge_of
from rowlock.bots.race import Race
from rowlock.bots.simple import Greedy
from rowlock.core.game import deciders
from rowlock.core.state import Game
from rowlock.kernel.stream import GameChance
from rowlock.variants import from_text, load_variant
from rowlock.variants.together import for_seats

TABLES = [
    "double_a, double_b",
    "classic, mixx_a, bonus_a",
    "bonus_b, big_points, x_change, connected_chain, connected_steps",
]


def start(sheets: str) -> Game:
    return new_game(sheets, [f"Seat {k}" for k in range(sheets.count(",") + 1)])


@pytest.mark.parametrize("sheets", TABLES)
@pytest.mark.parametrize("bot", [Greedy(), Heuristic(), Race(), Champion(), Champion(0.1)])
def test_every_bot_plays_its_own_sheet(sheets: str, bot: Greedy) -> None:
    game, chance, rng = start(sheets), GameChance(4, 1), Random(1)
    while not game.over and game.turn < 12:
        game = roll(game, chance.roll(game)).state
        while not game.over and (owing := deciders(game)):
            move = bot.choose(view(game, owing[0]), rng)
            game = play(game, owing[0], move).state


def test_bots_play_cards_on_different_sheets() -> None:
    from rowlock.testing.playout import play_out

    game = new_game("classic, mixx_a", ["Ann", "Ben"], cards=True)
    ended = play_out(game, 3, lambda game, seat, rng: Champion().choose(view(game, seat), rng))
    assert ended.over


def test_a_seat_is_evaluated_on_its_own_sheet() -> None:
    # Empty sheets: each has the heuristic's value that it has among equal ones.
    game = roll(start(TABLES[1]), "11 1111").state
    seen = view(game, 0)
    positions = Positions.of(end_positions(seen, 0, own_lines(seen)[:1], {}))
    for seat, name in enumerate(("classic", "mixx_a", "bonus_a")):
        same = roll(start(", ".join([name] * 3)), "11 1111").state
        alone = view(same, seat)
        there = Positions.of(end_positions(alone, seat, own_lines(alone)[:1], {}))
        assert sheet_worth(positions, seat, Weights()) == sheet_worth(there, seat, Weights())


def test_a_network_sees_foreign_rows_as_its_own() -> None:
    # Rows of eleven cells: classic and Mixx A have the same shapes, so a table of both is seen from
    # the classic seat as a classic one.
    mixed = roll(start("classic, mixx_a"), "11 1111").state
    same = roll(start("classic, classic"), "11 1111").state
    values = []
    for game in (mixed, same):
        seen = view(game, 0)
        positions = Positions.of(end_positions(seen, 0, own_lines(seen), {}))
        values.append(NetworkEvaluator().worth(positions, 0))
    assert (values[0] == values[1]).all()


def test_rows_with_more_places_are_scaled() -> None:
    # Double A has 21 places in a row, Double B 15. Full rows with their locks correspond.
    a, b = load_variant("double_a"), load_variant("double_b")
    shapes = shapes_as_on(a, b)
    assert shapes[row_code(0, 0)] == row_shapes(a).number[row_code(0, 0)]
    locked = row_code((1 << 16) - 1, 1)
    assert shapes[locked] == row_shapes(a).number[1024 + 32 * 22 + 16]
    assert shapes_as_on(a, a) is row_shapes(a).number


def test_the_network_needs_weights_for_every_sheet() -> None:
    mine = from_text("extends = 'classic'\n[about]\nid = 'mine'\n[lock]\ncrosses_before = 4")
    assert judge_of(for_seats("double_a, double_b", 2), 2).kind == "network"
    assert judge_of((load_variant("classic"), mine), 2).kind == "race"
    assert judge_of(for_seats("classic, mixx_a", 2), 2, cards=True).kind == "card_rules"
