"""The bots that may take a seat, and their thinking away from the event loop."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from rowlock.bots import Bot, Greedy
from rowlock.bots import levels as bot_levels
from rowlock.bots.registry import make_bot
from rowlock.core.game import play
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.server.answers import unfinished
from rowlock.server.logs import logger
from rowlock.server.protocol.base import Pace

_FALLBACK = Greedy()
PACES: dict[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
"""How many times the usual delay bots take."""


class LevelChoice(Struct, frozen=True):
    """A bot that the host may choose for a seat."""

    id: str
    bot: Bot
    own: bool = False


def levels(own: Sequence[str] = ()) -> tuple[LevelChoice, ...]:
    """Every level, weakest first; then the bots of `--bot module:Class`."""
    return (
        *(LevelChoice(level.name, level.bot) for level in bot_levels.levels()),
        *(LevelChoice(name, make_bot(name), own=True) for name in own),
    )


def default_level(known: Sequence[LevelChoice]) -> str:
    """The middle of the ladder: what covers a seat when nothing else is said."""
    ladder = [level.id for level in known if not level.own]
    return ladder[len(ladder) // 2]


class Thinkers:
    """The threads in which bots think."""

    def __init__(self, known: Sequence[LevelChoice], delay: float) -> None:
        self.levels = tuple(known)
        self.ids = tuple(level.id for level in known)
        self.default = default_level(known)
        self.delay = delay
        """How long a bot seems to think on average, in seconds; 0 answers at once."""
        self._bots = {level.id: level.bot for level in known}
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rowlock-bot")
        self._rng = random.Random()

    def pause(self, pace: Pace) -> float:
        """A time to seem thoughtful, never twice the same."""
        return self.delay * PACES[pace] * self._rng.uniform(0.5, 1.5)

    async def answer(self, level: str, game: Game, seat: int) -> tuple[str, ...]:
        """The whole answer of a bot, with the choices that follow from it."""
        bot = self._bots.get(level) or self._bots[self.default]
        seed = self._rng.getrandbits(64)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _think, bot, game, seat, seed)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _think(bot: Bot, game: Game, seat: int, seed: int) -> tuple[str, ...]:
    try:
        return _answer(bot, game, seat, seed)
    except Exception:
        # Somebody's own bot may fail; the table must not stop for it.
        logger.exception("bot_failed", bot=type(bot).__name__)
        return _answer(_FALLBACK, game, seat, seed)


def _answer(bot: Bot, game: Game, seat: int, seed: int) -> tuple[str, ...]:
    rng = random.Random(seed)
    moves: list[str] = []
    while not moves or unfinished(game, seat):
        move = bot.choose(view(game, seat), rng)
        game = play(game, seat, move).state
        moves.append(str(move))
    return tuple(moves)
