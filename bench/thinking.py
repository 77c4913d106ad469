"""Measures the server's bots: decisions per second, and the delay of the event loop.

    python bench/thinking.py [--processes -1] [--tables 40] [--players 5] [--seconds 10]

Champions play at many tables simultaneously, as fast as they are answered. The script reports
answers per second, the delay of a timer in the event loop that should fire every ten milliseconds,
and the processor time per answer of all processes together.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from pathlib import Path

import numpy as np

from rowlock.core.chance import random_roll
from rowlock.core.game import deciders, new_game, play, roll
from rowlock.server.bots.levels import levels
from rowlock.server.bots.pool import BotPool
from rowlock.server.bots.worker import BotProcess, processes_here

TICK = 0.01
WARM_S = 60.0


class Load:
    """Tables that play until they are cancelled, and a timer that measures delays."""

    def __init__(self, bot_pool: BotPool, players: int, variant: str) -> None:
        self.bot_pool, self.variant = bot_pool, variant
        self.names = [f"Bot {seat + 1}" for seat in range(players)]
        self.answers = 0
        self.lags: list[float] = []

    async def table(self, number: int) -> None:
        rng = random.Random(number)
        game = new_game(self.variant, self.names)
        while True:
            if game.over:
                game = new_game(self.variant, self.names)
            if game.stage == "roll":
                game = roll(game, random_roll(game, rng)).state
            asked = deciders(game)
            given = await asyncio.gather(
                *(self.bot_pool.answer(str(number), "champion", game, seat) for seat in asked)
            )
            for seat, moves in zip(asked, given, strict=True):
                for move in moves:
                    game = play(game, seat, move).state
            self.answers += len(asked)

    async def clock(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            self.lags.append(time.perf_counter() - began - TICK)


async def measure(load: Load, tables: int, seconds: float) -> None:
    tasks = [asyncio.create_task(load.table(number)) for number in range(tables)]
    tasks.append(asyncio.create_task(load.clock()))
    lanes = [lane for lane in load.bot_pool._lanes if isinstance(lane, BotProcess)]
    began = time.perf_counter()
    while not all(lane._is_up for lane in lanes) and time.perf_counter() - began < WARM_S:
        await asyncio.sleep(0.1)
    load.answers, load.bot_pool.late = 0, 0
    load.lags.clear()
    busy, began = _busy(lanes), time.perf_counter()
    await asyncio.sleep(seconds)
    took, busy = time.perf_counter() - began, _busy(lanes) - busy
    for task in tasks:
        task.cancel()
    load.bot_pool.close()
    lags = 1000 * np.array(load.lags)
    cuts = ", ".join(f"{cut:.1f}" for cut in np.percentile(lags, [50, 99]))
    print(
        f"{len(lanes)} processes, {tables} tables of {len(load.names)}: "
        f"{load.answers / took:.0f} answers per second, {load.bot_pool.late} late; "
        f"{1000 * busy / max(1, load.answers):.2f} ms of processor time per answer "
        f"({busy / took:.2f} processors); delay of the timer {cuts} ms (median, p99)"
    )


def _busy(lanes: list[BotProcess]) -> float:
    """Processor time of this process and of the bot processes in seconds."""
    spent = time.process_time()
    for lane in lanes:
        if lane.process is not None:
            stat = Path(f"/proc/{lane.process.pid}/stat").read_text("ascii")
            words = stat.rpartition(")")[2].split()
            spent += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=-1)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--variant", default="classic")
    given = parser.parse_args()
    bot_pool = BotPool(levels(), 0.0, processes_here(given.processes))
    load = Load(bot_pool, given.players, given.variant)
    asyncio.run(measure(load, given.tables, given.seconds))


if __name__ == "__main__":
    main()
