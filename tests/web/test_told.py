"""What everybody just did, for the eye and for the ear."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import IDLE, OVER, Phone, Phones, ann_and_ben

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def words(cell: str) -> str:
    return f"{COLOURS[cell[0]]} {cell[1:]}"


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


def test_a_turn_is_shown_in_one_line_on_every_phone(phone: Phones, server: Running) -> None:
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
        called = {each: "You" if each is one else names[each] for each in names}
        expect(line.filter(has_text=called[other])).to_contain_text(words(second))
        both = line.filter(has_text=called[active])
        expect(both).to_contain_text(words(first))
        expect(both).to_contain_text(f"+{third[1:]}")
    # What was crossed last is marked on the small sheets of the others.
    expect(other.page.locator(".player .fresh")).to_have_count(1)
    # And the line leads to the log.
    other.tap("log")
    expect(other.page.locator("dialog .log li")).to_have_count(1)


def test_the_letter_s_says_the_situation(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone()
    me.sit(made["table"], made["token"]).wait_for_selector("[data-action=roll]")
    said = me.page.locator("[aria-live=polite]").first
    expect(said).to_have_text("Turn 1. Your turn to roll.")
    me.page.keyboard.press("s")
    expect(said).to_have_text("Your turn to roll.")


def test_penalties_of_all_players_and_the_reason_for_the_end_are_shown(
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


def test_chat_is_shown_in_a_bubble(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)
    ann.page.locator(".log-btn").click()
    ann.page.locator("dialog").get_by_label("Message").fill("Well played, my friend")
    ann.page.keyboard.press("Enter")
    bubble = ben.page.locator(".bubble")
    expect(bubble).to_have_text("Ann: Well played, my friend")
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


def test_sums_of_other_players_action_2_are_not_struck(phone: Phones, server: Running) -> None:
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
