"""Many reviews at once are those of each record alone, refusals in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.cli.main import main

RECORDS = Path(__file__).parents[1] / "compat" / "records"
"""Card games: their judge needs nothing that is compiled."""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    other = RECORDS / "bonus_b-jokers-unfinished.rowlock"
    illegal = tmp_path / "illegal.rowlock"
    illegal.write_text(other.read_text("utf-8") + '[Result "1 1"]\n', "utf-8")
    missing = tmp_path / "missing.rowlock"
    return [str(RECORDS / "mixx_b-cards-finished.rowlock"), str(illegal), str(missing), str(other)]


def test_reviews_in_bulk(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["review", *files, "--json"]
    assert main(words) == 2  # one is unreadable
    one_by_one = capsys.readouterr().out
    assert len(one_by_one.splitlines()) == 4
    assert main([*words, "--threads", "1"]) == 2
    assert capsys.readouterr().out == one_by_one
    journal = tmp_path / "reviews.journal"
    for _ in range(2):
        assert main([*words, "--resume", str(journal)]) == 2
        assert capsys.readouterr().out == one_by_one
    assert len(journal.read_bytes().splitlines()) == 3  # the question and two reviews


def test_the_words_are_the_same_too(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *files]) == 2
    one_by_one = capsys.readouterr()
    assert main(["review", *files, "--threads", "1"]) == 2
    assert capsys.readouterr() == one_by_one
