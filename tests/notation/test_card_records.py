"""Records of the card game: headers, takes, announced numbers, plays, piles."""

from __future__ import annotations

import pytest

from rowlock import (
    Illegal,
    Unreadable,
    deciders,
    format_record,
    format_sheet,
    legal_moves,
    parse_record,
)
from rowlock.core.cards import deck
from tests.notation.texts import final, place, record, refusal

# Ann r4 r5 r7 y9, Ben g3 g4 g5 g6, display b2 b9 b10 b11, pile y12 g8 y11 y10 ...
TOP = "r4 r5 r7 y9 g3 g4 g5 g6 b2 b9 b10 b11 y12 g8 y11 y10"
PLAIN = [str(card) for card in deck(jokers=False)]
DECK = " ".join([*TOP.split(), *(card for card in PLAIN if card not in TOP.split())])
FIRST = 8  # six headers and a blank line stand before turn 1


def cards(*lines: str, **more: str) -> str:
    return record(*lines, **({"Turns": "cards", "Deck": DECK} | more))


def test_a_turn_of_cards() -> None:
    # Ann takes the 2 (blue); the display is filled with yellow 12, the 8 is announced; Ben
    # crosses green 8, Ann plays red 4, 5 and 7.
    text = cards("1. t2 8 | +r4,5,7 | g8", "2. t9 11 | r11 | +g5,4/5")
    game = final(text)
    assert (game.turn, game.active, game.phase) == (3, 0, "take")
    assert format_record(parse_record(text)).replace("+g4,5/5", "+g5,4/5") == text


@pytest.mark.parametrize(
    ("line", "phase", "asked"),
    [
        ("1. t2 8", "action1", (0, 1)),
        ("1. t2 8 | ? | g8", "action1", (0,)),
        ("1. t2 8 | r8 ? | ?", "action1", (1,)),
        ("1. t2 8 | - ? | -", "action2", (0,)),
        ("1. t2 8 | r8 ? | -", "action2", (0,)),
        ("1. t2 8 | r8 +y9 | -", "take", (1,)),
        ("1. t2 8 | +r4/- x | -", "take", (1,)),
    ],
)
def test_what_is_owed(line: str, phase: str, asked: tuple[int, ...]) -> None:
    text = cards(line)
    game = final(text)
    assert (game.phase, deciders(game)) == (phase, asked)
    assert format_record(parse_record(text)) == text


def test_a_choice_in_a_play() -> None:
    # Bonus B. Turn 1: Ann plays green 9. Turn 3: her yellow 11 completes the circle with 0, 1, 1
    # and 0 crosses: red or blue.
    top = [
        "g9",
        "y11",
        "r2",
        "b12",
        "g3",
        "g4",
        "g5",
        "g6",
        "b2",
        "b9",
        "b10",
        "b11",
        "y12",
        "g8",
        "r11",
        "y10",
    ]
    order = " ".join([*top, *(card for card in PLAIN if card not in top)])
    before = ["1. t2 8 | +g9 | -", "2. t9 11 | - | +b9"]
    owed = cards(*before, "3. t10 10 | +y11 ? | -", variant="bonus_b", Deck=order)
    game = final(owed)
    assert (game.phase, [str(move) for move in legal_moves(game, 0)]) == ("choice", ["?r", "?b"])
    assert format_record(parse_record(owed)) == owed
    made = cards(*before, "3. t10 10 | +y11 ?r | -", variant="bonus_b", Deck=order)
    game = final(made)
    assert format_sheet(game.variant, game.sheets[0]) == "r2,3 y11 g9 b- x0"
    assert format_record(parse_record(made)) == made
    missing = cards(*before, "3. t10 10 | +y11 | -", variant="bonus_b", Deck=order)
    assert place(refusal(missing)) == ("choice_missing", 10, 1, "+y11")


ILLEGAL: dict[str, tuple[list[str], tuple[str, int | None, int | None, str | None]]] = {
    "a number not in the display": (["1. t3 8 | x | -"], ("cannot_take", 8, 1, "t3")),
    "too many taken": (["1. t2,9 8 | x | -"], ("cannot_take", 8, 1, "t2,9")),
    "another number announced": (["1. t2 9 | x | -"], ("wrong_number", 8, None, "9")),
    "the announced number not said": (["1. t2"], ("number_missing", 8, None, None)),
    "not the announced number": (["1. t2 8 | r7 +r4 | -"], ("not_announced", 8, 1, "r7")),
    "no cards played": (["1. t2 8 | r8 | -"], ("cards_missing", 8, 1, "r8")),
    "no cards played for a penalty": (["1. t2 8 | x | -"], ("cards_missing", 8, 1, "x")),
    "a card of another hand": (["1. t2 8 | +g3 | -"], ("not_in_hand", 8, 1, "+g3")),
    "a joker where there are none": (["1. t2 8 | +r4* | -"], ("not_in_hand", 8, 1, "+r4*")),
    "a cross of a number not played": (["1. t2 8 | +r4/5 | -"], ("not_played", 8, 1, "+r4/5")),
    "two cells left out": (["1. t2 8 | +r4,7 | -"], ("bad_crosses", 8, 1, "+r4,7")),
    "a last cell without five crosses": (["1. t2 8 | +b2 | -"], ("bad_crosses", 8, 1, "+b2")),
    "a card twice": (["1. t2 8 | +r4,4 | -"], ("not_in_hand", 8, 1, "+r4,4")),
    "a play of a passive seat": (["1. t2 8 | +r4 | +g3"], ("not_active", 8, 2, "+g3")),
    "a penalty not written": (["1. t2 8 | +r4/- | -"], ("penalty_missing", 8, 1, "+r4/-")),
    "a penalty not due": (["1. t2 8 | +r4 x | -"], ("penalty_not_due", 8, 1, "x")),
    "a pile that is not due": (
        ["pile r2", "1. t2 8 | +r4 | -"],
        ("pile_not_due", 8, None, None),
    ),
    "a pile at the end": (["1. t2 8 | +r4 | -", "pile r2"], ("pile_not_due", 9, None, None)),
    "two piles": (
        ["pile r2", "pile r3", "1. t2 8 | +r4 | -"],
        ("pile_not_due", 8, None, None),
    ),
}


@pytest.mark.parametrize(("lines", "expected"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(lines: list[str], expected: tuple[str, int, int | None, str | None]) -> None:
    caught = refusal(cards(*lines))
    assert isinstance(caught, Illegal)
    assert place(caught) == expected


UNREADABLE: dict[str, tuple[list[str], tuple[str, int | None, int | None, str | None]]] = {
    "dice": (["1. 41 3256 | x | -"], ("bad_take", 8, None, "41 3256")),
    "no take": (["1. 8 | x | -"], ("bad_take", 8, None, "8")),
    "a take of thirteen": (["1. t13 8 | x | -"], ("bad_take", 8, None, "t13 8")),
    "thirteen announced": (["1. t2 13 | x | -"], ("bad_take", 8, None, "t2 13")),
    "no number before columns": (["1. t2 | +r4 | -"], ("no_number", 8, None, "t2")),
    "no number before the last line": (
        ["1. t2", "2. t9 11 | - | +g3"],
        ("wrong_columns", 8, None, None),
    ),
    "a take in a column": (["1. t2 8 | t2 +r4 | -"], ("unknown_token", 8, 1, "t2")),
    "a card of thirteen": (["1. t2 8 | +r13 | -"], ("unknown_token", 8, 1, "+r13")),
    "two plays": (["1. t2 8 | +r4 +r5 | -"], ("two_answers", 8, 1, "+r5")),
    "no card in the pile": (["pile r13"], ("unknown_card", 8, None, "r13")),
    "an owed answer too early": (
        ["1. t2 8 | - ? | -", "2. t9 11 | - | +g3"],
        ("owed_too_early", 8, 1, "?"),
    ),
}


@pytest.mark.parametrize(("lines", "expected"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable(lines: list[str], expected: tuple[str, int, int | None, str | None]) -> None:
    caught = refusal(cards(*lines))
    assert isinstance(caught, Unreadable)
    assert place(caught) == expected


HEADERS: dict[str, tuple[dict[str, str], tuple[str, int | None]]] = {
    "a card missing in the deck": ({"Deck": DECK[3:]}, ("bad_deck", 6)),
    "a card twice in the deck": ({"Deck": f"{DECK} r2"}, ("bad_deck", 6)),
    "jokers that are not in": ({"Deck": f"{DECK} j2"}, ("bad_deck", 6)),
    "no card in the deck": ({"Deck": "w5"}, ("unknown_card", 6)),
    "jokers left out": ({"Jokers": "yes"}, ("bad_deck", 6)),
    "perhaps jokers": ({"Jokers": "perhaps"}, ("bad_jokers", 7)),
}


@pytest.mark.parametrize(("headers", "expected"), HEADERS.values(), ids=HEADERS)
def test_headers(headers: dict[str, str], expected: tuple[str, int | None]) -> None:
    caught = refusal(cards(**headers))
    assert isinstance(caught, Unreadable)
    assert (caught.code, caught.line) == expected


def test_the_deck_must_be_said() -> None:
    assert refusal(record(Turns="cards")).code == "missing_header"


def test_longo_cannot_be_played_with_cards() -> None:
    caught = refusal(cards(variant="longo", Lucky="5&10, 6&11"))
    assert (caught.code, caught.line) == ("no_card_game", 5)


def test_turns_dice_is_the_ordinary_game() -> None:
    assert final(record("1. 41 3256 | x | -", Turns="dice")).cards is None


def test_jokers() -> None:
    order = DECK.replace("r5", "j5") + " r5 " + " ".join(f"j{n}" for n in range(2, 13) if n != 5)
    text = cards("1. t2 8 | r8 +y5*,9/5 | -", Jokers="yes", Deck=order)
    game = final(text)
    assert format_sheet(game.variant, game.sheets[0]) == "r8 y5 g- b- x0"
    assert format_record(parse_record(text)) == text


def test_the_deck_comes_back_with_single_blanks() -> None:
    text = cards("1. t2 8")
    assert format_record(parse_record(text.replace(" r5 ", "   r5  "))) == text


# Five players use up the pile in turn 10, as worked out in spec/cards/new_pile.json.
PILE = (
    "r2 r3 r4 y2 y3 y4 y5 g2 g12 g11 g10 b2 b12 b11 b10 r12 r5 r6 r7 y12 g3 g4 g5 g6 r8 r9 r10 "
    "r11 y6 y7 y8 y9 y10 y11 g7 g8 g9 b3 b4 b5 b6 b7 b8 b9"
)
NINE = [
    "1. t3 9 | +r2,3,4/- x | - | - | - | -",
    "2. t4 10 | - | +y3,4,5/- x | - | - | -",
    "3. t5 11 | - | - | +g10,11,12/- x | - | -",
    "4. t6 6 | - | - | - | +b10,11,12/- x | -",
    "5. t8 7 | - | - | - | - | +r5,6,7/- x",
    "6. t9,10,11 10 | +y2 | - | - | - | -",
    "7. t6,7,8 8 | - | +y6 | - | - | -",
    "8. t9,10,11 4 | - | - | +y9 | - | -",
    "9. t7,8,9 7 | - | - | - | +g9 | -",
]
NEW = "pile g12 r2 r3 r4 y3 y4 y5 g10 g11 b10 b11 b12 r5 r6 r7 y2 y6 y9 g9"


def five(*lines: str) -> str:
    return cards(*NINE, *lines, players="A, B, C, D, E", Deck=PILE)


def test_a_take_without_a_number_waits_for_the_new_pile() -> None:
    text = five("10. t3,4,5")
    game = final(text)
    assert (game.phase, deciders(game)) == ("deal", ())
    assert format_record(parse_record(text)) == text


def test_the_new_pile_stands_before_the_turn_that_needs_it() -> None:
    text = five(f"{NEW} ; shuffled", "10. t3,4,5 12 | g12 | - | - | - | +b3")
    game = final(text)
    assert (game.turn, game.phase) == (11, "take")
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["10. t3,4,5 12 | - | - | - | - | +b3"], ("pile_missing", 17, None, None)),
        (
            ["pile g12", "10. t3,4,5 12 | - | - | - | - | +b3"],
            ("wrong_cards", 17, None, None),  # the line of the pile, not of the turn
        ),
        (
            [NEW, "10. t3,4,5 11 | - | - | - | - | +b3"],
            ("wrong_number", 18, None, "11"),
        ),
    ],
)
def test_piles_that_are_wrong(
    lines: list[str], expected: tuple[str, int, int | None, str | None]
) -> None:
    caught = refusal(five(*lines))
    assert isinstance(caught, Illegal)
    assert place(caught) == expected
