"""Ten puzzles a day: each answered once, then told; the answer is in no attribute before."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from rowlock.reviews.puzzles import of_day
from tests.web.phone import Phones


def test_ten_puzzles_are_answered_one_by_one(phone: Phones) -> None:
    me = phone(width=320, height=568)
    page = me.open("exam")
    expect(page.locator("[data-action=puzzles]")).to_be_visible()
    ten = of_day(date(2026, 11, 16))
    page = me.open("puzzles/2026-11-16")
    for number, puzzle in enumerate(ten):
        best, wrong = puzzle.answers[0], puzzle.answers[-1]
        buttons = page.locator("[data-answer]")
        expect(buttons).to_have_count(len(puzzle.answers))
        shown = buttons.evaluate_all("l => l.map((e) => e.dataset.answer)")
        assert shown == sorted(answer.move for answer in puzzle.answers)
        assert me.fits()
        move = wrong if number == 0 else best  # one mistake
        page.locator(f"[data-answer='{move.move}']").click()
        expect(page.locator(".told li")).to_have_count(len(puzzle.answers))
        total = float(page.locator(".told li.yours > :last-child").inner_text())
        assert total == pytest.approx(move.total, abs=0.006)
        if number < 9:
            me.tap("next")
    expect(page.locator("[data-sum]")).to_contain_text("9 of 10 right")
