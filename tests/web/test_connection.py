"""Coming back: reload, lost network, another device; nothing is lost or doubled."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from rowlock.protocol.base import VERSION
from tests.server.running import Running
from tests.web.phone import Phones
from tests.web.screens import SCREENS
from tests.web.wire import Wire


def test_an_answer_survives_a_reload_in_the_middle_of_action_1(
    phone: Phones, server: Running
) -> None:
    me = phone()
    SCREENS["action 1"](me, server)
    key = me.page.locator(".dock .key:not(:disabled)").first
    move = key.get_attribute("data-move")
    key.click()
    me.tap("confirm")
    me.page.wait_for_selector("[data-action=take-back]")
    me.page.reload()
    me.page.wait_for_selector("[data-action=take-back]")
    expect(me.page.locator(f".dock [data-move={move}]")).to_have_attribute("aria-pressed", "true")
    me.tap("take-back")
    me.page.wait_for_selector("[data-action=pass]")


def test_the_network_goes_and_comes_back_in_the_middle_of_action_1(
    phone: Phones, server: Running
) -> None:
    me = phone()
    SCREENS["action 1"](me, server)
    me.page.locator(".dock .key:not(:disabled)").first.click()
    me.context.set_offline(True)
    expect(me.page.get_by_text("hasn’t been sent yet")).to_be_visible()
    expect(me.page.locator("[data-action=confirm]")).to_be_disabled()
    me.context.set_offline(False)
    # The pencil mark is still there and can be confirmed.
    me.tap("confirm")
    me.page.wait_for_selector("[data-action=take-back]")
    assert me.page.get_by_text("Reconnecting").count() == 0


def test_a_proxy_that_blocks_websockets_does_not_stop_the_game(
    phone: Phones, server: Running
) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()
    me.page.route_web_socket("**/ws/*", lambda socket: socket.close())
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector(".table")
    me.thumb(lazy=True)


def test_a_page_of_another_version_is_asked_to_load_again(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    me = phone()

    def older(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        now = f'"version":{VERSION}'
        socket.on_message(lambda text: there.send(str(text).replace(now, '"version":1')))

    me.page.route_web_socket("**/ws/*", older)
    me.sit(made["table"], made["token"])
    me.sees("There’s a new version. Please reload the page.")


def test_an_invalid_message_is_logged_and_the_page_reconnects(
    phone: Phones, server: Running
) -> None:
    """Its sheets hold text where numbers belong: nothing of it is drawn."""
    broken = False

    def change(message: Any) -> None:
        if broken and message["type"] == "view":
            message["seats"][0]["sheet"]["rows"] = "none"

    made = server.create("me:Max", "bot", start=True)
    me = phone()
    Wire(me, change)
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector("[data-action=roll], .dock .key, .dock .waiting")
    broken = True
    misfit = "Not understood: .seats[0].sheet.rows"
    with me.page.expect_console_message(lambda line: line.text.startswith(misfit)):
        me.page.evaluate("dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))")
    expect(me.page.get_by_text("Reconnecting").first).to_be_visible()
    expect(me.page.locator(".sheet").first).to_be_visible()
    broken = False
    expect(me.page.get_by_text("Reconnecting")).to_have_count(0)
    me.thumb(lazy=True)


def test_the_seat_moves_to_another_device_by_link(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", "bot", start=True)
    old, new = phone(), phone()
    old.sit(made["table"], made["token"])
    old.page.wait_for_selector(".table")
    assert made["token"] not in old.page.url  # the key does not stay in the address
    old.page.locator(".tools button").last.click()
    old.page.get_by_text("Switch to another device").click()
    link = old.page.locator("dialog details[open] input").input_value()
    new.page.goto(link)
    new.page.wait_for_selector("[data-action=roll], .dock .key, .dock .waiting")
    assert new.page.get_by_text("Watching").count() == 0


def test_the_title_says_whose_turn_it_is(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector("[data-action=roll]")
    expect(me.page).to_have_title("Your turn · Rowlock")
