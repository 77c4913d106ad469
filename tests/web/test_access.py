"""The page for everybody: axe, keyboard alone, large print, small screens, grey."""

from __future__ import annotations

import io
import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect

from rowlock.languages import LANGUAGES
from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phone, Phones
from tests.web.screens import NEEDS, SCREENS, THEMES

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@pytest.fixture(autouse=True)
def what_the_screen_needs(request: pytest.FixtureRequest) -> None:
    """The table or the day without which the screen of a test cannot be reached."""
    call = getattr(request.node, "callspec", None)
    needed = NEEDS.get(call.params.get("screen", "")) if call is not None else None
    if needed is not None:
        request.getfixturevalue(needed)


def axe(page: Page) -> list[str]:
    """What axe finds: the rule, and where."""
    page.evaluate(AXE.read_text("utf-8"))
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


ONCE = [
    (screen, THEMES[i % 3], LANGUAGES[i % len(LANGUAGES)]) for i, screen in enumerate(SCREENS)
]  # every theme and every language comes several times


@pytest.mark.parametrize(("screen", "theme", "language"), some(ONCE, ONCE[::3]))
def test_axe_finds_nothing(
    phone: Phones, server: Running, screen: str, theme: str, language: str
) -> None:
    me = phone(theme=theme, language=language)
    SCREENS[screen](me, server)
    me.picture(f"{screen}-{theme}-{language}")
    assert axe(me.page) == []
    assert me.fits()
    me.page.set_viewport_size({"width": 320, "height": 640})
    assert me.fits()
    assert cut_off(me) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("screen", "theme", "language"), list(itertools.product(SCREENS, THEMES, LANGUAGES))
)
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_anywhere(
    phone: Phones, server: Running, screen: str, theme: str, language: str, width: int
) -> None:
    if width == 1280 and screen == "log":
        return  # on a desktop the log lies beside the table
    me = phone(theme=theme, language=language, width=width, height=640 if width < 1000 else 800)
    SCREENS[screen](me, server)
    assert axe(me.page) == []


SPOKEN = "axe.run(document, {runOnly: ['label-content-name-mismatch']})"


@pytest.mark.parametrize("variant", some(("classic", "longo", "bonus_a", "bonus_b"), ["bonus_b"]))
def test_everything_is_called_by_the_words_that_stand_on_it(
    phone: Phones, server: Running, variant: str
) -> None:
    """Who speaks to the page says what can be read, also on a tablet, where signs have words."""
    made = server.create("me:Max", "bot", start=True, variant=variant)
    me = phone(width=1024, height=768)
    me.sit(made["table"], made["token"]).wait_for_selector(".sheet")
    me.thumb(".dock .key:not(:disabled)")
    me.page.evaluate(AXE.read_text("utf-8"))
    found: Any = me.page.evaluate(SPOKEN)
    assert [node["html"] for rule in found["violations"] for node in rule["nodes"]] == []


def test_a_whole_game_by_keyboard_alone(phone: Phones) -> None:
    me = phone(bots=1, width=1280, height=800)
    page = me.open()
    page.wait_for_selector("[data-action=play]:not(:disabled)")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.action === 'play'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".table")
    for _ in range(600):
        if page.locator("[data-action=rematch]").count():
            break
        if page.locator("[data-action=take-back]").count():
            page.wait_for_timeout(20)
        elif page.locator("[data-action=roll]:not(:disabled)").count():
            page.keyboard.press("d")
        else:
            for key in "1234":
                page.keyboard.press(key)
                if page.locator("[data-action=confirm]").count():
                    page.keyboard.press("Enter")
                    break
            else:
                page.keyboard.press("p")
                page.keyboard.press("p")
    page.wait_for_selector("[data-action=rematch]")


LEFTMOST = ("r2", "y2", "g12", "b12")


def test_the_sheet_is_one_tab_stop_with_arrows_inside(phone: Phones, server: Running) -> None:
    me = phone()
    SCREENS["action 1"](me, server)
    page = me.page
    assert page.locator(".sheet [tabindex='0']").count() == 1
    cell = page.locator(".sheet .legal button").first
    name = cell.get_attribute("data-cell")
    assert name is not None
    expect(cell).to_have_attribute("tabindex", "0")
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-cell={name}]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight" if name in LEFTMOST else "ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.cell") != name
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-action=take-back]")


def test_focus_goes_on_to_the_next_question(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.page.locator("[data-action=roll]").focus()
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".sheet .legal")
    expect(me.page.locator("[data-cell]:focus")).to_have_count(1)
    me.page.keyboard.press("Enter")
    me.page.keyboard.press("Enter")  # pencil, then commit: action 2 follows
    me.page.wait_for_selector(".dock.sums")
    expect(me.page.locator("button:focus")).to_have_count(1)


def test_the_white_sum_is_announced_in_words(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone()
    me.sit(made["table"], made["token"])
    me.tap("roll")
    polite = me.page.locator("[aria-live=polite].sr").first
    expect(polite).to_contain_text(re.compile(r"You roll \d and \d: \d+\."))
    expect(polite).to_contain_text(
        re.compile(r"You may cross the \d+ in .*(red or yellow|green or blue)")
    )


def test_single_letters_can_be_switched_off(phone: Phones, server: Running) -> None:
    made = server.create("me:Max", start=True)
    me = phone(letters=False)
    me.sit(made["table"], made["token"])
    me.page.wait_for_selector("[data-action=roll]")
    me.page.keyboard.press("d")
    me.page.wait_for_timeout(300)
    assert me.page.locator("[data-action=roll]").count() == 1


@pytest.mark.parametrize("language", some(LANGUAGES, ["de"]))
def test_large_print_folds_the_rows(phone: Phones, server: Running, language: str) -> None:
    """A row stays in one line: two digits find room in each cell, the cells without room fold."""
    me = phone(size="xl", language=language)
    SCREENS["action 1"](me, server)
    box = me.page.locator("[data-cell=r2]").bounding_box()
    last = me.page.locator("[data-cell=r12]").bounding_box()
    assert box is not None
    assert last is not None
    assert box["height"] >= 44
    assert last["y"] == pytest.approx(box["y"], abs=4)  # a legal cell stands up a little
    number = me.page.locator("[data-cell=b12] .number")
    assert float(number.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px")) >= 28
    digits, cell = number.bounding_box(), me.page.locator("[data-cell=b12]").bounding_box()
    assert digits is not None
    assert cell is not None
    assert digits["width"] <= cell["width"]
    assert me.fits()
    made = server.create("me:Max", start=True, variant="longo")  # fifteen cells in a row
    me.sit(made["table"], made["token"])
    me.thumb(".dock .keys .key:not(:disabled)", 20)
    expect(me.page.locator(".own .fold").first).to_be_visible()
    assert me.page.locator(".own .legal button").count()
    assert me.fits()


def cut_off(me: Phone) -> list[str]:
    """The texts that have less room than they need."""
    found: list[str] = me.page.evaluate(
        """() => {
          const found = []
          for (const node of document.querySelectorAll('body *')) {
            const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim())
            if (!own || node.closest('.sr, svg, pre, .scroll, .name, option, noscript')) continue
            const style = getComputedStyle(node)
            const box = node.getBoundingClientRect()
            if (!box.width || style.visibility === 'hidden') continue
            const scrolls = node.closest('.picker')
            const beside = box.right > innerWidth + 1 || box.left < -1
            const inline = style.display === 'inline'
            if ((!inline && node.scrollWidth > node.clientWidth + 1 && node.clientWidth) ||
                (beside && !scrolls))
              found.push(node.outerHTML.slice(0, 160))
          }
          return found
        }"""
    )
    return found


# Each screen was small once above. Those with the most words in a line come in all languages.
NARROW = [(screen, language) for screen in ("penalty", "settings") for language in LANGUAGES]


@pytest.mark.parametrize(("screen", "language"), some(NARROW, NARROW[1::2]))
def test_nothing_is_cut_off_at_320(
    phone: Phones, server: Running, screen: str, language: str
) -> None:
    """No sideways scrolling, and every text has the room it needs."""
    me = phone(width=320, height=640, language=language)
    SCREENS[screen](me, server)
    me.picture(f"{screen}-320-{language}")
    assert me.fits()
    assert cut_off(me) == []


@pytest.mark.long
@pytest.mark.parametrize(("screen", "language"), list(itertools.product(SCREENS, LANGUAGES)))
def test_nothing_is_cut_off_at_320_anywhere(
    phone: Phones, server: Running, screen: str, language: str
) -> None:
    test_nothing_is_cut_off_at_320(phone, server, screen, language)


@pytest.mark.parametrize("theme", some(THEMES, THEMES[:1]))
def test_rows_can_be_told_apart_in_grey(phone: Phones, server: Running, theme: str) -> None:
    """Sign and texture, not only colour: the four locks differ in a grey picture."""
    me = phone(theme=theme, width=1280, height=800)
    SCREENS["action 1"](me, server)
    pictures = []
    for lock in me.page.locator(".own .lock-cell").all():
        picture = Image.open(io.BytesIO(lock.screenshot())).convert("L").resize((48, 48))
        mean = ImageStat.Stat(picture).mean[0]
        pictures.append(picture.point([int(min(255, max(0, v - mean + 128))) for v in range(256)]))
    for one, other in itertools.combinations(pictures, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 4


@pytest.mark.parametrize(
    ("width", "height"),
    some([(320, 640), (390, 664), (844, 390), (768, 1024)], [(320, 640), (844, 390)]),
)
def test_every_screen_size_shows_the_table_without_sideways_scrolling(
    phone: Phones, server: Running, width: int, height: int
) -> None:
    me = phone(width=width, height=height, variant="longo")
    made = server.create("me:Max", "bot", "bot", "bot", "bot", start=True, variant="longo")
    me.sit(made["table"], made["token"])
    me.thumb(".dock .key:not(:disabled)", 20)
    assert me.fits()


# How many pixels of the rows, and of the whole page, cannot be seen without scrolling.
HIDDEN = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect()
  const [rows, dock] = [box('.own .sheet'), box('.dock')]
  return {
    cells: rows.bottom - (dock.left > rows.left + 50 ? innerHeight : dock.top),
    page: document.documentElement.scrollHeight - innerHeight,
  }
}"""
SHEETS = ("classic", "longo", "mixx_a", "mixx_b", "bonus_a", "bonus_b", "x_change", "big_points")


@pytest.mark.parametrize("variant", some(SHEETS, ["longo"]))
def test_a_decision_needs_no_scrolling_on_a_phone(
    phone: Phones, server: Running, variant: str
) -> None:
    """Sheet, dice, keys and buttons of action 1 and 2 at once, in the longest language."""
    made = server.create("me:Max", "bot", "bot", "bot", start=True, variant=variant)
    me = phone(language="de-DE")
    me.sit(made["table"], made["token"])
    for question in (".dock .keys .key:not(:disabled)", ".dock.sums .key:not(:disabled)"):
        me.thumb(question, 30)
        me.page.locator(".dock .key:not(:disabled)").first.click()
        for width, height in ((390, 664), (375, 667), (844, 390), (320, 568)):
            me.page.set_viewport_size({"width": width, "height": height})
            expect(me.page.locator("[data-action=confirm]")).to_be_in_viewport(ratio=0.95)
            expect(me.page.locator("[data-action=pass]")).to_be_in_viewport(ratio=0.95)
            hidden = me.page.evaluate(HIDDEN)
            if width > 320:
                assert hidden["cells"] <= 0, (width, height)
                if not me.page.locator(".chain").count():  # its line may lie on the sheet's foot
                    assert hidden["page"] <= 0, (width, height)
            assert me.fits()


def test_a_theme_chosen_in_the_settings_stays(phone: Phones) -> None:
    page = phone().open("settings")
    theme = page.get_by_label("Colours")
    theme.select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(theme).to_have_value("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
