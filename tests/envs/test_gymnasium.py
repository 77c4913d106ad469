"""Gymnasium's own checks, and that the vector plays the games of the single environments."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import vector
from PIL import Image

import rowlock
import rowlock.envs  # registers the ids
from rowlock import Unreadable
from rowlock.bots import Greedy
from rowlock.envs.ids import IDS, OWN_SHEET, env_id
from rowlock.envs.pixels import read_png
from rowlock.envs.single import RowlockEnv
from rowlock.envs.vector import RowlockVectorEnv
from rowlock.variants import BUILT_IN
from tests.envs.matrix import settings
from tests.sampling import some

MIXED = ("random", "greedy:1", Greedy(2), "heuristic")


def opponents(players: int) -> tuple[Any, ...]:
    return MIXED[: players - 1]


@settings()
def test_the_check_of_gymnasium(variant: str, players: int, more: dict[str, Any]) -> None:
    env = gymnasium.make(env_id(variant), opponents=opponents(players), **more)
    check_env(env.unwrapped)


def test_every_printed_sheet_has_an_id_and_own_sheets_have_one_together() -> None:
    assert set(IDS.values()) == set(BUILT_IN)
    assert {"rowlock/Classic-v1", "rowlock/MixxA-v1", "rowlock/DoubleB-v1"} < set(IDS)
    assert set(IDS) | {OWN_SHEET} <= set(gymnasium.registry)
    env = gymnasium.make("rowlock.envs:rowlock/Sheet-v1", variant="examples/my_sheet.toml")
    assert env.reset(seed=1)[0].any()


def legal(info: dict[str, Any], rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_is_asked_whenever_it_owes_an_answer(seat: int) -> None:
    env = RowlockEnv("bonus_b", ("random", "greedy"), seat=seat)
    rng = Random(1)
    for game in range(3):
        _, info = env.reset(seed=game)
        over = False
        while not over:
            assert env.table.asked == seat
            assert np.array_equal(env.action_masks(), info["action_mask"])
            _, reward, over, _, info = env.step(legal(info, rng))
        assert reward == info["scores"][seat] == env.table.totals[seat]
        with pytest.raises(ResetNeeded, match="the game is over"):
            env.step(0)


VECTORS = [
    ("classic", (), 0),
    ("longo", ("random",), 0),
    ("bonus_b", ("greedy", "random", "greedy"), 1),
    ("mixx_b", ("greedy:1", "greedy:1"), 2),
    ("bonus_a", ("heuristic",), 1),
    ("double_a", ("greedy", "random", "greedy:1", "random"), 4),
    ("connected_chain", (), 0),
    ("x_change", ("random",), 1),
    ("big_points", ("greedy", "random"), 0),
]
NAMES = ("greedy", "random", "heuristic", "greedy:1")
ALL_VECTORS = [
    *VECTORS,
    *((name, NAMES[: players - 1], players // 2) for name in BUILT_IN for players in range(1, 6)),
]
"""Every sheet with one to five players."""


@pytest.mark.parametrize(("variant", "bots", "seat"), some(dict.fromkeys(ALL_VECTORS), VECTORS))
def test_a_vector_plays_the_games_of_single_environments(
    variant: str, bots: tuple[str, ...], seat: int
) -> None:
    """Environment i of three plays games i, i + 3, … of the seed, with the same answers of bots."""
    more: dict[str, Any] = {"opponents": bots, "seat": seat, "reward": "points"}
    envs = RowlockVectorEnv(3, variant, **more)
    singles = [RowlockEnv(variant, **more) for _ in range(3)]
    seen, info = envs.reset(seed=5)
    for number, single in enumerate(singles):
        single.reset(seed=5)
        for _ in range(number):
            single.reset()
    rng, ended = Random(2), 0
    for _ in range(150):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        seen, reward, over, cut, info = envs.step(np.array(actions))
        assert not cut.any()
        for number, single in enumerate(singles):
            one, paid, done, _, told = single.step(actions[number])
            assert (reward[number], over[number]) == (paid, done)
            if done:
                ended += 1
                assert info["_final_obs"][number]
                assert np.array_equal(info["final_obs"][number], one)
                scores = info["final_info"]["scores"][number]
                assert scores.tolist() == told["scores"].tolist()
                for _ in range(3):
                    one, told = single.reset()
            assert np.array_equal(seen[number], one)
            assert np.array_equal(info["action_mask"][number], told["action_mask"])
    assert ended > 3


def make_vec(games: int, **more: Any) -> VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec("rowlock/Classic-v1", num_envs=games, **more)


def test_the_vector_says_what_it_is() -> None:
    envs = make_vec(8)
    assert isinstance(envs.unwrapped, RowlockVectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert info["_action_mask"].all()
    envs.action_space.seed(1)
    seen, reward, over, cut, info = envs.step(envs.action_space.sample())
    assert envs.observation_space.contains(seen)
    assert [part.shape for part in (reward, over, cut, info["illegal"])] == [(8,)] * 4
    assert reward.dtype == np.float64
    assert info["illegal"].any()  # any action is hardly ever legal everywhere


def test_the_vector_agrees_with_gymnasiums_own_on_seeds_and_shapes() -> None:
    envs, theirs = (
        gymnasium.make_vec("rowlock/Longo-v1", num_envs=2, vectorization_mode=mode)
        for mode in ("vector_entry_point", "sync")
    )
    assert envs.single_observation_space == theirs.single_observation_space
    assert envs.single_action_space == theirs.single_action_space
    assert envs.observation_space == theirs.observation_space
    # The first game of the first environment is game 0 of the seed in both.
    assert np.array_equal(envs.reset(seed=4)[0][0], theirs.reset(seed=4)[0][0])


@pytest.mark.parametrize("opponents", [(), ("greedy",)])
def test_the_vector_tells_what_gymnasiums_own_tells_of_an_end(opponents: tuple[str, ...]) -> None:
    """With one environment both play the games 0, 1, 2 … of the seed, illegal actions and all."""
    ours = RowlockVectorEnv(1, opponents=opponents)
    theirs = SyncVectorEnv(
        [lambda: RowlockEnv(opponents=opponents)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    ours.reset(seed=6)
    theirs.reset(seed=6)
    rng = Random(3)
    ended = illegal = 0
    while ended < 4:
        actions = np.array([rng.randrange(53)])
        _, _, over, _, info = ours.step(actions)
        own, final = info.get("final_obs"), info.get("final_info")
        info = theirs.step(actions)[-1]
        assert over[0] == ("final_info" in info)
        if over[0]:
            ended += 1
            assert own is not None
            assert final is not None
            assert np.array_equal(own[0], info["final_obs"][0])
            assert set(final) == set(info["final_info"])
            for name, told in info["final_info"].items():
                assert np.array_equal(final[name], told), name
                assert final[name].dtype == told.dtype, name
            illegal += int(final["illegal"][0])
    assert illegal > 0


@pytest.mark.parametrize("opponents", [(), ("greedy",)])
def test_the_next_game_begins_in_the_next_step_as_in_gymnasiums_own(
    opponents: tuple[str, ...],
) -> None:
    ours = make_vec(1, opponents=opponents, autoreset_mode="NEXT_STEP")
    theirs = SyncVectorEnv([lambda: RowlockEnv(opponents=opponents)])
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    ours.reset(seed=6)
    theirs.reset(seed=6)
    rng, ended = Random(3), 0
    while ended < 4:
        actions = np.array([rng.randrange(53)])
        *own, info = ours.step(actions)
        *others, told = theirs.step(actions)
        assert all(map(np.array_equal, own, others))
        for name in ("action_mask", "illegal", *(["scores"] if own[2][0] else [])):
            assert np.array_equal(info[name], told[name]), name
        ended += int(own[2][0])


def test_games_wait_for_a_reset_where_that_is_asked_for() -> None:
    envs = RowlockVectorEnv(2, opponents="greedy", autoreset_mode=AutoresetMode.DISABLED)
    _, info = envs.reset(seed=1)
    over = np.zeros(2, np.bool_)
    while not over.any():
        _, _, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
    assert info["scores"][over].shape == (over.sum(), 2)
    with pytest.raises(ResetNeeded, match="1 games are over"):
        envs.step(np.zeros(2, np.int64))
    seen, info = envs.reset(options={"reset_mask": over})
    single = RowlockEnv(opponents="greedy")
    single.reset(seed=1)
    for _ in range(2 + int(np.flatnonzero(over)[0])):
        first = single.reset()[0]
    assert np.array_equal(seen[over][0], first)
    envs.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(Unreadable, match="'later' is no autoreset mode"):
        RowlockVectorEnv(2, autoreset_mode="later")


@pytest.mark.parametrize("action", [53, -1, 1.5, None])
def test_numbers_that_are_no_actions_are_refused(action: Any) -> None:
    env = RowlockEnv()
    env.reset(seed=1)
    with pytest.raises(Unreadable, match=r"is not an action \(expected 0 to 52\)"):
        env.step(action)


@pytest.mark.parametrize("make", [RowlockEnv, RowlockVectorEnv])
def test_there_is_no_step_before_the_first_reset(make: Any) -> None:
    env = make()
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(np.zeros(1, np.int64) if make is RowlockVectorEnv else 0)
    env.reset(seed=1)
    env.step(np.zeros(1, np.int64) if make is RowlockVectorEnv else 0)


@pytest.mark.parametrize("bots", [(), ("greedy", "random")])
def test_games_can_be_broken_off_one_by_one(bots: tuple[str, ...]) -> None:
    """The other games stay where they are; in these the next one of the slot begins."""
    envs = RowlockVectorEnv(3, opponents=bots, seat=len(bots))
    envs.reset(seed=5)
    nothing = np.zeros(3, np.int64)
    for _ in range(3):
        before, *_, info = envs.step(nothing)
    masks, kept = info["action_mask"], (before.copy(), info["action_mask"].copy())
    where = np.array([False, True, False])
    after, info = envs.reset(options={"reset_mask": where})
    assert np.array_equal(after[~where], before[~where])
    assert np.array_equal(info["action_mask"][~where], masks[~where])
    assert all(map(np.array_equal, (before, masks), kept))  # what was handed out stays
    single = RowlockEnv(opponents=bots, seat=len(bots))
    single.reset(seed=5)
    for _ in range(4):  # slot 1 of 3 plays the games 1, 4, 7 …
        seen, told = single.reset()
    assert np.array_equal(after[1], seen)
    assert np.array_equal(info["action_mask"][1], told["action_mask"])
    for _ in range(5):
        assert np.array_equal(envs.step(nothing)[0][1], single.step(0)[0])


def test_invalid_uses_of_reset_mask_are_refused() -> None:
    envs = RowlockVectorEnv(2)
    some = {"reset_mask": np.array([True, False])}
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first\) without reset_mask"):
        envs.reset(options=some)
    envs.reset(seed=1)
    with pytest.raises(Unreadable, match="a new seed applies to all games"):
        envs.reset(seed=2, options=some)
    for bad in (np.ones(3, np.bool_), np.ones(2)):
        with pytest.raises(Unreadable, match="reset_mask must be bool of shape"):
            envs.reset(options={"reset_mask": bad})


@pytest.mark.parametrize("bots", [(), ("greedy",)])
def test_arrays_handed_out_stay_unchanged_by_default(bots: tuple[str, ...]) -> None:
    nothing = np.zeros(4, np.int64)
    for copy in (True, False):
        envs = make_vec(4, copy=copy, opponents=bots)
        first, info = envs.reset(seed=1)
        for _ in range(2):
            handed = first, info["action_mask"]
            kept = tuple(array.copy() for array in handed)
            first, _, _, _, info = envs.step(nothing)
            assert all(map(np.array_equal, handed, kept)) == copy
        last = first.copy()
        envs.reset()
        assert np.array_equal(first, last) == copy


def test_a_seed_repeats_and_without_one_other_games_come() -> None:
    envs = make_vec(4)
    first, again = envs.reset(seed=3)[0], envs.reset(seed=3)[0]
    assert np.array_equal(first, again)
    assert not np.array_equal(first, envs.reset()[0])
    assert not np.array_equal(make_vec(4).reset()[0], make_vec(4).reset()[0])


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_render(mode: str) -> None:
    env = gymnasium.make("rowlock/Classic-v1", render_mode=mode)
    env.reset(seed=1)
    envs = make_vec(2, render_mode=mode)
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert pictures[0] == env.render()
    assert len(pictures) == 2
    assert RowlockEnv().render() is None


def test_pictures_as_pixels_keep_their_size() -> None:
    env = gymnasium.make("rowlock/Classic-v1", opponents="greedy", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    frames = []
    for _ in range(3):
        frames.append(env.render())
        info = env.step(int(info["action_mask"].argmax()))[-1]
    assert {frame.shape for frame in frames} == {frames[0].shape}  # type: ignore[union-attr]  # arrays
    height, width, channels = frames[0].shape  # type: ignore[union-attr]
    assert (height % 2, width % 2, channels) == (0, 0, 3)
    assert frames[0].dtype == np.uint8  # type: ignore[union-attr]
    assert not np.array_equal(frames[0], frames[2])  # type: ignore[arg-type]


def test_the_pixels_are_those_of_the_png_file() -> None:
    content = rowlock.draw_sheet(rowlock.load_variant("mixx_a"), rowlock.Sheet()).png(4)
    with Image.open(BytesIO(content)) as image:
        assert np.array_equal(read_png(content), np.asarray(image))


@pytest.mark.parametrize("make", [RowlockEnv, RowlockVectorEnv])
def test_a_single_opponent_needs_no_list(make: Any) -> None:
    listed, _ = make(opponents=["greedy:1"], seat=1).reset(seed=3)
    for opponent in ("greedy:1", Greedy(1)):
        seen, _ = make(opponents=opponent, seat=1).reset(seed=3)
        assert np.array_equal(seen, listed)


def test_cards_in_a_vector() -> None:
    for more in ({"cards": True}, {"jokers": True}):
        with pytest.raises(Unreadable, match="supports dice games only"):
            make_vec(2, **more)
    envs = make_vec(2, vectorization_mode="sync", cards=True)  # as the refusal says
    assert envs.reset(seed=1)[0].any()


def test_impossible_input_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"there is no seat 2 \(expected 0 to 1\)"):
        RowlockEnv(opponents=("greedy",), seat=2)
    with pytest.raises(Unreadable, match="'human' is not a render mode"):
        RowlockEnv(render_mode="human")
    with pytest.raises(Unreadable, match="there is no bot"):
        RowlockVectorEnv(2, opponents=("nobody",))


def test_wrappers_of_gymnasium_work_or_refuse_as_the_page_says() -> None:
    """Gymnasium decides this: its wrappers of observations refuse vectors of this autoreset."""
    for wrap in (vector.RecordEpisodeStatistics, vector.NormalizeReward, vector.DictInfoToList):
        envs = wrap(make_vec(2))
        envs.reset(seed=1)
        for _ in range(60):
            envs.step(np.zeros(2, np.int64))
    refusing = (
        vector.NormalizeObservation,
        vector.FlattenObservation,
        lambda envs: vector.DtypeObservation(envs, np.float32),
    )
    for refuse in refusing:
        with pytest.raises(ValueError, match="Expected autoreset_mode"):
            refuse(make_vec(2))
        willing = refuse(make_vec(2, autoreset_mode="NEXT_STEP"))
        willing.reset(seed=1)
        willing.step(np.zeros(2, np.int64))
    for single in (
        wrappers.NormalizeObservation,
        wrappers.FlattenObservation,
        lambda env: wrappers.DtypeObservation(env, np.float32),
    ):
        env = single(gymnasium.make("rowlock/Classic-v1"))
        env.reset(seed=1)
        env.step(0)
