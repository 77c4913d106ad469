"""Exact endgames of two-player games, for bots, coach, reviews and advice (docs/endgame.md)."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from rowlock.core.move import Move
from rowlock.core.state import Game
from rowlock.core.view import View
from rowlock.endgame.answers import rest_of
from rowlock.endgame.preparation import is_ready, prepare
from rowlock.endgame.size import BUDGET, MAX_BUDGET, PATIENT, least_positions
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.variants.together import are_equal
from rowlock.variants.variant import Variant

if TYPE_CHECKING:
    from rowlock.endgame.solve_endgame import EndgameValues


class SearchLimit(NamedTuple):
    """How long a caller can wait for the exact search."""

    positions: int
    waits: bool
    """Whether it also waits for the search to compile. If not, it does without until then."""


NO_SEARCH = SearchLimit(0, waits=False)
BOT_SEARCH = SearchLimit(BUDGET, waits=False)
COACH_SEARCH = SearchLimit(1_000, waits=False)
"""The size of a review, so that both say the same."""
REVIEW_SEARCH = SearchLimit(1_000, waits=True)
"""Some milliseconds for each decision."""
ROLLOUT_SEARCH = SearchLimit(PATIENT if JIT else 0, waits=True)
ADVICE_SEARCH = SearchLimit(MAX_BUDGET if JIT else 0, waits=True)


def exact_end(seen: Game | View, limit: SearchLimit) -> EndgameValues | None:
    """The solved endgame, or None if it is larger than the limit or the search is not compiled
    yet."""
    if not may_end_exactly(seen, limit) or not (limit.waits or is_ready()):
        return None
    from rowlock.endgame.solve_endgame import solve  # compiled code

    with suppress(Unreadable):  # a sheet that the kernel does not know
        return solve(seen, limit.positions)
    return None


def may_end_exactly(seen: Game | View, limit: SearchLimit) -> bool:
    """Whether the rest may fit the limit: then `exact_end` searches, which may take a while."""
    return can_end_exactly(seen) and least_positions(rest_of(seen)) <= limit.positions


def can_end_exactly(game: Game | View) -> bool:
    """Whether the search supports such games at all."""
    return len(game.names) == 2 and game.cards is None and are_equal(game.variants)


def drawn(ends: EndgameValues, seat: int, rng: random.Random) -> Move:
    """An answer drawn from the seat's optimal mixed strategy."""
    choices = ends.answers(seat)
    (choice,) = rng.choices(choices, [choice.probability for choice in choices])
    return choice.move


def begin_anew(variant: Variant) -> None:
    """Prepare the search, and delete what this thread has computed.

    Known positions make a rest smaller, so that more of them fit. Games whose result must not
    depend on previous games begin with empty search arrays.
    """
    prepare()
    if JIT:
        from rowlock.endgame.search_arrays import clear
        from rowlock.endgame.solve_endgame import search_arrays_of

        with suppress(Unreadable):
            clear(search_arrays_of(variant))
