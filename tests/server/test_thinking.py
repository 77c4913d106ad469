"""Bots think off the event loop: fairly between tables, within bounds, and never too late."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rowlock.bots.champion import Champion
from rowlock.bots.heuristic import Heuristic
from rowlock.core.game import new_game, roll
from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.turn_dice import parse_roll
from rowlock.core.view import View, view
from rowlock.daily import day_of
from rowlock.server.bots import pool, worker
from rowlock.server.bots.fair_queue import FairQueue
from rowlock.server.bots.levels import LevelChoice, levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.bots.thinking import BotQuestion
from rowlock.server.bots.worker import BotProcess, BotWorker, processes_here

GAME: Game = roll(new_game("classic", ["Ann", "Ben", "Cleo"]), parse_roll("41 3256")).state

PATIENT = 60
"""Seconds for a busy machine."""


@contextmanager
def thinking(known: tuple[LevelChoice, ...] = (), processes: int = 0) -> Iterator[BotPool]:
    bot_pool = BotPool(known or levels(), 0.0, processes)
    try:
        yield bot_pool
    finally:
        bot_pool.close()


class Held:
    """A bot that thinks until it is let go; it notes whom it was asked for."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked: list[str] = []

    def choose(self, view: View, rng: random.Random) -> Move:
        self.asked.append(view.names[0])
        self.go.wait(2 * PATIENT)
        return view.legal[0]


def quick_answer(seat: int) -> str:
    return str(Heuristic().choose(view(GAME, seat), random.Random(1)))


def test_the_queue_goes_round_the_tables() -> None:
    queue = FairQueue[str](most=10)
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        assert queue.put(item[0], item)
    assert queue.take(4) == ["a1", "b1", "c1", "a2"]
    assert queue.put("c", "c2")
    assert queue.take(9) == ["b2", "a3", "c2"]
    assert (len(queue), queue.take(1)) == (0, [])


def test_questions_of_a_table_are_handled_together_in_its_turn() -> None:
    queue = FairQueue[str](most=20, turn=3)
    for item in ("a1", "a2", "b1", "b2", "b3", "b4", "c1"):
        assert queue.put(item[0], item)
    assert queue.take(3) == ["a1", "a2", "b1", "b2", "b3"]
    assert queue.take(1) == ["c1"]
    assert queue.take(9) == ["b4"]
    assert len(queue) == 0


def test_the_queue_has_an_end_and_room_again_later() -> None:
    queue = FairQueue[int](most=2)
    assert [queue.put("a", k) for k in range(3)] == [True, True, False]
    assert queue.take(1) == [0]
    assert queue.put("b", 3)


def test_a_table_that_asks_much_does_not_keep_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "BATCH", 1)
    monkeypatch.setattr(pool, "LATE_S", PATIENT)
    bot = Held()
    game = {name: new_game("classic", [name, "Ben"]) for name in ("busy", "calm")}
    rolled = {name: roll(g, parse_roll("41 3256")).state for name, g in game.items()}

    async def ask(bot_pool: BotPool) -> None:
        tasks = [
            asyncio.create_task(bot_pool.answer(name, "held", rolled[name], 0))
            for name in ("busy",) * 8 + ("calm",)
        ]
        while not bot.asked:  # every task has had its turn by then
            await asyncio.sleep(0.01)
        bot.go.set()
        await asyncio.gather(*tasks)

    with thinking((LevelChoice("held", bot),)) as bot_pool:
        bot_pool._idle.pop()  # one lane: what is asked is then in order
        asyncio.run(ask(bot_pool))
    # The first is begun at once; a turn of the busy table is as many as it can have seats.
    assert bot.asked == ["busy"] * (1 + 5) + ["calm"] + ["busy"] * 2


def test_a_bot_that_is_late_answers_with_a_quick_judgement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "LATE_S", 0.05)
    bot = Held()
    with thinking((LevelChoice("held", bot),)) as bot_pool:
        moves = asyncio.run(bot_pool.answer("A", "held", GAME, 1))
        bot.go.set()
    assert moves == (quick_answer(1),)
    assert bot_pool.late == 1


def test_a_full_queue_returns_a_quick_answer_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 0)
    with thinking() as bot_pool:
        assert asyncio.run(bot_pool.answer("A", "champion", GAME, 2)) == (quick_answer(2),)
    assert bot_pool.late == 1


def test_a_custom_bot_has_no_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LATE_S", 0.05)
    bot = Held()
    known = (LevelChoice("champion", Champion()), LevelChoice("mine:Bot", bot, own=True))

    async def ask(bot_pool: BotPool) -> tuple[str, ...]:
        task = asyncio.create_task(bot_pool.answer("A", "mine:Bot", GAME, 0))
        await asyncio.sleep(0.2)
        assert not task.done()
        bot.go.set()
        return await task

    with thinking(known) as bot_pool:
        assert asyncio.run(ask(bot_pool)) == ("-",)
    assert bot_pool.late == 0


def test_custom_bots_do_not_block_the_fallback_or_daily_pools(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "MOST_WAITING", 0)  # so that every champion is late
    slow = Held()
    known = (LevelChoice("champion", Heuristic()), LevelChoice("mine:Bot", slow, own=True))

    async def ask(bot_pool: BotPool) -> None:
        own = [asyncio.create_task(bot_pool.answer("A", "mine:Bot", GAME, q)) for q in range(3)]
        try:
            for day in (None, day_of("2026-11-16")):
                answer = bot_pool.answer("B", "champion", GAME, 1, day)
                assert await asyncio.wait_for(answer, PATIENT) == (quick_answer(1),)
            assert not any(task.done() for task in own)
        finally:
            slow.go.set()
        await asyncio.gather(*own)

    with thinking(known) as bot_pool:
        asyncio.run(ask(bot_pool))
    assert bot_pool.late == 1


def question(seat: int = 0) -> BotQuestion:
    return BotQuestion(Champion(), GAME, seat, 1)


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


@pytest.fixture
def lane() -> Iterator[BotProcess]:
    lane = BotProcess()
    yield lane
    lane.close()


def test_a_process_answers_as_the_server_itself_would(lane: BotProcess) -> None:
    expected = BotWorker().think([question(seat) for seat in range(3)])
    # While it starts, the lane thinks itself.
    assert lane.think([question(seat) for seat in range(3)]) == expected
    until(lambda: lane._ready() is not None)
    assert lane.think([question(seat) for seat in range(3)]) == expected


def test_a_process_that_dies_is_noticed_and_started_again(lane: BotProcess) -> None:
    until(lambda: lane._ready() is not None)
    first = lane.process
    assert first is not None
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    first.join()
    assert lane.think([question()]) == BotWorker().think([question()])
    until(lambda: lane._ready() is not None)
    assert lane.process is not first


def test_the_process_ends_with_its_pipe(lane: BotProcess) -> None:
    until(lambda: lane._ready() is not None)
    process = lane.process
    assert process is not None
    assert lane._pipe is not None
    lane._pipe.close()  # as when the server is killed
    process.join(30)
    assert process.exitcode == 0


def test_a_process_imports_nothing_from_the_current_folder(
    lane: BotProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("multiprocessing", "pickle", "rowlock"):
        code = f"open({str(tmp_path / 'imported')!r}, 'w').close()"
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    until(lambda: lane._ready() is not None)
    assert not (tmp_path / "imported").exists()


@pytest.mark.parametrize(
    ("wanted", "processors", "started"),
    [(-1, 1, 0), (-1, 2, 2), (-1, 64, 8), (0, 16, 0), (3, 1, 3)],
)
def test_the_machine_decides_how_many_processes_think(
    wanted: int, processors: int, started: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "default_threads", lambda: processors)
    assert processes_here(wanted) == started
