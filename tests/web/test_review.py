"""The review in a real browser: from the end of a game to a reason; curve, list, sums, quiz."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.screens import RECORD, SCREENS

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 120_000
"""The first review of a fresh machine compiles its judges."""


def reviewed(phone: Phones, server: Running, record: str = RECORD, **options: object) -> Phone:
    """A phone that has opened a record and waits for nothing any more."""
    me = phone(**options)
    page = me.open("review")
    page.locator("textarea").fill(record)
    me.tap("review")
    page.locator("[data-choice]").first.wait_for(timeout=PATIENCE)
    page.get_by_text("Costly choices are being played on").wait_for(
        state="detached", timeout=PATIENCE
    )
    return me


def answer_of(server: Running, record: str = RECORD) -> dict[str, object]:
    body = {"record": record, "rollouts": True}
    found: dict[str, object] = server.post("/api/reviews", body, timeout=300).json()
    return found


def figure(text: str) -> float:
    """What a text like "−12.5%" says."""
    return float(text.replace("−", "-").replace("%", "").strip())


def test_from_the_end_of_a_game_to_the_costliest_choice_in_two_taps(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.thumb(lazy=True)  # four penalties: every one of them could have been avoided
    me.tap("review")
    page = me.page
    page.locator("[data-choice='0']").wait_for(timeout=PATIENCE)
    expect(page.locator(".pill.on")).to_contain_text("Max")  # one's own seat comes first
    page.locator("[data-choice='0']").click()
    page.locator(".choices .why").first.wait_for(timeout=PATIENCE)
    expect(page.locator(".choices .why").first).to_be_visible()
    expect(page.locator(".choices .why li").first).to_be_visible()


def test_the_list_of_games_leads_to_the_review(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.thumb(lazy=True)
    page = me.open("games")
    page.get_by_role("link", name=re.compile("Review the game of Max")).click()
    page.locator("[data-choice]").first.wait_for(timeout=PATIENCE)
    assert page.url.endswith(f"/review/{made['table']}")


def test_a_record_is_opened_from_a_file(phone: Phones, server: Running) -> None:
    page = phone().open("review")
    page.locator("input[type=file]").set_input_files(EXAMPLES / "unfinished.rowlock")
    page.locator("[data-choice]").first.wait_for(timeout=PATIENCE)
    expect(page.get_by_text("The game is not over")).to_be_visible()


def test_a_record_that_is_wrong_can_be_mended(phone: Phones, server: Running) -> None:
    me = phone()
    page = me.open("review")
    page.locator("textarea").fill(RECORD.replace("| y5", "| y6"))
    me.tap("review")
    expect(page.get_by_role("alert").last).to_have_text("This record breaks the rules. Line 5.")
    expect(page.locator("textarea")).to_have_value(re.compile("y6"))
    page.locator("textarea").fill(RECORD)
    me.tap("review")
    page.locator("[data-choice]").first.wait_for(timeout=PATIENCE)


def test_the_costliest_choice_comes_first_and_is_open(phone: Phones, server: Running) -> None:
    page = reviewed(phone, server).page
    costs = [figure(text) for text in page.locator("[data-choice] b").all_inner_texts()]
    assert costs == sorted(costs)  # −12 before −3
    assert page.locator("[data-choice='0']").get_attribute("aria-current") == "true"
    shown = page.locator(".choice").evaluate_all("all => all.map((each) => +each.dataset.loss)")
    assert round(max(shown) * -100, 1) == costs[0]


def test_arrows_walk_through_the_turns(phone: Phones, server: Running) -> None:
    page = reviewed(phone, server).page
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "1")
    expect(page.locator(".moment h2")).to_have_text("Turn 1 · White dice: 5.")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "2")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Turn 2: Max \d+%, Laura \d+%$")
    )
    # Max crossed the blue 10 in turn 1: now it stands on the sheet, and 11 and 12 are gone.
    expect(page.locator(".moment [data-cell=b10]")).to_have_class(re.compile("crossed"))
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuenow", "4")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "4")


def test_a_touch_on_the_curve_chooses_the_turn(phone: Phones, server: Running) -> None:
    page = reviewed(phone, server).page
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] / 2)
    expect(slider).to_have_attribute("aria-valuenow", "4")


def test_the_curve_is_told_as_a_table_too(phone: Phones, server: Running) -> None:
    page = reviewed(phone, server).page
    page.get_by_text("As a table").click()
    rows = page.locator("details tbody tr")
    expect(rows).to_have_count(5)  # before the first turn, and after each of four
    for row in rows.all():
        chances = [figure(text) for text in row.locator("td").all_inner_texts()]
        assert abs(sum(chances) - 100) <= 1  # two players share what there is to win


def test_another_seat_has_its_own_choices(phone: Phones, server: Running) -> None:
    me = reviewed(phone, server)
    page = me.page
    before = page.locator("[data-choice]").all_inner_texts()
    page.get_by_role("button", name=re.compile("Laura")).click()
    expect(page.get_by_role("button", name=re.compile("Laura"))).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.locator("[data-choice]").all_inner_texts() != before
    expect(page.locator(".names li").first).to_have_text("Laura")  # the thick line is hers


def test_the_parts_of_a_finished_game_add_up(phone: Phones, server: Running) -> None:
    record = (EXAMPLES / "evening.rowlock").read_text("utf-8")
    page = reviewed(phone, server, record).page
    lines = page.locator(".sums td").all_text_contents()
    *parts, result = (figure(text) for text in lines)
    assert len(parts) == 5
    assert abs(sum(parts) - result) <= 0.3  # each is rounded to a tenth


def test_the_quiz_hides_the_answer_and_takes_a_good_one(phone: Phones, server: Running) -> None:
    choices: Any = answer_of(server)["decisions"]
    me = reviewed(phone, server)
    page = me.page
    me.tap("quiz")
    answers = page.locator("[data-answer]")
    moves = answers.evaluate_all("all => all.map((each) => each.dataset.answer)")
    assert moves == in_row_order(moves)  # so their order does not tell
    expect(page.locator(".why")).to_have_count(0)
    told = answers.evaluate_all("all => all.flatMap((each) => each.getAttributeNames())")
    assert set(told) == {"type", "class", "data-answer"}  # nor does anything in the page
    asked = next(d for d in choices if {m["move"] for m in d["moves"]} == set(moves))
    by_move = {move["move"]: move["loss"] for move in asked["moves"]}
    losses = [by_move[move] for move in moves]
    answers.nth(losses.index(max(losses))).click()
    expect(page.get_by_role("status").last).to_contain_text("That would lose")
    expect(page.locator(".choice")).to_have_count(0)
    expect(page.locator("[data-answer].wrong")).to_have_count(1)
    expect(page.locator("[data-answer].wrong")).to_contain_text("tried, not right")
    answers.nth(losses.index(min(losses))).click()
    expect(page.get_by_text("Right!")).to_be_visible()
    expect(page.locator(".choice")).to_have_count(1)
    expect(page.get_by_text("Right first time: 0 of")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-part=lead]")).to_be_visible()  # the review, not the screen before it
    me.tap("quiz")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("[data-part=lead]")).to_be_visible()


def in_row_order(moves: list[str]) -> list[str]:
    def place(move: str) -> tuple[int, int]:
        cell = re.search(r"([rygb])(\d+)$", move)
        if not cell:
            return (9, 0)
        row, number = "rygb".index(cell[1]), int(cell[2])
        return (row, number if row < 2 else -number)

    return sorted(moves, key=place)


def test_the_quiz_by_keyboard_on_the_sheet(phone: Phones, server: Running) -> None:
    me = reviewed(phone, server)
    page = me.page
    me.tap("quiz")
    cells = page.locator(".sheet .legal button")
    if not cells.count():
        return  # a choice among rows has no cells
    cells.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Right!|That would lose"))).to_be_visible()


def test_a_disconnect_stops_the_servers_work(phone: Phones, server: Running) -> None:
    me = phone()
    page = me.open("review")
    page.locator("textarea").fill(RECORD.replace("Laura", "Zoe"))
    with page.expect_request(asks_for_rollouts, timeout=PATIENCE):
        me.tap("review")
    with page.expect_event("requestfailed") as left:
        page.locator("header button").first.click()
    assert left.value.url.endswith("/api/reviews")


def asks_for_rollouts(request: Request) -> bool:
    return request.url.endswith("/api/reviews") and '"rollouts":true' in (request.post_data or "")


def refuse_rollouts(route: Route) -> None:
    if json.loads(route.request.post_data or "{}").get("rollouts"):
        route.fulfill(status=503, json={"code": "busy", "message": ""})
    else:
        route.continue_()


def test_a_busy_server_leaves_the_quick_look_and_can_be_asked_again(
    phone: Phones, server: Running
) -> None:
    me = phone()
    page = me.open("review")
    page.route("**/api/reviews", refuse_rollouts)
    page.locator("textarea").fill(RECORD)
    me.tap("review")
    page.locator("[data-choice]").first.wait_for(timeout=PATIENCE)
    expect(page.get_by_text("The reasons are missing.")).to_be_visible()
    page.unroute("**/api/reviews")
    page.get_by_role("button", name="Try once more").click()
    page.locator(".why").first.wait_for(timeout=PATIENCE)


@pytest.mark.long
def test_rules_of_thumb_are_called_approximate(phone: Phones, server: Running) -> None:
    """Alone without a solved table on the server: the page says so, and speaks of points."""
    alone = re.sub(r" \| [^|\n]+$", "", RECORD.replace("Max, Laura", "Max"), flags=re.M)
    alone = re.sub(r"^([24]\. .*) -$", r"\1 x", alone, flags=re.M)  # now every turn is one's own
    found = answer_of(server, alone)
    page = reviewed(phone, server, alone).page
    expect(page.get_by_text("Approximate.")).to_have_count(1 if found["approximate"] else 0)
    expect(page.locator("[data-choice] b").first).to_contain_text("points")


def test_every_screen_of_the_review_is_in_the_list_of_screens() -> None:
    """Those are looked at by axe, at 320 pixels, in every theme and language."""
    assert {"open record", "review", "quiz", "quiz answer"} <= SCREENS.keys()


def heard(page: Page) -> str:
    return page.locator("main").inner_text()


def outlook(move: str, points: float, penalties: float) -> dict[str, object]:
    rows = [
        {"row": colour, "points": points, "lock": points / 40}
        for colour in ("red", "yellow", "green", "blue")
    ]
    return {
        "move": move,
        "games": 64,
        "win": points / 40,
        "total": 4 * points - 5 * penalties,
        "rows": rows,
        "penalties": penalties,
        "bonus": 0.0,
        "turns": 24.0,
        "ends": [points / 40, 1 - points / 40],
    }


def reasons_at_once(route: Route) -> None:
    """The quick look, with reasons that no game was played for."""
    wish = json.loads(route.request.post_data or "{}")
    found = route.fetch(post_data=json.dumps(wish | {"rollouts": False})).json()
    if wish.get("rollouts"):
        found["rolled_out"] = True
        for choice in found["decisions"]:
            best = choice["moves"][0]["move"]
            choice["why"] = [outlook(choice["chosen"], 10, 2), outlook(best, 20, 1)]
    route.fulfill(json=found)


def test_the_review_speaks_every_word_of_the_language(phone: Phones, server: Running) -> None:
    me = phone(language="nl-NL")
    me.page.route("**/api/reviews", reasons_at_once)
    SCREENS["review"](me, server)
    assert me.page.locator(".why li").count() >= 2
    assert "review." not in heard(me.page)


def compiles(route: Route) -> None:
    """A server that compiles what reviews run: it is asked about that, and answers late."""
    if route.request.method == "GET":
        route.fulfill(json={"ready": False})


def test_waiting_for_the_first_review_is_explained(phone: Phones, server: Running) -> None:
    me = phone()
    page = me.open("review")
    page.route("**/api/reviews", compiles)
    page.locator("textarea").fill(RECORD)
    me.tap("review")
    expect(page.get_by_role("status")).to_contain_text("The first time", timeout=60_000)
