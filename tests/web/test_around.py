"""Around a game: home, lobby, somebody away, the end of real dice, leaving, the rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.server.running import Running
from tests.web.phone import IDLE, OVER, Phones, ann_and_ben

IN_FRONT = """e => {
  const { x, y, width, height } = e.getBoundingClientRect()
  return [0.1, 0.5, 0.9].every((part) =>
    e.closest('.head').contains(document.elementFromPoint(x + part * width, y + height / 2)))
}"""


def test_a_rematch_against_bots_is_one_tap(phone: Phones) -> None:
    me = phone(bots=2, oneTap=True)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    before = me.page.url
    me.thumb(lazy=True)
    me.tap("rematch")
    me.page.wait_for_selector("[data-action=roll], [data-action=pass], .dock .waiting")
    assert me.page.url != before
    expect(me.page.get_by_role("heading", name="Turn 1")).to_be_visible()


def test_a_game_from_home_to_the_end_takes_few_taps(phone: Phones) -> None:
    """One tap plays; then no more than a roll, a choice and its confirmation each time."""
    me = phone(bots=3)
    me.context.add_init_script(
        "window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)"
    )
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    assert me.page.evaluate("taps") == 1
    me.thumb("[data-action=roll]", 30)
    me.page.evaluate("taps = 0")
    me.tap("roll")
    me.thumb("[data-action=confirm]", 30)
    me.tap("confirm")
    me.page.wait_for_selector(".dock.sums")
    assert me.page.evaluate("taps") <= 3


def test_the_lobby_invites_only_if_a_seat_is_open(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", "open")
    me = phone()
    page = me.sit(made["table"], made["token"])
    page.wait_for_selector(".qr svg")
    page.get_by_role("button", name="Remove seat 3").click()
    expect(page.locator(".qr")).to_have_count(0)
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
    page.get_by_role("button", name="Add a seat").click()
    page.wait_for_selector(".qr svg")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390)])
def test_start_and_open_are_always_in_reach(
    phone: Phones, server: Running, width: int, height: int
) -> None:
    made = server.create("me:Max", "bot", "bot", "open", "open")
    me = phone(width=width, height=height)
    page = me.sit(made["table"], made["token"])
    page.wait_for_selector(".qr svg")
    expect(page.locator("[data-action=start]")).to_be_in_viewport(ratio=0.95)
    page = me.open("new/friends")
    page.wait_for_selector("[data-action=create]:not(:disabled)")
    expect(page.locator("[data-action=create]")).to_be_in_viewport(ratio=0.95)


def test_absent_players_are_marked_with_the_time_of_their_cover(
    phone: Phones, server: Running
) -> None:
    ann, ben = ann_and_ben(phone, server, away_after=40)
    ben.page.goto("about:blank")
    player = ann.page.locator(".player")
    expect(player.locator(".absent")).to_be_visible()
    expect(player).to_have_accessible_name(re.compile("away"))
    assert player.locator(".name").evaluate(IN_FRONT)  # who is away stays readable
    ann.thumb(IDLE, 20)  # now Ben is awaited
    expect(player).to_have_accessible_name(re.compile(r"bot in (3\d|40)\s?s"))
    waiting = ann.page.locator(".dock .waiting")
    expect(waiting).to_contain_text(re.compile(r"Ben is away: a bot takes over in (3\d|40)\s?s"))
    first = waiting.inner_text()
    ann.page.wait_for_timeout(1_600)
    assert waiting.inner_text() != first  # it counts down


def test_leaving_removes_the_table_from_the_list(phone: Phones, server: Running) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    me.page.get_by_role("button", name="Menu").click()
    leave = me.page.get_by_role("button", name="Leave the table")
    leave.click()
    expect(me.page.get_by_text("Leave? A bot will take over")).to_be_visible()
    me.page.get_by_role("button", name="Cancel").click()
    expect(me.page.get_by_text("Leave? A bot will take over")).to_be_hidden()
    leave.click()
    leave.click()
    expect(me.page.get_by_role("heading", name="You have left the table")).to_be_visible()
    assert me.page.get_by_text("removed").count() == 0
    me.page.get_by_role("button", name="Home").click()
    me.page.wait_for_selector("[data-action=play]")
    assert me.page.get_by_role("link", name="Your table").count() == 0


def test_real_dice_end_after_a_question_and_there_is_a_way_back(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Max", start=True, dice="real")
    me = phone()
    page = me.sit(made["table"], made["token"])
    page.locator("[data-cell=r5]").click()
    page.clock.install()
    me.tap("finish")
    expect(page.get_by_text("Finish the game for everyone and add up?")).to_be_visible()
    me.tap("cancel")
    expect(page.locator(".sheet")).to_be_visible()
    me.tap_twice("[data-action=finish]", 120, at=0.8)  # the second tap is no yes
    page.wait_for_timeout(500)
    assert page.locator(OVER).count() == 0
    me.tap("finish-really")
    page.wait_for_selector(OVER)
    me.tap("unfinish")
    page.locator("[data-cell=r6]").click()
    expect(page.locator("[data-cell=r6]")).to_contain_class("crossed")


def test_home_does_not_move_when_the_catalogue_arrives(phone: Phones) -> None:
    me = phone()
    me.context.add_init_script(
        """window.shifted = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shifted += entry.value
        }).observe({ type: 'layout-shift', buffered: true })"""
    )

    def late(route: Route) -> None:
        me.page.wait_for_timeout(400)
        route.continue_()

    me.page.route("**/api/catalog", late)
    me.open()
    me.page.wait_for_selector("[data-action=play]:not(:disabled)")
    me.page.wait_for_timeout(300)
    assert me.page.evaluate("shifted") <= 0.02


def test_home_shows_one_unfinished_game_and_where_the_others_are(
    phone: Phones, server: Running
) -> None:
    me = phone()
    for _ in range(3):
        made = server.create("me:Max", "bot", start=True)
        me.sit(made["table"], made["token"]).wait_for_selector(".table")
    page = me.open()
    expect(page.get_by_role("link", name="Your table")).to_have_count(1)
    page.get_by_role("link", name="2 more games").click()
    expect(page.locator("li")).to_have_count(3)


def test_the_speed_of_the_bots_is_the_players(phone: Phones, server: Running) -> None:
    me = phone(bots=1)
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    table = me.page.url.rsplit("/", 1)[1]
    me.page.get_by_role("button", name="Menu").click()
    me.page.get_by_label("Speed of bots").select_option("fast")
    for _ in range(50):
        if server.get(f"/api/tables/{table}").json()["options"].get("pace") == "fast":
            break
        me.page.wait_for_timeout(100)
    else:
        raise AssertionError("the table has not heard of it")
    # And the next game begins with it.
    me.open()
    me.tap("play")
    me.page.wait_for_selector(".table")
    table = me.page.url.rsplit("/", 1)[1]
    assert server.get(f"/api/tables/{table}").json()["options"]["pace"] == "fast"
