"""The exact rest of a game of two, for a bot that has to answer now (docs/endgame.md)."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.endgame.answers import rest_of
from rowlock.endgame.preparation import is_ready, prepare
from rowlock.endgame.size import BUDGET, least_positions
from rowlock.errors import Unreadable
from rowlock.kernel.jit import JIT
from rowlock.variants.variant import Variant

if TYPE_CHECKING:
    from rowlock.endgame.solve_endgame import EndgameValues


def find_ends(view: View) -> EndgameValues | None:
    """The exact rest as a seat sees it; None where it is too large, or the search not ready yet."""
    if len(view.sheets) != 2 or view.cards is not None or not is_ready():
        return None
    if len(view.legal) < 2 or least_positions(rest_of(view)) > BUDGET:
        return None
    from rowlock.endgame.solve_endgame import solve  # compiled code, which is there now

    with suppress(Unreadable):  # a sheet that the kernel does not know
        return solve(view)
    return None


def drawn(ends: EndgameValues, seat: int, rng: random.Random) -> Move:
    """An answer drawn from the seat's best mixture."""
    choices = ends.answers(seat)
    (choice,) = rng.choices(choices, [choice.probability for choice in choices])
    return choice.move


def begin_anew(variant: Variant) -> None:
    """Get the search ready, and forget what this thread has computed.

    What is known makes a rest smaller, so that more of them fit: games that are to come out the
    same whatever was played before begin with an empty book.
    """
    prepare()
    if JIT:
        from rowlock.endgame.search_arrays import clear
        from rowlock.endgame.solve_endgame import search_arrays_of

        with suppress(Unreadable):
            clear(search_arrays_of(variant))
