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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([TINY, TINY, "--out", "both.table"], "--out is the file of one table"),
        ([TINY, "--device", "cuda", "--processes"], "leave --device cuda out"),
        ([TINY, "--threads", "0"], "at least one thread"),
    ],
)
def test_what_does_not_go_together(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "--variant", *words]) == 2
    assert sentence in capsys.readouterr().err
