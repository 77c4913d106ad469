"""The page as an app: what it is called, how it looks, and a quiet offer to install it."""

from __future__ import annotations

import struct

import pytest
from playwright.sync_api import Browser, expect

from rowlock.languages import LANGUAGES, page_texts
from tests.server.running import Running
from tests.web.phone import Phones

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_speaks_the_language_and_leads_somewhere(
    server: Running, language: str
) -> None:
    spoken = {"accept-language": f"{language}-CH"}
    app = server.get("/manifest.webmanifest", headers=spoken).json()
    words = page_texts(language)
    assert (app["name"], app["lang"], app["display"]) == ("Rowlock", language, "standalone")
    assert len(app["description"]) > 20
    named = [(shortcut["name"], shortcut["url"]) for shortcut in app["shortcuts"]]
    assert named == [
        (words["home.friends"], "./new/friends"),
        (words["join.byCode"], "./join"),
        (words["games"], "./games"),
    ]


def test_the_icons_are_as_large_as_they_say(server: Running) -> None:
    """One of each kind that systems ask for: small, large, any size, cut into any shape."""
    icons = server.get("/manifest.webmanifest").json()["icons"]
    for icon in icons:
        picture = server.get(f"/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert [icon["sizes"] for icon in icons] == ["any", "192x192", "512x512", "512x512"]
    assert [icon.get("purpose", "any") for icon in icons] == ["any"] * 3 + ["maskable"]


def test_the_settings_offer_to_install_where_the_browser_does(phone: Phones) -> None:
    me = phone()
    page = me.open("settings")
    page.wait_for_selector(".form")
    button = page.locator("[data-action=install]")
    expect(button).to_have_count(0)
    page.evaluate(
        """() => {
          const offer = new Event('beforeinstallprompt', { cancelable: true })
          offer.prompt = async () => { window.asked = (window.asked ?? 0) + 1 }
          dispatchEvent(offer)
          window.quiet = offer.defaultPrevented
        }"""
    )
    button.click()
    expect(button).to_have_count(0)  # an offer is good for one time
    assert page.evaluate("[window.quiet, window.asked]") == [True, 1]


def test_an_iphone_gets_instructions(browser: Browser, server: Running) -> None:
    context = browser.new_context(locale="en-GB", user_agent=IPHONE)
    page = context.new_page()
    page.goto(f"{server.url}/settings")
    expect(page.get_by_text("Add to Home Screen")).to_be_visible()
    context.close()
