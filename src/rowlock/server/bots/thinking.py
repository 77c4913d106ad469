"""A question to a bot, and the bot's whole answer."""

from __future__ import annotations

import random
from typing import NamedTuple

from rowlock.bots import Bot, Greedy
from rowlock.core.game import play
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.server.monitoring.logging import logger
from rowlock.table.answers import owes_choice

FALLBACK = Greedy()
"""Answers for a bot that fails."""


class BotQuestion(NamedTuple):
    """A question to a bot, as it is sent to another process."""

    bot: Bot
    game: Game
    seat: int
    seed: int


def think(question: BotQuestion) -> tuple[str, ...]:
    """The whole answer of a bot, including the choices that follow."""
    try:
        return _answer(question)
    except Exception:
        # A custom bot may fail; the game must continue.
        logger.exception("bot_failed", bot=type(question.bot).__name__)
        return _answer(question._replace(bot=FALLBACK))


def _answer(question: BotQuestion) -> tuple[str, ...]:
    bot, game, seat, seed = question
    rng = random.Random(seed)
    moves: list[str] = []
    while not moves or owes_choice(game, seat):
        move = bot.choose(view(game, seat), rng)
        game = play(game, seat, move).state
        moves.append(str(move))
    return tuple(moves)
