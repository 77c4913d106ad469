"""The bot that plays its own sheet perfectly, as if no other player could end the game.

In solo games it is optimal. Against others it waits for points that it never gets, so it is a
benchmark, not a strong opponent.

It uses the exact table for solo games, which is solved and stored on first use. Stored tables for
more players are not used, so that the bot plays the same on every machine.
"""

from __future__ import annotations

import random
from functools import cache

from msgspec import Struct

from rowlock.bots.solved_tables import best_by_table
from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.errors import Unreadable
from rowlock.solver.device import ON_GPU
from rowlock.solver.limits import check_reach, is_quick
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_table, table_of
from rowlock.solver.value_table import ValueTable
from rowlock.variants.variant import LuckyPair, Variant


class Solo(Struct, frozen=True):
    """Plays one sheet perfectly."""

    def choose(self, view: View, rng: random.Random) -> Move:
        lucky = view.lucky[view.seat or 0] if view.lucky else None
        return best_by_table(find_table(view.variant, lucky), view)


@cache
def find_table(variant: Variant, lucky: LuckyPair | None) -> ValueTable:
    """The exact table; raises a refusal that says why there is none."""
    alone = make_problem(variant, 1, lucky)
    if table := kept_table(alone):
        return table
    if is_quick(alone):
        check_reach(alone, "cpu")
        return table_of(alone)
    choice = " --lucky '{}&{}'".format(*lucky) if lucky else ""
    card = ", best with --device cuda" if variant.features <= ON_GPU else ""
    raise Unreadable(
        "no_table",
        f"solo has no table for {variant.id} and solving it takes minutes: make one with "
        f"rowlock solve --variant {variant.id}{choice} --keep{card}",
    )
