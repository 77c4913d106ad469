"""Players made of code."""

from rowlock.bots.bot import Bot
from rowlock.bots.simple import Greedy, Random

__all__ = ["Bot", "Greedy", "Random"]
