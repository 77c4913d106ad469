"""The helpers that are shipped: they notice broken laws, and seeds repeat."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from random import Random

import pytest
from msgspec.structs import replace

from rowlock import (
    Event,
    Game,
    Roll,
    Setup,
    Sheet,
    Unreadable,
    load_variant,
    new_game,
    play,
    result,
    roll,
)
from rowlock.core.move import WhiteCross
from rowlock.core.state import Step
from rowlock.testing import (
    LawBroken,
    any_move,
    check_step,
    check_variant,
    fixed_dice,
    most_turns,
    play_out,
    small_gaps,
    steps,
    tally,
    write_out,
)


def test_fixed_dice_come_one_after_the_other() -> None:
    dice = fixed_dice("41 3256", "63 12-5")
    assert next(dice) == Roll((4, 1), (3, 2, 5, 6))
    assert next(dice) == Roll((6, 3), (1, 2, None, 5))
    with pytest.raises(StopIteration):
        next(dice)


@pytest.mark.parametrize("text", ["41", "413256", "01 3256", "-1 3256", "41 32560", "41 325"])
def test_an_invalid_roll_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        next(fixed_dice(text))


def test_the_same_seed_is_the_same_game() -> None:
    start = new_game("longo", ["Ann", "Ben", "Cleo"])
    assert play_out(start, 3) == play_out(start, 3)
    assert play_out(start, 3) != play_out(start, 4)
    setup = Setup(variant=load_variant("longo"), names=("Ann", "Ben", "Cleo"))
    assert write_out(setup, 3).game == play_out(start, 3)


def test_small_gaps_close_rows_and_score_better_than_chance() -> None:
    start = new_game("classic", ["Ann", "Ben", "Cleo"])
    careful = [play_out(start, seed, small_gaps) for seed in range(20)]
    careless = [play_out(start, seed, any_move) for seed in range(20)]
    assert sum(game.closed.bit_count() for game in careful) > 20
    assert sum(sum(result(game).totals) for game in careful) > 3 * sum(
        sum(result(game).totals) for game in careless
    )


def test_most_turns_counts_cells_and_penalties() -> None:
    assert most_turns(load_variant("classic"), 1) == 48  # 44 cells, then the fourth penalty
    assert most_turns(load_variant("longo"), 5) == 5 * (60 + 4)


def middle() -> tuple[Game, Step]:
    """A state in which one cross is to come, and the step of that cross."""
    game = roll(new_game("classic", ["Ann"]), Roll((4, 1), (3, 2, 5, 6))).state
    return game, play(game, 0, WhiteCross("r5"))


def test_a_good_step_passes_and_each_broken_one_is_noticed() -> None:
    before, step = middle()
    check_step(before, step)
    after = step.state
    broken = [
        Step(replace(after, sheets=(Sheet(),)), step.events),  # the cross is lost
        Step(after, ()),  # or not told of
        Step(replace(after, sheets=(Sheet((8, 0, 0, 0), 1),)), step.events),  # a penalty beside it
        Step(replace(after, closed=1), step.events),  # a row closed by nobody
        Step(replace(after, stage="over", reason="four_penalties"), step.events),  # an unsaid end
    ]
    for wrong in broken:
        with pytest.raises(LawBroken, match="at classic"):
            check_step(before, wrong)


def test_a_report_names_the_cells_that_were_never_crossed() -> None:
    report = check_variant(load_variant("classic"), games=1)
    assert report.games == 1
    assert report.never_crossed


def test_events_add_up_to_the_total() -> None:
    game = new_game("bonus_b", ["Ann", "Ben"])
    events: list[Event] = []
    for _, step in steps(game, Random(5), small_gaps):
        events += step.events
        game = step.state
    counted = tally(game.variant, 2, events)
    assert tuple(t.total(game.variant) for t in counted) == result(game).totals


def test_only_the_strategies_need_hypothesis() -> None:
    code = "import sys, rowlock.testing; print('hypothesis' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


@pytest.mark.parametrize("name", ["rowlock.testing", "rowlock.testing.dice"])
def test_the_examples_of_their_docstrings_run(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.attempted > 0
    assert outcome.failed == 0
