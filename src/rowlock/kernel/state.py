"""Memory layout of a game in the kernel: integers of the table, then of each seat.

A game of n players takes `HEAD + SEAT * n` integers of a flat array, from offset `o`. The block of
a seat begins at `b = o + HEAD + SEAT * seat`. A seat of zeros is an empty sheet.

    table                                    seat
     0     KEY      random key (rng.py)       0..3   ROWS      crosses, current answer included
     1     PLAYERS  1..5                      4..5   BAR       marks, current answer included
     2     TURN     from 1                    6      PENALTIES
     3     ACTIVE   seat                      7      TIED      rows to choose from, a mask, or 0
     4     PHASE    ROLL ... OVER             8..11  SHOWN     crosses visible to all
     5     DECIDER  seat to decide           12..13  SHOWN_BAR marks visible to all
     6     CLOSED   rows, a mask             14      ANSWER    0 none yet, 1 + option
     7     LOCKING  rows being closed        15      DRAWS     draws of this seat's bot so far
     8     CROSSED  in action 1 (C-08)       16      LUCKY     lucky numbers, bits 1 << number
     9     REASON   of the end               17      CHOICES   rows chosen, octal, 1 + row each
    10..15 DICE     white white r y g b      18      QUEUE_HEAD
                                             19      QUEUE_TAIL
                                             20..27  QUEUE     tokens, eight in each word

A mark is a struck square of a bar, a used field of a strip, or a cross of a bonus row, 32 per word,
as in the core's `Sheet.bar`. So the two bonus rows follow the four others in memory, as if they
were rows 4 and 5.

`SHOWN` is the sheet after the last completed action; `ROWS` includes the seat's own hidden answer.
They correspond to the core's `Game.sheets` and `Answer.draft` and differ only during an action.
`LOCKING` is hidden as well: it becomes part of `CLOSED` at the end of the action.
"""

from __future__ import annotations

KEY = 0
PLAYERS = 1
TURN = 2
ACTIVE = 3
PHASE = 4
DECIDER = 5
CLOSED = 6
LOCKING = 7
CROSSED = 8
REASON = 9
DICE = 10
HEAD = 16

ROWS = 0
BAR = 4
PENALTIES = 6
TIED = 7
SHOWN = 8
SHOWN_BAR = 12
ANSWER = 14
DRAWS = 15
LUCKY = 16
CHOICES = 17
QUEUE_HEAD = 18
QUEUE_TAIL = 19
QUEUE = 20
SEAT = 28

# Phases.
ROLL = 0
ACTION1 = 1
ACTION2 = 2
OVER = 3


def stride(players: int) -> int:
    """Number of integers of a game with this many players."""
    return HEAD + SEAT * players
