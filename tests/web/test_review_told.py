"""What the review says: which choices it leads to, why one is better, what is not known."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phones
from tests.web.screens import RECORD
from tests.web.told_review import costs, mine, opened, outlook


def three_costly(found: dict[str, Any]) -> None:
    """The first two lie in one turn."""
    costs(found, 0.3, 0.2, 0.1, 0.0004)
    marked = [choice["turn"] for choice in found["decisions"] if choice["mark"]]
    assert marked[0] == marked[1] < marked[2]


def looked_at(page: Page) -> tuple[str | None, list[str | None]]:
    """The choice that has the focus, and those of the list that are current."""
    current = page.locator("[data-choice][aria-current=true]")
    numbers = [each.get_attribute("data-choice") for each in current.all()]
    return page.evaluate("document.activeElement.dataset.loss"), numbers


def test_next_reaches_every_costly_choice_though_two_lie_in_one_turn(
    phone: Phones, server: Running
) -> None:
    me = opened(phone, server, three_costly)
    page = me.page
    assert page.locator("[data-choice] b").all_inner_texts() == ["−30.0%", "−20.0%", "−10.0%"]
    expect(page.locator("[data-choice][aria-current=true]")).to_have_attribute("data-choice", "0")
    for loss, number in (("0.2", "1"), ("0.1", "2"), ("0.3", "0"), ("0.2", "1")):
        me.tap("costly")
        expect(page.locator(f"article[data-loss='{loss}']")).to_be_focused()
        assert looked_at(page) == (loss, [number])
    best = page.locator("[data-part=best]").inner_text()
    choices = int(best.split(" of ")[1].split()[0])
    assert best.startswith(f"{choices - 4} of ")  # the last one, which is not in the list, was not


@pytest.mark.parametrize(("you", "name"), some([("2", "Laura"), ("7", "Max")], [("2", "Laura")]))
def test_a_record_that_says_who_one_was_opens_on_that_seat(
    phone: Phones, server: Running, you: str, name: str
) -> None:
    record = RECORD.replace("\n", f'\n[You "{you}"]\n', 1)
    page = opened(phone, server, lambda found: None, record).page
    expect(page.locator(".pill.on")).to_contain_text(name)


EVEN = (10.0, 10.0, 10.0, 10.0)
WHYS = [
    (
        outlook("-", EVEN),
        outlook("r5", (8.0, 9.5, 9.0, 10.1), bonus=7.4),
        ["Bonus: 7.4 points more"],
        ["Red: 2.0 points less", "Green: 1.0 points less"],
    ),
    (
        outlook("-", EVEN, (0.079, 0.1, 0.1, 0.1)),
        outlook("r5", (12.0, 11.0, 10.0, 10.0), (0.081, 0.3, 0.1, 0.1), penalties=0.8),
        [
            "Red: 2.0 points more",  # a lock of 8 % stays one of 8 %
            "Yellow: 1.0 points more (lock 30% instead of 10%)",
            "0.20 fewer penalties",
        ],
        [],
    ),
    (
        outlook("-", EVEN),
        outlook("r5", (9.0, 10.0, 10.0, 10.0), win=0.54),
        ["It wins 54.0% of the games instead of 50.0%"],
        ["Red: 1.0 points less"],
    ),
    (outlook("-", EVEN), outlook("r5", (9.8, 10.2, 10.0, 10.0)), [], []),
]
"""What games expect after both answers; what speaks for the better one, and what against it."""


def with_reasons(found: dict[str, Any]) -> None:
    costs(found, *(0.4 - 0.1 * n for n in range(len(WHYS))))
    for choice, (chosen, best, *_) in zip(mine(found), WHYS, strict=False):
        choice["why"] = [chosen, best]


def test_reasons_name_bonus_points_and_tell_for_from_against(
    phone: Phones, server: Running
) -> None:
    record = RECORD.replace("Laura", "Bartholomaeus X")
    page = opened(phone, server, with_reasons, record, width=320, height=568).page
    for number, (_, _, pros, cons) in enumerate(WHYS):
        page.locator(f"[data-choice='{number}']").click()
        why = page.locator("article:focus .why")
        expect(why.locator("ul:not([data-part]) li")).to_have_text(pros)
        expect(why.locator("[data-part=cons] li")).to_have_text(cons)
        expect(why.get_by_text("What speaks against it:")).to_have_count(1 if cons else 0)
        expect(why.get_by_text("much the same")).to_have_count(0 if pros else 1)
    name = page.locator("article:focus .name", has_text="Bartholomaeus")
    lines = name.evaluate(LINES_OF_THE_FIRST_WORD)
    assert lines == 1


LINES_OF_THE_FIRST_WORD = """(element) => {
  const range = document.createRange()
  range.setStart(element.firstChild, 0)
  range.setEnd(element.firstChild, element.textContent.indexOf(' '))
  return range.getClientRects().length
}"""


def exactly(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    for choice in found["decisions"]:
        choice["exact"] = True


def test_an_exact_loss_is_not_said_to_have_lacked_time(phone: Phones, server: Running) -> None:
    page = opened(phone, server, exactly).page
    expect(page.locator("article").first).to_contain_text("computed exactly")
    expect(page.locator("main")).not_to_contain_text("no time")


def alone_by_rules_of_thumb(found: dict[str, Any]) -> None:
    """As it is where no table of this sheet is solved."""
    found.update(players=1, approximate=True, judge="heuristic", unit="points", names=["Max"])
    found["finished"], found["start"] = True, 107.9
    found["seats"] = found["seats"][:1]
    found["seats"][0].update(result=90.0, residual=1.0)


def test_an_estimate_by_rules_of_thumb_is_not_called_best_play(
    phone: Phones, server: Running
) -> None:
    page = opened(phone, server, alone_by_rules_of_thumb).page
    first = page.locator(".sums tr").first
    expect(first).to_have_text("Roughly expected, by rules of thumb107.9 points")


def with_cards(found: dict[str, Any]) -> None:
    found.update(cards=True, rolls=[], judge="cards", approximate=True)
    costs(found, 0.3)
    for seat in found["seats"]:
        seat.update(luck=0.0, adjusted=None, loss=0.3, loss_mean=0.05)


def test_a_card_game_has_losses_and_says_why_it_has_no_luck(phone: Phones, server: Running) -> None:
    page = opened(phone, server, with_cards).page
    play = page.locator("[data-part=play]")
    expect(play).to_contain_text("Lost per choice: 5.0% on average")
    expect(play).to_contain_text("no luck and no curve")
    expect(play).to_contain_text("play −30.0%")
    expect(play).not_to_contain_text("luck +")
    expect(page.get_by_role("slider")).to_have_count(0)
