"""A journal keeps whole answers, whatever ended the run, and refuses what is not its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import Unreadable
from rowlock.runners import Journal

ASKED = {"seed": 1, "bots": ["greedy", "random"]}


def noted(path: Path, *answers: object) -> bytes:
    with Journal(path, ASKED) as journal:
        for answer in answers:
            journal.note(answer)
    return path.read_bytes()


def found(path: Path) -> list[object]:
    with Journal(path, ASKED) as journal:
        return journal.found


def test_answers_are_found_again_and_others_are_added(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    noted(path, {"games": 20}, [1, 2.5])
    assert found(path) == [{"games": 20}, [1, 2.5]]
    noted(path, 3)
    assert found(path) == [{"games": 20}, [1, 2.5], 3]


def test_a_file_that_was_cut_off_anywhere_keeps_its_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    head = len(noted(path))
    whole = noted(path, {"games": 20}, {"games": 40})
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        kept = whole[head:length].count(b"\n")
        assert found(path) == [{"games": 20}, {"games": 40}][:kept]
        noted(path, {"games": 60})  # is written behind them, not behind the rest of a line
        assert found(path) == [*[{"games": 20}, {"games": 40}][:kept], {"games": 60}]


def test_an_incomplete_line_of_a_failed_write_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    whole = noted(path, {"games": 20})
    path.write_bytes(whole + b"\0\0\0\0\n" + b'{"games":60}\n')
    assert found(path) == [{"games": 20}]
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"my letters\nto the world\n", "is not a file of --resume"),
        (b'{"seed": 1}\n', "is not a file of --resume"),
        (b"\x00\xff", "is not a file of --resume"),
    ],
)
def test_any_other_file_is_refused_and_left_unchanged(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "letters"
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=sentence):
        Journal(path, ASKED)
    assert path.read_bytes() == content


def test_a_resume_file_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    before = noted(path, {"games": 20})
    with pytest.raises(Unreadable, match=r"belongs to a run with seed 1 \(expected 2\)"):
        Journal(path, {**ASKED, "seed": 2})
    assert path.read_bytes() == before


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be opened"):
        Journal(tmp_path, ASKED)
    with pytest.raises(Unreadable, match="cannot be opened"):
        Journal(tmp_path / "no" / "such.journal", ASKED)
