"""What a host may do: order, pause, remove, mute; and what people say to each other."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.running import Running
from tests.web.phone import Phones, ann_and_ben


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def close(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_seats_change_their_order_on_every_phone(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, start=False)
    ann.page.get_by_role("button", name="Move seat 2 up").click()
    for one in (ann, ben):
        expect(one.page.locator(".who strong")).to_have_text(["Ben", "Ann"])
    assert ben.page.get_by_role("button", name="Move seat").count() == 0
    ann.tap("start")
    expect(ann.page.locator(".player .name")).to_have_text("Ben")


def test_the_host_pauses_and_resumes(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)
    menu(ann.page)
    ann.page.get_by_role("button", name="Pause the game").click()
    expect(ben.page.get_by_text("The host paused the game")).to_be_visible()
    close(ann.page)
    for one in (ann, ben):
        assert one.page.locator("[data-action=roll], [data-action=pass]").count() == 0
    menu(ben.page)
    assert ben.page.get_by_role("button", name="Pause the game").count() == 0
    close(ben.page)
    ann.page.locator(".dock").get_by_role("button", name="Resume").click()
    ann.page.wait_for_selector("[data-action=roll], .dock .waiting")
    expect(ben.page.locator("[aria-live=polite]").first).to_have_text("The game continues.")


def test_who_is_removed_from_a_game_is_replaced_by_a_bot(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)
    menu(ann.page)
    kick = ann.page.locator("dialog [data-action=kick]")
    expect(kick).to_have_text("Remove Ben")
    kick.click()
    expect(kick).to_have_text("Really?")  # nobody is removed by one slip of the thumb
    kick.click()
    ben.sees("You’ve been removed")
    close(ann.page)
    expect(ann.page.locator(".player")).to_contain_text("Ben, 0 points, bot")
    ann.thumb(lazy=True)  # the bot in his place plays on


def test_a_muted_player_is_told_so(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)

    def say(text: str) -> None:
        ben.page.locator("dialog").get_by_label("Message").fill(text)
        ben.page.locator("dialog").get_by_role("button", name="Send", exact=True).click()

    menu(ann.page)
    ann.page.get_by_role("button", name="Mute Ben").click()
    unmute = ann.page.get_by_role("button", name="Let Ben chat again")
    expect(unmute).to_be_visible()
    ben.page.locator(".log-btn").click()
    say("hello?")
    expect(ben.page.get_by_text("You’ve been muted at this table.")).to_be_visible()
    unmute.click()
    expect(ann.page.get_by_role("button", name="Mute Ben")).to_be_visible()
    close(ann.page)
    say("hello!")
    expect(ann.page.locator(".badge")).to_have_text("1")
    ann.page.locator(".log-btn").click()
    expect(ann.page.locator("dialog .line")).to_have_text("Ben · hello!")


def test_emotes_and_chat_reach_the_others(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, chat=True)
    ann.page.locator(".log-btn").click()
    ann.page.locator("dialog").get_by_label("Message").fill("hello <b>you</b>")
    ann.page.keyboard.press("Enter")
    expect(ben.page.locator(".bubble")).to_have_text("Ann: hello <b>you</b>")
    ann.page.locator("dialog").get_by_role("button", name="Wow").click()
    expect(ben.page.locator(".bubble").last).to_have_text("Ann: Wow")
    expect(ben.page.locator("[aria-live=polite]").first).to_have_text("Ann: Wow")
    ben.page.locator(".log-btn").click()
    expect(ben.page.locator("dialog p.line")).to_contain_text("hello <b>you</b>")
