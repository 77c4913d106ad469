"""Every legal move of every sheet has a visible key in the dock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rowlock.variants import NAMES
from tests.web.game_views import questions, sheet_options, show
from tests.web.phone import Phones

ROOT = Path(__file__).parents[2]
OWN = (str(ROOT / "tests/compat/own.toml"), str(ROOT / "examples/my_sheet.toml"))
SHEETS = (*NAMES, *OWN)
FEW, MANY = 4, 200
"""Games of the quick and of the long test."""
SHOWN = 10
"""How many of the quick test's questions are shown: those with the most unusual moves first."""

KEYS = """
delete document.documentElement.dataset.tapsOff  // a moment later
const seat = view.you.seats[0]
const { kind, legal } = view.decisions.find((decision) => decision.seat === seat)
const found = []
const where = `${view.options.variant ?? 'classic'} ${view.ask} ${kind}`
for (const { move } of legal) {
  const place = move === '-' ? '[data-action=pass]' : `.dock .key[data-move="${move}"]`
  const keys = [...document.querySelectorAll(place)].filter((key) => !key.disabled)
  if (keys.length !== 1) {
    found.push(`${where}: ${keys.length} keys for ${move}`)
    continue
  }
  const box = keys[0].getBoundingClientRect()
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  if (!keys[0].contains(hit)) found.push(`${where}: the key for ${move} is below ${hit?.className}`)
  if (box.width < 46 || box.height < 44)
    found.push(`${where}: the key for ${move} is ${box.width} x ${box.height}`)
}
for (const key of document.querySelectorAll('.dock .key:not(:disabled)'))
  if (!legal.some(({ move }) => move === key.dataset.move))
    found.push(`${where}: a key for ${key.dataset.move}`)
return found
"""


def unusual(view: Any) -> int:
    """How many moves cross something else than the announced number in a row of one colour."""
    moves = [option.move for decision in view.decisions for option in decision.legal]
    return sum(move.lstrip("+")[0] in "*~?oc" for move in moves)


def views_of(sheet: str, games: int) -> list[Any]:
    return list(questions(sheet_options(sheet), games))


def few(sheet: str) -> list[Any]:
    return sorted(views_of(sheet, FEW), key=unusual, reverse=True)[:SHOWN]


def test_every_legal_move_of_a_printed_sheet_has_a_key(phone: Phones) -> None:
    views = [view for sheet in NAMES for view in few(sheet)]
    assert show(phone(), views, KEYS) == []


def test_every_legal_move_of_a_custom_sheet_has_a_key(phone: Phones) -> None:
    assert show(phone(), few(OWN[0]), KEYS, sheet_options(OWN[0]).sheet) == []


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: Path(sheet).stem)
def test_every_legal_move_of_many_games_has_a_key(phone: Phones, sheet: str) -> None:
    views = views_of(sheet, MANY)
    assert show(phone(), views, KEYS, sheet_options(sheet).sheet) == []
