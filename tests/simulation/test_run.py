"""Simulations: the same results however they are cut, and refusals before anything is played."""

from __future__ import annotations

import random
import signal
from typing import Any

import pytest

from rowlock import Move, Unreadable, View, load_variant
from rowlock.bots.simple import Greedy, Random
from rowlock.simulation import run
from rowlock.simulation import tally as tally_module
from rowlock.simulation.core_games import Player
from rowlock.simulation.run import Simulation, simulate


class Own:
    """The random bot, but unknown to the kernel."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return rng.choice(view.legal)


class Broken:
    def choose(self, view: View, rng: random.Random) -> Move:
        raise RuntimeError("no idea")


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "KERNEL_CHUNK", 64)
    monkeypatch.setattr(run, "SLOW_CHUNK", 8)


def simulation(*players: Player, games: int = 200, threads: int = 1) -> Simulation:
    return Simulation(load_variant("bonus_b"), players, games, seed=7, threads=threads)


def test_threads_and_chunks_do_not_change_the_results() -> None:
    whole = simulate(simulation(Random(), Greedy(1), threads=1))
    assert whole.complete
    for threads in (2, 3):
        again = simulate(simulation(Random(), Greedy(1), threads=threads))
        assert vars(again.tally) == vars(whole.tally)


def test_a_custom_bot_plays_in_the_core_with_the_same_dice_and_draws() -> None:
    in_kernel = simulation(Random(), Random(), games=24)
    in_core = simulation(Own(), Own(), games=24)
    assert (in_kernel.engine, in_core.engine) == ("kernel", "core")
    assert vars(simulate(in_kernel).tally) == vars(simulate(in_core).tally)


def test_python_bots_can_play_in_several_processes() -> None:
    one = simulate(simulation(Random(), Own(), games=20))
    two = simulate(simulation(Random(), Own(), games=20, threads=2))
    assert vars(one.tally) == vars(two.tally)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bot_that_fails_is_named_with_the_position(threads: int) -> None:
    broken = simulation(Greedy(), Broken(), games=20, threads=threads)
    with pytest.raises(Unreadable, match="seat 2, Broken, failed: RuntimeError: no idea") as error:
        simulate(broken)
    assert "bonus_b 1 " in error.value.message


def test_progress_is_told_up_to_the_end() -> None:
    told: list[int] = []
    simulate(simulation(Random(), games=150), told.append)
    assert told == sorted(told)
    assert told[-1] == 150


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("player", [Random(), Own()])
def test_an_interrupt_keeps_what_was_done(player: Player, threads: int) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    outcome = simulate(simulation(player, player, games=2000, threads=threads), stop)
    assert not outcome.complete
    assert outcome.tally.games in (8, 64)  # one chunk


@pytest.mark.parametrize("player", [Random(), Own()])
def test_ctrl_c_in_the_middle_of_adding_up_loses_nothing(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = tally_module._count

    def struck(*args: Any) -> None:
        signal.raise_signal(signal.SIGINT)  # again and again: nobody presses it once
        count(*args)

    monkeypatch.setattr(tally_module, "_count", struck)
    tally = simulate(simulation(player, player, games=2000, threads=2)).tally
    assert tally.games in (8, 64)  # one chunk
    assert sum(tally.win_share(seat) for seat in range(2)) == pytest.approx(1)
    assert tally.reasons.total() == tally.turns.total() == tally.games


def test_the_card_game_runs_in_the_core() -> None:
    table = Simulation(
        load_variant("classic"), (Greedy(), Random()), 3, seed=1, cards=True, jokers=True
    )
    assert table.engine == "core"
    assert simulate(table).tally.games == 3


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (Simulation(load_variant("classic"), (), 1), "one to five"),
        (Simulation(load_variant("classic"), (Random(),) * 6, 1), "one to five"),
        (Simulation(load_variant("classic"), (Random(),), 0), "0 games: at least one is needed"),
        (
            Simulation(load_variant("classic"), (Random(),), 1, threads=0),
            "0 threads: at least one is needed",
        ),
        (Simulation(load_variant("longo"), (Random(),), 1, cards=True), "cards run from 2 to 12"),
    ],
)
def test_an_unplayable_game_is_refused(asked: Simulation, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        simulate(asked)
