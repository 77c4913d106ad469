"""The levels for people, at tables of every size and in the card game."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from rowlock.bots.champion import Champion, error_of_a_win
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators
from rowlock.bots.error_sizes import card_points_error, error_at, race_error
from rowlock.bots.judges import judge_of_game
from rowlock.bots.levels import levels
from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, new_game, play, result, roll
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.matches.match import Match, play_matches
from rowlock.matches.sets import shares
from rowlock.matches.verdict import verdict
from rowlock.variants import Variant, from_text, load_variant
from rowlock.variants.shuffle import random_sheet

CLASSIC = load_variant("classic")
OWN = from_text(random_sheet("tulip"))
GENTLE = levels()[0].bot


def table(players: int) -> Game:
    return new_game(CLASSIC, [f"P{k}" for k in range(players)])


def unit_of(game: Game) -> float:
    """The error of a whole win at this table."""
    return error_of_a_win(judge_of_game(game), game.variant, len(game.names))


def test_levels_rise_from_gentle_to_champion_by_smaller_errors() -> None:
    spreads = [level.bot.noise for level in levels()]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] == 0


@pytest.mark.parametrize(("players", "unit"), [(2, 1.0), (4, 0.66), (5, 0.49)])
def test_an_error_is_as_large_as_the_chances_at_the_table(players: int, unit: float) -> None:
    assert unit_of(table(players)) == pytest.approx(unit)


@pytest.mark.parametrize(("sheet", "part"), [("double_a", 0.6), ("x_change", 0.85)])
def test_an_error_is_smaller_on_sheets_that_it_costs_more(sheet: str, part: float) -> None:
    game = new_game(sheet, ["Ann", "Ben"])
    assert unit_of(game) == pytest.approx(part)
    twin = compiled_spec_of(GENTLE, game.variant, 2)
    assert twin is not None
    assert twin.noise == pytest.approx(part * GENTLE.noise)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", [CLASSIC, load_variant("x_change"), OWN], ids=lambda v: v.id)
def test_a_bot_and_its_compiled_version_make_the_same_errors(
    variant: Variant, players: int
) -> None:
    game = new_game(variant, [f"P{k}" for k in range(players)])
    twin = compiled_spec_of(GENTLE, variant, players)
    assert twin is not None
    # Compiled code makes the error of two smaller where more play.
    error = twin.noise * error_at(players)
    assert error == pytest.approx(GENTLE.noise * unit_of(game))


def test_errors_in_points_shrink_with_the_number_of_players() -> None:
    games = [new_game(OWN, [f"P{k}" for k in range(players)]) for players in (2, 3, 4, 5)]
    assert [unit_of(game) for game in games] == pytest.approx([50, 45, 40, 35])
    assert [card_points_error(OWN, players) for players in (2, 5)] == pytest.approx([50, 29])
    chain = load_variant("connected_chain")
    assert card_points_error(chain, 2) == pytest.approx(42.5)
    bonus = load_variant("bonus_a")
    assert [card_points_error(bonus, n) for n in (2, 5)] == pytest.approx([57.5, 33.35])
    second_boxes = load_variant("double_a")
    assert [race_error(second_boxes, n) for n in (2, 5)] == pytest.approx([70, 55.3])


def won_alone_among(players: int, above: Champion, below: Champion) -> float:
    """How often the one wins on a sheet of one's own, every seat in turn with the same dice."""
    twins = [compiled_spec_of(bot, OWN, players) for bot in (above, below)]
    evaluators = compile_evaluators(OWN, [twin for twin in twins if twin is not None])
    games = np.arange(1000)
    seats = np.ones((len(games), players), dtype=np.int64)
    seats[games, games % players] = 0
    totals = play_games(evaluators, seats, 7, games // players).totals
    return float(shares(totals)[seats == 0].mean())


@pytest.mark.parametrize(("players", "low", "high"), [(2, 0.60, 0.72), (5, 0.25, 0.34)])
def test_levels_are_as_far_apart_on_a_sheet_of_ones_own(
    players: int, low: float, high: float
) -> None:
    # 60 to 72 % and 1.25 to 1.7 of five fair shares; a thousand games of a seed are off by 0.015.
    for below, above in pairwise(levels()):
        share = won_alone_among(players, above.bot, below.bot)
        assert low - 0.03 < share < high + 0.03, (above.name, share)


def played_by_the_core(number: int) -> list[int]:
    rng = random.Random(number)
    game = table(5)
    while not game.over:
        if game.stage == "roll":
            game = roll(game, random_roll(game, rng)).state
        else:
            seat = deciders(game)[0]
            game = play(game, seat, GENTLE.choose(view(game, seat), rng)).state
    return [score.total for score in result(game).scores]


def test_five_gentle_bots_score_alike_in_the_core_and_compiled() -> None:
    judge = compiled_spec_of(GENTLE, CLASSIC, 5)
    assert judge is not None
    seats = np.zeros((400, 5), dtype=np.int64)
    compiled = play_games(compile_evaluators(CLASSIC, [judge]), seats, 1).totals
    core = np.array([played_by_the_core(number) for number in range(8)]).mean(axis=1)
    # Games are the independent things; a mean of eight, and four times how far that may be off.
    assert abs(core.mean() - compiled.mean()) < 4 * compiled.mean(axis=1).std() / 8**0.5
    # An error that did not shrink with the chances would leave 26 of these 34 points.
    assert compiled.mean() > 30


def test_a_level_below_still_plays_the_card_game() -> None:
    hard, champion = levels()[-2].bot, levels()[-1].bot
    match = Match(CLASSIC, ("hard", "champion"), (hard, champion), seed=1, cards=True)
    found = verdict(match.names, list(play_matches(match, 40)))
    assert 0.2 < found[0].win_share < 0.5
