"""What the page lets hear and feel: speech, sounds, vibration; each off until it is switched on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.phone import Phone, Phones

# The machine that tests has no voice: what would be spoken is written down. Sounds and vibration
# go to the browser as always; they are only counted.
EARS = """
window.heard = { said: [], tones: 0, buzzes: 0 }
Object.defineProperty(window, 'speechSynthesis', { value: {
  cancel() {}, speak(words) { heard.said.push([words.lang, words.text]) },
} })
const tone = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () { heard.tones += 1; return tone.call(this) }
const buzz = navigator.vibrate.bind(navigator)
navigator.vibrate = (pattern) => { heard.buzzes += 1; return buzz(pattern) }
"""


def listening(phone: Phones, server: Running, language: str = "en-GB", **options: Any) -> Phone:
    made = server.create("me:Max", start=True, **options)
    me = phone(language=language)
    me.context.add_init_script(EARS)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")
    return me


def heard(me: Phone) -> Any:
    return me.page.evaluate("heard")


def switch(me: Phone, *names: str) -> None:
    me.page.locator(".tools button").last.click()
    for name in names:
        me.page.get_by_role("switch", name=name).click()
    me.page.locator("dialog .icon-btn").first.click()


@pytest.mark.long
def test_nothing_is_heard_until_it_is_switched_on(phone: Phones, server: Running) -> None:
    me = listening(phone, server)
    me.tap("roll")
    me.tap("pass")
    me.page.wait_for_selector(".dock.sums")
    assert heard(me) == {"said": [], "tones": 0, "buzzes": 0}
    me.tap("pass")
    me.tap("penalty")
    switch(me, "Read the sum aloud", "Sounds", "Vibration")
    me.tap("roll")
    me.page.wait_for_selector(".dock .key")
    total = me.page.locator(".total").inner_text()
    assert heard(me)["said"] == [["en", f"White dice: {total}."]]
    assert heard(me)["tones"] >= 4  # the rattle of the dice
    assert heard(me)["buzzes"] >= 1
    # And off again.
    switch(me, "Read the sum aloud", "Sounds", "Vibration")
    before = heard(me)
    me.tap("pass")
    me.tap("pass")
    me.tap("penalty")
    me.tap("roll")
    me.page.wait_for_selector(".dock .key")
    assert heard(me) == before


@pytest.mark.parametrize(
    ("language", "switched", "sentence"),
    [
        ("de-DE", "Angesagte Zahl vorlesen", "Weiße Würfel: {n}."),
        ("fr-FR", "Annoncer la somme", "Dés blancs\u00a0: {n}."),
        ("it-IT", "Annuncia la somma", "Dadi bianchi: {n}."),
    ],
)
def test_the_sum_is_spoken_in_the_language_of_the_page(
    phone: Phones, server: Running, language: str, switched: str, sentence: str
) -> None:
    me = listening(phone, server, language)
    switch(me, switched)
    me.tap("roll")
    total = me.page.locator(".total").inner_text()
    assert heard(me)["said"] == [[language[:2], sentence.format(n=total)]]


def test_the_number_of_the_cards_is_spoken_too(phone: Phones, server: Running) -> None:
    me = listening(phone, server, cards=True)
    switch(me, "Read the sum aloud")
    me.page.locator(".dock [data-move^=t]").first.click()
    me.tap("confirm")
    total = me.page.locator(".dock .total")
    expect(total).to_be_visible()
    assert heard(me)["said"] == [["en", f"The number is {total.inner_text()}."]]
