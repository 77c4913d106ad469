"""Matches between bots: rotated seats, paired dice, intervals, luck, ratings."""

from rowlock.arena.match import Match, Verdict, play_matches, verdict

__all__ = ["Match", "Verdict", "play_matches", "verdict"]
