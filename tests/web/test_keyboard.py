"""Studying by keyboard alone: exam, puzzles, My games, from the end of a game to a reason."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.keyboard import press, tab_to
from tests.web.my_records import duel
from tests.web.phone import Phones
from tests.web.told_review import PATIENCE, costs, opened


def test_an_exam_and_its_report(phone: Phones, server: Running, kept: None) -> None:
    me = phone(width=1280, height=800)
    page = me.open("exam/7")
    press(page, "[data-action=begin]")
    page.wait_for_selector(".table")
    report = page.locator("main > section table.sums")
    for _ in range(200):
        if report.count():
            break
        page.keyboard.press("d" if page.locator("[data-action=roll]").count() else "p")
        page.wait_for_timeout(50)
    report.wait_for(timeout=PATIENCE)
    press(page, "details summary")
    press(page, "[data-action=sheet-then]")
    expect(page.locator("dialog [role=grid]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-action=sheet-then]").first).to_be_focused()


def test_a_puzzle_and_the_next(phone: Phones, server: Running) -> None:
    page = phone().open("puzzles/2026-11-16")
    press(page, "[data-answer]")
    press(page, "[data-action=answer]")
    expect(page.locator(".verdict")).to_be_focused()
    press(page, "[data-action=next]")
    expect(page.get_by_role("heading", name="2 of 10")).to_be_focused()
    press(page, "[data-answer]")
    press(page, "[data-action=answer]")
    expect(page.locator(".verdict")).to_be_focused()


def three_mistakes(found: dict[str, Any]) -> None:
    costs(found, 0.3, 0.2, 0.1)


def test_the_quiz_of_a_review_from_question_to_question(phone: Phones, server: Running) -> None:
    page = opened(phone, server, three_mistakes).page
    press(page, "[data-action=quiz]")
    expect(page.get_by_role("heading", name="1 of 3")).to_be_focused()
    press(page, "[data-action=show]")
    expect(page.locator("article[data-loss='0.3']")).to_be_focused()
    press(page, "[data-action=next]")
    expect(page.get_by_role("heading", name="2 of 3")).to_be_focused()
    press(page, "[data-answer]")
    expect(page.locator(".verdict")).to_be_focused()


def test_my_games_and_their_quiz(phone: Phones, server: Running) -> None:
    me = phone()
    me.page.set_default_timeout(PATIENCE)
    page = me.open("my")
    with page.expect_file_chooser() as chooser:
        press(page, "input[type=file]")
    text = duel("WON").encode()
    chooser.value.set_files({"name": "my.rowlock", "mimeType": "text/plain", "buffer": text})
    press(page, "[data-action=quiz]")
    press(page, "[data-answer]")
    expect(page.locator(".verdict")).to_be_focused()
    press(page, "[data-action=leave]")
    expect(page.locator("[data-part=costs]")).to_be_visible()


def test_from_the_end_of_a_game_to_the_reason(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()
    me.page.set_default_timeout(PATIENCE)
    page = me.sit(made["table"], made["token"])
    me.thumb(lazy=True)  # a game by keyboard is played elsewhere
    press(page, "[data-action=review]")
    press(page, "[data-choice='0']")
    choice = page.locator("article:focus")
    expect(choice).to_have_count(1)
    loss = float(choice.get_attribute("data-loss") or 0)
    losses = page.locator("article").evaluate_all("all => all.map((each) => +each.dataset.loss)")
    assert loss == max(losses)
    expect(choice.locator(".why li").first).to_be_visible(timeout=PATIENCE)
    tab_to(page, "[data-action=costly]")  # and on to the next one
    page.keyboard.press("Enter")
    expect(page.locator("article:focus")).to_have_count(1)
