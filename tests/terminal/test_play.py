"""A game on one keyboard, typed by the test."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest
from rich.console import Console

from rowlock import (
    Record,
    Roll,
    Scribe,
    Setup,
    deciders,
    legal_moves,
    load_variant,
    parse_position,
    parse_record,
    replay,
)
from rowlock.bots import Random
from rowlock.cli.main import main
from rowlock.core.bot import Bot
from rowlock.core.cards import deck
from rowlock.core.ending import count_to_end
from rowlock.languages import LANGUAGES
from rowlock.languages.texts import Texts
from rowlock.notation.resume import resumed
from rowlock.terminal.play import Session


class Keyboard:
    """Types the given lines, then the end of the input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def table(
    names: tuple[str, ...],
    bots: dict[int, Bot],
    keyboard: Keyboard,
    *,
    variant: str = "classic",
    language: str = "en",
    own_dice: bool = False,
    record: Path | None = None,
) -> tuple[Session, io.StringIO]:
    out = io.StringIO()
    scribe = Scribe(Setup(variant=load_variant(variant), names=names))
    console = Console(file=out, width=100, highlight=False)
    rng = random.Random(1)
    texts = Texts(language)
    made = Session(
        scribe,
        bots,
        rng,
        texts,
        console=console,
        ask=keyboard,
        own_dice=own_dice,
        record=record,
    )
    return made, out


def test_typed_dice_and_moves_play_the_example_of_the_rule_sheet(tmp_path: Path) -> None:
    # C-06, C-07: white 4 and 1, blue 6: red 5 in action 1, blue 10 in action 2.
    file = tmp_path / "game.rowlock"
    keyboard = Keyboard(["41 3256", "r5", "", "y5", "", "+b10", "q"])
    game, out = table(("Max", "Emma"), {}, keyboard, own_dice=True, record=file)
    assert game.run() is False
    assert file.read_text("utf-8").splitlines()[-1] == "1. 41 3256 | r5 +b10 | y5"
    assert "Max crosses r5" in out.getvalue()
    assert "Max crosses b10" in out.getvalue()
    assert "Stopped in turn 2." in out.getvalue()


def test_bad_dice_and_bad_moves_are_asked_again_and_lose_nothing() -> None:
    keyboard = Keyboard(["47 3256", "41", "41 3256", "r6", "99", "h", "s", "1", "q"])
    game, out = table(("Ann",), {}, keyboard, own_dice=True)
    game.run()
    text = out.getvalue()
    assert "no die of this game shows '7'" in text
    assert "'r6' is not a possible move" in text
    assert "'99' is not a possible move" in text
    assert game.game.stage == "action2"
    assert game.game.sheets[0].rows[0] == 1 << 3  # choice 1 is red 5, the fourth cell


def test_enter_crosses_nothing_and_a_penalty_is_announced_before_it_falls() -> None:
    keyboard = Keyboard(["41 3256", "", "", "q"])
    game, out = table(("Ann",), {}, keyboard, own_dice=True)
    game.run()
    assert "nothing: that is a penalty, minus 5!" in out.getvalue()
    assert game.game.sheets[0].penalties == 1


def test_an_answer_can_be_taken_back_until_all_have_answered() -> None:
    # Ann answers r5; at Ben's prompt she takes it back and answers y5 instead.
    keyboard = Keyboard(["41 3256", "r5", "", "u", "", "y5", "", "", "", "", "q"])
    game, out = table(("Ann", "Ben"), {}, keyboard, own_dice=True)
    game.run()
    assert "Taken back." in out.getvalue()
    assert "Ann crosses y5" in out.getvalue()
    assert "crosses r5" not in out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_says_that_answers_are_taken_back_only_where_they_are(language: str) -> None:
    texts = Texts(language)
    for allowed in (True, False):
        game, out = table(("Ann",), {}, Keyboard(["h", "q"]), language=language)
        game.can_take_back = allowed
        game.run()
        said = out.getvalue().replace("\n", " ")
        assert (texts("help_u") in said) == allowed
        for key in ("help_s", "help_q"):
            assert texts(key) in said


def test_without_undo_not_even_an_incomplete_answer_is_taken_back() -> None:
    position = parse_position('bonus_b 4 1 action1 56 1111; "Ann" r- y2 g9 b- x0')
    game, out = table(("Ann",), {}, Keyboard(["y11", "u", "q"]), variant="bonus_b")
    game.can_take_back = False
    game.scribe.game = position
    game.run()
    assert "'u' is not a possible move" in out.getvalue()
    assert game.game.phase == "choice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_single_player_is_addressed_as_you(language: str) -> None:
    texts = Texts(language)
    game, out = table(("Ann",), {}, Keyboard(["s", "q"]), language=language)
    game.run()
    said = out.getvalue()
    assert "Ann" not in said
    assert texts("welcome_alone", variant="Qwixx", example="r5").split(".")[0] in said
    assert f"{texts('sheet_you')} {texts('sheet_active')}" in said


def test_solo_players_are_told_their_bots() -> None:
    game, out = table(("Ann", "Bot"), {1: Random()}, Keyboard(["q"]))
    game.run()
    assert out.getvalue().startswith("Qwixx against Bot. ")


def test_people_hand_the_keyboard_over_between_hidden_answers() -> None:
    keyboard = Keyboard(["41 3256", "r5", "", "y5", "q"])
    game, _ = table(("Ann", "Ben"), {}, keyboard, own_dice=True)
    game.run()
    assert "Hand the keyboard to Ben and press Enter." in keyboard.prompts
    assert "Hand the keyboard to Ann and press Enter." in keyboard.prompts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "longo", "mixx_a", "bonus_a", "bonus_b"])
def test_a_whole_game_against_a_bot_ends_and_its_record_replays(
    variant: str, language: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.rowlock"
    rng = random.Random(variant)
    keyboard = Keyboard([])
    game, out = table(
        ("Ann", "Bot"), {1: Random()}, keyboard, variant=variant, language=language, record=file
    )

    def type_any_legal_move(prompt: str) -> str:
        return str(rng.choice(legal_moves(game.game, 0)))

    game._ask = type_any_legal_move
    assert game.run() is True
    assert replay(parse_record(file.read_bytes())) == game.game
    assert game.game.reason is not None
    count = count_to_end(game.game.variant, game.game.reason)
    assert Texts(language)(f"over_{game.game.reason}", n=count) in out.getvalue()


def test_the_card_game_is_played_with_cards_from_the_hand(tmp_path: Path) -> None:
    setup = Setup(variant=load_variant("mixx_a"), names=("Ann", "Ben"), deck=deck(jokers=False))
    out = io.StringIO()
    rng = random.Random(4)
    file = tmp_path / "cards.rowlock"
    game = Session(
        Scribe(setup),
        {1: Random()},
        rng,
        Texts("en"),
        console=Console(file=out, width=100, highlight=False),
        ask=lambda prompt: str(rng.choice(legal_moves(game.game, 0))),
        record=file,
    )
    assert game.run() is True
    assert replay(parse_record(file.read_bytes())) == game.game
    assert re.search(r"Take 1 from the display: \d", out.getvalue())
    assert "You play" in out.getvalue()
    assert "Ben plays" in out.getvalue()
    assert "Ann plays" not in out.getvalue()  # the only person is spoken to


def test_every_sentence_exists_in_every_language_with_the_same_gaps() -> None:
    def gaps(sentence: str) -> set[str]:
        return {field for _, field, _, _ in Formatter().parse(sentence) if field}

    english = Texts("en").sentences
    for language in LANGUAGES:
        sentences = Texts(language).sentences
        assert sentences.keys() == english.keys()
        for key, sentence in sentences.items():
            assert gaps(sentence) == gaps(english[key]), (language, key)


@pytest.mark.parametrize(
    ("words", "bots", "you"),
    [
        (["--players", "Ann", "--bots", "random"], "-, random", ["1"]),
        (["--players", "Ann,Ben", "--bots", ""], "-, -", []),
    ],
)
def test_a_saved_record_tells_what_a_list_of_games_can_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], bots: str, you: list[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 400))  # nothing is ever crossed
    file = tmp_path / "tonight.rowlock"
    assert main(["play", *words, "--seed", "1", "--lang", "en", "--record", str(file)]) == 0
    headers = {key: header.value for key, header in parse_record(file.read_bytes()).headers.items()}
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", headers["Date"])
    assert headers["Bots"] == bots
    assert headers["Locks"].split()[0] == "0"
    assert [headers[key] for key in ("You",) if key in headers] == you


def test_play_refuses_what_cannot_be_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken.rowlock"
    taken.write_text("precious", "utf-8")
    for words, part in (
        (["--record", str(taken)], "exists already"),
        (["--record", str(tmp_path / "no" / "where.rowlock")], "there is no folder"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--players", "A,B,C,D,E"], "one to five"),
        (["--players", "A,A"], "the same name"),
        (["--variant", "longo", "--cards"], "longo has other rows"),
        (["--cards", "--own-dice"], "cannot be used with the card game"),
        (["--first", "9"], "seat 9 cannot begin"),
    ):
        assert main(["play", *words]) == 2
        assert part in capsys.readouterr().err
    assert taken.read_text("utf-8") == "precious"


def test_a_roll_is_shown_with_its_white_sum() -> None:
    game, _ = table(("Ann",), {}, Keyboard([]))
    text = game.dice_text(Roll((4, 1), (3, None, 5, 6))).plain
    assert text == "  white 4 + 1 = 5   red 3   green 5   blue 6"


def test_a_hint_and_the_points_of_everybody() -> None:
    keyboard = Keyboard(["41 3256", "t", "q"])
    game, out = table(("Ann", "Ben"), {1: Random()}, keyboard, own_dice=True)
    game.can_hint = True
    assert not game.run()
    shown = out.getvalue()
    assert "Points: Ann 0, Ben 0" in shown
    assert re.search(r"Best: \S+\n  \S+ costs \d", shown)


def test_a_stopped_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    answers = iter(["-", "", "-", "", "-", "", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers, "q"))
    assert main(["play", "--seed", "1", "--bots", "random", "--lang", "en"]) == 130
    assert "Continue with: rowlock play --resume" in capsys.readouterr().out
    stopped = parse_record((tmp_path / "stopped.rowlock").read_bytes())
    assert stopped.headers["Bots"].value == "-, random"
    answers = iter(["q"])
    assert main(["play", "--resume", "--lang", "en"]) == 130
    turn = stopped.turns[-1].number
    assert f"Continued in turn {turn}." in capsys.readouterr().out
    again = parse_record((tmp_path / "stopped.rowlock").read_bytes())
    assert replay(again) == replay(stopped)


@pytest.mark.parametrize("name", ["unfinished", "cards"])
def test_resuming_repeats_every_answer(name: str) -> None:
    text = Path("examples/unfinished.rowlock").read_text("utf-8")
    record = parse_record(text) if name == "unfinished" else card_record()
    assert replay(resumed(record).record()) == replay(record)


def card_record() -> Record:
    """An unfinished card game in the middle of a turn."""
    pack = list(deck(jokers=False))
    random.Random(3).shuffle(pack)
    scribe = Scribe(Setup(variant=load_variant("classic"), names=("A", "B"), deck=tuple(pack)))
    rng = random.Random(4)
    for _ in range(25):
        seat = deciders(scribe.game)[0]
        scribe.play(seat, rng.choice(legal_moves(scribe.game, seat)))
    return scribe.record()
