"""Matches between bots: rotated seats, paired dice, intervals, luck, ratings."""

from rowlock.arena.match import Match, play_matches
from rowlock.arena.verdict import Verdict, verdict

__all__ = ["Match", "Verdict", "play_matches", "verdict"]
