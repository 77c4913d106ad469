"""Whether two sheets play differently, seen from outside: moves, events, totals. No digests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from operator import or_
from random import Random

from rowlock import Sheet, Unreadable, Variant, deciders, legal_moves, new_game, result, score
from rowlock.testing import any_move, small_gaps, steps

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def course(variant: Variant, seed: int, *, cards: bool) -> Iterator[object]:
    """What there is to see in one game: offers, dice, events, points, in this order."""
    rng = Random(seed)
    try:
        game = new_game(variant, NAMES[: 5 - seed % 5], cards=cards)
    except Unreadable as refusal:
        yield refusal.code
        return
    for given, step in steps(game, rng, any_move if seed % 4 == 3 else small_gaps):
        game = step.state
        yield str(given)
        yield step.events
        yield [sorted(map(str, legal_moves(game, seat))) for seat in deciders(game)]
        if game.stage == "roll" or game.over:
            yield result(game).totals


def first_difference(one: Variant, other: Variant, games: int) -> int | None:
    """The number of the first game that shows a difference; None when none does."""
    # Few games fill a row to the brim: what most crosses are worth is looked at by itself.
    if full_points(one) != full_points(other):
        return 0
    for seed in range(games):
        for cards in (False, True):
            pairs = zip_longest(course(one, seed, cards=cards), course(other, seed, cards=cards))
            if any(left != right for left, right in pairs):
                return seed
    return None


def full_points(variant: Variant) -> tuple[int, ...]:
    """What the rows of a sheet are worth when everything on them is crossed."""
    cells = [sum(cell.bits | cell.second for cell in row) for row in variant.rows]
    return score(variant, Sheet(tuple(map(or_, cells, variant.lock_bits)))).rows
