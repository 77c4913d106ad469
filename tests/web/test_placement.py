"""Every table is in sight: nothing covered, outside the window or cut, at fourteen window sizes."""

from __future__ import annotations

from typing import Any

import pytest

from rowlock.languages import LANGUAGES
from rowlock.variants import NAMES
from tests.web.pairs import pairwise
from tests.web.phone import Phone, Phones
from tests.web.placement import WINDOWS, Table, coached
from tests.web.scenes import PHASES, Wanted, view
from tests.web.test_keys import OWN

SHEETS = (*NAMES, "cards")
Window = tuple[int, int]
FEW = ((320, 568), (360, 640), (390, 844), (667, 375), (1024, 768), (1366, 650))
"""The windows of the quick test."""
QUICK = ("classic", "longo", "x_change", "big_points", "bonus_b", "cards")


def found(table: Table, wanted: Wanted, windows: tuple[Window, ...]) -> dict[str, list[str]]:
    table.show(view(wanted), lost=wanted.phase == "reconnecting")
    faults = {f"{wanted.sheet} {wanted.phase} {w}": table.faults(w) for w in windows}
    return {where: bad for where, bad in faults.items() if bad}


@pytest.mark.parametrize("size", ["normal", "xl"])
def test_all_of_a_table_is_in_sight(phone: Phones, size: str) -> None:
    table = Table(phone(size=size), view(Wanted()))
    bad: dict[str, list[str]] = {}
    for n, sheet in enumerate(QUICK):
        bad |= found(table, Wanted(sheet, PHASES[1 + n % 2], 1 + n % 4), FEW)
    assert bad == {}


@pytest.mark.long
@pytest.mark.parametrize("size", ["normal", "xl"])
@pytest.mark.parametrize("opponents", [1, 2, 3, 4])
def test_every_sheet_is_in_sight_in_every_window(phone: Phones, size: str, opponents: int) -> None:
    table = Table(phone(size=size), view(Wanted()))
    bad: dict[str, list[str]] = {}
    for sheet in SHEETS:
        bad |= found(table, Wanted(sheet, "action1", opponents), WINDOWS)
    assert bad == {}


@pytest.mark.long
@pytest.mark.parametrize("sheet", OWN)
def test_custom_sheets_are_in_sight(phone: Phones, sheet: str) -> None:
    table = Table(phone(), view(Wanted(sheet)), sheet)
    assert found(table, Wanted(sheet, "action1", 3), WINDOWS) == {}


DIMENSIONS: dict[str, tuple[Any, ...]] = {
    "sheet": SHEETS,
    "window": WINDOWS,
    "phase": PHASES,
    "opponents": (1, 2, 3, 4),
    "mode": ("network", "one device", "face to face", "real dice"),
    "size": ("normal", "xl"),
    "coach": (False, True),
    "chat": (False, True),
    "language": LANGUAGES,
}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pairs_of_circumstances_are_in_sight(phone: Phones, language: str) -> None:
    bad: dict[str, list[str]] = {}
    for case in pairwise(DIMENSIONS):
        if case["language"] == language:
            bad |= _case(phone, case)
    assert bad == {}


def _case(phone: Phones, case: dict[str, Any]) -> dict[str, list[str]]:
    """One table in a page of its own: settings and language are those of the device."""
    facing = case["mode"] == "face to face"
    cards = case["sheet"] == "cards"
    wanted = Wanted(
        case["sheet"],
        case["phase"],
        1 if facing else case["opponents"],
        "network" if cards and case["mode"] == "real dice" else case["mode"],
        case["coach"] and not cards and case["mode"] == "network",
        case["chat"],
    )
    me: Phone = phone(size=case["size"], language=case["language"], facing=facing)
    moment = view(wanted)
    if wanted.coach:
        coached(me, moment)
    try:
        table = Table(me, moment)
        table.show(moment, lost=wanted.phase == "reconnecting")
        if case["chat"]:
            table.say(moment, "Hurry up, the soup is getting cold, and so are we!")
        faults = table.faults(case["window"])
    finally:
        me.context.close()
    return {str(case): faults} if faults else {}
