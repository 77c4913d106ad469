"""Moves and dice as texts."""

from __future__ import annotations

import pytest

import rowlock
from rowlock import Unreadable, parse_move

WITH_DICE: dict[str, rowlock.Move] = {
    "-": rowlock.NOTHING,
    "r5": rowlock.WhiteCross("r5"),
    "b12": rowlock.WhiteCross("b12"),
    "g16": rowlock.WhiteCross("g16"),
    "*g16": rowlock.LuckyCross("g16"),
    "+b10": rowlock.ColourCross("b10"),
    "?r": rowlock.ChooseRow(0),
    "?y": rowlock.ChooseRow(1),
    "?g": rowlock.ChooseRow(2),
    "?b": rowlock.ChooseRow(3),
}
WITH_CARDS: dict[str, rowlock.Move] = {
    "-": rowlock.NOTHING,
    "r5": rowlock.WhiteCross("r5"),
    "?b": rowlock.ChooseRow(3),
    "t4": rowlock.Take((4,)),
    "t4,4,12": rowlock.Take((4, 4, 12)),
    "+r3": rowlock.PlayCards(0, (3,), (), (3,)),
    "+r3/-": rowlock.PlayCards(0, (3,), (), ()),
    "+b3,5,12": rowlock.PlayCards(3, (3, 5, 12), (), (3, 5, 12)),
    "+b3,5,12/5": rowlock.PlayCards(3, (3, 5, 12), (), (5,)),
    "+r3,5*/5": rowlock.PlayCards(0, (3,), (5,), (5,)),
    "+r5,5*": rowlock.PlayCards(0, (5,), (5,), (5,)),
    "+y12*": rowlock.PlayCards(1, (), (12,), (12,)),
}


@pytest.mark.parametrize("text", WITH_DICE)
def test_moves_with_dice(text: str) -> None:
    assert parse_move(text) == WITH_DICE[text]
    assert str(WITH_DICE[text]) == text


@pytest.mark.parametrize("text", WITH_CARDS)
def test_moves_with_cards(text: str) -> None:
    assert parse_move(text, cards=True) == WITH_CARDS[text]
    assert str(WITH_CARDS[text]) == text


@pytest.mark.parametrize(
    ("text", "ours"),
    [("t7,4", "t4,7"), ("+r5,3", "+r3,5"), ("+r5*,3/5,3", "+r3,5*"), ("+r7,3/7", "+r3,7/7")],
)
def test_numbers_of_cards_come_back_in_rising_order(text: str, ours: str) -> None:
    assert str(parse_move(text, cards=True)) == ours


NO_MOVES = [
    "",
    " ",
    "x",
    "?",
    "r",
    "5",
    "r1",
    "r0",
    "r20",
    "r05",
    "R5",
    "w5",
    "r5 ",
    "+",
    "+r",
    "*5",
]


@pytest.mark.parametrize("text", [*NO_MOVES, "t4", "+r3,5", "+r3/-", "??", "?rr", "--", "r5\n"])
def test_no_moves_with_dice(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_move(text)
    assert (refusal.value.code, refusal.value.move) == ("unknown_token", text)


@pytest.mark.parametrize(
    "text", [*NO_MOVES, "t", "t1", "t13", "t4,", "+r13", "+r1", "+r3/", "+r3/13", "+r3//3", "+j3"]
)
def test_no_moves_with_cards(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_move(text, cards=True)
    assert refusal.value.code == "unknown_token"
