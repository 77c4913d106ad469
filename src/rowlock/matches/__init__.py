"""Matches between bots: rotating seats, paired dice, intervals, luck adjustment, ratings."""

from rowlock.matches.match import Match, play_matches
from rowlock.matches.verdict import MatchVerdict, verdict

__all__ = ["Match", "MatchVerdict", "play_matches", "verdict"]
