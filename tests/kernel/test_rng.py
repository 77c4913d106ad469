"""Chance: published values, the same draws in core and kernel, fair dice."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from rowlock.bots.compiled.simple import play_simple
from rowlock.bots.simple import Random
from rowlock.kernel.convert import begin
from rowlock.kernel.play import result_size
from rowlock.kernel.state import ACTIVE, DICE, DRAWS, HEAD, KEY, SEAT, stride
from rowlock.kernel.stream import BotRandom, GameChance, game_key, word
from rowlock.kernel.variant_tables import compile_variant
from rowlock.simulation.core_games import Seating, play_game
from rowlock.variants import BUILT_IN, from_text, load_variant


def test_a_word_is_a_draw_of_splitmix64() -> None:
    # The first draws of SplitMix64 from 1234567, as published with it: draw k adds k gammas.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [word(1234567, lane=k, n=0) for k in range(1, 6)] == published
    assert word(1234567, lane=1, n=0) == word(1234567 - 8 * 0x9E3779B97F4A7C15, lane=1, n=1)


def test_the_vectors_of_the_documentation() -> None:
    assert game_key(0, 0) == 6017775124710473527
    assert game_key(1, 0) == 3395948882924712079
    assert game_key(2**64 - 1, 10**9) == game_key(-1, 10**9)
    chance = GameChance(seed=1, game=0)
    assert [chance.dice(6, turn) for turn in (1, 2, 3)] == [
        (4, 1, 2, 6, 3, 4),
        (5, 5, 5, 1, 2, 6),
        (4, 1, 2, 1, 5, 2),
    ]
    assert chance.dice(8, 1) == (5, 1, 3, 8, 2, 8)
    assert [chance.first(players) for players in range(1, 6)] == [0, 1, 1, 2, 2]
    assert [chance.bot(seat).randrange(1000) for seat in range(5)] == [992, 65, 792, 238, 82]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_kernel_and_stream_begin_games_alike(name: str, players: int) -> None:
    variant = load_variant(name)
    tables = compile_variant(variant).flat
    state = np.zeros(stride(players), np.int64)
    for number in range(300):
        begin(tables, state, players, 5, number)
        chance = GameChance(5, number)
        assert state[KEY] == chance.key
        assert state[ACTIVE] == chance.first(players)
        assert tuple(state[DICE:HEAD].tolist()) == chance.dice(variant.sides, 1)


@pytest.mark.parametrize("sides", range(2, 10))
def test_dice_of_every_size_agree(sides: int) -> None:
    numbers = range(2, min(2 * sides, 17) + 1)
    rows = {
        colour: " ".join(f"{colour[0]}{n}" for n in numbers)
        for colour in ("red", "yellow", "green", "blue")
    }
    text = "extends = 'classic'\n[about]\nid = 'own'\n[lock]\ncells = 1\ncrosses_before = 1\n"
    text += f"[dice]\nsides = {sides}\n[rows]\n"
    text += "\n".join(f"{colour} = '{cells}'" for colour, cells in rows.items())
    variant = from_text(text)
    tables = compile_variant(variant).flat
    state = np.zeros(stride(1), np.int64)
    for number in range(200):
        begin(tables, state, 1, 9, number)
        assert tuple(state[DICE:HEAD].tolist()) == GameChance(9, number).dice(sides, 1)


REJECTED_GAME, REJECTED_TURN = 103152, 20
"""Found by search: here, with seed 1, the first word of the dice is rejected (9 in 10^8 are)."""


def test_a_rejected_roll_is_drawn_again() -> None:
    chance = GameChance(seed=1, game=REJECTED_GAME)
    both = word(chance.key, lane=0, n=REJECTED_TURN)
    again = word(chance.key, lane=0, n=REJECTED_TURN + 2**32)
    rest = min((both >> 32) * 216 % 2**32, both % 2**32 * 216 % 2**32)
    assert rest < 2**32 % 216
    dice = chance.dice(6, REJECTED_TURN)
    assert dice[0] == ((again >> 32) * 6 >> 32) + 1
    # In the kernel too: that turn ends the game, with these scores in the core.
    state = np.zeros(stride(2), np.int64)
    result = np.zeros(result_size(2), np.int64)
    tables = compile_variant(load_variant("classic")).flat
    play_simple(tables, state, np.zeros(2, np.int64), 2, 1, REJECTED_GAME, 1, result)
    assert tuple(state[DICE:HEAD].tolist()) == dice
    assert result.tolist() == play_game(
        Seating(load_variant("classic"), (Random(), Random()), seed=1), REJECTED_GAME
    )


def test_every_face_of_every_die_is_alike() -> None:
    # 60,000 rolls, each face expected 10,000 times with a standard deviation of 91.
    rolls = [GameChance(3, game).dice(6, turn) for game in range(3000) for turn in range(1, 21)]
    for die in range(6):
        counts = Counter(roll[die] for roll in rolls)
        assert set(counts) == {1, 2, 3, 4, 5, 6}
        assert all(abs(count - 10_000) < 450 for count in counts.values())
    # No two dice of a roll hang together: 36 pairs, each expected 1,667 times, sd 40.
    for one in range(6):
        for other in range(one):
            pairs = Counter((roll[one], roll[other]) for roll in rolls)
            assert all(abs(count - 60_000 / 36) < 200 for count in pairs.values())


def test_a_bots_generator_is_a_whole_random_random() -> None:
    rng = BotRandom(key=77, lane=3)
    assert rng.draws == 0
    assert rng.randrange(1) == 0
    assert rng.draws == 0  # one possibility needs no draw
    assert all(0 <= rng.randrange(n) < n for n in (2, 3, 7, 10, 2**32, 2**32 + 1, 10**30))
    assert 0.0 <= rng.random() < 1.0
    assert sorted(rng.sample(range(10), 10)) == list(range(10))
    assert rng.choice("abc") in "abc"
    assert 0 <= rng.getrandbits(5) < 32
    assert rng.getrandbits(0) == 0
    assert 2**190 < rng.getrandbits(200) + 2**199 < 2**201
    rng.gauss(0.0, 1.0)
    state = rng.getstate()
    drawn = rng.random()
    rng.setstate(state)
    assert rng.random() == drawn
    assert isinstance(rng, random.Random)
    with pytest.raises(ValueError, match="non-negative"):
        rng.getrandbits(-1)


def test_draws_below_a_number_are_alike() -> None:
    for n in (2, 3, 5, 6, 9):
        rng = BotRandom(key=n, lane=1)
        counts = Counter(rng.randrange(n) for _ in range(20_000))
        sd = (20_000 * (1 / n) * (1 - 1 / n)) ** 0.5
        assert set(counts) == set(range(n))
        assert all(abs(count - 20_000 / n) < 5 * sd for count in counts.values())


def test_results_do_not_depend_on_how_games_are_cut_into_calls() -> None:
    tables = compile_variant(load_variant("bonus_b")).flat
    state = np.zeros(stride(3), np.int64)
    bots = np.array([0, 2, 0], np.int64)
    size = result_size(3)
    whole = np.zeros(100 * size, np.int64)
    parts = np.zeros(100 * size, np.int64)
    play_simple(tables, state, bots, 3, 8, 0, 100, whole)
    for first, games in ((0, 1), (1, 60), (61, 39)):
        play_simple(tables, state, bots, 3, 8, first, games, parts[first * size :])
    assert np.array_equal(whole, parts)
    assert state[HEAD + SEAT + DRAWS] == 0  # greedy draws nothing
