"""The roll: worth watching, skipped by a tap, and nothing moves but the dice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sampling import some
from tests.server.running import Running, running
from tests.web.phone import Phone, Phones
from tests.web.wire import Wire

# Notes, frame by frame, what the dock shows.
FRAMES = """() => {
  window.frames_seen = []
  const look = () => {
    const dock = document.querySelector('.dock')
    const visible = (node) => node && getComputedStyle(node).visibility === 'visible'
    window.frames_seen.push({
      rolling: [...dock.querySelectorAll('.die.rolling')].map((die) => die.innerHTML.length),
      total: visible(dock.querySelector('.total')),
      keys: [...dock.querySelectorAll('.key')].some(visible),
      legal: document.querySelectorAll('.sheet .legal').length,
    })
    requestAnimationFrame(look)
  }
  look()
}"""


def alone(me: Phone, server: Running) -> Page:
    made = server.create("me:Max", start=True)
    me.sit(made["table"], made["token"]).wait_for_selector("[data-action=roll]")
    return me.page


def test_all_dice_tumble_with_changing_faces_before_sum_and_choices_show(
    phone: Phones, server: Running
) -> None:
    me = phone(moves=True)
    page = alone(me, server)
    page.evaluate(FRAMES)
    me.tap("roll")
    expect(page.locator(".dock .total")).to_be_visible()
    page.wait_for_selector(".sheet .legal")
    frames: list[Any] = page.evaluate("frames_seen")
    flying = [frame for frame in frames if frame["rolling"]]
    assert all(len(frame["rolling"]) == 6 for frame in flying)
    faces = [len({frame["rolling"][die] for frame in flying}) for die in range(6)]
    assert min(faces) >= 2  # each shows several on its way
    assert sum(faces) >= 15
    assert not any(frame["total"] or frame["keys"] or frame["legal"] for frame in flying)


def test_a_tap_ends_the_dice_animation_and_answers_nothing(phone: Phones, server: Running) -> None:
    me = phone(moves=True)
    wire = Wire(me)
    me.page.clock.install()
    page = alone(me, server)
    me.page.clock.pause_at((page.evaluate("Date.now()") + 1_000) / 1000)
    me.tap("roll")
    page.wait_for_selector(".die.rolling")
    box = page.locator("[data-action=pass], .buttons").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 30, box["y"] + 20)  # where Pass will be
    expect(page.locator(".dock .total")).to_be_visible()
    assert page.locator(".die.rolling").count() == 0
    page.clock.run_for(1_000)
    assert wire.kinds() == ["roll"]


def test_without_animation_the_result_is_there_at_once(phone: Phones, server: Running) -> None:
    me = phone()
    page = alone(me, server)
    page.evaluate(FRAMES)
    me.tap("roll")
    page.wait_for_selector(".dock .total")
    assert not any(frame["rolling"] for frame in page.evaluate("frames_seen"))


@pytest.fixture
def lively(tmp_path: Path) -> Iterator[Running]:
    """A server whose bots take their time, a little."""
    with running(data=str(tmp_path), bot_delay=0.1) as server:
        yield server


SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value
  }).observe({ type: 'layout-shift' })
}"""
TURN = "() => Number(document.querySelector('h1').textContent.match(/\\d+/)[0])"
# What a person would tap next, every fifth of a second.
CALM = """async (turns) => {
  const find = (place) => document.querySelector(place)
  const turn = () => Number(find('h1')?.textContent.match(/\\d+/)?.[0] ?? Infinity)
  const last = turn() + turns
  while (turn() < last && !find('[data-action=rematch]')) {
    const next = find('[data-action=go-on], [data-action=roll]:not(:disabled)') ??
      (find('[data-action=take-back]') ? null :
        find('[data-action=confirm]:not(:disabled)') ??
        find('.dock .key:not(:disabled)') ??
        find('[data-action=penalty]') ?? find('[data-action=pass]:not(:disabled)'))
    next?.click()
    await new Promise((done) => setTimeout(done, 200))
  }
}"""


THREE_PENALTIES = ".own .penalties [aria-label^='3 ']"


def at_a_table(browser: Browser, server: Running, width: int, height: int) -> Phone:
    me = Phone(browser, server, width=width, height=height, moves=True)
    made = server.create("me:Max", "bot", "bot", "bot", start=True)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")
    me.page.wait_for_timeout(1_000)  # the fonts are there
    return me


@pytest.mark.parametrize(
    ("width", "height"), some([(390, 844), (320, 568), (1280, 800)], [(390, 844)])
)
def test_from_turn_to_turn_nothing_moves(
    browser: Browser, lively: Running, width: int, height: int
) -> None:
    """A quick player has about twelve turns a minute; all that may shift in one is 0.02."""
    me = at_a_table(browser, lively, width, height)
    me.page.evaluate(SHIFTS)
    before = me.page.evaluate(TURN)
    me.page.evaluate(CALM, 4)  # everybody rolls once
    turns = me.page.evaluate(TURN) - before
    assert turns >= 4
    assert me.page.evaluate("shifted") * 12 / turns <= 0.02
    me.close()


def test_a_phone_with_a_quarter_of_the_speed_never_hangs(browser: Browser, lively: Running) -> None:
    """By the processor time of each task, so that a busy machine does not count: 200 ms on such
    a phone are 50 here."""
    made = lively.create("me:Max", "bot", "bot", "bot", start=True)
    hasty = Phone(browser, lively)  # brings the game near its end
    hasty.sit(made["table"], made["token"])
    hasty.thumb(THREE_PENALTIES, lazy=True)
    hasty.close()
    me = Phone(browser, lively, moves=True)
    me.sit(made["table"], made["token"]).wait_for_selector(".table")
    browser.start_tracing(page=me.page, categories=["toplevel"])
    me.page.evaluate(CALM, 3)
    me.thumb(lazy=True)  # and the end of the game
    me.page.wait_for_timeout(500)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event["tdur"] / 1000
        for event in events
        if event.get("tdur") and (event["pid"], event["tid"]) in threads
    ]
    assert len(tasks) > 1000
    assert max(tasks) <= 50, sorted(tasks)[-5:]
    me.close()
