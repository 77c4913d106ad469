"""The champion near the end of a game of two: it answers as the exact search does."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rowlock.bots import exact_ends
from rowlock.bots.champion import Champion
from rowlock.bots.levels import levels
from rowlock.core.view import view
from rowlock.endgame import preparation
from rowlock.endgame.solve_endgame import solve
from rowlock.kernel.preparation import Preparation
from rowlock.notation import parse_position

WORKED: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "endgame" / "positions.toml").read_text("utf-8")
)["position"]
"""Ends worked out by hand (`tests/endgame`)."""

CHAMPION = Champion()

MIXED = (
    'classic 30 2 action1 11 5631; "Ann" r5,7,9,10,11 y2,3,5,6,7,8,10,11 g11,10,7,6,5,3 '
    'b9,8,7,6,5,4 x2; "Ben" r2,3,6,8,9,10 y2,3,5,9,11 g10,9,8,6,5,3 b12,9,7,5,4,3 x3'
)
"""Ann may lock green or blue. What suits her better depends on what Ben locks at the same time."""


@pytest.fixture(autouse=True, scope="module")
def _prepared() -> None:
    preparation.prepare()


def answer(text: str, seat: int, bot: Champion = CHAMPION, seed: int = 1) -> str:
    return str(bot.choose(view(parse_position(text), seat), random.Random(seed)))


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: f"{worked['kind']}: {worked['text']}")
def test_the_champion_gives_the_answer_that_was_worked_out_by_hand(worked: dict[str, Any]) -> None:
    assert answer(worked["text"], worked["seat"] - 1) in worked["best"]


def test_rollouts_use_the_endgame_solver_too() -> None:
    deep = Champion(second=0.001)
    for worked in WORKED[:6]:
        assert answer(worked["text"], worked["seat"] - 1, deep) in worked["best"]


def test_the_champion_draws_from_an_optimal_mixed_strategy() -> None:
    ends = solve(parse_position(MIXED))
    assert ends is not None
    assert ends.safe(0) == []
    wanted = {str(choice.move): choice.probability for choice in ends.answers(0)}
    drawn = Counter(answer(MIXED, 0, seed=seed) for seed in range(400))
    for move, probability in wanted.items():
        # Four standard deviations of 400 draws are at most a tenth.
        assert abs(drawn[move] / 400 - probability) < 0.1


def test_among_answers_that_win_the_same_the_network_decides() -> None:
    # Ben can cross nothing any more: Ann wins with either answer, and both are safe.
    text = next(worked["text"] for worked in WORKED if worked["kind"] == "everything wins")
    ends = solve(parse_position(text))
    assert ends is not None
    assert len(ends.safe(0)) == 2
    assert answer(text, 0) == answer(text, 0, Champion(ends=False))


class Compiling:
    """A search that is never ready: it notes that it was asked to begin."""

    def __init__(self) -> None:
        self.begun = 0

    def __call__(self) -> bool:
        self.begun += 1
        return False


def test_weaker_levels_do_not_use_the_endgame_solver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiling = Compiling()
    monkeypatch.setattr(exact_ends, "is_ready", compiling)
    text = WORKED[0]["text"]
    for level in levels()[:-1]:
        answer(text, 0, level.bot)
    answer(text, 0, Champion(ends=False))
    assert compiling.begun == 0
    answer(text, 0, levels()[-1].bot)
    assert compiling.begun == 1


def test_nobody_waits_for_the_search_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling = Compiling()
    monkeypatch.setattr(exact_ends, "is_ready", compiling)
    text = WORKED[0]["text"]
    assert answer(text, 0) == answer(text, 0, Champion(ends=False))
    assert compiling.begun == 1


@pytest.mark.parametrize(
    "text",
    [
        'classic 30 1 action2 51 6111; "Ann" r2,3,10 y11 g3 b3 x3',
        'classic 30 1 action2 51 6111; "Ann" r2,3,10 y11 g3 b3 x3; "Ben" r- y- g- b- x0; '
        '"Cleo" r- y- g- b- x0',
    ],
)
def test_the_search_is_not_started_with_one_or_three_players(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling = Compiling()
    monkeypatch.setattr(exact_ends, "is_ready", compiling)
    answer(text, 0)
    assert compiling.begun == 0


@pytest.mark.long
def test_the_search_gets_ready_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    background = Preparation("rowlock.endgame.preparation", preparation.prepare)
    monkeypatch.setattr(preparation, "_preparation", background)
    assert not preparation.is_ready()  # begun, and nobody waits
    assert not preparation.is_ready()
    thread = background._thread
    assert thread is not None
    thread.join()
    assert preparation.is_ready()
