"""The card game: judged as its best bot judges it, approximately and without luck."""

from __future__ import annotations

import random

import pytest

from rowlock import Scribe, Setup, deciders, load_variant, shuffled_cards, view
from rowlock.bots.levels import levels
from rowlock.bots.registry import make_bot
from rowlock.core.cards import deck
from rowlock.notation.record import Record
from rowlock.reviews import review


def played(variant: str, *names: str, seed: int = 1) -> Record:
    """A game with jokers between these bots."""
    rng = random.Random(seed)
    pack = list(deck(jokers=True))
    rng.shuffle(pack)
    setup = Setup(variant=load_variant(variant), names=names, deck=tuple(pack), jokers=True)
    scribe, bots = Scribe(setup), [make_bot(name) for name in names]
    while not scribe.game.over:
        if scribe.game.stage == "deal":
            scribe.deal(shuffled_cards(scribe.game, rng))
            continue
        seat = deciders(scribe.game)[0]
        scribe.play(seat, bots[seat].choose(view(scribe.game, seat), rng))
    return scribe.record()


@pytest.mark.parametrize(
    ("variant", "judge"), [("classic", "champion"), ("double_b", "champion"), ("bonus_a", "race")]
)
def test_the_judge_is_the_best_bot_there_is_for_the_sheet(variant: str, judge: str) -> None:
    # Bonus A has no network for cards: there the champion itself goes by the rules of thumb.
    found = review(played(variant, judge, "random"), rollouts=0.1)
    assert (found.judge, found.approximate, found.unit) == ("cards", True, "wins")
    first, other = found.seats
    assert first.loss == 0
    assert other.loss > 0.1
    assert found.rolls == ()
    assert (first.luck, first.adjusted, first.residual) == (0, None, None)
    assert {each.phase for each in found.decisions} >= {"take", "action1", "action2"}
    assert all(each.rollout is None for each in found.decisions)
    assert all(0 <= move.value <= 1 for each in found.decisions for move in each.moves)


def test_stronger_bots_lose_less() -> None:
    weakest = levels()[0].name
    names = ("champion", "hard", weakest, "race")
    losses = dict.fromkeys(names, 0.0)
    for seed in range(1, 5):
        for seat in review(played("classic", *names, seed=seed)).seats:
            losses[seat.name] += seat.loss_mean
    assert losses["champion"] == 0
    assert 0 < losses["hard"] < min(losses[weakest], losses["race"])


def test_solo_values_are_points() -> None:
    found = review(played("classic", "race"))
    assert (found.judge, found.approximate, found.unit) == ("cards", True, "points")
    assert found.seats[0].loss == 0
    assert found.start is found.seats[0].adjusted is found.seats[0].residual is None
    assert found.seats[0].result == found.seats[0].total
