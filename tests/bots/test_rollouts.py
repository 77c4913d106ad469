"""Rollouts: games to the end say what a position is worth, and are weighed against the network."""

from __future__ import annotations

import math
import random
from itertools import count

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import compiled_spec_of
from rowlock.bots.compiled.rest_of_game import outcomes
from rowlock.bots.evaluation.evaluators import MARGIN_WEIGHT, NetworkEvaluator
from rowlock.bots.evaluation.lookahead import (
    Scenario,
    judged_scenarios,
    mean_values,
    own_lines,
)
from rowlock.bots.evaluation.network import has_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.spreads import measured_errors
from rowlock.bots.registry import make_bot
from rowlock.bots.search import rollouts
from rowlock.bots.search.close_candidates import (
    find_close_candidates,
    kernel_states,
    network_evaluators,
)
from rowlock.bots.search.rollouts import Differences, play_on_for, roll_out
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.kernel.stream import GameChance
from rowlock.testing.check_bot import check_bot
from rowlock.variants import BUILT_IN, load_variant

CLASSIC = load_variant("classic")
HASTY = Champion(second=1e-9, to_the_end=True, ends=False)
"""Time for one game of each candidate and no more, on any machine."""

# Red is closed and Ann rolls with three penalties. She has y2..y6 and y11, 21 points, and one
# point each for g3 and b3: 23 - 15 = 8. All that is left to her is y12, which locks yellow and ends
# the game with 36 + 2 - 15 = 23 points; or the fourth penalty ends it with 3. Ben can do nothing.
ANN = [0, 0b01000011111, 1 << 9, 1 << 9]
BEN = [0b11111, 1 << 9, 1 << 9, 1 << 9]
"""15 + 3 = 18 points: Ann wins by 5, or loses by 15."""
POOR_BEN = [0, 1 << 9, 1 << 9, 1 << 9]
"""3 points, and -2 with a penalty: Ann wins in any case."""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiling would count as thinking otherwise."""
    states = kernel_states(last_roll((BEN, 0)), np.array([0]))
    outcomes(network_evaluators(CLASSIC), states, 0, keys(0))


def keys(number: int, seed: int = 1) -> NDArray[np.int64]:
    rng = random.Random(seed)
    return np.array([rng.getrandbits(62) for _ in range(number)], dtype=np.int64)


def last_roll(*bens: tuple[list[int], int]) -> Positions:
    """Ann before her last roll, against each of these rows and penalties."""
    n = len(bens)
    return Positions(
        CLASSIC,
        np.array([[ANN, rows] for rows, _ in bens]),
        np.array([[3, penalties] for _, penalties in bens]),
        np.zeros((n, 2), dtype=np.int64),
        np.ones(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.bool_),
        (0, 0),
    )


def test_games_from_the_last_roll_have_its_chances() -> None:
    # She gets y12 with two white sixes, 1/36, or with one of them, 10/36, and a yellow six, 1/6:
    # 16/216 = 2/27.
    states = kernel_states(last_roll((BEN, 0)), np.array([0]))
    ann, ben = (outcomes(network_evaluators(CLASSIC), states, q, keys(5000))[:, 0] for q in (0, 1))
    assert set(ann) == {1 + 5 * MARGIN_WEIGHT, -15 * MARGIN_WEIGHT}
    exact = 2 / 27 * (1 + 5 * MARGIN_WEIGHT) - 25 / 27 * 15 * MARGIN_WEIGHT
    assert abs(ann.mean() - exact) < 2.6 * ann.std() / 5000**0.5
    assert ann + ben == pytest.approx(np.ones(5000))


def test_all_candidates_meet_the_same_dice_in_any_batch() -> None:
    near = find_close_candidates(some_decision(3))
    evaluators = network_evaluators(near.variants)
    both = np.concatenate((near.states[:1], near.states))
    played = outcomes(evaluators, both, 1, keys(12))
    assert played[:, 0].tolist() == played[:, 1].tolist()
    parts = [outcomes(evaluators, both, 1, part) for part in (keys(12)[:5], keys(12)[5:])]
    assert np.concatenate(parts).tolist() == played.tolist()
    assert len(set(played[:, 0])) > 1


def test_the_same_chance_gives_the_same_sums() -> None:
    near = find_close_candidates(some_decision(2))
    one, two, other = (play_on_for(near, 1, random.Random(seed), 0) for seed in (5, 5, 6))
    assert one.games.tolist() == [1.0] * len(near.places)
    assert one.sums.tolist() == two.sums.tolist() != other.sums.tolist()
    assert one.squares.tolist() == (one.sums**2).tolist()


def test_network_and_rollouts_are_weighed_by_their_precision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rollouts, "GAME_SPREAD", 0.5)
    monkeypatch.setattr(rollouts, "FEW", 2)
    found = Differences(np.array([0.50, 0.48, 0.47]), network_spread=0.1)
    assert found.guesses()[0] == pytest.approx([0, -0.02, -0.03])
    # Two games in which the second candidate is 1 and 0 better; the third does not play. Around
    # their mean of 1/2 their squares add up to 1/2; with the first guess, twice 1/4, the variance
    # of a game is (1/2 + 1/2) / (2 + 2) = 1/4. Precisions: 100 of the network, 2 / (1/4) = 8 of
    # the games. Their mean is (100 * -0.02 + 8 * 0.5) / 108.
    found.add(np.array([True, True, False]), np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]))
    guesses, spreads = found.guesses()
    assert guesses == pytest.approx([0, 2 / 108, -0.03])
    assert spreads[1:] == pytest.approx([108**-0.5, 0.1])


def test_clearly_worse_candidates_are_dropped() -> None:
    found = Differences(np.array([0.5, 0.499, 0.499, 0.3]), network_spread=0.01)
    assert found.open().tolist() == [True, True, True, False]
    worths = np.tile([[0.5, 0.6, 0.3, 0.0]], (5000, 1))
    worths[:, 1] += np.tile([0.3, -0.3], 2500)
    found.add(np.array([True, True, True, False]), worths)
    assert found.open().tolist() == [False, True, False, False]


def test_rollouts_correct_the_network_if_there_is_time() -> None:
    positions = last_roll((BEN, 0), (POOR_BEN, 1), (BEN, 0))
    scenario = Scenario(1.0, positions, np.array([0.5, 0.495, 0.2]))
    quick = roll_out([scenario], 0, random.Random(1), 0)
    assert np.argmax(quick) == 0
    assert quick[2] == -np.inf  # too far behind to be looked at
    # The second one wins always, the first one seldom: that is settled long before a minute.
    assert np.argmax(roll_out([scenario], 0, random.Random(1), 60)) == 1


def test_ends_of_the_game_are_known_and_both_answers_of_the_others_count() -> None:
    # If Ben answers so, the second candidate has ended the game: 0.9. If he answers otherwise it is
    # surely won, with 5 points ahead after the fourth penalty and 25 after y12.
    here, there = last_roll((BEN, 0), (BEN, 0)), last_roll((BEN, 0), (POOR_BEN, 1))
    here.over[1] = True
    values = np.array([0.9, 0.9])
    near = find_close_candidates([Scenario(0.25, here, values), Scenario(0.75, there, values)])
    assert near.places.tolist() == [0, 1]
    assert len(near.states) == 3
    worths = near.worth(outcomes(network_evaluators(CLASSIC), near.states, 0, keys(50)))
    second = [0.25 * 0.9 + 0.75 * (1 + lead * MARGIN_WEIGHT) for lead in (5, 25)]
    first = [-15 * MARGIN_WEIGHT, 1 + 5 * MARGIN_WEIGHT]
    got = {(round(a, 9), round(b, 9)) for a, b in worths.tolist()}
    assert got == {(round(a, 9), round(b, 9)) for a, b in zip(first, second, strict=True)}


def test_rollouts_stop_if_all_games_have_ended() -> None:
    positions = last_roll((BEN, 0), (BEN, 0), (BEN, 0))
    positions.over[:2] = True
    near = find_close_candidates([Scenario(1.0, positions, np.array([0.5, 0.499, 0.461]))])
    found = play_on_for(near, 0, random.Random(1), 60)  # the third one is given up at once
    assert found.games.tolist() == [0, 0, 0]
    assert found.guesses()[0] == pytest.approx([0, -0.001, -0.039])


def test_the_time_is_kept() -> None:
    # A clock on which every game of each candidate takes 10 milliseconds; nothing is ever settled
    # between two candidates that are the same.
    ticks = count()
    near = find_close_candidates(
        [Scenario(1.0, last_roll((BEN, 0), (BEN, 0)), np.array([0.5, 0.499]))]
    )
    found = play_on_for(near, 0, random.Random(1), 0.1, clock=lambda: 0.01 * next(ticks))
    assert found.games.tolist() == [10, 10]


def some_decision(players: int) -> list[Scenario]:
    """The second seat's first decision with several candidates near the best one."""
    for number in count():
        chance = GameChance(3, number)
        game = new_game("classic", ["Ann", "Ben", "Cleo"][:players])
        game = roll(game, chance.roll(game)).state
        seen = view(game, 1)
        scenarios = judged_scenarios(seen, NetworkEvaluator(), own_lines(seen))
        if not find_close_candidates(scenarios).decided:
            return scenarios
    raise AssertionError


def test_without_time_it_plays_like_the_champion() -> None:
    rng, chance, decisions = random.Random(1), GameChance(5, 1), 0
    game = new_game("classic", ["Ann", "Ben"])
    while not game.over:
        if game.stage == "roll":
            game = roll(game, chance.roll(game)).state
            continue
        seat = deciders(game)[0]
        seen = view(game, seat)
        lines = own_lines(seen)
        values = mean_values(judged_scenarios(seen, NetworkEvaluator(), lines))
        move = HASTY.choose(seen, rng)
        chosen = max(v for v, line in zip(values, lines, strict=True) if move in line.moves)
        assert chosen > values.max() - 0.002  # one game does not outweigh more than that
        decisions += 1
        game = play(game, seat, move).state
    assert decisions > 20


def test_it_plays_by_the_rules() -> None:
    report = check_bot(HASTY, (load_variant("bonus_b"),), slow_ms=math.inf)
    assert report.games == 10  # alone and with cards like the champion


@pytest.mark.long
def test_it_plays_by_the_rules_on_every_sheet() -> None:
    assert check_bot(HASTY, slow_ms=math.inf, cards=False).games == 10 * 5


def test_every_network_has_a_spread_of_its_own() -> None:
    assert set(measured_errors()) == {name for name in BUILT_IN if has_network(load_variant(name))}


def test_it_is_made_by_name_and_has_no_compiled_twin() -> None:
    assert make_bot("rollout:250") == Champion(second=0.25, to_the_end=True)
    assert make_bot("rollout") == Champion(second=0.5, to_the_end=True)
    assert compiled_spec_of(make_bot("rollout:250"), CLASSIC, 2) is None
    for text in ("rollout:0", "rollout:1.5", "rollout:60001"):
        with pytest.raises(Unreadable, match="milliseconds"):
            make_bot(text)
