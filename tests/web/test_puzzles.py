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
        assert sorted(shown) == sorted(answer.move for answer in puzzle.answers)
        rows = ["rygb".find(move[-3 if move[-2:].isdigit() else -2]) for move in shown[:-1]]
        assert rows == sorted(rows)
        assert shown[-1] == "-"
        assert me.fits()
        move = wrong if number == 0 else best  # one mistake
        page.locator(f"[data-answer='{wrong.move}']").click()  # pencilled: it can be changed
        page.locator(f"[data-answer='{move.move}']").click()
        if move is best:
            me.tap("answer")
        else:
            expect(page.locator(".told")).to_have_count(1)  # the second tap confirms
        expect(page.locator("[data-part=plain]")).not_to_be_empty()
        expect(page.locator(".told li")).to_have_count(len(puzzle.answers))
        total = float(page.locator(".told li.yours > :last-child").inner_text())
        assert total == pytest.approx(move.total, abs=0.06)
        if number < 9:
            me.tap("next")
    expect(page.locator("[data-sum]")).to_contain_text("9 of 10 right")
