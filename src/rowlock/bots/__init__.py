"""Bots: computer players."""

from rowlock.bots.simple import Greedy, Random
from rowlock.core.bot import Bot

__all__ = ["Bot", "Greedy", "Random"]
