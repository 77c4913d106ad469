"""The tour of the library runs as a reader would paste it, block after block."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")


def test_every_block_runs_and_says_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert {kind for kind, _ in blocks} == {"python"}
    assert all(text.startswith(">>> ") for _, text in blocks)
    session = "\n".join(text for _, text in blocks)
    document = doctest.DocTestParser().get_doctest(session, {}, "library.md", None, None)
    said: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(document, out=said.append)
    assert outcome.failed == 0, "".join(said)


def test_the_tour_is_short() -> None:
    assert len(PAGE.splitlines()) <= 100
