"""Whole games in real browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phones, ann_and_ben, play_out


def test_two_phones_and_a_bot_play_a_whole_classic_game(phone: Phones, server: Running) -> None:
    """Ann opens a table and invites; Ben joins by the link; both tap; a bot plays along."""
    ann, ben = phone(), phone(language="de-DE")
    page = ann.open("new/friends")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Bots: +1").click()
    ann.tap("create")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()

    there = ben.page
    there.goto(link)
    there.get_by_label("Name").fill("Ben")
    ben.tap("join")
    expect(page.get_by_text("Ben", exact=True)).to_be_visible()
    ann.tap("start")

    play_out(ann, ben)
    assert ann.totals() == ben.totals() == sorted(ann.totals(), reverse=True)
    assert len(ann.totals()) == 3
    expect(there.get_by_role("heading", name="Rangliste")).to_be_visible()


SHEETS = ("classic", "xl", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "cards")


@pytest.mark.parametrize("variant", some(SHEETS, ["classic", "bonus_b", "cards"]))
def test_a_whole_game_on_each_sheet(phone: Phones, variant: str) -> None:
    """From the home screen: one tap plays against a bot, tapping keys until the end."""
    me = phone(variant=variant, bots=1, oneTap=True)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    me.thumb()
    assert len(me.totals()) == 2
    me.page.get_by_role("button", name="Fair dice").click()
    expect(me.page.get_by_text("Checked on this page")).to_be_visible()


def test_pass_and_play_hands_the_device_over(phone: Phones) -> None:
    me = phone(oneTap=True)
    page = me.open("new/device")
    page.get_by_label("Your name").fill("Max")
    page.get_by_label("Player 2").fill("Laura")
    me.tap("create")
    page.wait_for_selector("[data-action=roll]")
    me.tap("roll")
    first = page.locator(".whose").inner_text()
    second = {"Max": "Laura", "Laura": "Max"}[first]
    me.tap("pass")
    # Nobody sees the other's choice: a felt screen names the next person and the white sum.
    expect(page.get_by_role("heading", name=f"Pass the device to {second}")).to_be_visible()
    expect(page.get_by_text(f"{first}’s choice stays hidden")).to_be_visible()
    assert page.locator(".sheet").count() == 0
    page.get_by_role("button", name=f"I am {second}").click()
    expect(page.locator(".whose")).to_have_text(second)
    me.thumb(lazy=True)
    assert len(me.totals()) == 2


def test_one_person_alone_plays_to_the_end(phone: Phones) -> None:
    me = phone(bots=0, oneTap=True)
    me.open()
    me.tap("play")
    me.thumb(lazy=True)
    expect(me.page.get_by_text("Solo game", exact=True)).to_be_visible()


def test_a_rematch_brings_the_same_seats(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "open", start=False)
    other = server.join(made["table"], "Ben")
    ann, ben = phone(oneTap=True), phone(oneTap=True)
    opened: list[str] = []
    ben.page.on("websocket", lambda socket: opened.append(socket.url))
    ann.sit(made["table"], made["token"])
    ben.sit(made["table"], other["token"])
    ann.tap("start")
    play_out(ann, ben, lazy=True)
    ann.tap("rematch")
    # Both find themselves in the lobby of the new table.
    for one in (ann, ben):
        expect(one.page).not_to_have_url(re.compile(made["table"]))
        one.sees("Ann")
        one.sees("Ben")
    ann.tap("start")
    ben.page.wait_for_selector(".table")
    # Another table is another address, which a balancer may lead elsewhere.
    new = ben.page.url.rpartition("/")[2]
    tables = [url.partition("?")[0] for url in opened]
    assert list(dict.fromkeys(tables)) == [f"{server.ws}/{made['table']}", f"{server.ws}/{new}"]


def test_a_spectator_sees_everything_and_can_press_nothing(phone: Phones, server: Running) -> None:
    made = server.create("me:Ann", "bot", start=True)
    ann, guest = phone(), phone()
    ann.sit(made["table"], made["token"])
    ann.page.wait_for_selector(".table")
    page = guest.open(f"t/{made['table']}")
    guest.tap("watch")
    expect(page.get_by_text("Watching")).to_be_visible()
    assert page.locator("[data-action=roll], [data-action=pass]").count() == 0
    ann.thumb("[data-action=confirm], [data-action=take-back]")
    assert page.locator(".dock [data-move]:not(:disabled)").count() == 0
    screen = guest.open(f"t/{made['table']}/tv")
    expect(screen.get_by_role("heading", name="Ann")).to_be_visible()


def test_the_host_may_remove_a_player(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server, start=False)
    ben.sees("Ann")
    ann.page.get_by_role("button", name="Remove Ben").click()
    ben.sees("You’ve been removed")
    ann.sees("Open seat")


def test_a_finished_game_is_replayed_turn_by_turn_with_a_link_to_each(phone: Phones) -> None:
    me = phone(bots=1, oneTap=True)
    me.open()
    me.tap("play")
    me.thumb(lazy=True)
    table = me.page.url.rsplit("/", 1)[1]
    total = me.page.locator(".total").first.inner_text()
    me.tap("replay")
    me.page.get_by_role("button", name="To the end").click()
    last = int(me.page.url.rsplit("/", 1)[1])
    expect(me.page.locator(".sum strong")).to_contain_text(total)
    # Somebody else opens the link to turn 2, then goes one on.
    friend = phone()
    page = friend.open(f"t/{table}/replay/2")
    expect(page.get_by_text(f"Turn 2 of {last}")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"Turn 3 of {last}")).to_be_visible()
    assert page.url.endswith("/replay/3")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(".rowlock")


def test_learning_the_rules_ends_in_a_first_game(phone: Phones) -> None:
    me = phone()
    page = me.open("learn")
    for what in ("roll", "y3", "r2", "next", "g11", "next", "r12"):
        if what in ("roll", "next"):
            me.tap(what)
        else:  # as in a game: pencil, then confirm
            page.locator(f"[data-cell={what}]").click()
            me.tap("confirm")
    expect(page.get_by_role("grid")).to_contain_text("28")
    me.tap("first-game")
    page.wait_for_selector(".table")


def test_the_list_of_games_leads_back_to_the_table(phone: Phones) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    table = me.page.url.rsplit("/", 1)[1]
    me.open()
    me.page.get_by_role("link", name="Your table").click()
    me.page.wait_for_selector(".table")
    assert me.page.url.endswith(table)
