"""K-01 to K-03: cards, hands, what may be played."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rowlock import Illegal, Unreadable, deal, deciders, new_game, shuffled_cards, view
from rowlock.core.cards import deck, parse_card
from rowlock.core.event import CardsPlayed, Crossed
from rowlock.variants import from_text
from tests.rules.card_table import card_table, plays, to_the_play
from tests.rules.sheets import EMPTY
from tests.scenarios.core_table import NAMES, CoreTable


def test_k01_44_cards_and_11_jokers() -> None:
    plain, with_jokers = deck(jokers=False), deck(jokers=True)
    assert sorted(map(str, plain)) == sorted(f"{c}{n}" for c in "rygb" for n in range(2, 13))
    assert len(plain) == 44
    assert [str(card) for card in with_jokers[44:]] == [f"j{n}" for n in range(2, 13)]


def test_k01_numbers_are_public_and_colours_hidden() -> None:
    # The same numbers everywhere, but with other colours wherever seat 1 cannot look.
    open_hand = "r2 y5 g8 b8"
    one = card_table(
        "classic", EMPTY, EMPTY, hands=[open_hand, "r4 r9 r7 r11"], display="y4 y9 y7 y11"
    )
    other = card_table(
        "classic", EMPTY, EMPTY, hands=[open_hand, "b4 g9 b7 g11"], display="g4 b9 g7 b11"
    )
    assert view(one.game, 0) == view(other.game, 0)
    assert view(one.game, 1) != view(other.game, 1)
    seen = view(one.game, 0).cards
    assert seen is not None
    assert " ".join(map(str, seen.hand)) == "b8 g8 r2 y5"
    assert seen.hands == ((2, 5, 8, 8), (4, 7, 9, 11))
    assert seen.display == (4, 9, 7, 11)
    assert (seen.top, seen.pile) == (3, 32)
    spectator = view(one.game, None).cards
    assert spectator is not None
    assert spectator.hand == ()


@pytest.mark.parametrize(
    "variant", ["classic", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "double_b"]
)
def test_k01_sheets_with_eleven_cells_serve(variant: str) -> None:
    assert new_game(variant, ["Ann"], cards=True).phase == "deal"


def test_k01_longo_is_refused_with_a_reason() -> None:
    with pytest.raises(Unreadable) as refusal:
        new_game("longo", ["Ann"], cards=True)
    assert refusal.value.code == "no_card_game"
    assert "2 to 12" in refusal.value.message


@pytest.mark.parametrize(
    ("rows", "sides"),
    [([*range(2, 12)], 6), ([*range(3, 14)], 8)],
    ids=["ten cells", "eleven cells up to 13"],
)
def test_k01_so_are_own_sheets_that_do_not_fit_the_cards(rows: list[int], sides: int) -> None:
    lines = [
        f'{colour} = "{" ".join(f"{colour[0]}{number}" for number in rows)}"'
        for colour in ("red", "yellow", "green", "blue")
    ]
    head = f'extends = "classic"\n[about]\nid = "own"\n[dice]\nsides = {sides}\n[rows]\n'
    sheet = from_text(head + "\n".join(lines))
    with pytest.raises(Unreadable) as refusal:
        new_game(sheet, ["Ann"], cards=True)
    assert refusal.value.code == "no_card_game"


def test_k01_a_jokers_colour_is_chosen_when_it_is_played() -> None:
    t = card_table("classic", EMPTY, hands=["j5 r4 b9 b10"], display="y9", jokers=True)
    to_the_play(t, "t9")
    for colour in "rygb":
        assert f"+{colour}5*" in t.legal().split()
    assert "+r4,5*" in t.legal().split()
    t.play(0, "+r4,5*")
    assert t.sheet() == "r4,5 y- g- b- x0"
    assert t.events == (
        CardsPlayed(0, ("r4", "j5")),
        Crossed(0, "r4", "card"),
        Crossed(0, "r5", "card"),
    )
    assert t.game.cards is not None
    assert t.game.cards.jokers


def test_k01_card_and_joker_of_one_number_make_one_cross() -> None:
    t = card_table("classic", EMPTY, hands=["j5 r5 b9 b10"], display="y9", jokers=True)
    to_the_play(t, "t9")
    t.play(0, "+r5,5*")
    assert t.sheet() == "r5 y- g- b- x0"
    assert t.game.cards is not None
    assert [str(card) for card in t.game.cards.discards] == ["r5", "j5"]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_k02_four_cards_each_four_in_the_display_the_rest_is_the_pile(seats: int) -> None:
    game = new_game("classic", NAMES[:seats], cards=True)
    game = deal(game, shuffled_cards(game, Random(2))).state
    table = game.cards
    assert table is not None
    assert [len(hand) for hand in table.hands] == [4] * seats
    assert len(table.display) == 4
    assert len(table.pile) == 44 - 4 * seats - 4
    assert (game.phase, deciders(game)) == ("take", (0,))


def test_k02_only_the_whole_deck_can_be_dealt() -> None:
    game = new_game("classic", ["Ann"], cards=True)
    with pytest.raises(Illegal) as refusal:
        deal(game, deck(jokers=True))
    assert refusal.value.code == "wrong_cards"


def test_k02_cards_are_dealt_when_they_are_due() -> None:
    t = card_table("classic", EMPTY, hands=["r2 y5 g8 b8"])
    with pytest.raises(Illegal) as refusal:
        t.deal(" ".join(map(str, deck(jokers=False))))
    assert refusal.value.code == "no_deal_due"


def test_k03_the_active_player_fills_the_hand_to_five_from_the_display() -> None:
    t = card_table("classic", EMPTY, EMPTY, hands=["r2 y5 g8 b8", ""], display="y4 b9 g7 r11")
    assert deciders(t.game) == (0,)
    assert t.legal() == "t11 t4 t7 t9"
    assert t.refusal(0, "t5") == "cannot_take"
    assert t.refusal(0, "t4,7") == "cannot_take"
    assert t.refusal(1, "t4") == "not_your_decision"
    t.play(0, "t9")
    assert t.state().hands[0] == "b8 b9 g8 r2 y5"


def test_k03_the_display_is_filled_up_from_the_pile() -> None:
    t = card_table(
        "classic", EMPTY, hands=["r2 y5 g8 b8"], display="y4 b9 g7 r11", pile="r6 y10 g3"
    )
    t.play(0, "t9")
    assert t.state().display == "y4 g7 r11 r6"
    assert t.game.announced == 10  # what lies on top now


def test_k03_after_three_played_cards_three_are_taken_and_equal_numbers_are_alike() -> None:
    t = card_table("classic", EMPTY, hands=["r4 r5 r6 b8"], display="r7 y9 g9 b3", pile="y2 y7 r9")
    to_the_play(t, "t7")
    t.play(0, "+r4,5,6")
    # Display y9 g9 b3 y2, hand b8 r7: three of 2, 3, 9, 9.
    assert t.legal() == "t2,3,9 t2,9,9 t3,9,9"


def with_pile(t: CoreTable, pile: str, hand: str) -> list[str]:
    """Leave only these cards in the pile and in the hand; answers the discards."""
    table = t.game.cards
    assert table is not None
    left = tuple(parse_card(word) for word in pile.split())
    held = tuple(parse_card(word) for word in hand.split())
    gone = tuple(card for card in deck(jokers=False) if card not in {*left, *held, *table.display})
    cards = replace(table, pile=left, hands=(held,), discards=gone)
    t.game = replace(t.game, cards=cards)
    return [str(card) for card in gone]


def test_k03_an_empty_pile_is_made_from_the_shuffled_discards() -> None:
    # The last card of the pile fills the display; there must be a number on top to announce.
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 y9"], display="b2 b3 b4 b5")
    discards = with_pile(t, "y12", "r4 r5 r7 y9")
    t.play(0, "t2")
    assert (t.game.phase, deciders(t.game)) == ("deal", ())
    with pytest.raises(Illegal) as refusal:
        t.deal(" ".join(discards[1:]))
    assert refusal.value.code == "wrong_cards"
    t.deal(" ".join(["r11", *(card for card in discards if card != "r11")]))
    assert (t.game.phase, t.game.announced) == ("action1", 11)
    assert t.state().display == "b3 b4 b5 y12"
    assert t.game.cards is not None
    assert t.game.cards.discards == ()


def test_k03_the_new_pile_goes_on_filling_the_display() -> None:
    # Three cards are missing and two lie in the pile: the third comes from the new one.
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 y9"], display="b2 b3 b4 b5")
    discards = with_pile(t, "y12 y11", "r4 y9")
    t.play(0, "t2,3,4")
    assert t.game.phase == "deal"
    top = ["g10", "g3"]
    t.deal(" ".join([*top, *(card for card in discards if card not in top)]))
    assert t.state().display == "b5 y12 y11 g10"
    assert t.game.announced == 3


def test_k03_the_top_of_the_pile_is_announced_and_everybody_may_cross_it() -> None:
    t = card_table("classic", EMPTY, "r7 y- g- b- x0", hands=["r2 y5 g8 b8", ""], pile="y12 r6 b2")
    t.play(0, t.legal().split()[0])
    assert (t.game.phase, t.game.announced) == ("action1", 6)
    assert deciders(t.game) == (0, 1)
    assert [t.legal(0), t.legal(1)] == ["- b6 g6 r6 y6", "- b6 g6 y6"]


RED_4_5_7 = """
    +r4 +r4/-  +r5 +r5/-  +r7 +r7/-
    +r4,5 +r4,5/- +r4,5/4 +r4,5/5
    +r4,7/- +r4,7/4 +r4,7/7
    +r5,7 +r5,7/- +r5,7/5 +r5,7/7
    +r4,5,7 +r4,5,7/- +r4,5,7/4 +r4,5,7/5 +r4,5,7/7 +r4,5,7/4,5 +r4,5,7/5,7
"""


def test_k03_every_play_of_a_hand() -> None:
    # Red 4, 5, 7; yellow 9; blue 2 (a last cell, no crosses before it). Between 4 and 7 alone
    # two cells are left out, with the 5 only one.
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 y9"], display="b2")
    to_the_play(t, "t2")
    assert plays(t, "r").split() == sorted(RED_4_5_7.split())
    assert plays(t, "y") == "+y9 +y9/-"
    assert plays(t, "b") == "+b2/-"
    assert plays(t, "g") == ""


def test_k03_at_least_one_card_must_be_played() -> None:
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 y9"], display="b2", pile="y12 g6")
    t.play(0, "t2")
    t.play(0, "r6")
    assert t.refusal(0, "-") == "must_decide"


def test_k03_one_colour_one_to_three_cards_of_the_own_hand() -> None:
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 r8"], display="b2")
    to_the_play(t, "t2")
    assert t.refusal(0, "+r4,5,7,8") == "bad_play"
    assert t.refusal(0, "+y4") == "not_in_hand"
    assert t.refusal(0, "+r4*") == "not_in_hand"
    assert t.refusal(0, "+r4/5") == "not_played"
    assert t.refusal(0, "+r4,7") == "bad_crosses"


@pytest.mark.parametrize(
    ("numbers", "allowed"),
    [
        ("4,5,7", True),  # the 6 is left out
        ("2,4,6", False),  # the 3 and the 5 are left out
        ("2,4", True),
        ("2,5", False),
        ("2,3,4", True),
        ("8,9,11", True),
        ("2,3,6", False),
    ],
)
def test_k03_at_most_one_cell_is_left_out(numbers: str, allowed: bool) -> None:
    cards = [f"r{n}" for n in numbers.split(",")]
    hand = " ".join([*cards, "b12", "b11"][:4])
    t = card_table("classic", EMPTY, hands=[hand], display="b10")
    to_the_play(t, "t10")
    assert (f"+r{numbers}" in t.legal().split()) == allowed


def test_k03_cells_are_counted_where_they_lie() -> None:
    # Mixx B, red row 10 6 2 8 3 ...: between 10 and 2 lies one cell, between 2 and 3 one,
    # between 10 and 8 two.
    t = card_table("mixx_b", EMPTY, hands=["r10 r2 r3 r8"], display="b10")
    to_the_play(t, "t10")
    legal = t.legal().split()
    assert "+r2,10" in legal
    assert "+r2,3" in legal
    assert "+r8,10" not in legal
    assert "+r2,8,10" in legal  # 10, 2, 8: only the 6 is left out
    t.play(0, "+r2,8,10")
    assert t.sheet() == "r10,2,8 y- g- b- x0"


def test_k03_left_to_right_against_the_crosses_that_stand() -> None:
    t = card_table("classic", "r5 y- g- b- x0", hands=["r4 r5 r7 r8"], display="b2")
    to_the_play(t, "t2")
    # 4 and 5 can be played but not crossed.
    assert "+r4,5/-" in t.legal().split()
    assert not {"+r4", "+r5", "+r4,5", "+r5,7", "+r4,5,7/5,7"} & set(t.legal().split())
    assert {"+r7,8", "+r4,7/7", "+r5,7,8/7,8"} <= set(t.legal().split())


def test_k03_the_cross_of_the_announced_number_counts() -> None:
    # Announced 6, crossed in red: red 4 and 5 can no more be crossed.
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 r8"], display="b2", pile="y12 g6")
    t.play(0, "t2")
    t.play(0, "r6")
    assert "+r7,8" in t.legal().split()
    assert "+r4,5" not in t.legal().split()


def test_k03_the_played_cards_are_discarded() -> None:
    t = card_table("classic", EMPTY, hands=["r4 r5 r7 y9"], display="b2")
    to_the_play(t, "t2")
    t.play(0, "+r4,5,7/4")
    assert t.sheet() == "r4 y- g- b- x0"
    assert t.state().hands == ["b2 y9"]
    assert t.game.cards is not None
    assert [str(card) for card in t.game.cards.discards] == ["r4", "r5", "r7"]


def test_k03_all_crosses_of_a_play_come_before_the_bonuses_they_earn() -> None:
    # Bonus A: red 3 is boxed. Red 3 and 4 are crossed, then the first square crosses red 5.
    t = card_table("bonus_a", "r- y- g- b- x0 =............", hands=["r3 r4 r7 y9"], display="b2")
    to_the_play(t, "t2")
    t.play(0, "+r3,4")
    assert t.sheet() == "r3,4,5 y- g- b- x0 =x..........."


def test_k03_a_bonus_of_a_play_may_ask_for_a_row() -> None:
    # Bonus B: yellow 11 completes the circle: 1, 1, 1, 1 crosses.
    t = card_table("bonus_b", "r2 y- g9 b12 x0", hands=["y11 r4 r7 y9"], display="b2")
    to_the_play(t, "t2")
    t.play(0, "+y11")
    assert (t.game.phase, t.legal()) == ("choice", "?b ?g ?r ?y")
    assert t.state().hands == ["b2 r4 r7 y11 y9"]  # the turn is not over
    t.play(0, "?r")
    assert t.sheet() == "r2,3,4 y11 g9 b12 x0"
    assert t.state().hands == ["b2 r4 r7 y9"]
