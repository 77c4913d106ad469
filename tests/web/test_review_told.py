"""What the review says: which choices it leads to, why one is better, what is not known."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.sampling import some
from tests.server.running import Running
from tests.web.phone import Phones
from tests.web.screens import RECORD
from tests.web.told_review import PATIENCE, costs, mine, opened, outlook, told


def three_costly(found: dict[str, Any]) -> None:
    """The first two lie in one turn."""
    costs(found, 0.3, 0.2, 0.1, 0.0004)
    marked = [choice["turn"] for choice in found["decisions"] if choice["mark"]]
    assert marked[0] == marked[1] < marked[2]


def looked_at(page: Page) -> tuple[str | None, list[str | None]]:
    """The choice that has the focus, and those of the list that are current."""
    current = page.locator("[data-choice][aria-current=true]")
    numbers = [each.get_attribute("data-choice") for each in current.all()]
    return page.evaluate("document.activeElement.dataset.loss"), numbers


def test_next_reaches_every_costly_choice_though_two_lie_in_one_turn(
    phone: Phones, server: Running
) -> None:
    me = opened(phone, server, three_costly)
    page = me.page
    assert page.locator("[data-choice] b").all_inner_texts() == ["−30.0%", "−20.0%", "−10.0%"]
    expect(page.locator("[data-choice][aria-current=true]")).to_have_attribute("data-choice", "0")
    for loss, number in (("0.2", "1"), ("0.1", "2"), ("0.3", "0"), ("0.2", "1")):
        me.tap("costly")
        expect(page.locator(f"article[data-loss='{loss}']")).to_be_focused()
        assert looked_at(page) == (loss, [number])
    best = page.locator("[data-part=best]").inner_text()
    choices = int(best.split(" of ")[1].split()[0])
    assert best.startswith(f"{choices - 4} of ")  # the last one, which is not in the list, was not


@pytest.mark.parametrize(("you", "name"), some([("2", "Laura"), ("7", "Max")], [("2", "Laura")]))
def test_a_record_with_the_owners_seat_opens_on_that_seat(
    phone: Phones, server: Running, you: str, name: str
) -> None:
    record = RECORD.replace("\n", f'\n[You "{you}"]\n', 1)
    page = opened(phone, server, lambda found: None, record).page
    expect(page.locator(".pill.on")).to_contain_text(name)


EVEN = (10.0, 10.0, 10.0, 10.0)
WHYS = [
    (
        outlook("-", EVEN),
        outlook("r5", (8.0, 9.5, 9.0, 10.1), bonus=7.4),
        ["Bonus: 7.4 points more"],
        ["Red: 2.0 points less", "Green: 1.0 points less"],
    ),
    (
        outlook("-", EVEN, (0.079, 0.1, 0.1, 0.1)),
        outlook("r5", (12.0, 11.0, 10.0, 10.0), (0.081, 0.3, 0.1, 0.1), penalties=0.8),
        [
            "Red: 2.0 points more",  # a lock of 8 % stays one of 8 %
            "Yellow: 1.0 points more (lock 30% instead of 10%)",
            "0.20 fewer penalties",
        ],
        [],
    ),
    (
        outlook("-", EVEN),
        outlook("r5", (9.0, 10.0, 10.0, 10.0), win=0.54),
        ["It wins 54.0% of the games instead of 50.0%"],
        ["Red: 1.0 points less"],
    ),
    (outlook("-", EVEN), outlook("r5", (9.8, 10.2, 10.0, 10.0)), [], []),
]
"""What games expect after both answers; what speaks for the better one, and what against it."""


def with_reasons(found: dict[str, Any]) -> None:
    costs(found, *(0.4 - 0.1 * n for n in range(len(WHYS))))
    for choice, (chosen, best, *_) in zip(mine(found), WHYS, strict=False):
        choice["why"] = [chosen, best]


def test_reasons_name_bonus_points_and_tell_for_from_against(
    phone: Phones, server: Running
) -> None:
    record = RECORD.replace("Laura", "Bartholomaeus X")
    page = opened(phone, server, with_reasons, record, width=320, height=568).page
    for number, (_, _, pros, cons) in enumerate(WHYS):
        page.locator(f"[data-choice='{number}']").click()
        why = page.locator("article:focus .why")
        expect(why.locator("ul:not([data-part]) li")).to_have_text(pros)
        expect(why.locator("[data-part=cons] li")).to_have_text(cons)
        expect(why.get_by_text("What speaks against it:")).to_have_count(1 if cons else 0)
        expect(why.get_by_text("much the same")).to_have_count(0 if pros else 1)
    name = page.locator("article:focus .name", has_text="Bartholomaeus")
    lines = name.evaluate(LINES_OF_THE_FIRST_WORD)
    assert lines == 1


LINES_OF_THE_FIRST_WORD = """(element) => {
  const range = document.createRange()
  range.setStart(element.firstChild, 0)
  range.setEnd(element.firstChild, element.textContent.indexOf(' '))
  return range.getClientRects().length
}"""


def exactly(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    for choice in found["decisions"]:
        choice["exact"] = True


def test_an_exact_loss_stays_exact_when_time_runs_out(phone: Phones, server: Running) -> None:
    page = opened(phone, server, exactly).page
    expect(page.locator("[data-part=lacking]")).to_have_text(
        "This loss is exact, but there was no time to play out games that would show why."
    )


def by_the_clock(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    for choice in mine(found):
        choice["own"] = False


def test_answers_of_the_clock_are_not_marked_as_unreviewed(phone: Phones, server: Running) -> None:
    page = opened(phone, server, by_the_clock).page
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.locator("article").first).to_contain_text("A bot or the clock answered here.")
    expect(page.locator("[data-part=lacking]")).to_have_count(0)


def uncertain(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    for choice in mine(found):
        choice["se"] = 0.01
        choice["rollout"] = {
            "games": 64, "loss": 0.3, "se": 0.01, "judged": 0.2, "judged_se": 0.05, "settled": True,
        }  # fmt: skip
    for seat in found["seats"]:
        seat.update(luck=0.1, luck_se=0.02)
    for roll in found["rolls"]:
        roll.update(luck=[0.031, -0.031], se=[0.005, 0.0])


def test_uncertain_values_have_a_95_percent_interval(phone: Phones, server: Running) -> None:
    """1.96 standard errors: of 0.01 they are 2.0 %, of 0.05 9.8 %, of 0.02 3.9 %."""
    page = opened(phone, server, uncertain).page
    article = page.locator("article").first
    expect(article).to_contain_text("−30.0% ± 2.0%")
    expect(article).to_contain_text(
        "after each choice: −30.0% ± 2.0%. Estimated before: −20.0% ± 9.8%."
    )
    expect(page.locator("[data-part=play] li").first).to_contain_text("luck +10.0% ± 3.9%")
    expect(page.locator("[data-part=range]")).to_contain_text("± is a 95% interval")
    rolled = page.locator(".moment li", has_text="luck")
    expect(rolled).to_contain_text(["luck +3.1% ± 1.0%", "luck −3.1%"])
    expect(rolled.last).not_to_contain_text("±")  # that one is exact


@pytest.mark.parametrize(
    ("language", "many"), [("en", "In 3,184 games"), ("de", "In je 3.184 zu Ende gespielten")]
)
def test_thousands_of_games_are_counted_as_the_language_does(
    phone: Phones, server: Running, language: str, many: str
) -> None:
    def played(found: dict[str, Any]) -> None:
        uncertain(found)
        mine(found)[0]["rollout"]["games"] = 3184

    page = opened(phone, server, played, language=language).page
    expect(page.locator("article").first).to_contain_text(many)


def without_doubt(found: dict[str, Any]) -> None:
    found["exact"] = True
    for seat in found["seats"]:
        seat.update(luck_se=0.0)


def test_exact_reviews_explain_no_interval(phone: Phones, server: Running) -> None:
    page = opened(phone, server, without_doubt).page
    expect(page.locator("[data-part=range]")).to_have_count(0)
    expect(page.locator("[data-part=play] li").first).not_to_contain_text("±")


def test_the_reasons_tell_the_chance_of_winning_after_either_answer(
    phone: Phones, server: Running
) -> None:
    page = opened(phone, server, with_reasons).page
    page.locator("[data-choice='2']").click()
    row = page.locator("article:focus [data-part=win]")
    expect(row.locator("th")).to_have_text("Win chance")
    expect(row.locator("td")).to_have_text(["50.0%", "54.0%"])


CELLS = ("r5", "y5", "g5", "b5", "r6", "y6", "g6", "b6", "-")


def nine_answers(found: dict[str, Any]) -> None:
    """To the first choice of either turn that has a costly one."""
    three_costly(found)
    first, second, third, *_ = mine(found)
    second.update(loss=0.0, mark=None)
    for choice in (first, third):
        choice["moves"] = [
            {"move": move, "value": 0.6 - 0.05 * n, "loss": 0.05 * n, "se": 0.001}
            for n, move in enumerate(CELLS)
        ]
        choice["chosen"] = "-"


def test_every_answer_can_be_seen(phone: Phones, server: Running) -> None:
    me = opened(phone, server, nine_answers)
    page = me.page
    article = page.locator("article[data-loss='0.3']")
    expect(article.locator("li")).to_have_count(7)  # the six best, and the chosen one
    article.get_by_role("button", name="Show all 9").click()
    expect(article.locator("li")).to_have_count(9)
    expect(article.locator("[data-action=all-moves]")).to_have_count(0)
    me.tap("costly")  # what was opened is closed again at every other choice
    expect(page.locator("article[data-loss='0.1'] li")).to_have_count(7)
    me.tap("costly")
    expect(article.locator("li")).to_have_count(7)


def table_is_made(looks: list[str]) -> Callable[[Route], None]:
    """A server that makes the exact table: half of it is done, then all."""
    desks = iter([{"ready": True, "making": True, "share": 0.5}, {"ready": True}])
    quick = told(alone_by_rules_of_thumb)

    def answer(route: Route) -> None:
        if route.request.method == "GET":  # a slow first look asks whether the judges are compiled
            return route.fulfill(json=next(desks) if looks else {"ready": True})
        if json.loads(route.request.post_data or "{}").get("rollouts"):
            return quick(route)
        return told(lambda found: becomes_exact(found, looks))(route)

    return answer


def becomes_exact(found: dict[str, Any], looks: list[str]) -> None:
    """Not yet at the first look."""
    alone_by_rules_of_thumb(found)
    found.update(making=not looks, approximate=not looks)
    looks.append("look")


def test_a_better_review_comes_when_its_table_is_made(phone: Phones, server: Running) -> None:
    me = phone()
    page = me.open("review")
    looks: list[str] = []
    page.route("**/api/reviews", table_is_made(looks))
    page.locator("textarea").fill(RECORD)
    me.tap("review")
    bar = page.get_by_role("progressbar", name="Progress of the exact table")
    expect(bar).to_be_visible(timeout=PATIENCE)
    assert bar.evaluate("(bar) => bar.value") == 0.5
    expect(page.get_by_text("Approximate.")).to_be_visible()
    expect(bar).to_have_count(0, timeout=PATIENCE)
    assert looks == ["look", "look"]


def alone_by_rules_of_thumb(found: dict[str, Any]) -> None:
    """As it is where no table of this sheet is solved."""
    found.update(players=1, approximate=True, judge="heuristic", unit="points", names=["Max"])
    found["finished"], found["start"] = True, 107.9
    found["seats"] = found["seats"][:1]
    for turn in found["turns"]:
        turn["sheets"], turn["columns"] = turn["sheets"][:1], turn["columns"][:1]
    found["sheets"], found["lucky"] = found["sheets"][:1], found["lucky"][:1]
    found["decisions"] = [choice for choice in found["decisions"] if choice["seat"] == 1]
    found["seats"][0].update(start=107.9, given=0.0, result=90.0, residual=1.0)


def test_an_estimate_by_rules_of_thumb_is_not_called_best_play(
    phone: Phones, server: Running
) -> None:
    page = opened(phone, server, alone_by_rules_of_thumb).page
    first = page.locator(".sums tr").first
    expect(first).to_have_text("Roughly expected, by rules of thumb107.9 points")


def with_cards(found: dict[str, Any]) -> None:
    found.update(cards=True, rolls=[], judge="cards", approximate=True)
    costs(found, 0.3)
    for seat in found["seats"]:
        seat.update(luck=0.0, adjusted=None, loss=0.3, loss_mean=0.05)


def test_a_card_game_has_losses_and_says_why_it_has_no_luck(phone: Phones, server: Running) -> None:
    wishes: list[str] = []
    me = phone()
    me.page.on("request", lambda request: wishes.append(request.post_data or ""))
    page = opened(lambda: me, server, with_cards).page
    expect(page.locator("[data-part=lacking]").first).to_have_text(
        "Card games are not played out, so there are no reasons."
    )
    assert not any('"rollouts":true' in wish for wish in wishes)
    expect(page.locator("[data-part=range]")).to_contain_text("± is a rough guess")
    play = page.locator("[data-part=play]")
    expect(play).to_contain_text("Lost per choice: 5.0% on average")
    expect(play).to_contain_text("no luck and no curve")
    expect(play).to_contain_text("play −30.0%")
    expect(play).not_to_contain_text("luck +")
    expect(page.get_by_role("slider")).to_have_count(0)


def _played_well(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    found["you"] = [1]
    found["seats"][0].update(perfect_play=0.884, dice="hurt")
    found["seats"][1].update(perfect_play=0.999, dice="helped")


def test_a_review_begins_with_a_sentence_and_a_number(phone: Phones, server: Running) -> None:
    page = opened(phone, server, _played_well).page
    lead = page.locator("[data-part=lead]")
    expect(lead).to_contain_text("You played 88% of perfect play. The dice helped the others.")
    order = page.locator("[data-part=lead], [data-part=play], [role=slider], [data-part=range]")
    parts = order.evaluate_all("all => all.map((each) => each.dataset.part ?? 'curve')")
    assert parts == ["lead", "play", "curve", "range"]
    page.locator(".pill:not(.on)").click()
    expect(lead).to_contain_text("Laura played 99% of perfect play. The dice helped Laura.")


def _skips(found: dict[str, Any]) -> None:
    costs(found, 0.3)
    choice = mine(found)[0]
    for move in choice["moves"]:
        move["skips"] = 0
    choice["moves"][0].update(move="g12")
    choice["moves"][-1].update(move="r8", skips=6)
    choice["chosen"] = "r8"


def test_the_better_cell_is_marked_on_the_sheet_and_said_plainly(
    phone: Phones, server: Running
) -> None:
    page = opened(phone, server, _skips).page
    expect(page.locator("[data-part=plain]").first).to_have_text(
        "Red 8 throws 6 numbers away, green 12 none."
    )
    expect(page.locator(".moment .cell:has([data-cell=g12]) [data-hint]")).to_have_text("★")
