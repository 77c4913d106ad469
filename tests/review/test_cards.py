"""The card game: judged approximately, and without luck."""

from __future__ import annotations

import random

from rowlock import Scribe, Setup, deciders, load_variant, shuffled_cards, view
from rowlock.bots.registry import make_bot
from rowlock.core.cards import deck
from rowlock.review import review


def test_a_card_game_is_reviewed_approximately() -> None:
    rng = random.Random(1)
    pack = list(deck(jokers=True))
    rng.shuffle(pack)
    setup = Setup(
        variant=load_variant("classic"), names=("Ann", "Ben"), deck=tuple(pack), jokers=True
    )
    scribe, bots = Scribe(setup), [make_bot("race"), make_bot("random")]
    while not scribe.game.over:
        if scribe.game.stage == "deal":
            scribe.deal(shuffled_cards(scribe.game, rng))
            continue
        seat = deciders(scribe.game)[0]
        scribe.play(seat, bots[seat].choose(view(scribe.game, seat), rng))
    found = review(scribe.record(), rollouts=0.1)
    assert (found.judge, found.approximate, found.unit) == ("cards", True, "wins")
    ann, ben = found.seats
    # Ann's bot is the judge; Ben answers at random.
    assert ann.loss == 0
    assert ben.loss > 0.1
    assert found.rolls == ()
    assert (ann.luck, ann.adjusted, ann.residual) == (0, None, None)
    assert {each.phase for each in found.decisions} >= {"take", "action1", "action2"}
    assert all(each.rollout is None for each in found.decisions)
