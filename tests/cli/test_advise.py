"""`rowlock advise` in the middle of a game, and `rowlock rollout`, from outside."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from rowlock.cli.main import main
from rowlock.core.chance import shuffled_cards
from rowlock.core.game import deal, legal_moves, new_game
from rowlock.core.state import Game
from rowlock.core.view import view
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.notation import parse_position, parse_record, replay
from rowlock.reviews.advice import coach as coach_says
from rowlock.reviews.evaluator_error import error_of
from rowlock.reviews.model import JudgeName
from rowlock.variants import load_variant

END = (
    'classic 30 1 action2 51 6111; "Ann" r2,3,10 y2,3,4,11 g12,11,10,3 b3 x3; '
    '"Ben" r11 y2,3,4,5,11 g3 b3 x3'
)
"""Worked out by hand in tests/endgame: - wins for sure, 7 to 3; r11 in 25 of 27 cases."""
BONUS_A = (
    'bonus_a 3 1 action1 41 3256; "Ann" r2 y- g- b- x0 =............; '
    '"Ben" r- y2 g- b- x0 =............'
)
DICELESS = 'classic 9 1 action1; "Ann" r3 y- g- b- x0; "Ben" r- y5 g- b- x0'
BONUS_B = BONUS_A.replace("bonus_a", "bonus_b").replace(" =............", "")
DOUBLE_A = 'double_a 3 1 action1 41 3256; "Ann" r2 y- g- b- x0'
DOUBLE_A_SHEET = ("--variant", "double_a", "--sheet", "r2 y- g- b- x0", "--roll", "41 3256")
BONUS_B_ALONE = 'bonus_b 3 1 action1 41 3256; "Ann" r2 y- g- b- x0'
MIXED = (
    'classic 30 2 action1 11 5631; "Ann" r5,7,9,10,11 y2,3,5,6,7,8,10,11 g11,10,7,6,5,3 '
    'b9,8,7,6,5,4 x2; "Ben" r2,3,6,8,9,10 y2,3,5,9,11 g10,9,8,6,5,3 b12,9,7,5,4,3 x3'
)
ROOT = Path(__file__).parents[2]
MY_SHEET = ROOT / "examples" / "my_sheet.toml"
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


def test_an_endgame_is_shown_exactly_and_with_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "advise", "--position", END)
    [seat] = found["seats"]
    assert (seat["seat"], seat["name"], seat["exact"]) == (1, "Ann", True)
    assert [(a["move"], a["se"]) for a in seat["answers"]] == [("-", 0.0), ("+r11", 0.0)]
    assert [a["win"] for a in seat["answers"]] == pytest.approx([1, 25 / 27])
    assert seat["answers"][1]["cost"] == pytest.approx(2 / 27)
    # Three crosses in red are 6 points and four are 10; the fourth penalty costs 5.
    assert [a["reason"] for a in seat["answers"]] == [
        "fourth penalty, ends the game ahead, 7 to 3, 5 points less",
        # Yellow 12 and the lock make seven crosses, 28 points instead of 15: 16 to Ann's 16.
        "fourth cross in red, 4 points more, y12 could bring Ben level or ahead",
    ]


def test_the_text_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--position", END]) == 0
    head, titles, best, other = capsys.readouterr().out.splitlines()
    assert head.startswith("Ann, exact")
    assert titles.split() == ["answer", "wins", "loses", "what", "it", "does"]
    assert best.split()[:4] == ["-", "100.00%", "best", "fourth"]
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
    best, *others = seat["answers"]
    assert best["cost"] == best["cost_low"] == best["cost_high"] == 0
    for answer in others:
        # Not the chance is uncertain by so much, but how far it is behind the best one's.
        assert answer["cost"] == pytest.approx(best["win"] - answer["win"])
        half = (answer["cost_high"] - answer["cost_low"]) / 2
        assert half == pytest.approx(1.96 * error_of(load_variant("classic"), players=3))
        assert answer["cost_low"] + half == pytest.approx(answer["cost"])
    for answer in seat["answers"]:
        assert 0 <= answer["low"] < answer["win"] < answer["high"] <= 1
        assert answer["probability"] is None
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
        (
            ["--position", 'classic 9 1; "Ann" r- y- g- b- x0'],
            "is not the start of a position: the stage",
        ),
        (
            ["--position", 'classic 9 roll; "Ann" r- y- g- b- x0'],
            "the turn or the active seat is missing",
        ),
        (["--position", DICELESS], "the dice are missing: write them after the stage"),
        (["--position", END, "--seat", "3"], "there is no seat 3 at this table, only 1 (Ann) and"),
        (
            ["--position", END, "--variant", "longo"],
            "--variant longo does not match classic",
        ),
        (
            ["--position", END, "--after", "r5"],
            "--after is for a game whose action 1 is still open",
        ),
        (["--position", DICELESS, "--roll", "41 325"], "the blue die is missing"),
        (["--sheet", "r- y- g- b- x0", "--roll", "41"], "the four coloured dice are missing"),
        ([], "no position given"),
        (["--position", END, "--seat", "2"], "1 (Ann) must decide"),
        (["--position", END, "--passive"], "--passive goes with --sheet only"),
        (["--position", END, "--roll", "41 3256"], "still to be rolled"),
        (["--position", END, "--sheet", "r- y- g- b- x0"], "without a game"),
    ],
)
def test_missing_or_incompatible_options_are_named(
    words: list[str], missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert missing in refusal(capsys, "advise", *words)


SHEET = ("--sheet", "r- y- g- b- x0")
ROLLED = (*SHEET, "--roll", "41 3256")
REFUSED: list[tuple[tuple[str, ...], str, dict[str, object]]] = [
    ((), "refuse_no_position", {}),
    (SHEET, "refuse_no_dice", {}),
    ((*ROLLED, "--seat", "1"), "refuse_sheet_alone", {}),
    ((*ROLLED, "--wait", "1"), "refuse_wait", {}),
    ((*ROLLED, "--after", "r5", "--passive"), "refuse_after_passive", {}),
    ((*ROLLED, "--closed", "rz"), "refuse_closed", {"letters": "'rz'", "known": "rygb"}),
    (("--sheet", "r- y- g- b- x4", "--roll", "41 3256"), "over_four_penalties", {"n": 4}),
    (("--position", END, "--wait", "1"), "refuse_with_sheet", {"option": "wait"}),
    (("--position", END, "--seat", "2"), "refuse_asked", {"seat": 2, "seats": "1 (Ann)"}),
    (("--position", END, "--roll", "41 3256"), "refuse_rolled", {}),
    (("--position", END, "--after", "r5"), "refuse_after_closed", {}),
    (
        ("--position", END, "--variant", "longo"),
        "refuse_variant",
        {"name": "longo", "sheet": "classic"},
    ),
    (("--position", DICELESS), "refuse_no_dice_here", {"stage": "action1"}),
    (("--position", DICELESS.replace("action1", "roll")), "refuse_turn", {"turn": 9}),
    (
        ("--position", DICELESS.replace("action1", "roll"), "--after", "r5"),
        "refuse_turn",
        {"turn": 9},
    ),
    (("--position", DICELESS, "--roll", "41 3256", "--after", ""), "refuse_after_empty", {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_in_the_chosen_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, english = Texts(language), Texts("en")
    for words, key, values in REFUSED:
        said = refusal(capsys, "advise", *words, "--lang", language)
        assert said == f"rowlock: {texts(key, **values)}\n"
        assert language == "en" or texts(key, **values) != english(key, **values)
    there = texts.all_of(["1 (Ann)", "2 (Ben)"])
    for command in ("advise", "rollout"):
        said = refusal(capsys, command, "--position", END, "--seat", "3", "--lang", language)
        assert said == f"rowlock: {texts('refuse_seat', seat=3, seats=there)}\n"


BONUS_B_SHEET = ("--variant", "bonus_b", "--sheet", "r2 y- g- b- x0", "--roll", "41 3256")


def test_a_sheet_without_a_table_is_judged_like_its_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    [seat] = told(capsys, "advise", *BONUS_B_SHEET)["seats"]
    [same] = told(capsys, "advise", "--position", BONUS_B_ALONE)["seats"]
    assert seat["approximate"]
    assert seat["answers"] == same["answers"]


def test_with_polite_others_only_the_table_can_answer(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys, "advise", *BONUS_B_SHEET, "--players", "3")
    assert "rowlock advise --position" in said


@pytest.mark.parametrize("words", [("--position", DOUBLE_A), DOUBLE_A_SHEET])
def test_a_table_that_takes_minutes_is_named_and_not_started(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", "/nowhere")
    assert main(["advise", *words]) == 0
    shown = capsys.readouterr()
    assert "rowlock solve --variant double_a --keep" in shown.err
    assert "by the champion’s network\n± is a guess" in shown.out
    assert main(["advise", *words, "--lang", "de"]) == 0
    assert "die exakte Tabelle von double_a fehlt" in capsys.readouterr().err


def test_the_dice_of_an_action_can_come_by_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "advise", "--position", DICELESS, "--roll", "41 3256")
    assert found["position"].startswith("classic 9 1 action1 41 3256; ")


def test_action_2_is_asked_after_a_given_action_1_of_a_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Red 5 crossed, so nothing is a penalty any more; white 4 and 1 with red 3, yellow 2, green 5
    # and blue 6, red 4 left of red 5.
    line = DICELESS.replace("action1", "roll")
    for start in (DICELESS, line):
        found = told(capsys, "advise", "--position", start, "--roll", "41 3256", "--after", "r5")
        assert found["phase"] == "action2"
        assert 'action2+ 41 3256; "Ann" r3,5 y- g- b- x0; "Ben" r- y5' in found["position"]
        [seat] = found["seats"]
        moves = {answer["move"]: answer["reason"] for answer in seat["answers"]}
        assert set(moves) == {"-", "+r7", "+y3", "+y6", "+g6", "+g9", "+b7", "+b10"}
        assert moves["-"] == "nothing crossed"
    found = told(capsys, "advise", "--position", line, "--roll", "41 3256", "--after", "-")
    [penalty] = [a["reason"] for a in found["seats"][0]["answers"] if a["move"] == "-"]
    assert penalty == "first penalty, 5 points less"


def test_action_2_is_played_out_after_a_given_action_1(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--position", DICELESS, "--roll", "41 3256", "--after", "r5")
    asked = told(capsys, "advise", *given)
    found = told(capsys, "rollout", *given, "--bots", "greedy", "--games", "2")
    assert found["position"] == asked["position"]
    [seat] = found["seats"]
    moves = {answer["move"] for answer in seat["answers"]}
    assert moves == {"-", "+r7", "+y3", "+y6", "+g6", "+g9", "+b7", "+b10"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_speaks_the_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = Texts(language)
    assert main(["advise", "--position", END, "--lang", language]) == 0
    head, titles, best, other = capsys.readouterr().out.splitlines()
    assert head == f"Ann, {texts('advise_method_exact')}"
    assert titles.startswith(texts("advise_answer"))
    assert texts("advise_best") in best
    assert texts.figure(92.59, ".2f") in other


def test_every_method_has_words() -> None:
    named = {"exact", *get_args(JudgeName)}
    assert {f"advise_method_{name}" for name in named} <= Texts("en").sentences.keys()


def test_an_unmeasured_error_is_called_a_guess(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["advise", "--position", BONUS_B_ALONE]) == 0
    out = capsys.readouterr().out
    assert "± is a guess" in out
    assert "95" not in out
    [seat] = told(capsys, "advise", "--position", BONUS_B_ALONE)["seats"]
    assert seat["error_is_guess"]
    best = seat["answers"][0]
    assert best["high"] - best["low"] == pytest.approx(2 * 1.96 * 2)  # two points are the guess


def test_a_measured_error_is_shown_beside_every_chance(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [seat] = told(capsys, "advise", record)["seats"]
    assert not seat["error_is_guess"]
    assert main(["advise", str(record)]) == 0
    _, unsure, _, *rows = capsys.readouterr().out.splitlines()
    assert "95%" in unsure
    error = error_of(load_variant("classic"), 3)
    half = f"± {100 * 1.96 * error:.1f}%"
    assert all(half in row for row in rows)


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
    # It ends the game: that is certain whoever plays.
    assert (best["move"], best["win"], best["low"], best["exact"]) == ("-", 1.0, 1.0, True)
    # A greedy Ben takes y12 wherever he finds it: 2 of 27 games in the mean, 40 of 540.
    assert other["win"] == pytest.approx(25 / 27, abs=0.05)
    assert other["low"] < 25 / 27 < other["high"]
    assert other["cost"] == pytest.approx(best["win"] - other["win"])
    assert told(capsys, *words)["seats"] == found["seats"]


def card_game(*names: str) -> Game:
    game = new_game("classic", names, cards=True)
    return deal(game, shuffled_cards(game, Random(1))).state


def test_the_card_game_is_played_out_too(capsys: pytest.CaptureFixture[str]) -> None:
    game = card_game("Ann", "Ben")
    found = told(capsys, "rollout", "--position", game, "--bots", "greedy", "--games", 2)
    [seat] = found["seats"]
    assert not seat["compiled"]
    moves = sorted(answer["move"] for answer in seat["answers"])
    assert moves == sorted(map(str, legal_moves(game, game.active)))


OWN = (
    'my_sheet 3 1 action1 41 3256; "Ann" r2 y- g- b- x0 =..; "Ben" r- y2 g- b- x0 =..; '
    '"Cleo" r- y- g- b- x0 =..'
)


@pytest.mark.parametrize(
    "position", [BONUS_B, OWN, str(card_game("Ann", "Ben"))], ids=["network", "own sheet", "cards"]
)
def test_advice_says_what_the_coach_says(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = load_variant(str(MY_SHEET))
    seen = view(parse_position(position, {own.id: own}), 0)
    words = ["--variant", MY_SHEET] if position == OWN else []
    [seat] = told(capsys, "advise", "--position", position, "--seat", 1, *words)["seats"]
    coach = coach_says(seen)
    assert (seat["method"], seat["unit"]) == (coach.judge, coach.unit)
    assert seat["approximate"] == (coach.judge != "network")
    assert [a["move"] for a in seat["answers"]] == [each.move for each in coach.moves]
    for answer, each in zip(seat["answers"], coach.moves, strict=True):
        assert answer["win"] == pytest.approx(each.value)
        assert answer["cost"] == pytest.approx(each.loss)


def test_approximate_advice_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--position", OWN, "--variant", str(MY_SHEET), "--seat", "1"]) == 0
    assert capsys.readouterr().out.startswith("Ann, approximate, by rules of thumb")
    assert main(["advise", "--position", BONUS_B_ALONE, "--seat", "1"]) == 0
    assert capsys.readouterr().out.startswith("Ann, by the champion’s network\n± is a guess")


def test_solo_without_a_table_gives_points(capsys: pytest.CaptureFixture[str]) -> None:
    [seat] = told(capsys, "advise", "--position", BONUS_B_ALONE)["seats"]
    assert (seat["unit"], seat["approximate"], seat["answers"][0]["win"]) == ("points", True, None)
    assert seat["answers"][0]["value"] > 0


def test_a_seat_with_one_answer_gets_its_chance_of_winning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # White 2: left of Ben's crosses in red and yellow, and the last cell in green and blue.
    text = 'classic 9 1 action1 11 3256; "Ann" r9 y9 g- b- x0; "Ben" r3 y3 g- b- x1'
    [seat] = told(capsys, "advise", "--position", text, "--seat", 2)["seats"]
    [only] = seat["answers"]
    assert only["move"] == "-"
    assert 0 < only["win"] < 1


def test_an_optimal_mixed_strategy_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    # Both may lock green or blue at once; what is better depends on what the other locks.
    [ann, ben] = told(capsys, "advise", "--position", MIXED)["seats"]
    for seat in (ann, ben):
        assert seat["mixed"]
        often = {answer["move"]: answer["probability"] for answer in seat["answers"]}
        assert often == pytest.approx({"b2": 0.45, "g2": 0.55, "-": 0.0}, abs=0.01)
    assert main(["advise", "--position", MIXED, "--seat", "1"]) == 0
    _, mixed, _, one, two, other = capsys.readouterr().out.splitlines()
    assert "no single answer is best" in mixed
    assert "45% of the time" in one
    assert "55% of the time" in two
    # Ann's pass lets Ben lock first: one of his locks punishes it most.
    assert re.search(r"against Ben’s (b2|g2) it wins [0-9.]+%$", other)


def test_an_end_with_one_best_answer_is_not_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    [seat] = told(capsys, "advise", "--position", END)["seats"]
    assert not seat["mixed"]
    assert [answer["probability"] for answer in seat["answers"]] == [1.0, 0.0]


@pytest.mark.parametrize("command", ["advise", "rollout"])
def test_a_mistake_in_a_record_is_named_with_file_line_and_seat(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.rowlock"
    file.write_text(RECORD.replace("| y5 |", "| q5 |"), "utf-8")
    assert f"{file}:6: seat 2: unreadable: 'q5' is not a move" in refusal(capsys, command, file)


@pytest.mark.parametrize("command", ["advise", "rollout"])
def test_the_examples_of_the_help_exist_and_are_not_over(command: str) -> None:
    epilog = import_module(f"rowlock.cli.{command}").EPILOG
    named = set(re.findall(r"\S+\.rowlock", epilog))
    assert named
    for name in named:
        assert not replay(parse_record((ROOT / name).read_bytes())).over


def test_rollouts_take_a_bot_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert "2 are needed, one per seat" in refusal(
        capsys, "rollout", "--position", END, "--bots", "greedy,random,greedy"
    )
    found = told(capsys, "rollout", "--position", BONUS_B, "--bots", "greedy,random", "--games", 20)
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    for seat in found["seats"]:
        assert seat["compiled"]
        assert len(seat["answers"]) in (4, 5)


ALONE = 'classic 30 1 action2 51 6111; "Ann" r2,3,10 y11 g3 b3 x3'
"""With - the fourth penalty: 6 + 1 + 1 + 1 - 20 = -11. With red 11 one cross more, and then nothing
is left but that penalty: 10 + 1 + 1 + 1 - 20 = -7."""


def test_solo_rollouts_are_in_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("rollout", "--position", ALONE, "--bots", "greedy", "--games", 3)
    [seat] = told(capsys, *words)["seats"]
    assert [(a["move"], a["points"], a["cost"]) for a in seat["answers"]] == [
        ("+r11", -7, 0),
        ("-", -11, 4),
    ]
    assert [answer["win"] for answer in seat["answers"]] == [1, 1]
    assert [(a["low"], a["high"]) for a in seat["answers"]] == [(-7, -7), (-11, -11)]
    assert seat["answers"][1]["reason"] == "fourth penalty, ends the game, 5 points less"
    assert main([*map(str, words)]) == 0
    head, titles, best, other = capsys.readouterr().out.splitlines()
    assert head == "Ann, 3 games for each answer that is not exact, 95% intervals"
    assert titles.split()[:2] == ["answer", "points"]
    assert best.split()[:2] == ["+r11", "-7.0"]
    assert other.split()[:3] == ["-", "-11.00", "(exact)"]


def test_before_a_roll_the_seats_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    # Nobody can cross anything: Ann takes her fourth penalty, -16 against Ben's -11.
    text = 'classic 30 1 roll; "Ann" r11 y11 g3 b3 x3; "Ben" r11 y11 g3 b3 x3'
    found = told(capsys, "rollout", "--position", text, "--bots", "greedy", "--games", 5)
    assert [seat["answers"][0]["win"] for seat in found["seats"]] == [0.0, 1.0]
    assert [seat["answers"][0]["move"] for seat in found["seats"]] == [None, None]
    assert found["unit"] == "wins"
    assert main(["rollout", "--position", text, "--bots", "greedy", "--games", "5"]) == 0
    head, ann, ben = capsys.readouterr().out.splitlines()
    assert head == "5 games from here, 95% intervals"
    assert ann.split()[:3] == ["Ann", "0.0%", "(0.0%"]
    assert ben.split()[:3] == ["Ben", "100.0%", "(50.6%"]


def test_rollouts_of_champions_are_exact_where_the_rest_is_small(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rollout", "--position", END, "--games", "2"]) == 0
    head, _, best, other = capsys.readouterr().out.splitlines()
    assert head == "Ann, exact: no games had to be played"
    assert "100.00% (exact)" in best
    assert "92.59% (exact)" in other


def test_a_missing_seat_is_refused_everywhere_alike(capsys: pytest.CaptureFixture[str]) -> None:
    said = {refusal(capsys, name, "--position", END, "--seat", 3) for name in ("advise", "rollout")}
    assert len(said) == 1
