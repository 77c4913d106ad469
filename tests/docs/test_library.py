"""The tour of the library runs as a reader would paste it, block after block."""

from __future__ import annotations

import pytest

from tests.docs.blocks import ROOT, blocks, run_session

PAGE = ROOT / "docs" / "library.md"


def test_every_block_runs_and_says_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = blocks(PAGE)
    assert {kind for kind, _ in found} == {"python"}
    assert all(text.startswith(">>> ") for _, text in found)
    run_session("\n".join(text for _, text in found), {})


def test_the_tour_is_short() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= 110
