"""My games: kept by the page, rebuilt from records alone, sent nowhere before somebody taps."""

from __future__ import annotations

import json
import math
import re
import time
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rowlock import parse_record
from rowlock.languages import LANGUAGES
from rowlock.reviews import review
from rowlock.reviews.levels import level_equivalent
from tests.server.running import Running
from tests.web.my_records import DUEL, EVEN, FOUR_PENALTIES, GAMES, day, duel
from tests.web.phone import Phone, Phones
from tests.web.test_access import axe

PATIENCE = 120_000
"""The first review of a fresh machine compiles its judges."""
NOON = "2026-11-16T12:00:00"

IS_KEPT = """async () => {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === 'rowlock')) return false
  const wait = (wish) => new Promise((done) => (wish.onsuccess = () => done(wish.result)))
  const base = await wait(indexedDB.open('rowlock'))
  const count = await wait(base.transaction('games').objectStore('games').count())
  base.close()
  return count === 1
}"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.rowlock"
    path.write_text("\n".join(GAMES), "utf-8")
    return path


def opened(me: Phone) -> Page:
    me.page.clock.set_fixed_time(NOON)
    page = me.open("my")
    page.locator("[data-part=file]").wait_for()
    return page


def bring(me: Phone, file: Path, said: str) -> Page:
    page = opened(me)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("[data-part=file] [role=status]")).to_have_text(said)
    page.locator("[data-part=dice]").wait_for()  # the last thing that is there
    return page


def lines(page: Page, part: str) -> list[str]:
    text = page.locator(f"[data-part={part}]").inner_text()
    return [line.strip() for line in re.split(r"[\n\t]+", text) if line.strip()]


def chance(uneven: float) -> float:
    """Of a chi-square at least this large with five degrees of freedom."""
    tail = math.sqrt(2 * uneven / math.pi) * math.exp(-uneven / 2) * (1 + uneven / 3)
    return math.erfc(math.sqrt(uneven / 2)) + tail


def test_every_figure_comes_from_the_records_and_nothing_is_sent(phone: Phones, file: Path) -> None:
    me = phone(width=320, height=640)
    sent: list[str] = []
    me.page.on("request", lambda request: sent.append(request.method))
    page = bring(me, file, "5 of 5 games are new here.")
    totals = " ".join(lines(page, "totals"))
    assert "3 games: −20.0 points on average; perfect play averages 115.5." in totals
    assert "Your best, −20, beats 0% of all perfect games." in totals
    wins = lines(page, "wins")
    # Wilson, n = 2, half of them: 0.5 ± 1.96 / 2.9208 · sqrt(0.125 + 0.2401), which is 0.4055.
    assert wins[1:4] == ["hard", "1 of 2", "50% (95%: 9% to 91%); an even share would be 50%"]
    rows = [row.inner_text().split("\t") for row in page.locator("[data-part=sheets] tr").all()]
    assert rows[1] == ["Classic", "1", "3", "−20.0", "−20", "0.0", "4.0"]
    assert rows[2] == ["Classic", "2", "2", "29.5", "30", "1.0", "0.0"]
    dice = Counter(re.sub(r"\D", "", "".join((*FOUR_PENALTIES, *EVEN * 2))))
    for line in DUEL.splitlines() * 2:
        dice.update(re.sub(r"\D", "", line.partition(".")[2].partition("|")[0]))
    expected = dice.total() / 6
    uneven = sum((count - expected) ** 2 / expected for count in dice.values())
    shown = page.locator("[data-part=dice] li b").all_inner_texts()
    assert shown == [str(dice[face]) for face in "123456"]
    said = page.locator("[data-dice]").inner_text()
    assert said.startswith(f"{dice.total()} dice, chi-square {uneven:.2f}: ")
    assert 0.1 < chance(uneven) < 0.9
    assert said.endswith(f" in {chance(uneven):.0%} of such series.")
    assert lines(page, "days")[1:] == [
        "Current streak", "2 days", "Longest streak", "2 days", "Played in all", "3 days",
    ]  # fmt: skip
    assert set(sent) == {"GET"}
    assert me.fits()
    assert axe(page) == []


def test_if_the_exact_table_cannot_play_a_bot_is_named(phone: Phones, tmp_path: Path) -> None:
    file = tmp_path / "bonus.rowlock"
    file.write_text(day("BONUS", "2026-11-12").replace('"classic"', '"bonus_a"'), "utf-8")
    page = bring(phone(width=320, height=640), file, "1 of 1 games is new here.")
    totals = " ".join(lines(page, "totals"))
    curves = files("rowlock.reviews").joinpath("curves.json").read_text("utf-8")
    expected = json.loads(curves)["bonus_a"]["expected"]
    assert f"1 game: −20.0 points; a simple bot averages {expected:.1f}." in totals
    assert "beats 0% of its games." in totals
    assert "rules of thumb" in totals
    assert "perfect play averages" not in totals


def test_all_games_go_into_one_file_and_come_back(phone: Phones, file: Path) -> None:
    me, other = phone(), phone()
    page = bring(me, file, "5 of 5 games are new here.")
    page.locator("input[type=file]").set_input_files(file)  # nothing comes twice
    expect(page.locator("[data-part=file] [role=status]")).to_have_text(
        "0 of 5 games are new here."
    )
    with page.expect_download() as saved:
        me.tap("export")
    text = saved.value.path().read_text("utf-8")
    records = [f"[Rowlock{rest}" for rest in text.split("[Rowlock")[1:]]
    assert [parse_record(each).headers["Table"].value for each in records] == [
        "DAY12", "DAY14", "DAY15", "LOST", "WON",
    ]  # fmt: skip
    there = bring(other, saved.value.path(), "5 of 5 games are new here.")
    for part in ("totals", "wins", "sheets", "dice", "days"):
        assert lines(there, part) == lines(page, part)
    me.tap("forget-games")
    me.tap("forget-games")  # it asks whether that is meant
    page.get_by_text("No finished game yet.").wait_for()
    page.reload()
    page.get_by_text("No finished game yet.").wait_for()


def until_kept(me: Phone) -> None:
    limit = time.monotonic() + PATIENCE / 1000
    while not me.page.evaluate(IS_KEPT):  # `wait_for_function` would not wait for a promise
        assert time.monotonic() < limit
        me.page.wait_for_timeout(50)


def is_the_only_game(me: Phone, server: Running, table: str, seat: int) -> None:
    """My games have one line, with the points and penalties of this seat."""
    me.open("games")
    me.tap("my-games")
    row = me.page.locator("[data-part=sheets] tbody tr")
    expect(row).to_have_count(1)
    sheet = server.get(f"/api/tables/{table}/replay").json()["turns"][-1]["sheets"][seat]
    told = row.inner_text().replace("−", "-").split("\t")
    assert (float(told[3]), float(told[6])) == (sheet["total"], sheet["penalties"])


def test_of_a_device_that_went_round_the_seat_of_its_owner_counts(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Ann", "local:Ben", start=True)
    me = phone(name="Ben")
    me.page.set_default_timeout(PATIENCE)
    me.sit(made["table"], made["token"])
    me.thumb(lazy=True)  # one of them has four penalties in the end, the other three
    until_kept(me)
    is_the_only_game(me, server, made["table"], 1)
    assert "People and mixed tables" in lines(me.page, "wins")


def test_a_game_that_is_over_is_kept_and_reviewed_by_a_tap(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()
    me.page.set_default_timeout(PATIENCE)
    me.sit(made["table"], made["token"])
    me.thumb(lazy=True)
    until_kept(me)
    is_the_only_game(me, server, made["table"], 0)
    page = me.page
    posted: list[str] = []
    page.on(
        "request", lambda request: posted.append(request.url) if request.method == "POST" else None
    )
    page.locator("[data-action=judge]").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Lost per choice in 1 game:").wait_for()
    page.get_by_text("1 reviewed game counts towards a level so far; 10 are needed.").wait_for()
    page.get_by_text("Only tables on which the levels were measured count: Classic with").wait_for()
    assert [url.rpartition("/")[2] for url in posted] == ["reviews", "levels"]
    me.tap("quiz")
    page.locator("[data-answer]").first.wait_for()
    me.tap("show")
    page.locator(".choice .why").wait_for()  # played on now, not before
    me.tap("leave")
    page.locator("[data-part=costs]").wait_for()
    page.reload()  # what was found is kept
    page.get_by_text("Lost per choice in 1 game:").wait_for()


def test_ten_games_look_like_levels(phone: Phones, tmp_path: Path) -> None:
    file = tmp_path / "ten.rowlock"
    file.write_text("\n".join(duel(f"TEN{n}") for n in range(10)), "utf-8")
    found = level_equivalent([(review(parse_record(duel("TEN"))), 1)] * 10)
    assert found is not None
    me = phone()
    me.page.set_default_timeout(PATIENCE)
    page = bring(me, file, "10 of 10 games are new here.")
    me.tap("judge")
    line = page.locator("[data-part=level]")
    line.wait_for()
    assert found.weakest == found.strongest  # ten games alike leave no doubt
    expect(line).to_have_text(f"Your level: {found.weakest}")
    page.get_by_text("How is that computed?").click()
    expect(page.locator("[data-part=costs]")).to_contain_text(f"{found.loss:.2f}, with a 95%")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_on_a_small_phone(phone: Phones, file: Path, language: str) -> None:
    me = phone(language=language, width=320, height=640, theme="dark")
    page = opened(me)
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[data-part=dice]").wait_for()
    assert me.fits()
    assert axe(page) == []
    text = page.locator("main").inner_text()
    assert not re.search(r"\bmy\.|\{\w+\}", text)
    if language != "en":
        assert "perfect play" not in text
    me.picture(f"my-games-{language}")
