"""The batch interface: observations, masks, rewards and resets."""

from __future__ import annotations

from random import Random as PythonRandom
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock import Unreadable, deciders, legal_moves
from rowlock.bots.champion import Champion
from rowlock.bots.compiled import CompiledSpec
from rowlock.bots.compiled.games import play_lines, simple_actions
from rowlock.bots.heuristic import Heuristic
from rowlock.bots.simple import Greedy, Random
from rowlock.core.game import result
from rowlock.core.move import ChooseRow, LuckyCross, Move, Nothing
from rowlock.core.sheet import is_crossed
from rowlock.core.state import Game
from rowlock.kernel.batch import Batch, Reward, make_buffers
from rowlock.kernel.convert import game_of
from rowlock.kernel.observe import observation_parts, observation_size
from rowlock.kernel.state import stride
from rowlock.kernel.variant_tables import compile_variant
from rowlock.testing.sheet_text import own_sheet
from rowlock.variants import BUILT_IN, ROWS, Variant, from_text, load_variant

RANDOM = CompiledSpec("random")


def slot(batch: Batch, game: int) -> Game:
    """The core position of one slot."""
    size = stride(batch.players)
    return game_of(batch.variants, batch.state[game * size : (game + 1) * size])


def action_of(variant: Variant, move: Move) -> int:
    """The action of a move, from the table in the documentation."""
    cells = len(variant.cells)
    if isinstance(move, Nothing):
        return 0
    if isinstance(move, ChooseRow):
        return 1 + cells + 4 + move.row
    if isinstance(move, LuckyCross):
        return 1 + cells + variant.cell[move.cell].row
    name = str(move).lstrip("+~")
    return 1 + variant.cell[name].index


def observed(game: Game, seat: int) -> list[int]:
    """What the seat may see, written down from the core's position part by part."""
    players = len(game.names)
    bits: list[int] = []
    for step in range(players):
        other = (seat + step) % players
        variant, sheet = game.variants[other], game.sheets[other]
        answer = game.answers[other]
        if step == 0 and answer is not None:
            sheet = answer.draft.sheet
        for row in ROWS:
            bits += [sheet.rows[row] >> p & 1 for p in range(variant.places[row] + 1)]
        bits += [int(k < sheet.penalties) for k in range(variant.penalties_to_end)]
        if variant.lucky_pairs:
            bits += [int(n in game.lucky[other]) for n in range(2, 2 * variant.sides + 1)]
        squares = len(variant.bar) or len(variant.swaps)
        bits += [sheet.bar >> square & 1 for square in range(squares)]
        for cell in (cell for row in variant.bonus_rows for cell in row):
            bits.append(int(is_crossed(sheet, cell)))
    assert game.roll is not None
    for die in (*game.roll.white, *game.roll.colours):
        bits += [int(die == side) for side in range(1, game.sides + 1)]
    bits += [game.closed >> row & 1 for row in ROWS]
    answer = game.answers[seat]
    choosing = answer is not None
    bits += [int(game.stage == "action1" and not choosing)]
    bits += [int(game.stage == "action2" and not choosing), int(choosing)]
    bits += [int((seat + step) % players == game.active) for step in range(players)]
    bits += [int(game.crossed)]
    queue = answer.draft.queue if answer is not None else ()
    bits += [int(k in queue) for k in range(len(game.variants[seat].bonuses))]
    return bits


def variants() -> list[Variant]:
    own = [from_text(own_sheet(PythonRandom(seed)), f"own{seed}.toml") for seed in range(8)]
    return [load_variant(name) for name in BUILT_IN] + own


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: str(variant.id))
def test_observation_mask_and_player_tell_the_core_position(variant: Variant) -> None:
    for players in (1, 2, 3, 5):
        check_what_is_seen(Batch(variant, players, games=5, seed=players))


def test_seats_with_different_sheets_see_the_core_position() -> None:
    for names in ("double_a, double_b", "bonus_b, big_points, x_change, mixx_a, connected_steps"):
        sheets = [load_variant(name) for name in names.split(", ")]
        check_what_is_seen(Batch(sheets, len(sheets), games=5, seed=6))


def check_what_is_seen(batch: Batch) -> None:
    seen = batch.reset()
    actions = np.zeros(5, np.int64)
    for step in range(60):
        for number in range(5):
            game = slot(batch, number)
            seat = deciders(game)[0]
            assert seen.player[number] == seat
            wanted = observed(game, seat)
            wanted += [0] * (seen.observation.shape[1] - len(wanted))
            assert seen.observation[number].tolist() == wanted
            moves = {action_of(game.variants[seat], move) for move in legal_moves(game, seat)}
            assert set(np.flatnonzero(seen.mask[number]).tolist()) == moves
        simple_actions(batch, Greedy(1) if step % 3 else Random(), actions)
        batch.step(actions)
        assert not seen.illegal.any()


def test_a_batch_refuses_sheets_that_do_not_fit() -> None:
    with pytest.raises(Unreadable, match="longo has dice with 8 sides"):
        Batch([load_variant("classic"), load_variant("longo")], 2, games=1)


def test_the_layout_of_classic_for_two() -> None:
    tables = compile_variant(load_variant("classic"))
    assert observation_size(tables, 2) == 150
    assert observation_parts(tables, 2) == (
        ("crosses 0", 48),
        ("penalties 0", 4),
        ("crosses 1", 48),
        ("penalties 1", 4),
        ("dice", 36),
        ("closed", 4),
        ("phase", 3),
        ("active", 2),
        ("crossed", 1),
    )
    assert observation_size(compile_variant(load_variant("longo")), 2) == 224
    assert observation_size(compile_variant(load_variant("bonus_a")), 5) == 369
    assert observation_size(compile_variant(load_variant("bonus_b")), 2) == 155


def test_nobody_sees_an_answer_before_all_are_in() -> None:
    # Two batches of the same games; seat 1 answers differently. Seat 2 sees the same, and so do
    # the masks; after the last answer all is shown.
    one, two = (Batch(load_variant("classic"), 2, games=64, seed=3) for _ in range(2))
    one.reset()
    two.reset()
    assert (one.buffers.player == 0).all()
    crosses = np.array([np.flatnonzero(mask)[-1] for mask in one.buffers.mask])
    assert (crosses > 0).all()
    one.step(np.zeros(64, np.int64))
    two.step(crosses)
    assert (one.buffers.player == 1).all()
    assert np.array_equal(one.buffers.observation, two.buffers.observation)
    assert np.array_equal(one.buffers.mask, two.buffers.mask)
    one.step(np.zeros(64, np.int64))
    two.step(np.zeros(64, np.int64))
    assert not np.array_equal(one.buffers.observation, two.buffers.observation)


def play_on(batch: Batch, steps: int) -> list[tuple[int, list[int], list[float]]]:
    """Random play; the numbers, scores and rewards of the games that ended."""
    batch.reset()
    actions = np.zeros(batch.games, np.int64)
    ended = []
    for _ in range(steps):
        numbers = batch.number.copy()
        simple_actions(batch, Random(), actions)
        seen = batch.step(actions)
        for game in np.flatnonzero(seen.done):
            ended.append(
                (int(numbers[game]), seen.score[game].tolist(), seen.reward[game].tolist())
            )
        assert not seen.reward[~seen.done].any()
    return sorted(ended)


def test_games_are_those_of_simulate_whatever_the_size_of_the_batch() -> None:
    wanted = play_lines(load_variant("bonus_b"), (RANDOM,) * 3, 11, 0, 20)[:, 3::3].tolist()
    for games in (1, 7, 20):
        ended = play_on(Batch(load_variant("bonus_b"), 3, games, seed=11), 3000 // games)
        scores = {number: score for number, score, _ in ended}
        assert [scores[number] for number in range(20)] == wanted


@pytest.mark.parametrize("kind", ["score", "margin", "win"])
def test_rewards(kind: Reward) -> None:
    ended = play_on(Batch(load_variant("classic"), 3, games=32, seed=2, reward=kind), 400)
    assert len(ended) > 64
    for _, scores, rewards in ended:
        for seat, own in enumerate(scores):
            others = max(score for other, score in enumerate(scores) if other != seat)
            wanted = {"score": own, "margin": own - others, "win": np.sign(own - others)}
            assert rewards[seat] == wanted[kind]


def test_rewards_of_a_solo_game() -> None:
    for kind, wanted in (("score", None), ("margin", None), ("win", 1.0)):
        batch = Batch(load_variant("classic"), 1, games=4, reward=kind)  # type: ignore[arg-type]
        for _, scores, rewards in play_on(batch, 200):
            assert rewards == [wanted if wanted is not None else scores[0]]


def test_without_autoreset_a_finished_slot_stays() -> None:
    batch = Batch(load_variant("classic"), 2, games=16, seed=1, autoreset=False)
    seen = batch.reset()
    actions = np.zeros(16, np.int64)
    paid = np.zeros((16, 2))
    for _ in range(300):
        batch.step(simple_actions(batch, Random(), actions))
        paid += seen.reward
    assert seen.done.all()
    assert not seen.reward.any()  # paid once, in the step in which the game ended
    assert np.array_equal(paid, seen.score)
    assert batch.number.tolist() == list(range(16))
    assert (seen.mask.sum(axis=1) == 1).all()
    assert (seen.mask[:, 0] == 1).all()
    finals = [list(result(slot(batch, game)).totals) for game in range(16)]
    assert seen.score.tolist() == finals


def test_an_illegal_action_counts_as_the_lowest_legal_one() -> None:
    good, bad = (Batch(load_variant("bonus_b"), 2, games=32, seed=5) for _ in range(2))
    good.reset()
    bad.reset()
    rng = np.random.default_rng(1)
    for _ in range(200):
        wild = rng.integers(0, 53, 32)
        legal = bad.buffers.mask[np.arange(32), wild] == 1
        lowest = bad.buffers.mask.argmax(axis=1)
        bad.step(wild)
        assert np.array_equal(bad.buffers.illegal, ~legal)
        good.step(np.where(legal, wild, lowest))
        assert not good.buffers.illegal.any()
        assert np.array_equal(good.state, bad.state)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 53, 0], r"53 is not an action \(expected 0 to 52\)"),
        ([0, 0, -1], r"-1 is not an action"),
        ([0, 0, 1.5], r"float64 of shape \(3,\) \(expected integers of shape \(3,\)\)"),
        (0, r"int64 of shape \(\)"),
        ([0, 0], r"int64 of shape \(2,\)"),
    ],
)
def test_numbers_that_are_no_actions_are_refused(actions: Any, message: str) -> None:
    batch = Batch(load_variant("classic"), 2, games=3)
    batch.reset()
    before = batch.state.copy()
    with pytest.raises(Unreadable, match=message):
        batch.step(actions)
    assert np.array_equal(batch.state, before)
    batch.step(np.array([0, 53, 0]), np.array([True, False, True]))  # only where it steps


def test_forced_decisions_can_be_skipped() -> None:
    asked = Batch(load_variant("classic"), 2, games=50, seed=4, skip_forced=True)
    ended = play_on(asked, 150)
    every = play_on(Batch(load_variant("classic"), 2, games=50, seed=4), 400)
    numbers = {number for number, _, _ in ended} & {number for number, _, _ in every}
    assert len(numbers) > 100
    assert [e for e in ended if e[0] in numbers] == [e for e in every if e[0] in numbers]
    seen = asked.reset()
    actions = np.zeros(50, np.int64)
    for _ in range(100):
        asked.step(simple_actions(asked, Random(), actions))
        assert (seen.mask.sum(axis=1)[~seen.done] > 1).all()


def test_the_end_of_a_game_is_kept_as_each_seat_sees_it() -> None:
    variant = load_variant("bonus_b")
    kept = Batch(variant, 3, 8, seed=6, buffers=make_buffers(variant, 3, 8, final=True))
    stays = Batch(variant, 3, 8, seed=6, autoreset=False)  # the same games, each left at its end
    seen = kept.reset()
    stays.reset()
    assert seen.final is not None
    assert stays.buffers.final is None
    ended = np.zeros(8, np.bool_)
    actions = np.zeros(8, np.int64)
    while not ended.all():
        stays.step(simple_actions(stays, Random(), actions))
        kept.step(actions)
        for game in np.flatnonzero(seen.done & ~ended):
            over = slot(stays, int(game))
            assert over.over
            assert seen.final[game].tolist() == [observed(over, seat) for seat in range(3)]
        ended |= seen.done


def test_some_games_step_and_the_others_keep_all_that_was_written() -> None:
    whole, parts = (Batch(load_variant("longo"), 2, games=20, seed=8) for _ in range(2))
    whole.reset()
    parts.reset()
    some = np.arange(20) % 3 == 0
    actions = np.zeros(20, np.int64)
    for _ in range(120):
        simple_actions(whole, Random(), actions)
        before = {
            name: array.copy() for name, array in vars(parts.buffers).items() if name != "final"
        }
        whole.step(actions)
        parts.step(actions, some)
        for name, array in before.items():
            assert np.array_equal(getattr(parts.buffers, name)[~some], array[~some])
            assert np.array_equal(
                getattr(parts.buffers, name)[some], getattr(whole.buffers, name)[some]
            )
        parts.state.reshape(20, -1)[some] = whole.state.reshape(20, -1)[some]  # draws of bots
    assert not parts.number[~some].max() > 19
    with pytest.raises(Unreadable, match="where must be bool of shape"):
        parts.step(actions, some[:5])


def test_games_that_are_broken_off_make_room_for_the_next_of_their_slot() -> None:
    broken, whole = (Batch(load_variant("longo"), 2, games=4, seed=8) for _ in range(2))
    broken.reset()
    before = broken.step(np.zeros(4, np.int64)).observation.copy()
    some = np.array([True, False, False, True])
    seen = broken.begin_next(some)
    anew = whole.reset(first=4)  # slot i plays the games i, i + 4, …
    assert broken.number.tolist() == [4, 1, 2, 7]
    assert np.array_equal(seen.observation[some], anew.observation[some])
    assert np.array_equal(seen.observation[~some], before[~some])
    with pytest.raises(Unreadable, match="where must be bool of shape"):
        broken.begin_next(some[:2])


def test_arrays_that_were_renewed_are_no_longer_written() -> None:
    batch, plain = (Batch(load_variant("classic"), 1, games=4, seed=8) for _ in range(2))
    plain.reset()
    old = batch.reset()
    arrays = [(array, array.copy()) for array in (old.observation, old.mask)]
    batch.renew(keep=True)
    for name in ("observation", "mask"):
        assert np.array_equal(getattr(batch.buffers, name), getattr(old, name))
    batch.renew()
    seen, wanted = (each.step(np.zeros(4, np.int64)) for each in (batch, plain))
    assert all(np.array_equal(array, kept) for array, kept in arrays)
    for name, array in vars(wanted).items():
        assert array is None or np.array_equal(getattr(seen, name), array)


def test_points_are_paid_as_they_are_made() -> None:
    for autoreset in (True, False):
        batch = Batch(
            load_variant("bonus_b"), 2, games=16, seed=3, reward="points", autoreset=autoreset
        )
        seen = batch.reset()
        total = np.zeros((16, 2))
        actions = np.zeros(16, np.int64)
        for _ in range(300):
            batch.step(simple_actions(batch, Random(), actions))
            total += seen.reward
            over = seen.done
            assert np.array_equal(total[over], seen.score[over])
            for game in np.flatnonzero(~over):
                assert total[game].tolist() == list(result(slot(batch, int(game))).totals)
            if autoreset:
                total[over] = 0


def test_a_batch_can_restart_with_another_seed() -> None:
    one, two = (Batch(load_variant("classic"), 2, games=4, seed=seed) for seed in (1, 2))
    one.reset()
    assert np.array_equal(one.reset(seed=2).observation, two.reset().observation)


def test_the_caller_may_bring_the_arrays() -> None:
    buffers = make_buffers(load_variant("classic"), 2, 8)
    batch = Batch(load_variant("classic"), 2, 8, buffers=buffers)
    assert batch.reset() is buffers
    assert buffers.mask.any()


def test_arrays_that_do_not_fit_are_refused() -> None:
    good = make_buffers(load_variant("classic"), 2, 8)
    with pytest.raises(Unreadable, match="observation must be int8 of shape"):
        Batch(load_variant("classic"), 3, 8, buffers=good)
    wide = np.zeros((8, 106), np.int8)[:, ::2]
    fields = {name: getattr(good, name) for name in vars(good)} | {"mask": wide}
    with pytest.raises(Unreadable, match="mask must be contiguous"):
        Batch(load_variant("classic"), 2, 8, buffers=type(good)(**fields))


def read_only(games: int) -> NDArray[np.int64]:
    array = np.zeros(games, np.int64)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        (np.zeros(7, np.int64), "out must be int64 of shape"),
        (np.zeros(9, np.int64), "out must be int64 of shape"),
        (np.zeros((8, 1), np.int64), "out must be int64 of shape"),
        (np.zeros(8, np.int32), "out must be int64 of shape"),
        (np.zeros(8, np.float64), "out must be int64 of shape"),
        ([0] * 8, "out must be int64 of shape"),
        (np.zeros(16, np.int64)[::2], "out must be contiguous"),
        (read_only(8), "and writable"),
    ],
)
def test_a_bot_writes_only_into_an_array_that_fits(out: Any, reason: str) -> None:
    batch = Batch(load_variant("classic"), 2, 8)
    batch.reset()
    with pytest.raises(Unreadable, match=reason):
        simple_actions(batch, Random(), out)
    assert not np.any(out)


@pytest.mark.parametrize("bot", [Heuristic(), Champion(), None])
def test_a_bot_that_is_not_simple_is_refused(bot: Any) -> None:
    batch = Batch(load_variant("classic"), 2, 8)
    batch.reset()
    with pytest.raises(Unreadable, match="expected Random or Greedy"):
        simple_actions(batch, bot, np.zeros(8, np.int64))


def test_a_very_greedy_bot_crosses_whatever_it_can() -> None:
    batch = Batch(load_variant("classic"), 2, 8)
    batch.reset()
    wanted = simple_actions(batch, Greedy(16), np.zeros(8, np.int64))
    assert simple_actions(batch, Greedy(2**70), np.zeros(8, np.int64)).tolist() == wanted.tolist()


def test_impossible_batches_are_refused() -> None:
    with pytest.raises(Unreadable, match="one to five"):
        Batch(load_variant("classic"), 6, 8)
    with pytest.raises(Unreadable, match="0 games: a batch needs at least one"):
        Batch(load_variant("classic"), 2, 0)
    with pytest.raises(Unreadable, match="expected score, margin, win"):
        Batch(load_variant("classic"), 2, 1, reward="money")  # type: ignore[arg-type]


def test_nothing_is_written_beyond_the_arrays() -> None:
    # The observations lie in the middle of a larger array; the bytes around them stay.
    size = observation_size(compile_variant(load_variant("classic")), 1)
    room = np.full(3 * 16 * size, 77, np.int8)
    good = make_buffers(load_variant("classic"), 1, 16)
    fields = {name: getattr(good, name) for name in vars(good)}
    fields["observation"] = room[16 * size : 32 * size].reshape(16, size)
    batch = Batch(load_variant("classic"), 1, 16, buffers=type(good)(**fields))
    play_on(batch, 50)
    assert (room[: 16 * size] == 77).all()
    assert (room[32 * size :] == 77).all()
    assert set(np.unique(room[16 * size : 32 * size])) == {0, 1}
