"""Every code block of the tutorials runs and prints what is shown."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks, commands, run_command, run_session, saved_as
from tests.sampling import some

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))


def test_there_are_tutorials() -> None:
    assert {path.stem for path in TUTORIALS} == {"play", "host", "study", "bot", "sheet"}


# Studying takes a minute to compile; README and docstrings try the same commands for every change.
QUICK = [page for page in TUTORIALS if page.stem not in ("study", "sheet")]


@pytest.mark.parametrize("page", some(TUTORIALS, QUICK), ids=lambda path: path.stem)
def test_a_tutorial_works_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path / "cache"))  # a reader's first time
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    session: dict[str, object] = {}
    for kind, text in blocks(page):
        if name := saved_as(text):
            (tmp_path / name).write_text(text, "utf-8")
        elif kind == "console":
            for command, shown in commands(text):
                run_command(command, shown, tmp_path)
        elif kind == "python":
            session = run_session(text, session)
        else:
            # Other tests run these.
            assert kind == "sh", kind
            assert text == "scripts/serve\n" or text.startswith("rowlock site"), text
