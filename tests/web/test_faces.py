"""Every level has a name and a face of its own, wherever its bots sit."""

from __future__ import annotations

import io
import itertools
import random
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Locator, expect

from rowlock.core.move import Move
from rowlock.core.view import View
from rowlock.table.names import BOT_NAMES
from tests.sampling import some
from tests.server.running import Running, running
from tests.web.phone import Phone, Phones
from tests.web.screens import THEMES

LADDER = tuple(BOT_NAMES)
"""The levels, weakest first."""

WORDS = {
    "en-GB": ("gentle", "easy", "medium", "hard", "champion"),
    "de-DE": ("sanft", "leicht", "mittel", "stark", "Meister"),
    "fr-FR": ("tranquille", "facile", "moyen", "difficile", "champion"),
    "it-IT": ("tranquillo", "facile", "medio", "difficile", "campione"),
}
OWN = "tests.web.test_faces:Sleepy"


class Sleepy:
    """A bot of one's own."""

    def choose(self, view: View, rng: random.Random) -> Move:
        return view.legal[0]


def faces(place: Locator) -> list[str]:
    return [str(face.get_attribute("data-face")) for face in place.locator(".bot-face").all()]


@pytest.mark.parametrize("language", some(WORDS, ["de-DE"]))
def test_the_lobby_shows_host_and_guests_every_level(
    phone: Phones, server: Running, language: str
) -> None:
    made = server.create(*(f"bot:{level}" for level in LADDER))
    host, guest = phone(language=language), phone(language=language)
    host.sit(made["table"], made["token"])
    guest.open(f"t/{made['table']}")
    guest.tap("watch")
    for one, place in ((host, "select option:checked"), (guest, "small")):
        seats = one.page.locator("main li")
        expect(seats.locator("strong")).to_have_text([BOT_NAMES[level][0] for level in LADDER])
        assert faces(seats) == list(LADDER)
        for seat, word in enumerate(WORDS[language]):
            expect(seats.nth(seat).locator(place)).to_contain_text(word)
    host.picture(f"faces-lobby-{language[:2]}")


@pytest.mark.long
def test_the_ranking_shows_every_level(phone: Phones, server: Running) -> None:
    made = server.create(*(f"bot:{level}" for level in LADDER), start=True)
    me = phone(language="de-DE")
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector(".ranking", timeout=60_000)
    lines = me.page.locator(".ranking li")
    expect(lines).to_have_count(5)
    for level, word in zip(LADDER, WORDS["de-DE"], strict=True):
        line = lines.filter(has_text=BOT_NAMES[level][0])
        assert faces(line) == [level]
        expect(line.locator("small")).to_have_text(word)
    me.picture("faces-end")


@pytest.mark.parametrize("width", some([320, 390, 1280], [320]))
def test_opponents_show_face_and_level(phone: Phones, server: Running, width: int) -> None:
    for levels in (LADDER[:4], LADDER[4:]):
        made = server.create("me:Max", *(f"bot:{level}" for level in levels), start=True)
        me = phone(width=width, height=800)
        me.sit(made["table"], made["token"])
        me.thumb(".dock .key:not(:disabled)", 20)
        for level in levels:
            name = BOT_NAMES[level][0]
            player = me.page.locator(".player").filter(has_text=name)
            assert faces(player) == [level]
            expect(player.locator(".bot-face")).to_be_visible()
            expect(player.locator(".sr")).to_contain_text(f"{name}, 0 points, bot, {level}")
        me.picture(f"faces-game-{len(levels)}-{width}")


@pytest.mark.parametrize("level", some(LADDER, LADDER[:1]))
def test_four_names_of_a_level_have_room_on_a_phone(
    phone: Phones, server: Running, level: str
) -> None:
    """Beside two digits: the usual longest score of a bot."""
    made = server.create("me:Max", *[f"bot:{level}"] * 4, start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.thumb(".dock .key:not(:disabled)", 20)
    room = """es => es.map((e) => {
      e.parentElement.querySelector('b').textContent = '88'
      return [e.textContent, e.clientWidth - e.scrollWidth]
    })"""
    for name, left in me.page.locator(".player .name").evaluate_all(room):
        assert left >= 0, name


def test_another_level_brings_another_character(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot:easy", "open")
    me = phone()
    me.sit(made["table"], made["token"])
    me.page.get_by_label("Strength of Lulu").select_option("bot, champion")
    expect(me.page.locator("main li strong").nth(1)).to_have_text("Rex")
    assert faces(me.page.locator("main li")) == ["champion"]


def test_the_level_is_chosen_by_face_and_by_keyboard(phone: Phones) -> None:
    me = phone(level="easy", bots=1)
    page = me.open()
    levels = page.get_by_role("radiogroup", name="Bot strength")
    expect(levels.get_by_role("radio")).to_have_count(5)
    assert faces(levels) == list(LADDER)
    expect(levels.get_by_role("radio", name="easy")).to_be_checked()
    levels.get_by_role("radio", name="easy").focus()
    page.keyboard.press("ArrowRight")
    expect(levels.get_by_role("radio", name="medium")).to_be_checked()
    levels.get_by_text("champion").click()
    me.tap("play")
    expect(page.locator(".player .name")).to_have_text("Rex")


@pytest.mark.parametrize("language", some(WORDS, ["de-DE"]))
def test_levels_stand_in_one_line_on_every_phone(phone: Phones, language: str) -> None:
    me = phone(language=language)
    page = me.open()
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 720})
        words = page.locator(".levels .what")
        expect(words).to_have_text(list(WORDS[language]))
        heights = words.evaluate_all("es => es.map((e) => e.getBoundingClientRect().height)")
        assert max(heights) < 20, width


@pytest.mark.parametrize("theme", some(THEMES, THEMES[:1]))
def test_faces_can_be_told_apart_in_grey_and_small(
    phone: Phones, server: Running, theme: str
) -> None:
    made = server.create(*(f"bot:{level}" for level in LADDER))
    me = phone(theme=theme)
    me.sit(made["table"], made["token"])
    expect(me.page.locator("li .bot-face")).to_have_count(5)
    pictures = [
        Image.open(io.BytesIO(face.screenshot())).convert("L").resize((20, 20))
        for face in me.page.locator("li .bot-face").all()
    ]
    for one, other in itertools.combinations(pictures, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 12


def test_a_custom_bot_has_a_plain_face(browser: Browser, tmp_path: Path) -> None:
    with running(data=str(tmp_path), bots=[OWN]) as server:
        made = server.create("me:Max", f"bot:{OWN}", f"bot:{OWN}", start=True)
        me = Phone(browser, server)
        me.sit(made["table"], made["token"])
        expect(me.page.locator(".player .name")).to_have_text(["Sleepy", "Sleepy 2"])
        assert faces(me.page.locator(".player")) == ["own", "own"]
        expect(me.page.locator(".player .sr").first).to_contain_text("bot, Sleepy")
        me.close()
