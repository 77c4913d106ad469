"""Where sheets lie on paper, what lies behind them, and what is refused."""

from __future__ import annotations

import pytest

from rowlock import Unreadable, load_variant
from rowlock.draw.box import Box
from rowlock.draw.paper import PrintJob, draw_pages
from rowlock.draw.paper.pad_foot import most_crosses
from rowlock.draw.shapes import LineShape, Text
from tests.draw.bounds import bounds


def test_one_sheet_fills_a_page_on_its_side() -> None:
    order = PrintJob(paper="a4", up=1)
    assert list(order.size) == [297, 210]
    assert order.places() == [Box(0, 0, 297, 210)]


def test_two_sheets_stand_on_an_upright_page() -> None:
    order = PrintJob(paper="letter", up=2)
    assert list(order.size) == [215.9, 279.4]
    assert [(place.x, place.y) for place in order.places()] == [(0, 0), (0, 139.7)]


def test_four_sheets_share_a_page_on_its_side() -> None:
    places = PrintJob(paper="a4", up=4).places()
    assert [(place.x, place.y) for place in places] == [(0, 0), (148.5, 0), (0, 105), (148.5, 105)]


def test_the_back_of_a_page_on_its_side_is_turned_over_its_upper_edge() -> None:
    backs = PrintJob(paper="a4", up=4).backs()
    assert [(back.x, back.y) for back in backs] == [(0, 105), (148.5, 105), (0, 0), (148.5, 0)]


def test_the_back_of_an_upright_page_is_turned_over_its_side() -> None:
    order = PrintJob(paper="a4", up=2)
    assert order.backs() == order.places()  # one column: left and right change nothing


def test_lucky_pairs_take_turns_and_are_the_same_on_both_sides_of_the_paper() -> None:
    longo = load_variant("longo")
    order = PrintJob(up=4, pages=2, back="sheet")
    pages = draw_pages([longo], order)
    wanted = [(5, 10), (6, 11), (4, 9), (7, 12)], [(8, 13), (5, 10), (6, 11), (4, 9)]
    for front, back, pairs in zip(pages[::2], pages[1::2], wanted, strict=True):
        for shapes, places in ((front.shapes, order.places()), (back.shapes, order.backs())):
            for place, (low, high) in zip(places, pairs, strict=True):
                texts = [s.text for s in shapes if isinstance(s, Text) and place.holds(bounds(s))]
                assert f"{low} · {high}" in texts


def test_cut_marks_lie_where_places_meet_and_touch_no_sheet() -> None:
    [page] = draw_pages([load_variant("classic")], PrintJob(up=4))
    middle = [s for s in page.shapes if isinstance(s, LineShape) and 148.5 in (s.x1, s.x2)]
    assert {(s.y1, s.y2) for s in middle} == {(4, 8), (202, 206), (103, 107)}
    [alone] = draw_pages([load_variant("classic")], PrintJob(up=1))
    others = [s for s in alone.shapes if not isinstance(s, LineShape)]
    sheet = Box(0, 0, 297, 210).inset(8)
    assert all(sheet.holds(bounds(shape), 1) for shape in others)


def test_pages_come_for_each_sheet_with_its_back_and_the_results_last() -> None:
    variants = [load_variant("classic"), load_variant("mixx_a")]
    order = PrintJob(pages=2, back="rules", score_history=True)
    titles = [page.title for page in draw_pages(variants, order)]
    rules = "The rules in short"
    assert titles == ["Classic", rules] * 2 + ["Mixx A", rules] * 2 + ["Scores"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"paper": "a3"}, "bad_paper"),
        ({"up": 3}, "bad_up"),
        ({"paper": "a6", "up": 4}, "bad_up"),
        ({"pages": 0}, "bad_pages"),
        ({"pages": 101}, "bad_pages"),
        ({"back": "poem"}, "bad_back"),
        ({"address": "x" * 301}, "bad_qr"),
    ],
)
def test_an_unprintable_job_is_refused(wish: dict[str, object], code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        PrintJob(**wish)  # type: ignore[arg-type]  # what a person may type
    assert caught.value.code == code


def test_the_work_of_one_order_is_bounded() -> None:
    with pytest.raises(Unreadable) as caught:
        draw_pages([load_variant("classic")] * 3, PrintJob(pages=20, back="rules"))
    assert caught.value.code == "too_many_pages"


@pytest.mark.parametrize(
    ("name", "most"), [("classic", 12), ("longo", 15), ("double_b", 16), ("bonus_a", 12)]
)
def test_the_scale_ends_with_the_most_crosses_of_a_row(name: str, most: int) -> None:
    assert most_crosses(load_variant(name)) == most
