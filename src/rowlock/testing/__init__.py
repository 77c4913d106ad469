"""Helpers for testing custom sheets, bots and tables.

>>> from rowlock import load_variant, new_game, result
>>> from rowlock.testing import check_variant, play_out, small_gaps
>>> game = play_out(new_game("classic", ["Ann", "Ben"]), seed=7, choose=small_gaps)
>>> game.over, result(game).totals
(True, (47, 44))
>>> check_variant(load_variant("classic"), games=5).ended
{'two_rows_closed': 1, 'four_penalties': 4}

Only `rowlock.testing.strategies`, the Hypothesis strategies, needs Hypothesis.
"""

from rowlock.testing.check import VariantReport, check_variant
from rowlock.testing.check_bot import BotFault, BotReport, check_bot
from rowlock.testing.dice import fixed_dice
from rowlock.testing.laws import LawBroken, SeatTally, check_step, most_turns, tally
from rowlock.testing.players import Choose, any_move, small_gaps
from rowlock.testing.playout import (
    Answered,
    Input,
    Shuffled,
    enter,
    next_input,
    play_out,
    steps,
    write_out,
)

__all__ = [
    "Answered",
    "BotFault",
    "BotReport",
    "Choose",
    "Input",
    "LawBroken",
    "SeatTally",
    "Shuffled",
    "VariantReport",
    "any_move",
    "check_bot",
    "check_step",
    "check_variant",
    "enter",
    "fixed_dice",
    "most_turns",
    "next_input",
    "play_out",
    "small_gaps",
    "steps",
    "tally",
    "write_out",
]
