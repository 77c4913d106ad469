"""A tap counts only for what was on the screen when the finger came down."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import OVER, Phone, Phones
from tests.web.wire import Wire, nothing_fits

QUICK = (60, 120, 180, 250)
"""Milliseconds between the two taps of a nervous thumb."""
PASS, ROLL, READY = "[data-action=pass]", "[data-action=roll]", "[data-action=ready]"
KEY = ".dock .key:not(:disabled)"


def sit(me: Phone, server: Running, *others: str, wire: Wire | None = None, **options: Any) -> Wire:
    if wire is None or not wire.heard:  # once for a phone
        me.page.clock.install()
    wire = wire or Wire(me)
    made = server.create("me:Max", *others, start=True, **options)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")
    return wire


def rest(me: Phone) -> None:
    """Long enough, by the page's clock, for whatever a tap has brought about to be sent."""
    me.page.wait_for_timeout(50)
    me.page.clock.fast_forward(500)
    me.page.wait_for_timeout(50)


@pytest.mark.parametrize("ms", some(QUICK, [120]))
def test_no_button_of_a_turn_takes_a_second_tap_for_an_answer(
    phone: Phones, server: Running, ms: int
) -> None:
    me = phone()
    page = me.page
    wire = sit(me, server)
    for at in (0.15, 0.85):  # where Pass and where Confirm will be
        me.tap_twice(ROLL, ms, at=at)
        page.wait_for_selector(KEY)
        rest(me)
        assert wire.kinds() == ["roll"]
        # A key pencils; a second tap on it is none.
        me.tap_twice(KEY, ms)
        rest(me)
        assert wire.answers == []
        expect(page.locator("[data-action=confirm]")).to_be_visible()
        # Pass, and no second tap takes it back.
        me.tap_twice(PASS, ms)
        rest(me)
        expect(page.locator("[data-action=go-on]")).to_be_visible()
        # Take back, and no second tap passes.
        me.tap_twice("[data-action=take-back]", ms)
        rest(me)
        expect(page.locator(PASS)).to_be_visible()
        assert wire.answers == []
        # Confirmed once, and action 2 has not been answered.
        page.locator(KEY).first.click()
        me.tap_twice("[data-action=confirm]", ms, at=at)
        page.wait_for_selector(".dock.sums")
        rest(me)
        assert [len(moves) for moves in wire.answers] == [1]
        assert page.locator("[data-action=confirm]").count() == 0
        # Pass action 2, go on at once: the next roll has not been rolled.
        me.tap_twice(PASS, ms)
        me.tap_twice("[data-action=go-on]", ms, at=at)
        page.wait_for_selector(ROLL)
        rest(me)
        assert wire.kinds() == ["roll", "answer", "answer"]
        wire.sent.clear()


def test_a_penalty_needs_two_taps_that_are_meant(phone: Phones, server: Running) -> None:
    me = phone()
    wire = sit(me, server)
    for ms in QUICK:  # the fourth penalty ends the game
        me.tap("roll")
        me.tap("pass")
        me.tap("go-on")
        me.page.wait_for_selector(".dock.sums")
        wire.sent.clear()
        me.tap_twice(PASS, ms, at=0.5)
        rest(me)
        expect(me.page.locator("[data-action=penalty]")).to_be_visible()
        me.tap_twice(".dock .outline", ms)  # cancelled, and not asked again by the second tap
        rest(me)
        assert me.page.locator("[data-action=penalty]").count() == 0
        assert wire.kinds() == []
        me.tap("pass")
        me.tap_twice("[data-action=penalty]", ms)
        me.page.wait_for_selector(f"{ROLL}, {OVER}")
        rest(me)
        assert wire.kinds() == ["answer"]
    expect(me.page.locator(OVER)).to_be_visible()


def test_after_a_handover_the_player_sees_their_sheet_first(phone: Phones, server: Running) -> None:
    me = phone()
    wire = Wire(me)
    for ms in QUICK:
        sit(me, server, "local:Ben", wire=wire)
        me.tap("roll")
        me.tap("pass")
        me.page.wait_for_selector(READY)
        wire.sent.clear()
        me.tap_twice(READY, ms, at=0.1)
        me.page.wait_for_selector(PASS)
        rest(me)
        assert wire.kinds() == []
        assert me.page.locator(".pencilled, [data-action=confirm]").count() == 0


def test_fingers_are_as_safe_as_a_mouse(phone: Phones, server: Running) -> None:
    me = phone(touch=True, oneTap=True)
    wire = Wire(me)
    for ms in QUICK:
        sit(me, server, wire=wire)
        wire.sent.clear()
        me.tap_twice(ROLL, ms, finger=True)  # the second would cross what lies there then
        me.page.wait_for_selector(KEY)
        rest(me)
        assert wire.kinds() == ["roll"]


def test_a_finger_that_stays_down_answers_the_question_it_came_down_for_or_none(
    phone: Phones, server: Running
) -> None:
    """Ben rests his thumb on a key; meanwhile Ann has the last word and other dice are asked."""
    me = phone(oneTap=True)
    wire = sit(me, server)
    me.tap("roll")
    box = me.page.locator(KEY).first.bounding_box()
    assert box is not None
    rest(me)
    me.page.mouse.move(box["x"] + 20, box["y"] + 20)
    me.page.mouse.down()
    me.page.keyboard.press("p")
    me.page.keyboard.press("p")  # action 2 comes up under the thumb
    me.page.wait_for_selector(".dock.sums")
    rest(me)
    me.page.mouse.up()
    rest(me)
    assert wire.answers == [["-"]]


SIZES = ((320, 568), (390, 664), (390, 844), (667, 375), (844, 390), (820, 1180), (1280, 800))


def boxes(me: Phone, place: str) -> list[Any]:
    """Where something is at every size."""
    target = me.page.locator(place)
    target.wait_for()
    found = []
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        found.append(target.bounding_box())
    return found


def test_pass_is_never_where_roll_or_the_handover_just_was(phone: Phones, server: Running) -> None:
    me = phone()
    sit(me, server, "local:Ben")
    roll = boxes(me, ROLL)
    me.tap("roll")
    after_roll = boxes(me, PASS)
    me.tap("pass")
    ready = boxes(me, READY)
    me.tap("ready")
    after_ready = boxes(me, PASS)
    pairs = [*zip(roll, after_roll, strict=True), *zip(ready, after_ready, strict=True)]
    for was, now in pairs:
        apart_x = was["x"] + was["width"] <= now["x"] or now["x"] + now["width"] <= was["x"]
        apart_y = was["y"] + was["height"] <= now["y"] or now["y"] + now["height"] <= was["y"]
        assert apart_x or apart_y, (was, now)


def test_forced_moves_are_played_automatically_with_a_reason(
    phone: Phones, server: Running
) -> None:
    me = phone()
    wire = sit(me, server, wire=Wire(me, nothing_fits("action1")))
    me.tap("roll")
    headline = me.page.locator(".headline")
    expect(headline).to_contain_text("fits: you pass.")
    rest(me)
    assert wire.answers == []  # there is time to read it
    me.page.wait_for_selector(".dock.sums", timeout=4_000)
    assert wire.answers == [["-"]]
    polite = me.page.locator("[aria-live=polite]").first
    expect(polite).to_contain_text("You pass.")


def test_on_one_device_everybody_goes_by_their_name_and_action_2_shows_no_white_sum(
    phone: Phones, server: Running
) -> None:
    me = phone()
    sit(me, server, "local:Ben")
    page = me.page
    first = page.locator(".whose").inner_text()
    expect(page.locator(".headline")).to_have_text(f"{first} rolls")
    me.tap("roll")
    me.tap("pass")
    expect(page.locator(".handover .sum")).to_be_visible()
    me.tap("ready")
    me.tap("pass")
    expect(page.get_by_role("heading", name=f"Pass the device to {first}")).to_be_visible()
    expect(page.locator("main").get_by_text(f"Action 2: {first}")).to_be_visible()
    assert page.locator(".handover .sum").count() == 0


def test_a_button_that_waits_for_the_network_does_not_look_ready(
    phone: Phones, server: Running
) -> None:
    me = phone()
    sit(me, server)
    me.tap("roll")
    me.page.locator(KEY).first.click()
    confirm = me.page.locator("[data-action=confirm]")
    expect(confirm).to_have_css("opacity", "1")
    me.context.set_offline(True)
    me.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(confirm).to_be_disabled()
    expect(confirm).to_have_css("opacity", "0.5")  # it fades
    me.context.set_offline(False)


def test_after_a_letter_enter_confirms_also_with_the_focus_on_the_sheet(
    phone: Phones, server: Running
) -> None:
    me = phone()
    wire = sit(me, server)
    page = me.page
    me.tap("roll")
    page.wait_for_selector(".sheet .legal")
    page.locator(".sheet [tabindex='0']").focus()
    page.keyboard.press("b")
    move = page.locator(".dock .key[aria-pressed=true]").get_attribute("data-move")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock.sums")
    assert move is not None
    assert move.startswith("b")
    assert wire.answers == [[move]]


def test_a_note_does_not_move_the_buttons(phone: Phones, server: Running) -> None:
    me = phone()
    sit(me, server)
    me.tap("roll")
    button = me.page.locator(PASS)
    rest(me)
    before = button.bounding_box()
    me.page.locator("[data-cell=r12]").click(force=True)  # needs five crosses
    expect(me.page.locator(".dock .note")).to_be_visible()
    assert button.bounding_box() == before
