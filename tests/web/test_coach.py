"""The coach in a real browser: marks on the sheet, the bar, a question before a rash move."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones, ann_and_ben
from tests.web.screens import SCREENS, all_rash

PATIENCE = 60_000
ASKED = ".dock .keys .key:not(:disabled)"


def at_a_question(phone: Phones, server: Running, **options: Any) -> Phone:
    made = server.create("me:Max", "bot", start=True)
    me = phone(**options)
    me.sit(made["table"], made["token"])
    me.thumb(ASKED, 30)
    return me


def test_the_best_cell_has_a_star_and_every_other_its_cost(phone: Phones, server: Running) -> None:
    me = phone(coach="costs")
    made = server.create("me:Max", "bot", start=True)
    me.sit(made["table"], made["token"])
    with me.page.expect_response("**/advice", timeout=PATIENCE) as asked:
        me.thumb(ASKED, 30)
    advised = asked.value.json()["moves"]
    cells = {each["move"]: each["loss"] for each in advised if each["move"] != "-"}
    for cell, loss in cells.items():
        hint = me.page.locator(f".own .cell:has([data-cell={cell}]) [data-hint]")
        expect(hint).to_have_text("★" if loss == 0 else f"−{loss:.0%}", timeout=PATIENCE)
        label = me.page.locator(f".own [data-cell={cell}]")
        words = "the coach’s choice" if loss == 0 else f"loses {loss:.1%}"
        expect(label).to_have_attribute("aria-label", re.compile(re.escape(words)))
    passing = next(each["loss"] for each in advised if each["move"] == "-")
    expect(me.page.locator("[data-action=pass]")).to_contain_text(
        "★" if passing == 0 else f"−{passing:.0%}"
    )
    expect(me.page.locator(".coach")).to_contain_text(f"Win chance {advised[0]['value']:.0%}")


def test_the_level_for_the_best_cell_shows_no_costs(phone: Phones, server: Running) -> None:
    me = at_a_question(phone, server, coach="best")
    expect(me.page.locator(".coach")).to_contain_text("Coach:", timeout=PATIENCE)
    assert set(me.page.locator("[data-hint]").all_inner_texts()) <= {"★"}
    expect(me.page.locator(".coach .worth")).to_have_text(re.compile(r"^Win chance \d+%$"))


def test_without_the_coach_no_advice_is_requested(phone: Phones, server: Running) -> None:
    me = phone()
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    made = server.create("me:Max", "bot", start=True)
    me.sit(made["table"], made["token"])
    me.thumb(ASKED, 30)
    expect(me.page.locator(".own .legal").first).to_be_visible()
    assert not [url for url in asked if url.endswith("/advice")]
    assert not me.page.locator(".coach").count()


def fails(route: Route) -> None:
    route.fulfill(status=500, json={"code": "internal", "message": ""})


def test_a_coach_that_fails_says_so_and_is_asked_again(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)  # alone, every turn is one's own
    me = phone(coach="best")
    page = me.page
    page.route("**/advice", fails, times=1)
    me.sit(made["table"], made["token"])
    me.tap("roll")
    coach = page.locator(".coach")
    expect(coach).to_contain_text("The coach has no advice this time.", timeout=PATIENCE)
    expect(coach).not_to_contain_text("thinking")
    me.tap("pass")
    expect(coach).to_contain_text("Coach:", timeout=PATIENCE)


def by_rules_of_thumb(route: Route) -> None:
    route.fulfill(json=route.fetch().json() | {"judge": "heuristic", "exact": False})


def test_figures_by_rules_of_thumb_are_called_approximate(phone: Phones, server: Running) -> None:
    me = phone(coach="best")
    me.page.route("**/advice", by_rules_of_thumb)
    made = server.create("me:Max", start=True)
    me.sit(made["table"], made["token"])
    me.tap("roll")
    expect(me.page.locator(".coach .worth")).to_have_text(
        re.compile(r"^Expected points \d+ \(approximate\)$"), timeout=PATIENCE
    )


def test_a_rash_move_is_asked_about_once(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)  # alone, every turn is one's own
    me = phone(coach="best")
    page = me.page
    page.route("**/advice", all_rash, times=1)
    me.sit(made["table"], made["token"])
    with page.expect_response("**/advice", timeout=PATIENCE):
        me.tap("roll")
    expect(page.locator(".coach")).to_contain_text("Coach:", timeout=PATIENCE)
    page.locator(ASKED).first.click()
    me.tap("confirm")
    expect(page.locator(".headline")).to_contain_text("Sure? That gives away 0.1 points.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".headline")).not_to_contain_text("Sure?")
    me.tap("confirm")  # still pencilled
    expect(page.locator(".headline")).to_contain_text("Sure?")
    me.tap("confirm")
    page.wait_for_selector(".dock.sums, [data-action=roll]", timeout=PATIENCE)


def test_the_table_says_that_there_is_a_coach_before_and_in_the_game(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", "open", coach=True)
    guest = phone()
    guest.open(f"t/{made['table']}")
    expect(guest.page.locator("[data-coach]")).to_be_visible()  # before one sits down
    ann, ben = ann_and_ben(phone, server, start=False)
    expect(ben.page.locator("[data-coach]")).to_have_count(0)
    ann.page.locator("[name=coach]").check()
    expect(ben.page.locator("[data-coach]")).to_be_visible()
    ann.tap("start")
    expect(ben.page.locator("h1")).to_contain_text("with coach")


def test_the_learning_game_has_a_coach(phone: Phones, server: Running) -> None:
    assert "coach" in SCREENS  # looked at by axe, at 320 pixels
    me = phone()
    page = me.open("learn")
    page.locator(".sheet").wait_for()  # the lesson comes when the sheet is known
    for _ in range(20):
        if page.locator("[data-action=first-game]").count():
            break
        steps = page.locator("[data-action=next], [data-action=roll], [data-action=confirm]")
        (steps if steps.count() else page.locator(".sheet .legal button")).first.click()
    me.tap("first-game")
    page.wait_for_selector(".table")
    me.thumb(f"{ASKED}, [data-action=rematch]", 30)
    expect(page.locator(".coach")).to_be_visible(timeout=PATIENCE)


def test_the_coach_of_the_first_game_speaks_and_never_asks(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone(coach="words")
    page = me.page
    page.route("**/advice", all_rash, times=1)
    me.sit(made["table"], made["token"])
    with page.expect_response("**/advice", timeout=PATIENCE):
        me.tap("roll")
    coach = page.locator(".coach")
    expect(coach).to_have_text(
        re.compile(r"Coach: (try .+ throws .+ away|.+ throws .+ away: |Better cross nothing)"),
        timeout=PATIENCE,
    )
    expect(coach).not_to_contain_text("%")
    page.locator(ASKED).first.click()
    me.tap("confirm")
    page.wait_for_selector(".dock.sums, [data-action=roll]", timeout=PATIENCE)
    expect(page.locator(".headline")).not_to_contain_text("Sure?")
