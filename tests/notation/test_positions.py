"""A whole position on one line: parse(format(x)) == x, and what cannot be is refused."""

from __future__ import annotations

from random import Random

import pytest

from rowlock import (
    Game,
    Unreadable,
    deal,
    deciders,
    format_position,
    legal_moves,
    new_game,
    parse_position,
    play,
    random_roll,
    roll,
    shuffled_cards,
)
from rowlock.variants import from_text
from tests.notation.texts import final, record
from tests.scenarios.core_table import NAMES

A = '"Ann" r- y- g- b- x0'
B = '"Ben" r- y- g- b- x0'
TIE = ["1. 36 1111 | g9 | g9", "2. 11 1111 | r2 | x", "3. 66 1111 | b12 | -"]
FIVE = [f"{n}. 1{n} 1111 | r{n + 1} | y{n + 1}" for n in range(1, 6)]

# A record and the line of the position at its end.
LINES = [
    (record(), f"classic 1 1 roll; {A}; {B}"),
    (record("1. 41 3256"), f"classic 1 1 action1 41 3256; {A}; {B}"),
    (record("1. 41 3256 | ? | y5"), f"classic 1 1 action1 41 3256; {A}; {B} : y5"),
    (record("1. 41 3256 | - ? | ?"), f"classic 1 1 action1 41 3256; {A} : -; {B}"),
    (
        record("1. 41 3256 | r5 ? | -"),
        f'classic 1 1 action2+ 41 3256; "Ann" r5 y- g- b- x0; {B}',
    ),
    (record("1. 41 3256 | - ? | -"), f"classic 1 1 action2 41 3256; {A}; {B}"),
    (
        record("1. 41 3256 | x | y5"),
        'classic 2 2 roll; "Ann" r- y- g- b- x1; "Ben" r- y5 g- b- x0',
    ),
    (
        record(*FIVE, "6. 66 1111 | r12 | y12"),
        "classic 6 2 over 66 1111 two_rows_closed; "
        '"Ann" r2,3,4,5,6,12# y- g- b- x0; "Ben" r- y2,3,4,5,6,12# g- b- x0',
    ),
    (
        record(*FIVE, "6. 66 1111 | r12 | - ?"),
        "classic 6 2 action2 66 1111; "
        '"Ann" r2,3,4,5,6,12# y- g- b- x0; "Ben" r- y2,3,4,5,6 g- b- x0',
    ),
    (
        record("1. 51 1118 | ? | -", variant="longo", Lucky="6&11, 5&10"),
        f"longo 1 1 action1 51 1118; {A} 6&11; {B} 5&10 : -",
    ),
    (
        record("1. 56 1111 | g11 ? | -", variant="bonus_a"),
        f'bonus_a 1 1 action2+ 56 1111; "Ann" r2 y- g11 b- x0 =x...........; {B} =............',
    ),
    (
        record(*TIE, "4. 56 1111 | y11 ? | y11 ?b ?", variant="bonus_b"),
        'bonus_b 4 2 action1 56 1111; "Ann" r2 y- g9 b12 x0 : y11; "Ben" r- y- g9 b- x1 : y11 ?b',
    ),
    (
        record(*TIE, "4. 56 1511 | - | +y11 ?", variant="bonus_b"),
        'bonus_b 4 2 action2 56 1511; "Ann" r2 y- g9 b12 x0; "Ben" r- y- g9 b- x1 : +y11',
    ),
]


@pytest.mark.parametrize(("text", "line"), LINES, ids=[line for _, line in LINES])
def test_a_position_and_its_line(text: str, line: str) -> None:
    game = final(text)
    assert format_position(game) == line
    assert parse_position(line) == game


def step(game: Game, rng: Random) -> Game:
    """One random step of a game."""
    if game.stage == "roll":
        return roll(game, random_roll(game, rng)).state
    if game.stage == "deal":
        return deal(game, shuffled_cards(game, rng)).state
    seat = rng.choice(deciders(game))
    return play(game, seat, rng.choice(legal_moves(game, seat))).state


SHEETS = ["classic", "mixx_a", "mixx_b", "bonus_a", "bonus_b"]


@pytest.mark.parametrize(
    ("variant", "cards"),
    [*((name, False) for name in (*SHEETS, "longo")), *((name, True) for name in SHEETS)],
)
def test_every_position_of_random_games_comes_back(variant: str, cards: bool) -> None:
    for seed in range(3):
        rng = Random(seed)
        game = new_game(variant, NAMES[: 1 + seed], cards=cards, jokers=cards and seed == 1)
        while True:
            assert parse_position(format_position(game)) == game
            if game.over:
                break
            game = step(game, rng)


def test_names_may_hold_signs_of_the_notation() -> None:
    names = ["a;b", "x : r5", "[w]", "| ?", "hand r2"]
    game = new_game("classic", names)
    assert parse_position(format_position(game)) == game


def test_an_own_sheet_is_named_with_its_digest() -> None:
    mine = from_text('extends = "classic"\n[about]\nid = "mine"\n[penalty]\npoints = 7\n')
    game = new_game(mine, ["Ann"])
    line = format_position(game)
    assert line == f"mine@{mine.digest} 1 1 roll; {A}"
    assert parse_position(line, {"mine": mine}) == game
    with pytest.raises(Unreadable) as refusal:
        parse_position(line)
    assert refusal.value.code == "unknown_variant"
    with pytest.raises(Unreadable) as refusal:
        parse_position(line.replace(mine.digest, "0" * 16), {"mine": mine})
    assert refusal.value.code == "foreign_digest"


RED = "r2,3,4,5,6,12# y- g- b- x0"
YELLOW = "r- y2,3,4,5,6,12# g- b- x0"
DECK = {
    "hand": "r2 r3 r4 r5",
    "display": "r6 r7 r8 r9",
    "pile": "r10 r11 r12 " + " ".join(f"{c}{n}" for c in "ygb" for n in range(2, 13)),
}


def cards(stage: str = "take", **parts: str) -> str:
    """A position of the card game with some of its cards said otherwise."""
    said = DECK | {"discards": ""} | parts
    words = "; ".join(f"{name} {said[name]}".strip() for name in ("display", "pile", "discards"))
    return f"classic+cards 1 1 {stage}; {A} hand {said['hand']}; {words}"


IMPOSSIBLE = {
    "nothing": "",
    "no seat": "classic 1 1 roll",
    "no such active seat": f"classic 1 2 roll; {A}",
    "turn 0": f"classic 0 1 roll; {A}",
    "a stage nobody knows": f"classic 1 1 dinner; {A}",
    "something after the end": f"classic 1 1 roll; {A} what",
    "dice before the roll": f"classic 1 1 roll 41 3256; {A}",
    "action 1 without dice": f"classic 1 1 action1; {A}",
    "a die that shows nine": f"classic 1 1 action1 99 9999; {A}",
    "a die missing": f"classic 1 1 action1 41 -256; {A}",
    "a die missing in action 2": f"classic 1 1 action2 41 -256; {A}",
    "a removed die": f'classic 1 1 action1 41 3256; "Ann" {RED}',
    "a stage of the card game": f"classic 1 1 take; {A}",
    "a deal of the card game": f"classic 1 1 deal; {A}",
    "a cross of action 1 before action 1": f"classic 1 1 roll+; {A}",
    "a cross of action 1 in action 1": f"classic 1 1 action1+ 41 3256; {A}",
    "a game that should be over": 'classic 1 1 roll; "Ann" r- y- g- b- x4',
    "two closed rows and no end": f'classic 1 1 roll; "Ann" {RED}; "Ben" {YELLOW}',
    "an end without a reason": 'classic 1 1 over 41 3256; "Ann" r- y- g- b- x4',
    "a reason without an end": f"classic 1 1 roll four_penalties; {A}",
    "an end for no reason": f"classic 1 1 over 41 3256 four_penalties; {A}",
    "an end for another reason": 'classic 1 1 over 41 3256 two_rows_closed; "Ann" r- y- g- b- x4',
    "an unknown reason": 'classic 1 1 over 41 3256 boredom; "Ann" r- y- g- b- x4',
    "an answer that is not legal": f"classic 1 1 action1 41 3256; {A} : r6; {B}",
    "an answer too many": f"classic 1 1 action1 41 3256; {A} : r5 r5; {B}",
    "an answer when none is asked": f"classic 1 1 roll; {A} : r5; {B}",
    "answers of all, which would be resolved": f"classic 1 1 action1 41 3256; {A} : r5; {B} : -",
    "lucky numbers without Longo": f"classic 1 1 roll; {A} 5&10",
    "cards in a hand without the card game": f"classic 1 1 roll; {A} hand r2",
    "no display": f"classic+cards 1 1 take; {A} hand r2 r3 r4 r5",
    "a roll in the card game": cards("roll"),
    "dice in the card game": cards("action1 41 3256"),
    "a card twice": cards(display="r2 r7 r8 r9"),
    "a card missing": cards(display="r7 r8 r9"),
    "a hand of five before the take": cards(hand="r2 r3 r4 r5 r10", pile=DECK["pile"][4:]),
    "a hand of four in action 1": cards("action1"),
    "an empty pile in action 1": cards(
        "action1", hand="r2 r3 r4 r5 r10", pile="", discards=DECK["pile"][4:]
    ),
    "cards before the deal": cards("deal"),
    "no cards after the deal": f"classic+cards 1 1 take; {A}; display; pile; discards",
    "hands of some": cards().replace("; display", f"; {B}; display"),
}


@pytest.mark.parametrize("line", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_input_is_refused(line: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_position(line)
    assert refusal.value.code in ("bad_position", "bad_players")


def test_the_card_position_of_these_tests_is_possible() -> None:
    assert format_position(parse_position(cards())) == cards()
    five = cards("action1", hand="r10 r2 r3 r4 r5", pile=DECK["pile"][4:])
    assert format_position(parse_position(five)) == five


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"nonsense 1 1 roll; {A}", "unknown_variant"),
        ("classic 1 1 roll; " + A + "; " + A, "name_twice"),
        ('classic 1 1 roll; "" r- y- g- b- x0', "bad_name"),
        ('classic 1 1 roll; "Ann" r3,2 y- g- b- x0', "bad_sheet"),
        (f"longo 1 1 roll; {A}", "bad_lucky"),
        (f"longo 1 1 roll; {A} 5&11", "unknown_lucky_pair"),
        (f"longo+cards 1 1 deal; {A} 5&10; display; pile; discards", "no_card_game"),
        (cards(display="r2 r7 r8 r13"), "unknown_card"),
        (f"classic 1 1 action1 41 3256; {A} : q5; {B}", "unknown_token"),
    ],
)
def test_what_is_refused_with_a_code_of_its_own(line: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_position(line)
    assert refusal.value.code == code


LACKING = {
    f"classic 9 1 action1; {A}": "the dice are missing: they follow the stage, as in action1 41",
    f"classic 9 1 roll 41 3256; {A}": "with dice, the stage is action1",
    f"classic 9 1 action1 41 325; {A}": "the blue die is missing",
    f"classic 9 1 action1 41 32; {A}": "the green and blue dice are missing",
    f"classic 9 1 action1 4 3256; {A}": "a white die is missing",
    f'classic 9 1 roll; "Ann" r2,3 x1; {B}': (
        "Ann: the yellow row, the green row and the blue row are missing"
    ),
    'classic 9 1 roll; "Ann"': "Ann: the sheet is missing, as in",
    f'classic 9 1 roll; "Ann"; {B}': "Ann: the sheet is missing, as in",
    "classic 9 1 roll; Ann r- y- g- b- x0": "is not a seat (expected a name in quotes",
    'classic 9 1 roll; "Ann r- y- g- b- x0': "the quote after the name is missing",
    f"classic 9 1 roll; {A};": "a seat is missing after the last ;",
    "classic 9 1 roll": 'a seat is missing, as in classic 9 1 roll; "Ann" r2,3,5',
    f"classic 9 3 roll; {A}; {B}": "seat 3 cannot be active: there are 2",
    f"classic 9 2 roll; {A}": "seat 2 cannot be active: there is 1",
    f"classic 9 1 throw; {A}": "'throw' is not a stage of this game (expected roll, action1",
    f"classic 9 1 take; {A}": "'take' is not a stage of this game (expected roll, action1",
    f"classic 1 roll; {A}": "the turn or the active seat is missing",
    f"longo 1 1 roll; {A} 5&10; {B}": "Ben: the lucky pair is missing, as in 5&10",
    f"longo 1 1 roll; {A} 5&11": "longo has no sheet with the lucky numbers 5&11 (expected 5&10, ",
    'big_points 1 1 roll; "Ann" r- y- g- b- x0': (
        "the upper bonus row and the lower bonus row are missing"
    ),
    f'classic 9 1 roll; {A}; "Ben" r3,2 y- g- b- x0': "Ben: 'r3,2'",
    f"classic 1 1 action1 41 3256; {A} : r5; {B} : -": "action2+, or action2 if",
}


@pytest.mark.parametrize(("line", "said"), LACKING.items())
def test_a_missing_part_of_a_position_is_named(line: str, said: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_position(line)
    assert said in refusal.value.message
