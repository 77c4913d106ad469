"""Complete turns, ranked; the bot that takes the first; games played by it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from rowlock.bots.solo import Solo, find_table
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, legal_moves, new_game, play, result, roll
from rowlock.core.sheet import Sheet
from rowlock.core.state import Roll
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.notation.position import parse_sheet
from rowlock.solver.policy import play_games
from rowlock.solver.problem import make_problem
from rowlock.solver.sweep_all import sweep_all
from rowlock.solver.table_cache import table_of
from rowlock.solver.turns import ranked_answers, ranked_turns
from rowlock.solver.value_table import ValueTable, make_table
from rowlock.variants import Variant, load_variant
from tests.sampling import some
from tests.solver.sheets import NEW_SHEETS, mixed_sheet, plain_sheet

CLASSIC = load_variant("classic")


def turns(table: ValueTable, sheet: str, dice: str) -> dict[str, float]:
    white, colours = dice.split()
    thrown = Roll(
        (int(white[0]), int(white[1])), tuple(None if die == "-" else int(die) for die in colours)
    )
    ranked = ranked_turns(table, parse_sheet(table.variant, sheet), thrown)
    assert [turn.cost for turn in ranked] == sorted(turn.cost for turn in ranked)
    assert ranked[0].cost == 0
    return {turn.text: turn.total for turn in ranked}


def test_every_complete_turn_is_listed_in_the_notation_of_records(classic: ValueTable) -> None:
    # White 5; red 3 gives 7 and 4, blue 6 gives 10 and 7; yellow and green are past it all.
    found = turns(
        classic, "r5 y2,12 g2 b5 x0".replace("y2,12", "y11").replace("g2", "g3"), "41 3256"
    )
    assert set(found) == {"x", "+r7"}
    found = turns(classic, "r4 y11 g3 b11 x0", "41 3256")
    assert set(found) == {
        "x",
        "r5",
        "b5",
        "+r7",
        "+b10",
        "+b7",
        "r5 +r7",
        "r5 +b10",
        "r5 +b7",
        "b5 +r7",
    }


def test_the_second_lock_in_action_1_ends_the_turn(classic: ValueTable) -> None:
    # Red is closed already; yellow 12 with the white sum ends the game: no action 2 (C-13).
    sheet = "r2,3,4,5,6,12# y2,3,4,5,6 g- b- x0"
    found = turns(classic, sheet, "66 -111")
    # 7 + 7 crosses: 28 + 28 points, and nothing comes after them.
    assert found["y12"] == 28 + 28
    assert "y12 +g7" not in found
    assert "g12 +b7" in found


def test_a_die_removed_in_action_1_is_not_used_in_action_2(classic: ValueTable) -> None:
    found = turns(classic, "r2,3,4,5,6 y- g- b- x0", "66 1111")
    assert "r12" in found
    assert "r12 +y7" in found
    assert not [text for text in found if text.startswith("r12 +r")]


def test_on_mixx_a_a_coloured_sum_may_stand_in_another_row() -> None:
    variant = mixed_sheet()
    problem = make_problem(variant)
    table = make_table(problem, sweep_all(problem, threads=1).values)
    # White 1 + red 1 = red 2, which stands in the yellow row; white 1 + green 2 = green 3 in red.
    found = turns(table, "r- y- g- b- x0", "11 1122")
    assert {"+r2", "+y2", "+g3"} <= set(found)
    assert "+b3" not in found


def test_the_answers_to_another_players_white_dice(classic: ValueTable) -> None:
    ranked = ranked_answers(classic, Sheet(), (1, 1))
    assert {turn.text for turn in ranked} == {"-", "r2", "y2"}
    assert ranked[0].text in ("r2", "y2")
    assert ranked[0].total == pytest.approx(ranked[1].total)  # red and yellow are alike


def test_the_mean_of_the_best_turn_over_all_rolls_is_the_value_of_the_sheet(
    classic: ValueTable,
) -> None:
    # Red is closed; yellow and green are dead, so their dice do not matter.
    sheet = parse_sheet(CLASSIC, "r2,3,4,5,6,12# y11 g3 b12,10 x2")
    faces = range(1, 7)
    rolls = [Roll((u, v), (None, 1, 1, d)) for u in faces for v in faces for d in faces]
    best = [ranked_turns(classic, sheet, dice)[0].total for dice in rolls]
    assert sum(best) / len(best) == pytest.approx(classic.total(sheet), abs=1e-6)


def play_out(variant: Variant, players: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    bot = Solo()
    game = new_game(variant, [f"p{seat}" for seat in range(players)])
    while not game.over:
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        for seat in deciders(game):
            move = bot.choose(view(game, seat), rng)
            assert move in legal_moves(game, seat)
            game = play(game, seat, move).state
    return list(result(game).totals)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    find_table.cache_clear()
    return tmp_path


def test_the_bot_solves_a_sheet_on_first_use_and_keeps_it(own_cache: Path) -> None:
    play_out(plain_sheet(), 1, seed=1)
    (kept,) = own_cache.iterdir()
    assert kept.name == f"short-{plain_sheet().digest}-1.table"
    before = kept.stat().st_mtime_ns
    find_table.cache_clear()
    play_out(plain_sheet(), 2, seed=2)  # two players: the solo table serves
    assert kept.stat().st_mtime_ns == before


def test_the_bot_plays_the_same_whatever_other_tables_are_kept(own_cache: Path) -> None:
    before = play_out(plain_sheet(), 2, seed=3)
    table_of(make_problem(plain_sheet(), 2))
    assert len(list(own_cache.iterdir())) == 2
    find_table.cache_clear()
    assert find_table(plain_sheet(), None).players == 1
    assert play_out(plain_sheet(), 2, seed=3) == before


def test_the_solo_bot_scores_the_solved_value(own_cache: Path) -> None:
    variant = plain_sheet()
    value = find_table(variant, None).values[0]
    totals = np.array([play_out(variant, 1, seed)[0] for seed in range(400)])
    assert abs(totals.mean() - value) < 4 * totals.std() / 20


@pytest.mark.parametrize("name", ["bonus_a", "bonus_b", "longo"])
def test_the_bot_says_why_it_cannot_play_a_sheet(name: str, own_cache: Path) -> None:
    game = new_game(name, ["Ann"])
    game = roll(game, Roll((1, 2), (1, 2, 3, 4))).state
    with pytest.raises(Unreadable, match=name):
        Solo().choose(view(game, 0), random.Random(1))


def test_games_of_best_play_score_what_was_solved(classic: ValueTable) -> None:
    totals = play_games(classic, 60_000, seed=1).totals
    error = totals.std() / np.sqrt(len(totals))
    assert abs(totals.mean() - classic.values[0]) < 3 * error


@pytest.mark.parametrize("players", [1, 2, 3])
def test_games_of_a_mixed_sheet_score_what_was_solved_from_every_seat(players: int) -> None:
    problem = make_problem(mixed_sheet(), players)
    table = make_table(problem, sweep_all(problem, threads=1).values)
    for wait, value in enumerate(table.values):
        totals = play_games(table, 40_000, seed=7, wait=wait).totals
        assert abs(totals.mean() - value) < 3 * totals.std() / np.sqrt(len(totals))


@pytest.mark.parametrize("players", some([1, 3], [1]))
@pytest.mark.parametrize("name", NEW_SHEETS)
def test_games_on_sheets_with_more_features_score_what_was_solved(name: str, players: int) -> None:
    problem = make_problem(NEW_SHEETS[name], players)
    table = make_table(problem, sweep_all(problem, threads=1).values)
    for wait, value in enumerate(table.values):
        totals = play_games(table, 40_000, seed=7, wait=wait).totals
        assert abs(totals.mean() - value) < 3 * totals.std() / np.sqrt(len(totals))


@pytest.mark.long
@pytest.mark.parametrize("name", ["mixx_a", "mixx_b"])
def test_games_of_mixx_score_what_was_solved(name: str) -> None:
    problem = make_problem(load_variant(name))
    table = make_table(problem, sweep_all(problem).values)
    totals = play_games(table, 1_000_000, seed=3).totals
    assert abs(totals.mean() - table.values[0]) < 3 * totals.std() / np.sqrt(len(totals))
