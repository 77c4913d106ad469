"""Every refusal of the core: its code for programs and its sentence for people."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rowlock import (
    Game,
    Illegal,
    Refusal,
    Roll,
    Unreadable,
    deal,
    load_variant,
    new_game,
    parse_move,
    parse_position,
    play,
    random_roll,
    roll,
    shuffled_cards,
    take_back,
    view,
)
from rowlock.core.cards import deck, parse_card
from rowlock.core.move import ChooseRow, ColourCross, PlayCards
from rowlock.variants import from_text

ANN = "r2,3 y- g12,11 b- x0"
ACTION1 = f'classic 5 1 action1 61 3256; "Ann" {ANN}; "Ben" r- y- g- b- x0'
ACTION2 = f'classic 5 1 action2+ 61 3256; "Ann" {ANN}; "Ben" r- y- g- b- x0'
CLOSED = 'classic 9 2 action1 66 -111; "Ann" r2,3,4,5,6,12# y- g- b- x0; "Ben" r7 y11 g- b- x0'
LAST = 'classic 9 2 action1 66 1111; "Ann" r2 y- g- b- x0; "Ben" r7 y11 g- b- x0'
LONGO = 'longo 5 1 action1 61 3256; "Ann" r2,3 y- g- b- x0 5&10; "Ben" r- y- g- b- x0 7&12'
OVER = 'classic 9 1 over 11 1111 four_penalties; "Ann" r- y- g- b- x4; "Ben" r- y- g- b- x0'


@pytest.mark.parametrize(
    ("position", "seat", "move", "code", "sentence"),
    [
        (OVER, 0, "-", "game_over", "-: the game is over"),
        (ACTION1, 2, "r7", "no_such_seat", "there is no seat 2 at this table (expected 0 to 1)"),
        (ACTION1, -1, "r7", "no_such_seat", "there is no seat -1 at this table (expected 0 to 1)"),
        (ACTION2, 1, "-", "not_your_decision", "-: it is not Ben's decision now (action2)"),
        (ACTION1, 0, "?r", "no_choice_due", "?r: there is no row to choose now"),
        (ACTION1, 0, "+r7", "wrong_action", "+r7: this move does not belong to action1"),
        (ACTION2, 0, "r7", "wrong_action", "r7: this move does not belong to action2"),
        (ACTION1, 0, "r13", "unknown_cell", "r13: there is no cell r13 on this sheet"),
        (ACTION1, 0, "r8", "not_announced", "r8: the announced number is 7"),
        (ACTION1, 0, "*r4", "not_lucky", "*r4: 7 is not a lucky number of this sheet"),
        (LONGO, 0, "*y2", "not_lucky", "*y2: 7 is not a lucky number of this sheet"),
        (
            LONGO,
            1,
            "*y3",
            "not_lucky_cell",
            "*y3: a lucky cross goes in the next cell of a shortest row",
        ),
        (CLOSED, 1, "r12", "row_closed", "r12: its row is closed"),
        (
            ACTION2,
            0,
            "+r3",
            "left_of_last_cross",
            "+r3: it is already crossed, or a cell right of it is",
        ),
        (
            LAST,
            1,
            "y12",
            "too_few_crosses",
            "y12: the row needs 5 crosses before this cell",
        ),
        (ACTION2, 0, "+r5", "not_rolled", "+r5: no white die plus the red die gives 5"),
        (
            ACTION1,
            0,
            "t4",
            "cannot_take",
            "t4: take cards from the display until you hold five",
        ),
        (ACTION1, 0, "+r7/-", "wrong_action", "+r7/-: this move does not belong to action1"),
    ],
)
def test_why_a_move_is_refused(
    position: str, seat: int, move: str, code: str, sentence: str
) -> None:
    game = parse_position(position)
    cards = move.startswith(("t", "+")) and ("/" in move or move[0] == "t")
    with pytest.raises(Illegal) as caught:
        play(game, seat, parse_move(move, cards=cards))
    assert (caught.value.code, caught.value.message) == (code, sentence)
    assert (caught.value.seat, caught.value.move) == (seat, move)


def test_while_a_choice_is_due_nothing_else_is_answered() -> None:
    game = parse_position(
        'bonus_b 5 1 action1 56 1111; "Ann" r2 y2 g9 b12 x0 : y11; "Ben" r- y- g- b- x0'
    )
    with pytest.raises(Illegal) as caught:
        play(game, 0, parse_move("-"))
    assert caught.value.code == "choice_due"
    assert caught.value.message == "-: Ann must choose a row first: red, green, blue"
    with pytest.raises(Illegal) as caught:
        play(game, 0, parse_move("?y"))
    assert caught.value.message == "?y: the rows with the fewest crosses are red, green, blue"


TAKING = deal(new_game("classic", ["Ann", "Ben"], cards=True), deck(jokers=False)).state
"""The cards lie in the order of the deck: Ann holds r2 r3 r4 r5, the display is r10 r11 r12 y2."""


def playing() -> Game:
    """Ann has taken the 2, nobody has crossed the announced 4; she holds r2 r3 r4 r5 y2."""
    game = play(TAKING, 0, parse_move("t2", cards=True)).state
    for seat in (0, 1):
        game = play(game, seat, parse_move("-")).state
    return game


@pytest.mark.parametrize(
    ("move", "code", "sentence"),
    [
        ("-", "must_decide", "Ann cannot decline now"),
        ("+g2", "not_in_hand", "+g2: Ann does not hold these cards"),
        ("+r2*", "not_in_hand", "+r2*: Ann does not hold these cards"),
        ("+r2,3,4,5", "bad_play", "+r2,3,4,5: play one to three cards"),
        (
            "+r2,3/5",
            "not_played",
            "+r2,3/5: only the numbers of the played cards can be crossed",
        ),
        ("r4", "wrong_action", "r4: this move does not belong to action2"),
        ("t2", "cannot_take", "t2: take cards from the display until you hold five"),
    ],
)
def test_why_a_play_of_cards_is_refused(move: str, code: str, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        play(playing(), 0, parse_move(move, cards=True))
    assert (caught.value.code, caught.value.message) == (code, sentence)


def test_why_crosses_of_cards_are_refused() -> None:
    game = play(playing(), 0, parse_move("+r2,5/5", cards=True)).state
    assert game.turn == 2  # 5 alone is fine, but the row cannot go back
    wide = playing()
    with pytest.raises(Illegal) as caught:
        play(wide, 0, parse_move("+r2,5", cards=True))  # two cells between: K-03
    assert caught.value.code == "bad_crosses"
    assert caught.value.message == "+r2,5: these numbers cannot be crossed together on this sheet"


def test_jokers_count_among_the_cards_of_a_play() -> None:
    """Ann holds r2 r3 j9 j10 and j11."""
    cards = deck(jokers=True)
    wanted = [parse_card(text) for text in ("r2", "r3", "j9", "j10")]
    order = [*wanted, *(card for card in cards if card not in wanted)]
    place = order.index(parse_card("j11"))
    order[8], order[place] = order[place], order[8]  # the first card of the display
    game = deal(new_game("classic", ["Ann", "Ben"], cards=True, jokers=True), order).state
    game = play(game, 0, parse_move("t11", cards=True)).state
    for seat in (0, 1):
        game = play(game, seat, parse_move("-")).state
    for move, code in [
        ("+r2,3,9*,10*", "bad_play"),
        ("+r2,9*", "bad_crosses"),  # six cells between
        ("+r2,9*,10*", "bad_crosses"),
        ("+r2,3,9*/3,9", "bad_crosses"),
    ]:
        with pytest.raises(Illegal) as caught:
            play(game, 0, parse_move(move, cards=True))
        assert caught.value.code == code
    assert play(game, 0, parse_move("+r9*,10*,11*", cards=True)).state.turn == 2


def test_why_a_play_that_names_no_colour_is_refused() -> None:
    with pytest.raises(Illegal) as caught:
        play(playing(), 0, PlayCards(7, (2,), (), (2,)))
    assert caught.value.message == "+<7>2: Ann does not hold these cards"
    with pytest.raises(Illegal) as caught:
        play(playing(), 0, ChooseRow(-1))
    assert caught.value.message == "?<-1>: there is no row to choose now"


def test_while_cards_are_taken_nothing_else_is_done() -> None:
    for move, code in (("r4", "wrong_action"), ("+r2", "wrong_action"), ("-", "must_decide")):
        with pytest.raises(Illegal) as caught:
            play(TAKING, 0, parse_move(move, cards=True))
        assert caught.value.code == code
    with pytest.raises(Illegal) as caught:
        play(TAKING, 0, ColourCross("r2"))
    assert caught.value.code == "wrong_action"


def refusal_of(do: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value


GAME = new_game("classic", ["Ann", "Ben"])
DICE = Roll((4, 1), (3, 2, 5, 6))


@pytest.mark.parametrize(
    ("do", "kind", "code", "sentence"),
    [
        (
            lambda: new_game("classic", []),
            Unreadable,
            "bad_players",
            "0 players: a game has one to five",
        ),
        (
            lambda: new_game("classic", list("abcdef")),
            Unreadable,
            "bad_players",
            "6 players: a game has one to five",
        ),
        (
            lambda: new_game("classic", ["Ann", "a,b"]),
            Unreadable,
            "bad_name",
            "'a,b' is not a name (expected letters, no comma or quote)",
        ),
        (
            lambda: new_game("classic", ["Ann", "Ann"]),
            Unreadable,
            "name_twice",
            "two players have the same name: Ann, Ann",
        ),
        (
            lambda: new_game("classic", ["Ann"], first=1),
            Unreadable,
            "bad_first",
            "seat 2 cannot begin (expected 1 to 1)",
        ),
        (
            lambda: new_game("longo", ["Ann"], cards=True),
            Unreadable,
            "no_card_game",
            "the cards run from 2 to 12, but longo has other rows",
        ),
        (
            lambda: new_game("longo", ["Ann"], lucky=[(11, 5)]),
            Unreadable,
            "unknown_lucky_pair",
            "longo has no sheet with the lucky numbers 5&11 (expected 5&10, 6&11, 4&9, 7&12, 8&13)",
        ),
        (
            lambda: new_game("longo", ["Ann", "Ben"], lucky=[(5, 10), (10, 5)]),
            Unreadable,
            "lucky_pair_twice",
            "two seats have the same lucky numbers",
        ),
        (
            lambda: new_game("longo", ["Ann", "Ben"], lucky=[(5, 10)]),
            Unreadable,
            "bad_lucky",
            "2 seats need 2 lucky pairs, not 1",
        ),
        (
            lambda: roll(roll(GAME, DICE).state, DICE),
            Illegal,
            "no_roll_due",
            "cannot roll now: the phase is action1",
        ),
        (
            lambda: deal(GAME, deck(jokers=False)),
            Illegal,
            "no_deal_due",
            "cannot deal now: the phase is roll",
        ),
        (
            lambda: deal(new_game("classic", ["Ann"], cards=True), deck(jokers=True)),
            Illegal,
            "wrong_cards",
            "wrong cards: shuffle exactly the cards that are due",
        ),
        (
            lambda: roll(GAME, Roll((4, 1), (3, 2, 5))),
            Illegal,
            "bad_die",
            "a roll has two white dice and four coloured dice",
        ),
        (
            lambda: roll(GAME, Roll((4, 7), (3, 2, 5, 6))),
            Illegal,
            "bad_die",
            "no die of this game shows 7",
        ),
        (
            lambda: roll(GAME, Roll((4, 1), (3, None, 5, 6))),
            Illegal,
            "die_missing",
            "the yellow die is still in play and must be rolled",
        ),
        (
            lambda: roll(
                parse_position('classic 9 1 roll; "Ann" r- y2,3,4,5,6,12# g- b- x0'), DICE
            ),
            Illegal,
            "die_removed",
            "the yellow die has left the game",
        ),
        (
            lambda: take_back(GAME, 1),
            Illegal,
            "nothing_to_take_back",
            "there is no answer to take back",
        ),
        (
            lambda: view(GAME, 2),
            Illegal,
            "no_such_seat",
            "there is no seat 2 at this table (expected 0 to 1)",
        ),
        (
            lambda: parse_card("r13"),
            Unreadable,
            "unknown_card",
            "'r13' is not a card (expected r7, or j7 for a joker)",
        ),
        (lambda: parse_move("r1"), Unreadable, "unknown_token", "'r1' is not a move"),
    ],
)
def test_why_something_else_is_refused(
    do: Callable[[], object], kind: type[Refusal], code: str, sentence: str
) -> None:
    refusal = refusal_of(do)
    assert type(refusal) is kind
    assert (refusal.code, refusal.message) == (code, sentence)


def test_a_refusal_names_the_seat_or_the_move_if_there_is_one() -> None:
    assert refusal_of(lambda: take_back(GAME, 1)).seat == 1
    assert refusal_of(lambda: view(GAME, 5)).seat == 5
    assert refusal_of(lambda: parse_card("r13")).move == "r13"
    assert refusal_of(lambda: parse_move("r1")).move == "r1"
    assert refusal_of(lambda: roll(GAME, Roll((4, 7), (3, 2, 5, 6)))).move == "47 3256"
    assert refusal_of(lambda: roll(GAME, Roll((4, 1), (3, None, 5, 6)))).move == "41 3-56"
    assert refusal_of(lambda: roll(roll(GAME, DICE).state, DICE)).move == "41 3256"
    gone = parse_position('classic 9 1 roll; "Ann" r- y2,3,4,5,6,12# g- b- x0')
    assert refusal_of(lambda: roll(gone, DICE)).move == "41 3256"


@pytest.mark.parametrize("name", ["", " Ann", "Ann ", "A\tnn", "A\nnn", "\x07", 'A"nn', "A,nn"])
def test_a_name_is_printable_without_comma_quote_and_space_around_it(name: str) -> None:
    assert refusal_of(lambda: new_game("classic", ["Ben", name])).code == "bad_name"


def test_any_other_name_is_fine() -> None:
    names = ("Xaver", "Ann Marie", "李", "x;y|z?")
    assert new_game("classic", names).names == names


def test_an_own_sheet_of_eleven_cells_needs_the_numbers_of_the_cards() -> None:
    text = """
        extends = "classic"
        [dice]
        sides = 7
        [rows]
        red = "r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"
    """
    other = from_text(text, "other.toml")
    assert refusal_of(lambda: new_game(other, ["Ann"], cards=True)).code == "no_card_game"
    assert new_game(load_variant("mixx_a"), ["Ann"], cards=True).stage == "deal"


def test_chance_is_fair_to_every_side_and_card() -> None:
    """Every face comes up about as often as it should, and no other."""
    rng, count = Random(1), 3000
    closed = parse_position('longo 9 1 roll; "Ann" r- y2,3,4,5,6,7,15# g- b- x0 5&10')
    rolls = [random_roll(closed, rng) for _ in range(count)]
    for die in (0, 1):
        faces = [dice.white[die] for dice in rolls]
        assert set(faces) == set(range(1, 9))
        assert all(0.8 < faces.count(face) / count * 8 < 1.2 for face in range(1, 9))
    assert all(dice.colours[1] is None for dice in rolls)
    for colour in (0, 2, 3):
        assert {dice.colours[colour] for dice in rolls} == set(range(1, 9))
    cards = shuffled_cards(new_game("classic", ["Ann"], cards=True, jokers=True), rng)
    assert cards != deck(jokers=True)
    assert sorted(cards, key=str) == sorted(deck(jokers=True), key=str)
