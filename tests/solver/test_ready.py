"""Tables in the background: which, and one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock.kernel.preparation import Preparation
from rowlock.solver import background
from rowlock.solver.problem import make_problem
from rowlock.solver.table_cache import kept_path
from rowlock.variants import NAMES, load_variant


class Sheets:
    """What is begun, and what of it is still under way."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.working: set[str] = set()

    def begin(self, preparation: Preparation) -> None:
        [name] = preparation._words
        self.begun.append(name)
        self.working.add(name)

    def is_under_way(self, preparation: Preparation) -> bool:
        return preparation._words[0] in self.working


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sheets:
    made = Sheets()
    monkeypatch.setenv("ROWLOCK_CACHE", str(tmp_path))
    monkeypatch.setattr(background, "_preparations", {})
    monkeypatch.setattr(Preparation, "begin", lambda self: made.begin(self))
    monkeypatch.setattr(Preparation, "is_under_way", property(made.is_under_way))
    return made


def test_only_printed_sheets_that_take_seconds_are_made() -> None:
    quick = {name for name in NAMES if background.is_made_on_first_use(name)}
    assert quick == {"classic", "mixx_a", "mixx_b", "double_b", "xl"}
    assert not background.is_made_on_first_use("my_sheet")


def test_one_table_is_made_after_the_other(sheets: Sheets) -> None:
    assert background.make_in_background("mixx_a")
    assert background.make_in_background("classic")  # its turn comes
    assert sheets.begun == ["mixx_a"]
    sheets.working.clear()
    assert background.make_in_background("classic")
    assert sheets.begun == ["mixx_a", "classic"]


def test_stored_or_large_tables_are_not_computed(sheets: Sheets) -> None:
    kept_path(make_problem(load_variant("classic"))).touch()
    assert not background.make_in_background("classic")
    assert not background.make_in_background("bonus_a")
    assert not background.make_in_background("my_sheet")
    assert sheets.begun == []


def test_it_is_told_how_much_of_a_table_is_made(sheets: Sheets) -> None:
    assert background.what_is_made() == (False, None)
    background.make_in_background("classic")
    assert background.what_is_made() == (True, None)  # it compiles
    background._preparations["classic"].share = 0.25
    assert background.what_is_made() == (True, 0.25)
    sheets.working.clear()
    assert background.what_is_made() == (False, None)


def test_hundredths_are_told_and_no_more() -> None:
    told: list[float] = []
    progress = background._in_steps(told.append)
    for n in range(1, 5_001):
        progress(n / 5_000)
    assert told == [n / 100 for n in range(101)]


def test_nobody_waits_for_what_failed(sheets: Sheets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Preparation, "begin", lambda self: None)  # it ended at once
    assert not background.make_in_background("classic")
