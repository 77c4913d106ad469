"""The bot that plays its own sheet exactly best, as if nobody else could end the game.

Alone at the table nothing beats it. Against others it collects points they never let it cash,
so it is a teacher and a yardstick, not a champion.

It looks everything up in the solved table of a player alone, which is solved and kept on first
use. Tables of several players that may have been kept too are not looked at: the same name plays
the same on every machine.
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
    """Best play of one sheet."""

    def choose(self, view: View, rng: random.Random) -> Move:
        lucky = view.lucky[view.seat or 0] if view.lucky else None
        return best_by_table(find_table(view.variant, lucky), view)


@cache
def find_table(variant: Variant, lucky: LuckyPair | None) -> ValueTable:
    """The table to play by; a refusal says why there is none."""
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
