"""What everybody just did, for the eye and for the ear."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Running
from tests.web.phone import IDLE, OVER, Phone, Phones, ann_and_ben
from tests.web.wire import Wire

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def words(cell: str) -> str:
    return f"{COLOURS[cell[0]]} {cell[1:]}"


def polite(page: Page) -> str:
    return page.locator("[aria-live=polite]").first.inner_text()


def rolls(one: Phone) -> bool:
    return one.page.locator("[data-action=roll]").count() > 0


def cross(one: Phone) -> str:
    """The first choice, confirmed; its cell."""
    key = one.page.locator(".dock .key:not(:disabled)").first
    move = key.get_attribute("data-move")
    assert move is not None
    key.click()
    one.tap("confirm")
    return move.removeprefix("+")


def test_a_turn_is_told_in_one_line_on_every_phone(phone: Phones, server: Running) -> None:
    """Action 1: both cross; action 2: the active player crosses once more."""
    ann, ben = ann_and_ben(phone, server)
    active, other = (ann, ben) if rolls(ann) else (ben, ann)
    names = {ann: "Ann", ben: "Ben"}
    active.tap("roll")
    first = cross(active)
    second = cross(other)
    active.page.wait_for_selector(".dock.sums")
    third = cross(active)
    for one in (ann, ben):
        line = one.page.locator(".ticker .who")
        expect(line).to_have_count(2)
        expect(line.filter(has_text=names[other])).to_contain_text(words(second))
        both = line.filter(has_text=names[active])
        expect(both).to_contain_text(words(first))
        expect(both).to_contain_text(f"+{third[1:]}")
    # What was crossed last is marked on the small sheets of the others.
    expect(other.page.locator(".player .fresh")).to_have_count(1)
    # And the line leads to the log.
    other.tap("log")
    expect(other.page.locator("dialog .log li")).to_have_count(1)


def test_who_does_not_see_hears_the_dice_and_everybodys_crosses(
    phone: Phones, server: Running
) -> None:
    ann, ben = ann_and_ben(phone, server)
    active, other = (ann, ben) if rolls(ann) else (ben, ann)
    names = {ann: "Ann", ben: "Ben"}
    wire_roll = re.compile(
        r"rolls? \d and \d: \d+\. "
        r"Coloured dice: red \d, yellow \d, green \d, blue \d\. You may cross the \d+ in"
    )
    active.tap("roll")
    for one in (ann, ben):
        expect(one.page.locator("[aria-live=polite]").first).to_have_text(wire_roll)
    first, second = cross(active), cross(other)
    active.page.wait_for_selector(".dock.sums")
    for one, mine, theirs, name in (
        (active, first, second, names[other]),
        (other, second, first, names[active]),
    ):
        said = polite(one.page)
        assert f"You cross {words(mine)}." in said
        assert f"{name} crosses {words(theirs)}." in said
    assert "Your action 2: " in polite(active.page)
    assert f"Action 2: {names[active]}." in polite(other.page)
    active.tap("pass")  # nothing to be asked about: something is crossed
    expect(other.page.locator("[aria-live=polite]").first).to_contain_text(
        f"{names[active]} passes."
    )


def test_the_situation_is_said_as_it_is(phone: Phones, server: Running) -> None:
    def situation(one: Phone) -> str:
        one.page.keyboard.press("s")
        one.page.wait_for_timeout(50)
        return polite(one.page)

    ann, ben = ann_and_ben(phone, server)
    active, other = (ann, ben) if rolls(ann) else (ben, ann)
    name = "Ann" if active is ann else "Ben"
    assert situation(active) == "Your turn to roll."
    assert situation(other) == f"{name}’s turn."
    active.tap("roll")
    watcher = phone()
    watcher.open(active.page.url.removeprefix(server.url + "/"))
    watcher.tap("watch")
    watcher.page.wait_for_selector(".dock .total")
    total = watcher.page.locator(".dock .total").inner_text()
    said = situation(watcher)
    assert said.startswith(f"White dice: {total}. Waiting for ")
    assert "Action 2" not in said
    # The card game has no white dice, and says what is in the hand.
    made = server.create("me:Max", start=True, cards=True)
    me = phone()
    me.sit(made["table"], made["token"]).wait_for_selector(".dock .card")
    assert re.match(r"Take cards from the display\. [\d, +or]+\.$", situation(me))
    me.page.locator(".dock [data-move^=t]").first.click()
    me.tap("confirm")
    me.page.wait_for_selector(".dock .total")
    said = situation(me)
    assert said.startswith("The number is ")
    assert "White dice" not in said
    me.thumb(".dock .card:not([data-move])", 20)
    hand = r"Your hand: ((red|yellow|green|blue) \d+(, )?){4,5}\."
    assert re.match(rf"Play one to three cards of one colour\. {hand}", situation(me))


def test_a_tie_asks_for_a_row_and_not_for_a_cell(phone: Phones, server: Running) -> None:
    def tie(message: Any) -> None:
        for decision in message.get("decisions", ()):
            if decision["kind"] == "action1" and decision["owed"]:
                option = decision["legal"][0]
                decision["kind"] = "choice"
                decision["legal"] = [{**option, "move": f"?{row}"} for row in "ry"]
                message["phase"] = "choice"

    me = phone()
    Wire(me, tie)
    made = server.create("me:Max", start=True, variant="bonus_b")
    me.sit(made["table"], made["token"])
    me.tap("roll")
    expect(me.page.locator("[aria-live=polite]").first).to_contain_text(
        "Choose a row. Red or Yellow."
    )


def test_penalties_of_everybody_are_seen_and_the_end_is_told_with_its_reason(
    phone: Phones, server: Running
) -> None:
    """Ben takes four penalties; Ann sees each, and why the game is over."""
    ann, ben = ann_and_ben(phone, server)
    ann.page.evaluate(
        """() => {
          window.told = []
          new MutationObserver(() => {
            const text = document.querySelector('[aria-live=assertive]').textContent
            const head = document.querySelector('.headline')?.textContent
            told.push(text, head)
          }).observe(document.body, { childList: true, subtree: true, characterData: true })
        }"""
    )
    seen: set[int] = set()
    for _ in range(200):
        if ann.page.locator(OVER).count():
            break
        ben.thumb(f"{OVER}, {IDLE}", lazy=True)
        seen.add(ann.page.locator(".player .penalties s").count())
        ann.thumb(f"{OVER}, {IDLE}")
    assert {1, 2, 3} <= seen
    told: list[str] = ann.page.evaluate("told.filter(Boolean)")
    assert any(text.startswith("Game over: 4 penalties.") for text in told)
    assert "Game over: 4 penalties." in {text.strip() for text in told}  # in the dock, too
    expect(ann.page.locator(".player")).to_have_count(0)


def test_what_somebody_writes_is_read_in_the_bubble(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)
    ann.page.locator(".log-btn").click()
    ann.page.locator("dialog").get_by_label("Message").fill("Well played, my friend")
    ann.page.keyboard.press("Enter")
    bubble = ben.page.locator(".bubble")
    expect(bubble).to_have_text("Well played, my friend")
    box = bubble.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("width", [320, 360])
def test_names_of_three_bots_are_whole_on_a_small_phone(
    phone: Phones, server: Running, width: int
) -> None:
    made = server.create("me:Max", "bot", "bot", "bot", start=True)
    me = phone(width=width, height=640)
    me.sit(made["table"], made["token"]).wait_for_selector(".player")
    cut = "nodes => nodes.filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.innerText)"
    assert me.page.locator(".player .name").evaluate_all(cut) == []


def test_sums_of_somebody_elses_action_2_are_not_struck(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server)
    active, other = (ann, ben) if rolls(ann) else (ben, ann)
    active.tap("roll")
    active.tap("pass")
    other.tap("pass")
    other.page.wait_for_selector(".dock.sums")
    numbers = other.page.locator(".dock.sums .key .number")
    assert numbers.count() >= 4
    style = "nodes => nodes.map((n) => getComputedStyle(n).textDecorationLine)"
    assert set(numbers.evaluate_all(style)) == {"none"}
