"""Bots in other languages: the line protocol, its example, and the rules that lose a game."""

from __future__ import annotations

import pickle
import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from rowlock import Unreadable, arena, bot, new_game, roll, simulate, view
from rowlock.bots.program import RULES, make_program
from rowlock.core.bot import Forfeit
from rowlock.core.game import play
from rowlock.simulation.core_games import FORFEIT_POINTS
from rowlock.testing import check_bot
from rowlock.variants import load_variant

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "greedy_bot.mjs"
PAGE = (ROOT / "docs" / "bots" / "protocol.md").read_text("utf-8")
NODE = shutil.which("node")

PROGRAM = """
import sys, time
moves = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "rowlock":
        print("bot 1 Test\\ninfo hello\\noption depth number 1 0 9\\nready", flush=True)
    elif word == "position":
        moves = []
    elif word == "move":
        moves.append(rest[0])
    elif word == "go":
        {go}
    elif word == "stop":
        {stop}
    elif word == "quit":
        break
"""
LAST = "print('info thinking'); print('answer', moves[-1], flush=True)"


def program(folder: Path, go: str = LAST, stop: str = "pass", options: str = "") -> str:
    (folder / "program.py").write_text(PROGRAM.format(go=go, stop=stop))
    return f'program:"{sys.executable}" -u "{folder / "program.py"}"{options}'


GAME = roll(new_game("classic", ["Ann", "Ben"]), "41 3256").state


def test_a_program_answers_and_keeps_running(tmp_path: Path) -> None:
    player = bot(program(tmp_path))
    for _ in range(2):
        assert str(player.choose(view(GAME, 1), Random(1))) == "b5"
    game = play(play(GAME, 0, "r5").state, 1, "-").state
    assert str(player.choose(view(game, 0), Random(1))) == "+b10"


@pytest.mark.parametrize(
    ("go", "stop", "rule", "words"),
    [
        ("sys.exit(3)", "pass", "crashed", "status 3"),
        ("pass", "pass", "silent", "no answer in 100 ms, and none"),
        ("print('hello there', flush=True)", "pass", "nonsense", "'hello there'"),
        ("print('answer r6', flush=True)", "pass", "illegal", r"'r6' is not legal \(legal: -, r5"),
        ("print('error no such sheet', flush=True)", "pass", "gave up", "no such sheet"),
    ],
)
def test_a_program_forfeits_by_a_rule(
    go: str, stop: str, rule: str, words: str, tmp_path: Path
) -> None:
    player = bot(program(tmp_path, go, stop, ";time=100"))
    assert rule in RULES
    with pytest.raises(Forfeit, match=words) as forfeit:
        player.choose(view(GAME, 0), Random(1))
    assert forfeit.value.rule == rule


def test_a_program_may_answer_when_it_is_told_to_stop(tmp_path: Path) -> None:
    player = bot(program(tmp_path, "pass", LAST, ";time=50"))
    assert str(player.choose(view(GAME, 0), Random(1))) == "b5"


def test_a_forfeited_game_is_lost_and_the_next_one_played(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    once = "sys.exit(3) if rest[-1] and len(moves) > 4 else print('answer', moves[0], flush=True)"
    result = simulate([program(tmp_path, once), "random"], games=3, seed=1)
    assert result.players[0].win_share == 0
    assert result.players[0].min_score == FORFEIT_POINTS
    said = capfd.readouterr().err
    assert re.search(r"^game 1: seat 1 forfeits, crashed: the program ended with status 3", said)


def test_options_and_copies(tmp_path: Path) -> None:
    player = bot(program(tmp_path, options=";depth=3;time=70"))
    copy = pickle.loads(pickle.dumps(player))
    assert (copy.options, copy.time_ms) == ({"depth": "3"}, 70)
    assert str(copy.choose(view(GAME, 0), Random(1))) == "b5"


@pytest.mark.parametrize(
    ("detail", "words"),
    [
        ("no-such-program-anywhere", "cannot be started"),
        ("node;depth", "'depth' is not an option"),
        ("node;time=soon", "'soon' are not milliseconds"),
        (f'"{sys.executable}" -c "print(1)"', "does not speak the protocol: it says '1'"),
        (f'"{sys.executable}" -c "print(\'bot 2 New\')"', "it speaks version '2'"),
    ],
)
def test_a_program_that_cannot_play_is_refused(detail: str, words: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(words)):
        bot(f"program:{detail}").choose(view(GAME, 0), Random(1))


def test_an_unknown_option_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"it has no option 'width' \(it offers: depth\)"):
        bot(program(tmp_path, options=";width=3")).choose(view(GAME, 0), Random(1))


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_the_example_in_javascript_plays_choices_cards_and_the_arena() -> None:
    player = make_program(f'node "{EXAMPLE}";weight=1')
    sheets = tuple(load_variant(name) for name in ("bonus_b",))
    report = check_bot(player, sheets, slow_ms=5000)
    assert {"bonus_b 5", "bonus_b cards 5"} <= set(report.tables)
    match = arena([f'program:node "{EXAMPLE}"', "random"], games=20)
    assert match.players[0].win_share > 0.8


def test_the_page_names_every_rule() -> None:
    for rule in RULES:
        assert f"| {rule} |" in PAGE
