"""Who is called what: the reader "you", others by their names, nobody "You"."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phones, ann_and_ben
from tests.web.test_languages import catalogue


def test_a_name_is_kept_in_the_settings_and_offered_to_every_table(phone: Phones) -> None:
    me = phone()
    me.open("settings").get_by_label("Your name").fill("Zoë")
    expect(me.open("new/friends").get_by_label("Your name")).to_have_value("Zoë")


def test_nobody_is_asked_to_sit_down_without_a_name(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "open")
    page = phone(language="de-DE").open(f"t/{made['table']}")
    field = page.get_by_label("Dein Name")
    assert field.input_value() in str(catalogue("de")["name.ideas"]).split(", ")
    field.fill("")
    page.locator("[data-action=join]").click()
    assert field.evaluate("field => field.validity.valueMissing")


def test_the_reader_is_spoken_to_and_others_have_names(phone: Phones, server: Running) -> None:
    ann, ben = ann_and_ben(phone, server)
    rolls = ann if ann.page.locator("[data-action=roll]").count() else ben
    other, name = (ben, "Ann") if rolls is ann else (ann, "Ben")
    expect(other.page.locator(".headline")).to_contain_text(f"{name} rolls")
    expect(rolls.page.locator(".headline")).to_contain_text("Your turn to roll.")
    rolls.tap("roll")
    expect(rolls.page.locator("[aria-live=polite].sr").first).to_contain_text("You roll")
    expect(other.page.locator("[aria-live=polite].sr").first).to_contain_text(f"{name} rolls")
