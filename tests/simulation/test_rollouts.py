"""Rollouts: every game is one of those that a seat may be in, and the intervals are honest."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from rowlock.bots.exact_ends import NO_SEARCH
from rowlock.bots.registry import make_bot
from rowlock.core.bot import Bot
from rowlock.core.cards import Card, deck
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, deciders, new_game, play
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.errors import Unreadable
from rowlock.notation import parse_position
from rowlock.simulation.hidden_information import resample_hidden
from rowlock.simulation.rollouts import roll_out

MIXED = (
    'classic 30 2 action1 11 5631; "Ann" r5,7,9,10,11 y2,3,5,6,7,8,10,11 g11,10,7,6,5,3 '
    'b9,8,7,6,5,4 x2; "Ben" r2,3,6,8,9,10 y2,3,5,9,11 g10,9,8,6,5,3 b12,9,7,5,4,3 x3'
)
"""Each may lock green or blue. In the exact end Ben wins 2.24 % with either: Ann has to mix."""
TOSS = (
    'classic 30 1 action2 61 611-; "Ann" r2,3,4,5,6,7 y11 g3 b- x3; '
    '"Ben" r- y- g- b12,11,10,9,8,2# x3'
)
"""Ann can only pass or lock red, and either ends the game. Her fourth penalty leaves her 21 + 1 + 1
- 20 = 3 points, the lock 36 + 1 + 1 - 15 = 23; Ben has 28 - 15 = 13."""


def two(name: str) -> list[Bot]:
    return [make_bot(name)] * 2


def later(jokers: bool = False, stage: str = "take") -> Game:
    """A card game of three in its sixth turn."""
    rng, bot = random.Random(5), make_bot("greedy")
    game = new_game("classic", ["Ann", "Ben", "Cleo"], cards=True, jokers=jokers)
    while game.turn < 6 or game.stage != stage:
        if game.stage == "deal":
            game = deal(game, shuffled_cards(game, rng)).state
        else:
            seat = deciders(game)[0]
            game = play(game, seat, bot.choose(view(game, seat), rng)).state
    return game


def test_an_interval_counts_independent_samples_only() -> None:
    game, bots = parse_position(TOSS), two("random")
    found = [roll_out(game, 1, bots, 400, seed=seed).ranked()[0] for seed in range(20)]
    off = [(rolled.win - 1 / 2) / rolled.se for rolled in found]
    # The mean of twenty squares of standard normal draws is 1, give or take 0.3.
    assert np.mean(np.square(off)) < 2


END = (
    'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
    '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
)
"""Worked out by hand in tests/endgame: - wins for sure, 7 to 3; r11 in 25 of 27 cases."""
LAST_LOCK = (
    'classic 12 1 action2+ 65 611-; "Ann" r2,3,4,5,6,7 y- g- b- x0; '
    '"Ben" r- y- g- b12,11,10,9,8,2# x0'
)
"""Red 12 makes Ann's eighth cross with the lock, 36 points to Ben's 28, and closes the second row.
After any other answer the game is long."""


def test_exact_values_replace_rollouts_between_exact_bots() -> None:
    best, other = roll_out(parse_position(END), 0, two("champion"), 2).ranked()
    assert (str(best.move), best.win, best.low, best.high, best.exact) == ("-", 1, 1, 1, True)
    assert (str(other.move), other.exact, other.se) == ("+r11", True, 0)
    assert [other.win, other.low, other.high] == pytest.approx([25 / 27] * 3)
    assert (other.cost, other.cost_error) == pytest.approx((2 / 27, 0))


def test_before_a_roll_the_exact_value_is_shown_too() -> None:
    # Ann crossed red 11 and Ben rolls: what is left of the position above.
    text = END.replace("30 1 action2 51 6111", "31 2 roll").replace("r2,3,10", "r2,3,10,11")
    for seat, share in ((0, 25 / 27), (1, 2 / 27)):
        [only] = roll_out(parse_position(text), seat, two("champion"), 2).ranked()
        assert only.exact
        assert only.win == pytest.approx(share)


def test_other_bots_play_their_own_ends() -> None:
    found = roll_out(parse_position(END), 0, two("greedy"), 40).ranked()
    # The fourth penalty ends the game whoever plays; what follows red 11 is Ben's to find.
    assert [(str(each.move), each.exact) for each in found] == [("-", True), ("+r11", False)]
    assert found[1].low < found[1].high


def test_an_answer_that_ends_the_game_is_exact_beside_others_that_are_played() -> None:
    found = {
        str(each.move): each
        for each in roll_out(parse_position(LAST_LOCK), 0, two("greedy"), 20).ranked()
    }
    assert (found["+r12"].win, found["+r12"].low, found["+r12"].exact) == (1, 1, True)
    assert {move for move, each in found.items() if each.exact} == {"+r12"}
    assert all(each.low < each.high for move, each in found.items() if move != "+r12")


def test_one_game_has_no_interval() -> None:
    with pytest.raises(Unreadable, match="1 games: a rollout has 2 to 1,000,000"):
        roll_out(parse_position(END), 0, two("greedy"), 1)


def test_a_mixed_strategy_is_drawn_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    # Else nothing is played out here.
    monkeypatch.setattr("rowlock.simulation.exact_leaves.ROLLOUT_SEARCH", NO_SEARCH)
    found = roll_out(parse_position(MIXED), 1, two("champion"), 300)
    assert found.compiled
    for rolled in found.ranked()[:2]:
        assert str(rolled.move) in ("b2", "g2")
        assert rolled.low < 0.0224 < rolled.high


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_answers_of_others_change_nothing(bot: str) -> None:
    # That Ann locks blue or green is hidden from Ben until he has answered, too (C-11).
    expected = roll_out(parse_position(MIXED), 1, two(bot), 40).shares
    for hidden in ("b2", "g2"):
        game = parse_position(MIXED.replace("x2;", f"x2 : {hidden};"))
        assert np.array_equal(roll_out(game, 1, two(bot), 40).shares, expected)


def test_the_players_own_answer_counts() -> None:
    # Ann has locked blue herself: her games go on from there, and she owes nothing.
    game = parse_position(MIXED.replace("x2;", "x2 : b2;"))
    [given] = roll_out(game, 0, two("greedy"), 5).ranked()
    answers = roll_out(parse_position(MIXED), 0, two("greedy"), 5).ranked()
    assert given.move is None
    assert {str(answer.move): answer.win for answer in answers}["b2"] == given.win


@pytest.mark.parametrize("stage", ["take", "action1", "action2"])
@pytest.mark.parametrize("jokers", [False, True])
def test_a_redrawn_deal_looks_the_same_to_the_seat(jokers: bool, stage: str) -> None:
    game = later(jokers, stage)
    for seat in game.seats:
        other = resample_hidden(game, seat, random.Random(seat))
        assert other != game
        assert view(other, seat) == view(game, seat)
        table = other.cards
        assert table is not None
        cards = [*sum(table.hands, ()), *table.display, *table.pile, *table.discards]
        assert sorted(map(str, cards)) == sorted(map(str, deck(jokers=jokers)))


def test_every_deal_that_fits_is_as_likely() -> None:
    # Ann holds r7 and b7 was played; y7, on top of the pile, might as well be g7 in Ben's hand.
    game = new_game("classic", ["Ann", "Ben"], cards=True)
    first = [Card(7, 0), *(Card(n, 0) for n in (2, 3, 4))]
    second = [Card(7, 2), *(Card(n, 1) for n in (8, 9, 10))]
    display = [Card(n, 3) for n in (2, 3, 5, 6)]
    rest = [card for card in deck(jokers=False) if card not in [*first, *second, *display]]
    rest.remove(Card(7, 1))
    rest.remove(Card(7, 3))
    game = deal(game, [*first, *second, *display, Card(7, 1), *rest, Card(7, 3)]).state
    assert game.cards is not None
    pile = game.cards.pile[:-1]
    game = replace(game, cards=replace(game.cards, pile=pile, discards=(Card(7, 3),)))
    drawn = [resample_hidden(game, 0, random.Random(seed)).cards for seed in range(2000)]
    tops = Counter(str(table.pile[0]) for table in drawn if table)
    assert set(tops) == {"y7", "g7"}
    assert abs(tops["y7"] - 1000) < 4 * np.sqrt(2000) / 2
    # Below the top lies any card that Ann has not seen, but no seven: both show their backs.
    below = Counter(str(table.pile[1]) for table in drawn if table)
    assert {"r11", "y2", "b12"} <= set(below)
    assert not {"r7", "y7", "g7", "b7", "r2"} & set(below)


def test_hidden_cards_change_nothing() -> None:
    game = later()
    bots = [make_bot("greedy")] * 3
    expected = roll_out(game, game.active, bots, 8).shares
    for seed in range(3):
        other = resample_hidden(game, game.active, random.Random(seed))
        assert np.array_equal(roll_out(other, game.active, bots, 8).shares, expected)
    assert all(len(set(column)) > 1 for column in expected.T)  # and no game is like the other
