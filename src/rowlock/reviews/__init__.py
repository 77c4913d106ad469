"""Reviews of games: what every choice cost, and how lucky the dice were.

>>> from rowlock import parse_record
>>> from rowlock.reviews import review
>>> record = parse_record('''[Rowlock "1"]
... [Variant "classic"]
... [Players "Ann, Ben"]
... [First "1"]
... 1. 41 3256 | - +b10 | y5
... 2. 63 1245 | - | x''')
>>> seen = review(record)
>>> seen.unit, [seat.name for seat in seen.seats]
('wins', ['Ann', 'Ben'])
>>> worst = max(seen.decisions, key=lambda decision: decision.loss)
>>> worst.turn, worst.seat, worst.chosen, worst.mark
(2, 2, '-', 'blunder')

How every number is computed: docs/review.md.
"""

from rowlock.reviews.model import (
    DecisionReview,
    Review,
    RollReview,
    SeatReview,
)
from rowlock.reviews.review import review

__all__ = ["DecisionReview", "Review", "RollReview", "SeatReview", "review"]
