"""A joint position as integers: all sheets at the end of a turn.

0..19   rows       [seat, row] crosses as masks
20..24  penalties  [seat]
25..34  bar        [seat, word] marks beside the rows, 32 per word
35..39  totals     [seat] computed by the evaluator
40      closed     closed rows as bits
41      over       whether the game is over
42      next       the seat of the next turn
43..47  lucky      [seat] the numbers of the lucky pair as bits
"""

from __future__ import annotations

SLOTS = 5
"""Seats; in the input of a network slot 0 is the seat itself, slot 1 the next one clockwise."""
V_ROWS = 0
V_PENALTIES = 20
V_BAR = 25
V_TOTAL = 35
V_CLOSED = 40
V_OVER = 41
V_NEXT = 42
V_LUCKY = 43
V_SIZE = 48
