"""The rules in the page: drawn, without numbers of sentences, easy to find, fit for print."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rowlock.languages import LANGUAGES
from rowlock.rulebook import page as rule_page
from rowlock.rulebook import pages
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.test_languages import catalogue

NUMBER = re.compile(r"\b[A-Z]{1,2}-\d\d\b")


def read(me: Phone, name: str) -> str:
    article = me.open(f"rules/{name}").locator(".rules")
    expect(article.locator("h3").first).to_be_visible()
    return article.inner_text()


@pytest.mark.parametrize("language", some(LANGUAGES, ["fr"]))
def test_no_page_shows_numbers_of_sentences_or_drawings_in_text(
    phone: Phones, language: str
) -> None:
    me = phone(language=language, width=320, height=568)
    for name in pages():
        text = read(me, name)
        assert not NUMBER.search(text), name
        assert "[" not in text, name
        assert "()" not in text, name
        assert me.page.locator(".rules pre").count() == 0
        assert me.fits(), name
        # Nothing that only scrolls sideways: the table of points wraps.
        wide = "l => l.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
        assert me.page.locator(".rules, .rules p:not(.sr), .rules dl").evaluate_all(wide) == 0, name


def test_sheets_and_examples_are_drawn(phone: Phones) -> None:
    me = phone()
    read(me, "classic")
    sheets = me.page.locator("figure .sheet-card")
    assert sheets.count() == 4  # empty; 4 and 8; a closed row; the worked example
    assert sheets.first.locator(".crossed").count() == 0
    counts = sheets.last.locator(".row").evaluate_all(
        "l => l.map((row) => row.querySelectorAll('.crossed').length)"
    )
    assert counts == [4, 3, 7, 8]
    expect(sheets.last.locator(".sum strong")).to_contain_text("70")
    for name, words in (("longo", "87"), ("double_b", "36"), ("bonus_a", "4")):
        read(me, name)
        expect(me.page.locator("figure .sum strong").last).to_contain_text(words)
    read(me, "cards")
    cards = me.page.locator(".rules .cards b").all_inner_texts()
    assert [int(card) for card in cards] == [4, 9, 7, 11, 6, 2, 5, 8, 8]


@pytest.mark.parametrize("language", some(LANGUAGES, ["es"]))
def test_our_own_reading_is_marked(phone: Phones, language: str) -> None:
    """C-13, C-14, L-04, L-05, BA-04, BA-06, BA-07, BB-02, BB-03 and what follows; then a legend."""
    me = phone(language=language)
    ours = str(catalogue(language)["rules.ours"])
    for name, marks in (("classic", 2), ("longo", 2), ("bonus_a", 3), ("bonus_b", 3)):
        assert rule_page(name, language).count("†") == marks + 1
        read(me, name)
        expect(me.page.locator(".rules mark")).to_have_text([ours] * (marks + 1))


def test_the_rules_are_one_tap_away(phone: Phones, server: Running) -> None:
    me = phone(width=320, height=568)
    page = me.open()
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator(".rules h3").first).to_be_visible()
    made = server.create("me:Max", start=True, variant="bonus_b")
    me.sit(made["table"], made["token"])
    me.tap("rules")
    expect(page.get_by_role("dialog").get_by_text("Five symbols, two cells each")).to_be_visible()


def test_the_card_game_at_the_table_shows_its_own_rules(phone: Phones, server: Running) -> None:
    me = phone()
    made = server.create("me:Max", start=True, cards=True)
    page = me.sit(made["table"], made["token"])
    me.tap("rules")
    expect(page.get_by_role("dialog").get_by_text("Cards instead of dice")).to_be_visible()


def test_a_rule_page_is_fit_for_print(phone: Phones) -> None:
    me = phone(theme="dark")
    read(me, "classic")
    me.page.emulate_media(media="print")
    expect(me.page.locator("nav")).to_be_hidden()
    expect(me.page.locator("[data-action=print]")).to_be_hidden()
    ink, paper = me.page.locator("section.card").evaluate(
        "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    whole = me.page.locator("figure").evaluate_all(
        "l => l.every((e) => getComputedStyle(e).breakInside === 'avoid')"
    )
    assert whole
