"""What cannot be played is refused in a sentence, also when it shows in another process."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.cli.main import main

BOTS = """
import os

class Illegal:
    def choose(self, view, rng):
        return "cross everything"

class Dies:
    def choose(self, view, rng):
        os._exit(3)

class Unsendable:
    def __init__(self):
        self.favourite = lambda moves: moves[0]

    def choose(self, view, rng):
        return self.favourite(view.legal)
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arena_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)


def refusal(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says when it refuses; the same for few games and for many."""
    assert main(["arena", *words]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    return answer.err


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["arena_bots:Illegal", "greedy"], "Illegal, failed:"),
        (["solo", "race", "--variant", "longo"], "solo has no table for"),
        (["solo", "race", "--cards"], "solo plays with dice only"),
    ],
)
def test_a_refusal_in_a_worker_is_the_same_as_without_workers(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    few = refusal([*words, "--games", "2"], capsys)
    assert sentence in few
    assert refusal([*words, "--games", "40", "--threads", "2"], capsys) == few


@pytest.mark.usefixtures("own_bots")
def test_a_dead_worker_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena_bots:Dies", "greedy", "--games", "40", "--threads", "2"]
    assert "a worker process died (use --threads 1)" in refusal(words, capsys)


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_cannot_be_sent_plays_in_one_process_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["arena_bots:Unsendable", "greedy", "--games", "40"]
    assert "cannot be sent to another process" in refusal(words, capsys)
    assert main(["arena", *words, "--threads", "1"]) == 0
