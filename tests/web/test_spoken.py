"""Whole games by ear, as a screen reader says them, and the way to everything by Tab."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Browser

from rowlock.languages import LANGUAGES
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.spoken import FOLDER, GAMES, STOPS, file_of, transcript

AGAIN = "If the change is meant, run scripts/golden and read the difference aloud."
BY_NAME = {game.name: game for game in GAMES}
ALL = list(itertools.product(BY_NAME, LANGUAGES))


@pytest.mark.parametrize(("name", "language"), some(ALL, [("bonus_b", "de")]))
def test_a_whole_game_sounds_as_it_is_written_down(
    browser: Browser, name: str, language: str
) -> None:
    game = BY_NAME[name]
    text, most = transcript(browser, game, language)
    assert text == file_of(game, language).read_text("utf-8"), AGAIN
    assert most <= STOPS


def test_the_folder_holds_these_games_and_no_others() -> None:
    assert set(FOLDER.iterdir()) == {file_of(BY_NAME[n], language) for n, language in ALL}, AGAIN


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("classic", ["You closed", "out of the game", "Take a penalty", "No 2 fits: you pass."]),
        ("bonus_b", ["Choose a row.", "You earn a bonus: diamond.", "Then: red 11"]),
        ("cards", ["Your hand: ", "The number is ", "Take cards from the display."]),
    ],
)
def test_the_spoken_games_cover_their_special_rules(name: str, heard: list[str]) -> None:
    text = file_of(BY_NAME[name], "en").read_text("utf-8")
    for words in heard:
        assert words in text


# Every stop of Tab from the top of the page to its end: what it is, and whether it is in the dock.
STOP = """() => {
  const at = document.activeElement
  if (at === document.body) return null
  return [at.outerHTML.slice(0, 120), at.closest('.dock') !== null]
}"""


def far_away(me: Phone) -> list[str]:
    """What takes more than twelve stops: from the top, from the end, or over the first stop, which
    leads to the dock."""
    stops: list[Any] = []
    me.page.evaluate("document.activeElement.blur()")
    while len(stops) < 100:
        me.page.keyboard.press("Tab")
        if (stop := me.page.evaluate(STOP)) is None:
            break
        stops.append(stop)
    first = next(i for i, (_, dock) in enumerate(stops) if dock)
    return [
        what
        for i, (what, dock) in enumerate(stops)
        if min(i + 1, len(stops) - i, 2 + i - first if dock else STOPS + 1) > STOPS
    ]


QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "roll": ("[data-action=roll]", {}),
    "white sum": (".dock .keys .key:not(:disabled)", {}),
    "both sums": (".dock.sums .key:not(:disabled)", {"variant": "bonus_b"}),
    "take": (".dock [data-move^=t]", {"cards": True}),
    "play cards": (".dock [role=group] .card", {"cards": True}),
}


@pytest.mark.parametrize("width", some([390, 1280], [390]))
@pytest.mark.parametrize("question", some(QUESTIONS, ["both sums"]))
def test_everything_is_at_most_twelve_stops_away(
    phone: Phones, server: Running, question: str, width: int
) -> None:
    ready, options = QUESTIONS[question]
    made = server.create("me:Max", "bot", "bot", "bot", start=True, **options)
    me = phone(width=width, height=844)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")
    me.thumb(ready)
    assert far_away(me) == []
    for button in me.page.locator(".dock [data-move]:not(:disabled)").all()[:1]:
        button.click()
        me.page.wait_for_selector("[data-action=confirm]")
        assert far_away(me) == []


def test_the_first_stop_leads_to_the_dice_and_choices(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone()
    me.sit(made["table"], made["token"]).wait_for_selector("[data-action=roll]")
    for key in ("Tab", "Enter", "Tab", "Tab"):
        me.page.keyboard.press(key)
    assert me.page.evaluate("document.activeElement.dataset.action") == "roll"
