"""The golden playthroughs come out the same, and there is one for every kind of game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import format_position, parse_record, replay
from rowlock.variants import BUILT_IN
from tests.golden.playthrough import FOLDER, GAMES, Golden, playthrough

AGAIN = "If the change is meant, run scripts/golden and look at the difference."


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_the_game_comes_out_the_same(golden: Golden) -> None:
    kept = golden.file.read_text("utf-8")
    assert playthrough(golden) == kept, AGAIN


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_its_record_alone_leads_to_its_last_position(golden: Golden) -> None:
    text = golden.file.read_text("utf-8")
    first_position = text.index(f"\n{golden.variant}")
    game = replay(parse_record(text[:first_position]))
    last = [line for line in text.splitlines() if line.startswith("= ")][-1]
    assert f"= {format_position(game)}" == last
    assert game.over


def test_every_sheet_has_a_game_with_dice_and_every_fitting_one_with_cards() -> None:
    dice = {golden.variant for golden in GAMES if golden.turns == "dice"}
    cards = {golden.variant for golden in GAMES if golden.turns != "dice"}
    assert dice == set(BUILT_IN)
    assert cards == set(BUILT_IN) - {"longo", "double_a", "x_change", "big_points"}  # K-01, S-04


def test_the_folder_holds_these_games_and_no_others() -> None:
    assert set(FOLDER.glob("*.txt")) == {golden.file for golden in GAMES}, AGAIN


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("classic", ["is closed by", "takes penalty", "die leaves the game", "action2"]),
        ("longo", ["(lucky)", "lock", "6&11"]),
        ("mixx_a", ["is closed by"]),
        ("mixx_b", ["is closed by"]),
        ("bonus_a", ["strikes square", "unused", "(bonus)", "lapses"]),
        ("bonus_b", ["earns the", "choice", "(bonus)", "lapses"]),
        ("double_b", ["is closed by Ann, Ben", "takes penalty", "two_rows_closed"]),
        ("double_a", ["is closed by", "takes penalty", "b10,10"]),
        ("connected_steps", ["is closed by", "takes penalty"]),
        ("connected_chain", ["(chain)", "is closed by"]),
        ("x_change", ["(swap)", "is closed by", "~y", "-x"]),
        ("big_points", ["is closed by", "crosses o", "crosses c", "+c"]),
        ("classic-cards", ["the new pile is", "plays", "/-"]),
        ("bonus_b-jokers", ["choice", "*", "earns the"]),
    ],
)
def test_the_games_show_what_is_special_about_their_sheets(name: str, words: list[str]) -> None:
    text = (Path(__file__).parent / f"{name}.txt").read_text("utf-8")
    for word in words:
        assert word in text
