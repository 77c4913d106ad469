"""Who is called what: the reader "you", others by their names, nobody "You"."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phones, ann_and_ben


def test_a_name_is_kept_in_the_settings_and_offered_to_every_table(phone: Phones) -> None:
    me = phone()
    me.open("settings").get_by_label("Your name").fill("Zoë")
    expect(me.open("new/friends").get_by_label("Your name")).to_have_value("Zoë")


def test_a_name_is_asked_for_once_and_can_be_erased(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "open")
    me = phone(language="de-DE")
    field = me.open(f"t/{made['table']}").get_by_label("Dein Name")
    expect(field).to_have_value("")
    me.tap("join")
    assert field.evaluate("field => field.validity.valueMissing")
    field.fill("Mia")
    me.tap("join")
    expect(me.page.locator(".who strong")).to_have_text(["Max", "Mia"])
    expect(me.open("new/friends").get_by_label("Dein Name")).to_have_value("Mia")
    me.open("settings")
    me.tap("forget-name")
    expect(me.open("new/friends").get_by_label("Dein Name")).to_have_value("")


def test_a_player_without_a_name_is_you_on_their_own_device_only(phone: Phones) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.thumb(lazy=True)
    expect(me.page.locator(".ranking .own .name")).to_have_text("You")
    expect(me.page.locator(".ranking .own [data-person]")).to_be_visible()
    me.page.goto(me.page.url.replace("/t/", "/review/"))
    me.open("games")
    expect(me.page.locator("li a").first).to_contain_text("You −20")
    assert me.open("settings").get_by_label("Your name").input_value() == ""


def test_everybody_has_a_name_where_one_device_goes_round(phone: Phones) -> None:
    me = phone()
    page = me.open("new/device")
    page.get_by_label("Your name").fill("Ann")
    me.tap("create")
    other = page.get_by_label("Player 2")
    assert other.evaluate("field => field.validity.valueMissing")
    other.fill("Ben")
    me.tap("create")
    page.wait_for_selector(".table")
    expect(me.open("new/device").get_by_label("Player 2")).to_have_value("Ben")


def test_the_reader_is_spoken_to_and_others_have_names(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server)
    rolls = ann if ann.page.locator("[data-action=roll]").count() else ben
    other, name = (ben, "Ann") if rolls is ann else (ann, "Ben")
    expect(other.page.locator(".headline")).to_contain_text(f"{name} rolls")
    expect(rolls.page.locator(".headline")).to_contain_text("Your turn to roll.")
    rolls.tap("roll")
    expect(rolls.page.locator("[aria-live=polite].sr").first).to_contain_text("You roll")
    expect(other.page.locator("[aria-live=polite].sr").first).to_contain_text(f"{name} rolls")
