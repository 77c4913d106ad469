"""`rowlock advise` in the middle of a game, and `rowlock rollout`, from outside."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rowlock.cli.main import main
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, legal_moves, new_game

END = (
    'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
    '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
)
"""Worked out by hand in tests/endgame: - wins for sure, 7 to 3; r11 in 25 of 27 cases."""
BONUS_A = (
    'bonus_a 3 1 action1 41 3256; "Ann" r2 y- g- b- x0 =............; '
    '"Ben" r- y2 g- b- x0 =............'
)
BONUS_B = BONUS_A.replace("bonus_a", "bonus_b").replace(" =............", "")
RECORD = """\
[Rowlock "1"]
[Variant "classic"]
[Players "Ann, Ben, Cleo"]
[First "1"]

1. 41 3256 | r5 +b10 | y5 | -
2. 21 1245 | r3 | - | -
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.rowlock"
    file.write_text(RECORD.replace("2. 21 1245 | r3 | - | -", "2. 63 1245 | - | - ? | y9"), "utf-8")
    return file


def told(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    assert main([*map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main([*map(str, words)]) in (1, 2)
    return capsys.readouterr().err


def test_an_end_is_told_exactly_and_with_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "advise", "--position", END)
    [seat] = found["seats"]
    assert (seat["seat"], seat["name"], seat["exact"]) == (1, "Ann", True)
    assert [(a["move"], a["se"]) for a in seat["answers"]] == [("-", 0.0), ("+r11", 0.0)]
    assert [a["win"] for a in seat["answers"]] == pytest.approx([1, 25 / 27])
    assert seat["answers"][1]["cost"] == pytest.approx(2 / 27)
    # Three crosses in red are 6 points and four are 10; the fourth penalty costs 5.
    assert [a["reason"] for a in seat["answers"]] == [
        "fourth penalty, ends the game, 5 points less",
        "fourth cross in red, 4 points more",
    ]


def test_the_text_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--position", END]) == 0
    head, titles, best, other = capsys.readouterr().out.splitlines()
    assert head.startswith("Ann, exact")
    assert titles.split() == ["answer", "wins", "loses", "what", "it", "does"]
    assert best.split()[:3] == ["-", "100.00%", "best"]
    assert other.split()[:3] == ["+r11", "92.59%", "7.41%"]


def test_action_2_after_a_given_action_1_is_asked_of_a_record(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(capsys, "advise", record)
    assert found["phase"] == "action2"
    [seat] = found["seats"]
    assert (seat["name"], seat["method"]) == ("Ben", "network")
    # White 6 and 3 with red 1, yellow 2 (right of yellow 5), green 4 and blue 5.
    moves = {answer["move"] for answer in seat["answers"]}
    assert moves == {"-", "+r4", "+r7", "+y8", "+g7", "+g10", "+b8", "+b11"}
    for answer in seat["answers"]:
        assert 0 <= answer["low"] < answer["win"] < answer["high"] <= 1
        assert answer["reason"]
    [penalty] = [a["reason"] for a in seat["answers"] if a["move"] == "-"]
    assert penalty == "first penalty, 5 points less"


def test_the_dice_can_be_added_and_a_seat_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.rowlock"
    file.write_text("\n".join(RECORD.splitlines()[:-1]) + "\n", "utf-8")
    assert "--roll" in refusal(capsys, "advise", file)
    found = told(capsys, "advise", file, "--roll", "63 1245")
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3]
    found = told(capsys, "advise", file, "--roll", "63 1245", "--seat", 3)
    assert [seat["name"] for seat in found["seats"]] == ["Cleo"]


@pytest.mark.parametrize("position", [BONUS_A, BONUS_B])
def test_the_bonus_sheets_are_advised_in_company(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(capsys, "advise", "--position", position, "--seat", 1)
    [seat] = found["seats"]
    assert {answer["move"] for answer in seat["answers"]} == {"-", "r5", "y5", "g5", "b5"}


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["--position", BONUS_A.replace(" =............", "", 1)], "the bonus bar is missing"),
        (["--variant", "bonus_a", "--sheet", "r- y- g- b- x0", "--roll", "41 3256"], "bonus bar"),
        (["--sheet", "r- y- g- b-", "--roll", "41 3256"], "the penalties are missing"),
        (["--sheet", "r- y- b- x0", "--roll", "41 3256"], "the green row is missing"),
        (["--sheet", "r- y- g- b- x0"], "the dice are missing"),
        ([], "what is missing is a position"),
        (["--position", END, "--seat", "2"], "asked are 1 (Ann)"),
        (["--position", END, "--passive"], "--passive goes with --sheet only"),
        (["--position", END, "--roll", "41 3256"], "still to be rolled"),
        (["--position", END, "--sheet", "r- y- g- b- x0"], "without a game"),
    ],
)
def test_what_is_missing_or_does_not_go_together_is_named(
    words: list[str], missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert missing in refusal(capsys, "advise", *words)


def test_a_sheet_without_a_table_is_sent_to_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--variant", "bonus_b", "--sheet", "r- y- g- b- x0", "--roll", "41 3256"]
    assert "rowlock advise --position" in refusal(capsys, "advise", *words)


def test_a_game_that_is_over_has_nothing_to_decide(capsys: pytest.CaptureFixture[str]) -> None:
    over = 'classic 9 1 over 41 3256 four_penalties; "Ann" r- y- g- b- x4; "Ben" r2 y- g- b- x0'
    for command in ("advise", "rollout"):
        assert "the game is over" in refusal(capsys, command, "--position", over)


def test_rollouts_know_a_sure_win_and_meet_the_same_dice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("rollout", "--position", END, "--bots", "greedy", "--games", 540)
    found = told(capsys, *words)
    [seat] = found["seats"]
    best, other = seat["answers"]
    assert (best["move"], best["win"], best["high"]) == ("-", 1.0, 1.0)
    assert best["low"] < 1.0  # many games won do not say that none is ever lost
    # A greedy Ben takes y12 wherever he finds it: 2 of 27 games in the mean, 40 of 540.
    assert other["win"] == pytest.approx(25 / 27, abs=0.05)
    assert other["low"] < 25 / 27 < other["high"]
    assert other["cost"] == pytest.approx(best["win"] - other["win"])
    assert told(capsys, *words)["seats"] == found["seats"]


def test_the_card_game_is_played_on_too_and_advice_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = new_game("classic", ["Ann", "Ben"], cards=True)
    game = deal(game, shuffled_cards(game, Random(1))).state
    position = str(game)
    assert "rowlock rollout plays them on" in refusal(capsys, "advise", "--position", position)
    found = told(capsys, "rollout", "--position", position, "--bots", "greedy", "--games", 2)
    [seat] = found["seats"]
    assert not seat["compiled"]
    moves = sorted(answer["move"] for answer in seat["answers"])
    assert moves == sorted(map(str, legal_moves(game, game.active)))


def test_rollouts_take_a_bot_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert "2 bots are needed" in refusal(
        capsys, "rollout", "--position", END, "--bots", "greedy,random,greedy"
    )
    found = told(capsys, "rollout", "--position", BONUS_B, "--bots", "greedy,random", "--games", 20)
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    for seat in found["seats"]:
        assert seat["compiled"]
        assert len(seat["answers"]) in (4, 5)


def test_before_a_roll_the_seats_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    # Nobody can cross anything: Ann takes her fourth penalty, -16 against Ben's -11.
    text = 'classic 30 1 roll; "Ann" r11 y11 g3 b3 x3; "Ben" r11 y11 g3 b3 x3'
    found = told(capsys, "rollout", "--position", text, "--bots", "greedy", "--games", 5)
    assert [seat["answers"][0]["win"] for seat in found["seats"]] == [0.0, 1.0]
    assert [seat["answers"][0]["move"] for seat in found["seats"]] == [None, None]
