"""The compiled way of judging and deciding is the readable one."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.bots.champion import Champion
from rowlock.bots.compiled import CompiledSpec, compiled_spec_of
from rowlock.bots.compiled import evaluators as compiled_judges
from rowlock.bots.compiled.evaluated_games import play_games
from rowlock.bots.compiled.evaluator_arrays import compile_evaluators, make_workspace
from rowlock.bots.compiled.evaluator_fields import JUDGE
from rowlock.bots.compiled.joint_position import (
    V_BAR,
    V_CLOSED,
    V_LUCKY,
    V_NEXT,
    V_PENALTIES,
    V_ROWS,
    V_SIZE,
)
from rowlock.bots.compiled.next_turn import expected_turn, recorded_games
from rowlock.bots.evaluation.evaluators import (
    MARGIN_WEIGHT,
    HeuristicEvaluator,
    NetworkEvaluator,
    PositionEvaluator,
    RaceEvaluator,
    Values,
)
from rowlock.bots.evaluation.lookahead import (
    Scenario,
    choose_move,
    judged_scenarios,
    own_lines,
)
from rowlock.bots.evaluation.network import load_network
from rowlock.bots.evaluation.positions import Positions
from rowlock.bots.evaluation.row_shapes import row_shapes
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.race import Race
from rowlock.bots.search.close_candidates import kernel_states
from rowlock.bots.search.next_turn import look_one_turn_on
from rowlock.core.bot import Bot
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.kernel.state import ACTIVE, BAR, CLOSED, HEAD, KEY, LUCKY, PENALTIES, PLAYERS, SEAT
from rowlock.kernel.variant_tables import LUCKY_MASK, compile_variant
from rowlock.matches.match import Match, play_matches
from rowlock.simulation.core_games import Seating, play_game
from rowlock.variants import load_variant
from tests.sampling import some

SHEETS = ("classic", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "longo")
NEWEST = ("double_a", "connected_steps", "connected_chain", "x_change", "big_points")


class InCore:
    """A bot without a compiled twin, so that its games are played in the core."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, view: View, rng: random.Random) -> Move:
        return self.bot.choose(view, rng)


class Looking:
    """A network with a weight for people; it counts how often people would answer otherwise."""

    def __init__(self, people: float) -> None:
        self.judge = NetworkEvaluator(people=people)
        self.decisions = self.mixed = 0

    def choose(self, view: View, rng: random.Random) -> Move:
        scenarios = judged_scenarios(view, self.judge, own_lines(view))
        self.decisions += 1
        self.mixed += len(scenarios) == 2
        return choose_move(view, self.judge)


def positions_of(sheet: str, players: int) -> tuple[Positions, NDArray[np.int64]]:
    """Positions between the turns of some games, and the kernel's states of them."""
    variant = load_variant(sheet)
    judge = compiled_spec_of(Champion(), variant, 2)
    assert judge is not None
    evaluators = compile_evaluators(variant, [judge])
    states, _ = recorded_games(evaluators, np.zeros((4, players), dtype=np.int64), 3)
    seats = states[:, HEAD:].reshape(len(states), players, SEAT)
    masks = list(compile_variant(variant).flat[LUCKY_MASK : LUCKY_MASK + 5])
    lucky = tuple(masks.index(seats[0, q, LUCKY]) for q in range(players))
    positions = Positions(
        variant,
        seats[:, :, :4].copy(),
        seats[:, :, PENALTIES].copy(),
        seats[:, :, BAR] | seats[:, :, BAR + 1] << 32,
        states[:, CLOSED].copy(),
        states[:, ACTIVE].copy(),
        np.zeros(len(states), dtype=np.bool_),
        lucky if variant.lucky_pairs else (0,) * players,
    )
    return positions, states


def set_joint(v: NDArray[np.int64], positions: Positions, i: int) -> None:
    """A position in the layout of `joint_position.py`."""
    v[:V_SIZE] = 0
    masks = compile_variant(positions.variant).flat[LUCKY_MASK:]
    for q in range(positions.players):
        v[V_ROWS + 4 * q : V_ROWS + 4 * q + 4] = positions.rows[i, q]
        v[V_PENALTIES + q] = positions.penalties[i, q]
        v[V_BAR + 2 * q] = positions.bar[i, q] & 0xFFFFFFFF
        v[V_BAR + 2 * q + 1] = positions.bar[i, q] >> 32
        v[V_LUCKY + q] = masks[positions.lucky[q]]
    v[V_CLOSED], v[V_NEXT] = positions.closed[i], positions.following[i]


def seen_by(judge: CompiledSpec, positions: Positions, seat: int) -> list[float]:
    """What the compiled judge makes of these positions, one after the other."""
    return seen_in_turn([judge], positions, seat)


def seen_in_turn(together: list[CompiledSpec], positions: Positions, seat: int) -> list[float]:
    """The same with a judge for each position, in turn."""
    variant, players = positions.variant, positions.players
    evaluators = compile_evaluators(variant, together)
    room, seen = make_workspace(evaluators, players), list[float]()
    joint = np.asarray(room.joint)
    room.state[PLAYERS] = players
    for i in range(len(positions.rows)):
        set_joint(joint, positions, i)
        seen.append(compiled_judges.worth_to(room, seat, JUDGE * (i % len(together))))
    return seen


@pytest.mark.parametrize("sheet", [*SHEETS, *NEWEST])
def test_compiled_evaluators_equal_readable_ones(sheet: str) -> None:
    positions, _ = positions_of(sheet, 3)
    pairs: list[tuple[Bot, PositionEvaluator]] = [
        (Heuristic(), HeuristicEvaluator(Heuristic().weights)),
        (Race(), RaceEvaluator(Race().weights)),
        (Champion(), NetworkEvaluator()),
    ]
    for bot, judge in pairs:
        twin = compiled_spec_of(bot, positions.variant, 2)
        assert twin is not None
        for seat in range(positions.players):
            seen = seen_by(twin, positions, seat)
            # Single against double precision; points go up to two hundred.
            assert seen == pytest.approx(judge.worth(positions, seat), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("sheet", [*SHEETS, *NEWEST])
def test_candidates_of_one_decision_differ(sheet: str) -> None:
    # Every position eight times with other own sheets, and in between with other sheets of the
    # others: what the compiled judge keeps from one position to the next must be the right thing.
    positions, _ = positions_of(sheet, 3)
    index = np.repeat(np.arange(0, len(positions.rows) - 12, 5), 8)
    own = index + np.tile(np.arange(8), len(index) // 8)
    parts = ("rows", "penalties", "bar", "closed", "following", "over")
    mixed = replace(positions, **{name: getattr(positions, name)[index] for name in parts})
    for name in ("rows", "penalties", "bar"):
        getattr(mixed, name)[:, 1] = getattr(positions, name)[own, 1]
        getattr(mixed, name)[::3, 2] = getattr(positions, name)[own[::3], 2]
    mixed.closed[::7] |= 2
    twin = compiled_spec_of(Champion(), positions.variant, 2)
    assert twin is not None
    expected = NetworkEvaluator().worth(mixed, 1)
    assert seen_by(twin, mixed, 1) == pytest.approx(expected, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize(("hidden", "second"), [(256, 64), (192, 96), (70, 18)])
def test_a_network_may_have_any_width(hidden: int, second: int) -> None:
    positions, _ = positions_of("classic", 3)
    rng = np.random.default_rng(1)

    def random_line(*shape: int) -> NDArray[np.float32]:
        return rng.normal(0, 0.2, shape).astype(np.float32)

    network = replace(
        load_network(positions.variant),
        rows=random_line(5, 4, row_shapes(positions.variant).size, hidden),
        penalties=random_line(5, 10, hidden),
        scalars=random_line(7, hidden),
        bias=random_line(hidden),
        second=random_line(hidden, second),
        second_bias=random_line(second),
        last=random_line(2, second),
        last_bias=random_line(2),
    )
    win, margin = network.expect(positions, 2)
    seen = seen_by(CompiledSpec("network", network=network), positions, 2)
    assert win.std() > 0.05
    assert seen == pytest.approx(win + MARGIN_WEIGHT * margin, rel=1e-3, abs=1e-4)
    # Beside another one that looks at the same positions.
    index = np.repeat(np.arange(len(positions.rows)), 4)
    parts = ("rows", "penalties", "bar", "closed", "following", "over")
    often = replace(positions, **{name: getattr(positions, name)[index] for name in parts})
    twin = compiled_spec_of(Champion(), positions.variant, 2)
    assert twin is not None
    in_turn = seen_in_turn([twin, twin, CompiledSpec("network", network=network)], often, 2)
    both = np.array(seen_by(twin, often, 2))
    both[2::3] = np.array(seen)[index][2::3]
    assert in_turn == pytest.approx(both, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("sheet", some([*SHEETS, *NEWEST], [*SHEETS, "double_a", "big_points"]))
@pytest.mark.parametrize("players", [2, 3])
def test_the_same_games_are_played_in_core_and_kernel(sheet: str, players: int) -> None:
    champion = Champion(ends=False)  # the twins do without exact ends
    bots: tuple[Bot, ...] = (champion, Heuristic(), champion)[:players]
    names = ("a", "b", "c")[:players]
    match = Match(load_variant(sheet), names, bots, seed=3, threads=1)
    slow = Match(load_variant(sheet), names, tuple(map(InCore, bots)), seed=3, threads=1)
    kernel, core = (np.concatenate([s.totals for s in play_matches(m, 1)]) for m in (match, slow))
    assert kernel.tolist() == core.tolist()


@pytest.mark.parametrize(
    ("sheet", "players", "weights"),
    [
        ("classic", 2, (0.5, 0.5)),
        ("classic", 3, (0.5, 0.0, 0.9)),
        ("bonus_a", 2, (0.75, 0.75)),
        ("longo", 3, (0.3, 0.5, 0.5)),
    ],
)
def test_the_weight_of_people_is_the_same_in_core_and_kernel(
    sheet: str, players: int, weights: tuple[float, ...]
) -> None:
    variant, bots = load_variant(sheet), [Looking(people) for people in weights]
    core = [play_game(Seating(variant, tuple(bots), seed=4), number)[3::3] for number in range(3)]
    mixed, decisions = sum(bot.mixed for bot in bots), sum(bot.decisions for bot in bots)
    assert mixed > decisions / 20  # or this would compare nothing new
    network = load_network(variant)
    evaluators = [
        CompiledSpec("network", network=network, looks_around=True, people=people)
        for people in weights
    ]
    seats = np.tile(np.arange(players), (3, 1))
    kernel = play_games(compile_evaluators(variant, evaluators), seats, 4)
    assert kernel.totals.tolist() == [list(totals) for totals in core]


@pytest.mark.parametrize("sheet", [*SHEETS, "x_change", "big_points"])
def test_positions_become_the_states_they_came_from(sheet: str) -> None:
    positions, states = positions_of(sheet, 2)
    made = kernel_states(positions, np.arange(len(states)))
    for part in (ACTIVE, CLOSED):
        assert made[:, part].tolist() == states[:, part].tolist()
    for q in range(2):
        b = HEAD + SEAT * q
        for part in (0, 1, 2, 3, PENALTIES, BAR, BAR + 1, LUCKY):
            assert made[:, b + part].tolist() == states[:, b + part].tolist()


def test_a_turn_later_two_seats_still_share_one_win() -> None:
    _, states = positions_of("classic", 2)
    judge = compiled_spec_of(Champion(), load_variant("classic"), 2)
    assert judge is not None
    evaluators = compile_evaluators(load_variant("classic"), [judge])
    later = expected_turn(evaluators, states, np.zeros((len(states), 2), dtype=np.int64), 0)
    assert later[:, :, 0].sum(axis=1) == pytest.approx(np.ones(len(states)), abs=0.06)
    again = expected_turn(
        evaluators, states, np.zeros((len(states), 2), dtype=np.int64), 0, threads=2
    )
    assert again.tolist() == later.tolist()


def test_rollouts_examine_only_the_best_candidates() -> None:
    positions, states = positions_of("classic", 2)
    assert states[:, KEY].all()
    values = np.linspace(0.5, 0.4, len(states))
    seen = look_one_turn_on([Scenario(1.0, positions, values)], 0, random.Random(1), budget=0.001)
    # 0.5 and all within 0.04 of it, four at most; the others are out.
    assert np.isfinite(seen).nonzero()[0].tolist() == [0, 1, 2, 3]
    assert ((seen[:4] > 0) & (seen[:4] < 1)).all()


def test_rollouts_weigh_the_answers_of_the_others() -> None:
    positions, _ = positions_of("classic", 2)
    here, there = (
        replace(
            positions,
            **{
                name: getattr(positions, name)[first : first + 6].copy()
                for name in ("rows", "penalties", "bar", "closed", "following", "over")
            },
        )
        for first in (10, 30)
    )
    here.over[1] = True  # one way the game is over: nothing to look at again
    values = np.array([0.5, 0.49, 0.48, 0.47, 0.3, 0.2])

    def look(*scenarios: Scenario) -> Values:
        return look_one_turn_on(
            list(scenarios), 1, random.Random(5), budget=0
        )  # one look, same dice

    one, other = look(Scenario(1.0, here, values)), look(Scenario(1.0, there, values))
    assert one[1] == 0.49
    assert abs(one[:4] - other[:4]).max() > 0.01
    both = look(Scenario(0.25, here, values), Scenario(0.75, there, values))
    assert both[:4] == pytest.approx(0.25 * one[:4] + 0.75 * other[:4])
    assert (both[4:] == -np.inf).all()
