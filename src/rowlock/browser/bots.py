"""Bots in the browser: one question after the other, in the worker's only thread."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from rowlock.bots.wasm.engine import WasmEngine
from rowlock.core.state import Game
from rowlock.protocol.base import Pace
from rowlock.server.bots.levels import PACES, default_level, levels
from rowlock.server.bots.thinking import BotQuestion, think
from rowlock.table.day import Day
from rowlock.variants.load import BUILT_IN
from rowlock.variants.variant import Variant

LoadWeights = Callable[[str], Awaitable[bytes | None]]
"""Fetches the file of weights of a sheet; None if there is none or it cannot be reached."""
DELAY_S = 1.0
"""Average time that a bot seems to think."""


class BrowserBots:
    """Answers like `BotPool`, without threads and processes."""

    def __init__(self, engine: WasmEngine, load_weights: LoadWeights) -> None:
        self.levels = levels()
        self.ids = tuple(level.id for level in self.levels)
        self.default = default_level(self.levels)
        self.delay = DELAY_S
        self.late = 0
        self._known = {level.id: level for level in self.levels}
        self._engine = engine
        self._load_weights = load_weights
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._rng = random.Random()

    def pause(self, pace: Pace) -> float:
        """A random pause around the average delay."""
        return self.delay * PACES[pace] * self._rng.uniform(0.5, 1.5)

    async def answer(
        self, table: str, level: str, game: Game, seat: int, day: Day | None = None
    ) -> tuple[str, ...]:
        """The whole answer of a bot at a table, including the choices that follow."""
        await self.prepare(game.variant)
        choice = self._known.get(level) or self._known[self.default]
        return think(BotQuestion(choice.bot, game, seat, self._rng.getrandbits(64)))

    async def prepare(self, variant: Variant) -> None:
        """Load the network of a sheet, once. Without it bots play like `race`."""
        if variant.id not in BUILT_IN or self._engine.has_network(variant):
            return
        task = self._asked.get(variant.digest)
        if task is None or (task.done() and not self._engine.has_network(variant)):
            task = self._asked[variant.digest] = asyncio.create_task(self._load(variant))
        await asyncio.shield(task)

    async def _load(self, variant: Variant) -> None:
        file = await self._load_weights(variant.id)
        if file is not None:
            self._engine.add_network(variant, file)

    def close(self) -> None:
        """Nothing runs between two questions."""
