"""Several sheets in one run: the values are those of each alone, and a file remembers them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rowlock.cli.main import main

TINY = str(Path(__file__).parents[2] / "examples" / "tiny_sheet.toml")
MACHINE = ("seconds", "compile_seconds", "peak_memory_mb", "threads")


def answers(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main(["solve", "--json", "--variant", *words]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [{key: one[key] for key in one if key not in MACHINE} for one in found]


def test_each_sheet_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = answers(capsys, TINY)
    file = ["--resume", str(tmp_path / "solved.journal")]
    assert answers(capsys, TINY, TINY, *file) == alone * 2
    lines = (tmp_path / "solved.journal").read_bytes()
    assert answers(capsys, TINY, TINY, *file) == alone * 2
    assert (tmp_path / "solved.journal").read_bytes() == lines  # nothing was solved again
    assert answers(capsys, TINY, "--processes") == alone


@pytest.mark.parametrize("kind", ["out", "keep"])
@pytest.mark.parametrize("lost", ["removed", "spoilt", "of another table"])
def test_an_answer_whose_table_is_lost_is_found_again(
    kind: str,
    lost: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    table = tmp_path / "tiny.table"
    where = ["--keep"] if kind == "keep" else ["--out", str(table)]
    words = [TINY, *where, "--resume", str(tmp_path / "solved.journal")]
    first = answers(capsys, *words)
    (table,) = tmp_path.glob("*.table")
    whole = table.read_bytes()
    if lost == "removed":
        table.unlink()
    elif lost == "spoilt":
        table.write_bytes(whole[:-1])
    else:
        answers(capsys, TINY, "--players", "2", "--out", str(table))
    assert answers(capsys, *words) == first
    assert table.read_bytes() == whole
    lines = (tmp_path / "solved.journal").read_bytes()
    assert answers(capsys, *words) == first
    assert (tmp_path / "solved.journal").read_bytes() == lines  # now it is known again


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([TINY, TINY, "--out", "both.table"], "--out writes one table"),
        ([TINY, "--device", "cuda", "--processes"], "--device cuda cannot be used with workers"),
        ([TINY, "--threads", "0"], "0 threads: at least one is needed"),
    ],
)
def test_incompatible_options_are_refused(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "--variant", *words]) == 2
    assert sentence in capsys.readouterr().err
