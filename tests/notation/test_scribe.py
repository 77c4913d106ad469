"""The scribe writes, while a game is played, the record that replays it."""

from __future__ import annotations

import pytest

from rowlock import (
    Illegal,
    Scribe,
    Setup,
    format_record,
    load_variant,
    parse_move,
    parse_record,
    replay,
)
from rowlock.core.cards import parse_card
from rowlock.variants import from_text
from tests.notation.test_card_records import DECK
from tests.scenarios.core_table import roll_of


def scribe(variant: str = "classic", names: tuple[str, ...] = ("Ann", "Ben")) -> Scribe:
    return Scribe(Setup(variant=load_variant(variant), names=names), {"Event": "a test"})


def last_line(keeper: Scribe) -> str:
    """The last line of the record so far, which must replay to the game so far."""
    text = format_record(keeper.record())
    assert replay(parse_record(text)) == keeper.game
    assert format_record(parse_record(text)) == text
    return text.splitlines()[-1]


def say(keeper: Scribe, seat: int, *words: str) -> None:
    cards = keeper.game.cards is not None
    for word in words:
        keeper.play(seat, parse_move(word, cards=cards))


def test_a_turn_grows_answer_by_answer() -> None:
    keeper = scribe()
    assert last_line(keeper) == '[Event "a test"]'
    keeper.roll(roll_of("41 3256"))
    assert last_line(keeper) == "1. 41 3256"
    say(keeper, 1, "y5")
    assert last_line(keeper) == "1. 41 3256 | ? | y5"
    say(keeper, 0, "-")
    assert last_line(keeper) == "1. 41 3256 | - ? | y5"
    say(keeper, 0, "+b10")
    assert last_line(keeper) == "1. 41 3256 | +b10 | y5"
    keeper.roll(roll_of("63 1245"))
    say(keeper, 0, "-")
    say(keeper, 1, "-", "-")
    assert last_line(keeper) == "2. 63 1245 | - | x"


def test_the_active_column_stays_open_while_others_owe_action_1() -> None:
    keeper = scribe()
    keeper.roll(roll_of("41 3256"))
    say(keeper, 0, "r5")
    assert last_line(keeper) == "1. 41 3256 | r5 ? | ?"


def test_an_answer_can_be_taken_back_until_all_are_in() -> None:
    keeper = scribe()
    keeper.roll(roll_of("41 3256"))
    say(keeper, 0, "r5")
    keeper.take_back(0)
    assert last_line(keeper) == "1. 41 3256"
    with pytest.raises(Illegal) as refusal:
        keeper.take_back(0)
    assert refusal.value.code == "nothing_to_take_back"
    say(keeper, 0, "g5")
    say(keeper, 1, "-")
    with pytest.raises(Illegal):
        keeper.take_back(1)
    assert last_line(keeper) == "1. 41 3256 | g5 ? | -"


def test_choices_are_written_behind_their_cause() -> None:
    keeper = scribe("bonus_b", ("Ann",))
    for dice, words in [
        ("36 1111", ["g9", "-"]),
        ("11 1111", ["r2", "-"]),
        ("66 1111", ["b12", "-"]),
    ]:
        keeper.roll(roll_of(dice))
        say(keeper, 0, *words)
    keeper.roll(roll_of("56 1511"))
    say(keeper, 0, "-", "+y11")
    assert last_line(keeper) == "4. 56 1511 | +y11 ?"
    say(keeper, 0, "?g")
    assert last_line(keeper) == "4. 56 1511 | +y11 ?g"


def test_a_finished_game_says_its_result() -> None:
    keeper = scribe("classic", ("Ann",))
    for turn in range(1, 5):
        keeper.roll(roll_of("41 3256"))
        say(keeper, 0, "-", "-")
        assert last_line(keeper) == f"{turn}. 41 3256 | x"
    assert '[Result "-20"]' in format_record(keeper.record())


def test_a_refused_move_leaves_the_record_as_it_was() -> None:
    keeper = scribe()
    keeper.roll(roll_of("41 3256"))
    before = format_record(keeper.record())
    for move in ("r6", "+b10", "?g"):
        with pytest.raises(Illegal):
            say(keeper, 0, move)
    with pytest.raises(Illegal):
        keeper.roll(roll_of("41 3256"))
    assert format_record(keeper.record()) == before


def test_lucky_pairs_are_written_even_when_they_were_not_chosen() -> None:
    text = format_record(scribe("longo").record())
    assert '[Lucky "5&10, 6&11"]' in text
    replay(parse_record(text))


def test_an_own_sheet_is_written_with_its_digest() -> None:
    mine = from_text('extends = "classic"\n[about]\nid = "mine"\n[penalty]\npoints = 7\n')
    keeper = Scribe(Setup(variant=mine, names=("Ann",)))
    text = format_record(keeper.record())
    assert f'[Digest "{mine.digest}"]' in text
    assert replay(parse_record(text, {"mine": mine})) == keeper.game
    assert replay(parse_record(text)) == keeper.game  # it carries the sheet


def test_a_card_game() -> None:
    deck = tuple(parse_card(word) for word in DECK.split())
    keeper = Scribe(Setup(variant=load_variant("classic"), names=("Ann", "Ben"), deck=deck))
    assert last_line(keeper).startswith('[Deck "r4 r5 r7 y9')
    say(keeper, 0, "t2")
    assert last_line(keeper) == "1. t2 8"
    say(keeper, 0, "-")
    assert last_line(keeper) == "1. t2 8 | - ? | ?"
    say(keeper, 1, "g8")
    say(keeper, 0, "+r4,5,7/-")
    assert last_line(keeper) == "1. t2 8 | +r4,5,7/- x | g8"
